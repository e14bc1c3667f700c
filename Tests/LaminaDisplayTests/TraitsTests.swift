import Glibc
import LaminaDraw
import LaminaGeometry
import LaminaLayout
import LaminaNode
import LaminaText
import Testing

@testable import LaminaDisplay

/// A drawing that asks for some of its traits.
private final class Asking: Drawing {
    private let name: String
    private let journal: Journal
    private let ask: @Sendable (TraitReader) -> String

    init(_ name: String, _ journal: Journal, _ ask: @escaping @Sendable (TraitReader) -> String) {
        self.name = name
        self.journal = journal
        self.ask = ask
    }

    func draw(cairo: OpaquePointer, size: Size, scale: Double, as operation: LaminaDisplay.Operation) -> Int32 {
        journal.note("\(name) \(operation.traits.map(ask) ?? "none")")
        return 0
    }
}

@Suite struct TraitsTests {
    private func traits(_ change: (inout NodeTraits) -> Void) -> NodeTraits {
        var traits = NodeTraits()
        change(&traits)
        return traits
    }

    private func set(_ stage: Stage, _ node: NodeID?, _ change: (inout NodeTraits) -> Void) throws {
        let given = traits(change)
        stage.change { store, discarded in
            if let node {
                store.setTraits(given, of: node.index, &discarded)
            } else {
                store.setContextTraits(given, &discarded)
            }
        }
        try stage.settle()
    }

    private func resolved(_ stage: Stage, _ node: NodeID) -> ResolvedTraits {
        stage.test.context.withNodes { $0.traits(of: node.index) }
    }

    private func asking(
        _ stage: Stage, _ journal: Journal, _ name: String, _ ask: @escaping @Sendable (TraitReader) -> String
    ) -> NodeID {
        stage.node(
            Rect(x: 0, y: 0, width: 4, height: 4), content: DrawnContent(Asking(name, journal, ask)))
    }

    private func dynamic(_ stage: Stage, _ node: NodeID, _ role: ColorRole, _ light: Color, _ dark: Color) throws {
        try stage.test.context.withNodes { (store) throws(LaminaError) in
            var discarded = Discarded()
            try store.setDynamicColor(DynamicColor(light: light, dark: dark), role, of: node.index, &discarded)
        }
    }

    @Test func traitsFlowDownAndTheNearestHolds() throws {
        let stage = try Stage()
        defer { stage.close() }
        let (root, parent, child) = (stage.node(), stage.node(), stage.node())
        try stage.add(parent, to: root)
        try stage.add(child, to: parent)
        #expect(resolved(stage, child) == ResolvedTraits())
        try set(stage, nil) { traits in
            traits.scheme = .dark
            traits.textSize = 2
        }
        try set(stage, parent) { $0.textSize = 3 }
        try set(stage, child) { $0.tint = red }
        let found = resolved(stage, child)
        #expect(found.isDark && found.textSize == 3 && found.tint == red)
        try set(stage, parent) { $0.scheme = .light }
        #expect(!resolved(stage, child).isDark && resolved(stage, child).textSize == 2 && resolved(stage, root).isDark)
        stage.change { store, discarded in store.remove(child.index, &discarded) }
        #expect(resolved(stage, child).isDark, "the context's")
        try set(stage, nil) { _ in }
        #expect(!resolved(stage, child).isDark && resolved(stage, child).tint == red)
    }

    @Test(arguments: [0, 2]) func onlyWhatDependsOnAChangeIsDrawnAnew(threads: Int) throws {
        let stage = try Stage(threads: threads)
        defer { stage.close() }
        let journal = Journal()
        let root = stage.node()
        try stage.add(asking(stage, journal, "scheme") { "\($0.isDark)" }, to: root)
        try stage.add(asking(stage, journal, "tint") { "\($0.tint.red)" }, to: root)
        try stage.add(asking(stage, journal, "size") { "\($0.textSize)" }, to: root)
        try stage.add(asking(stage, journal, "all") { "\($0.isDark) \($0.tint.red) \($0.textSize)" }, to: root)
        try stage.add(asking(stage, journal, "none") { _ in "" }, to: root)
        let label = stage.node(
            Rect(x: 0, y: 0, width: 30, height: 20),
            content: TextContent(text: try text("ab"), options: TextLayoutOptions()))
        try stage.add(label, to: root)
        try stage.show(root)
        let context = stage.test.context
        func drawn(_ change: (inout NodeTraits) -> Void) throws -> (notes: [String], displays: UInt64) {
            let (before, displays) = (journal.all.count, context.engineCounts.displays)
            try set(stage, root, change)
            return (journal.all.dropFirst(before).sorted(), context.engineCounts.displays - displays)
        }
        #expect(journal.all.count == 5 && context.engineCounts.displays == 6)
        var change = try drawn { $0.scheme = .dark }
        #expect(change.notes == ["all true 0.0 1.0", "scheme true"] && change.displays == 2)
        change = try drawn { traits in
            traits.scheme = .dark
            traits.tint = red
        }
        #expect(change.notes == ["all true 1.0 1.0", "tint 1.0"] && change.displays == 2)
        change = try drawn { traits in
            traits.scheme = .dark
            traits.tint = red
            traits.textSize = 1.5
        }
        #expect(change.notes == ["all true 1.0 1.5", "size 1.5"] && change.displays == 3, "and the text")
        change = try drawn { traits in
            traits.scheme = .dark
            traits.tint = red
            traits.textSize = 1.5
        }
        #expect(change.notes == [] && change.displays == 0)
        // What did not ask before is handed what holds now.
        stage.change { store, _ in for child in store[root.index].children { store.setNeedsDisplay(child) } }
        try stage.settle()
        #expect(Set(journal.all.suffix(5)) == ["scheme true", "tint 1.0", "size 1.5", "all true 1.0 1.5", "none "])
    }

    private func text(_ string: String) throws -> AttributedText {
        try AttributedTextBuilder(utf8: Array(string.utf8)).build()
    }

    @Test func dynamicColorsFollowTheScheme() throws {
        let stage = try Stage()
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        let box = stage.node(Rect(x: 5, y: 5, width: 10, height: 10))
        let other = stage.node(Rect(x: 20, y: 5, width: 10, height: 10), .white)
        for node in [box, other] { try stage.add(node, to: root) }
        #expect(throws: LaminaError.self) { try dynamic(stage, box, .border, red, green) }
        stage.change { store, discarded in
            store.changeAppearance(of: box.index, &discarded) { $0.border = BoxBorder(width: 2, color: .black) }
        }
        try dynamic(stage, box, .background, red, green)
        try dynamic(stage, box, .border, .black, .white)
        try stage.show(root)
        try stage.composite()
        #expect(stage.pixel(10, 10) == 0xFFFF_0000 && stage.pixel(5, 5) == 0xFF00_0000)
        try set(stage, nil) { $0.scheme = .dark }
        #expect(try stage.composite() == [PixelRect(x: 5, y: 5, width: 10, height: 10)])
        #expect(stage.pixel(10, 10) == 0xFF00_FF00 && stage.pixel(5, 5) == 0xFFFF_FFFF)
        // A light part in dark surroundings, by moving there.
        let light = stage.node()
        try set(stage, light) { $0.scheme = .light }
        try stage.add(light, to: root)
        try stage.add(box, to: light)
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(10, 10) == 0xFFFF_0000)
        // A colour for it alone ends both.
        stage.change { store, _ in store.setBackground(.black, of: box.index) }
        try set(stage, light) { $0.scheme = .dark }
        try stage.composite()
        #expect(stage.pixel(10, 10) == 0xFF00_0000 && stage.pixel(5, 5) == 0xFFFF_FFFF)
    }

    @Test func textsGrowAndTakeTheirColor() throws {
        let stage = try Stage(threads: 1, width: 200, height: 80)
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        let label = stage.node(content: TextContent(text: try text("Hamburg"), options: TextLayoutOptions()))
        stage.change { store, discarded in
            let spec = LayoutSpec(
                .stack(StackSpec(alignItems: .start)), style: ElementStyle(),
                children: [.node(store.id(label.index))])
            try? store.setSpec(spec, of: root.index, isOwnerThread: true, &discarded)
        }
        try stage.show(root)
        func size() throws -> Size {
            try stage.settle()
            return stage.test.context.withNodes { $0[label.index].frame.size }
        }
        let plain = try size()
        #expect(plain.width > 20)
        try set(stage, nil) { $0.textSize = 2 }
        let large = try size()
        #expect(abs(large.width - plain.width * 2) < plain.width * 0.1 && large.height > plain.height * 1.8)
        // Another text of the node has the size as well.
        let other = try text("Hamburg")
        stage.change { store, discarded in
            let content = store[label.index].content as! TextContent
            store.setContent(content.with(text: other), of: label.index, &discarded)
        }
        #expect(try size() == large)
        stage.change { store, discarded in
            store.setContent(TextContent(text: other, options: TextLayoutOptions()), of: label.index, &discarded)
        }
        #expect(try size() == large, "also of new contents")
        try dynamic(stage, label, .text, red, green)
        try stage.settle()
        try stage.composite()
        #expect(stage.picture.contains(0xFFFF_0000))
        let layouts = stage.test.context.engineCounts.layouts
        try set(stage, nil) { traits in
            traits.textSize = 2
            traits.scheme = .dark
        }
        try stage.composite()
        #expect(stage.picture.contains(0xFF00_FF00) && !stage.picture.contains(0xFFFF_0000))
        #expect(stage.test.context.engineCounts.layouts == layouts, "a colour lays nothing out")
    }

    /// When the only traits end, with their node or without, what was adapted to them is adapted back.
    @Test(arguments: [false, true]) func theLastTraitsEnd(withTheirNode: Bool) throws {
        let stage = try Stage()
        defer { stage.close() }
        let holder = stage.node()
        let label = stage.node(content: TextContent(text: try text("Hamburg"), options: TextLayoutOptions()))
        try stage.add(label, to: holder)
        func isPlain() -> Bool {
            stage.test.context.withNodes { store in
                store[label.index].content?.adapted(to: ResolvedTraits(), textColor: nil) == nil
            }
        }
        #expect(isPlain())
        try set(stage, holder) { $0.textSize = 2 }
        #expect(!isPlain())
        if withTheirNode {
            stage.change { store, discarded in _ = store.release(holder.index, &discarded) }
        } else {
            try set(stage, holder) { _ in }
        }
        #expect(isPlain())
    }

    /// Traits that change while a drawing runs that has not asked yet, or has, are not lost.
    @Test(arguments: [false, true]) func aDrawingUnderWayIsFollowedByAnother(endsBeforeTheChangeIsTakenOver: Bool)
        throws
    {
        let stage = try Stage()
        defer { stage.close() }
        let journal = Journal()
        let gate = Gate()
        let root = stage.node()
        let node = asking(stage, journal, "a") { reader in
            gate.pass()
            return "\(reader.isDark)"
        }
        try stage.add(node, to: root)
        try stage.test.engine.setRoot(root, of: stage.surface)
        while gate.count == 0 { try stage.test.engine.process(budget: nil) }
        stage.change { store, discarded in
            var traits = NodeTraits()
            traits.scheme = .dark
            store.setContextTraits(traits, &discarded)
        }
        gate.open()
        if endsBeforeTheChangeIsTakenOver {
            while try !stage.test.engine.parts.mailbox.hasReady { usleep(200) }
        }
        try stage.settle()
        #expect(journal.all == ["a false", "a true"])
    }
}
