import Foundation
import LaminaGeometry
import LaminaLayout
import Testing

@testable import LaminaNode

@Suite struct IncrementalLayoutTests {
    static let ranges = [
        SizeRange(exactly: Size(width: 320, height: 480)),
        SizeRange(min: .zero, max: Size(width: 320, height: .infinity)),
        SizeRange(min: .zero, max: Size(width: 250.5, height: 300)),
        SizeRange(min: Size(width: 320, height: 0), max: Size(width: 320, height: .infinity)),
    ]

    /// Mostly one width, as of a window, in heights that change: specs with a ratio make widths of these, and makers
    /// then name other nodes.
    private static func range(_ random: inout SeededNumbers) -> SizeRange {
        if random.chance(15) { return ranges[random.below(4)] }
        return SizeRange(exactly: Size(width: 320, height: Double(100 + random.below(4) * 130)))
    }

    private static var isInstrumented: Bool {
        !(ProcessInfo.processInfo.environment["LAMINA_SANITIZER"] ?? "").isEmpty
    }

    private static var timesAsMany: Int {
        Int(ProcessInfo.processInfo.environment["TEST_ROUNDS"] ?? "") ?? 1
    }

    /// The frames in the store are those of the layout, all the way down.
    private func storeHas(_ layout: TreeLayout, _ grove: LayoutGrove) -> Bool {
        for part in layout.parts {
            var same = true
            TreeLayout(parts: [part]).forEachEntry { entry in
                if entry.depth > 0, let node = grove.store.find(entry.node), grove.store[node].frame != entry.frame {
                    same = false
                }
            }
            if !same { return false }
        }
        return true
    }

    /// After any edit, laying out what changed gives what laying out everything gives, to the bit.
    @Test(arguments: 0..<16) func editsGiveWhatAWholePassGives(number: Int) throws {
        let seed = UInt64(ProcessInfo.processInfo.environment["LAMINA_SEED"] ?? "") ?? UInt64(number)
        let edits = Self.isInstrumented ? 100 : 600 * Self.timesAsMany
        var grove: RandomGrove = try RandomGrove(seed: seed)
        for edit in 0..<edits {
            if edit % 150 == 0 { grove = try RandomGrove(seed: seed &* 1000 &+ UInt64(edit)) }
            try grove.edit()
            let range = Self.range(&grove.random)
            switch grove.random.below(12) {
            case 0:  // a pass whose outcome is lost
                grove.grove.layOut(grove.root, range, keep: false, apply: false)
            case 1:  // an edit between the capture and the end of the pass
                let snapshot = grove.grove.capture(grove.root, range, .changes(expanded: []))
                let solver = LayoutSolver(grove.grove, setting: snapshot.setting)
                let layout = solver.layOut(snapshot)
                try grove.edit()
                grove.grove.apply(layout)
                solver.store(in: &grove.grove.store)
            case 2:  // a layout of something inside
                if let inner = grove.nodes.lazy.compactMap({ grove.grove.store.find($0) }).dropFirst(3).first {
                    grove.grove.layOut(inner, Self.ranges[2])
                }
            case 3: grove.grove.layOut(grove.root, range, keep: true, apply: false)
            default: break
            }
            let found = grove.grove.layOut(grove.root, range, apply: grove.random.chance(50))
            // What is applied may bring nodes, and then the next layout is another one.
            guard
                LayoutDump(grove.grove.layOut(grove.root, range, apply: false))
                    == LayoutDump(grove.grove.wholeLayout(grove.root, range))
            else {
                Issue.record("seed \(seed), edit \(edit): another layout than a whole pass")
                return
            }
            grove.grove.apply(found)
            if grove.hasStrays { continue }
            for _ in 0..<4 { grove.grove.layOut(grove.root, range) }
            let whole = grove.grove.wholeLayout(grove.root, range)
            guard storeHas(whole, grove.grove) else {
                Issue.record("seed \(seed), edit \(edit): the nodes have other frames than the layout")
                return
            }
        }
    }

    /// One width, in heights that change: measurements for another height are used where they do, and nowhere else.
    @Test(arguments: 0..<4) func otherHeightsGiveWhatAWholePassGives(number: Int) throws {
        let edits = Self.isInstrumented ? 60 : 1500
        var grove = try RandomGrove(seed: 0, hasSpecMakers: false)
        for edit in 0..<edits {
            if edit % 100 == 0 {
                grove = try RandomGrove(seed: UInt64(number * 1000 + edit), hasSpecMakers: false)
            }
            try grove.edit()
            let free = grove.grove.layOut(grove.root, Self.ranges[3])
            for height in [free.size.height, Double(100 + grove.random.below(3) * 200)] {
                let range = SizeRange(exactly: Size(width: 320, height: height))
                let found = LayoutDump(grove.grove.layOut(grove.root, range, apply: grove.random.chance(50)))
                guard found == LayoutDump(grove.grove.wholeLayout(grove.root, range)) else {
                    Issue.record("tree \(number), edit \(edit): another layout than a whole pass")
                    return
                }
            }
        }
    }

    // MARK: How far a change reaches

    /// A column of cells, each a column of three texts.
    private func feed(_ grove: LayoutGrove, cells: Int) throws -> (root: Int32, cells: [Int32], texts: [[Int32]]) {
        let texts = (0..<cells).map { cell in (0..<3).map { grove.node(Double(50 + cell * 3 + $0)) } }
        let made = try texts.map { texts -> Int32 in
            let cell = grove.node()
            try grove.arrange(cell, grove.column(texts))
            return cell
        }
        let root = grove.node()
        try grove.arrange(root, grove.column(made))
        return (root, made, texts)
    }

    @Test func oneTextIsMeasuredWithItsCellOnly() throws {
        let grove = LayoutGrove()
        let (root, _, texts) = try feed(grove, cells: 100)
        let range = Self.ranges[1]
        grove.layOut(root, range)
        let all = grove.measured
        #expect(all >= 300)
        var discarded = Discarded()
        grove.store.setContent(AreaContent(700), of: texts[50][1], &discarded)
        grove.layOut(root, range)
        #expect(grove.measured - all <= 9, "three texts, asked three times at most")
        let before = grove.measured
        let layout = grove.layOut(root, range)
        #expect(grove.measured == before)
        #expect(grove.layOut(root, range) === layout, "without a change it is the same layout")
        #expect(grove.store.apply(layout, isOwnerThread: true, &discarded) == 0)
    }

    /// As a list that scrolls does: it is laid out as high as it likes, and then shown in just that height.
    @Test func anotherHeightOfAColumnIsNothingNewToItsCells() throws {
        let grove = LayoutGrove()
        let (root, cells, texts) = try feed(grove, cells: 100)
        let free = Self.ranges[3]
        func show() -> TreeLayout {
            let size = grove.layOut(root, free).size
            return grove.layOut(root, SizeRange(exactly: size))
        }
        _ = show()
        var discarded = Discarded()
        var asked = 0
        for round in 0..<4 {
            grove.store.setContent(AreaContent(Double(700 + 300 * round)), of: texts[50][1], &discarded)
            let before = grove.measured
            let layout = show()
            asked += grove.measured - before
            #expect(LayoutDump(layout) == LayoutDump(grove.wholeLayout(root, SizeRange(exactly: layout.size))))
        }
        #expect(asked <= 4 * 18, "three texts, asked three times at most, in two heights")
        grove.style(cells[7]) { $0.height = .fraction(0.25) }
        let layout = show()
        #expect(LayoutDump(layout) == LayoutDump(grove.wholeLayout(root, SizeRange(exactly: layout.size))))
        #expect(layout.frame(of: grove.store.id(cells[7]))?.size.height == layout.size.height * 0.25)
    }

    /// A cell of fixed size keeps a change to itself: the frames above stay, shared with the layout before.
    @Test func aFixedSizeStopsAChange() throws {
        let grove = LayoutGrove()
        let (root, cells, texts) = try feed(grove, cells: 20)
        for cell in cells {
            grove.style(cell) { style in
                style.width = .points(80)
                style.height = .points(60)
            }
        }
        let range = Self.ranges[1]
        let old = grove.layOut(root, range)
        var discarded = Discarded()
        grove.store.setContent(AreaContent(700), of: texts[7][0], &discarded)
        #expect(grove.store[root].layout?.staleness == .frames)
        #expect(grove.store[cells[7]].layout?.staleness == .sizes)
        #expect(grove.store[cells[8]].layout?.staleness == NodeLayout.Staleness.none)
        let new = grove.layOut(root, range)
        let (before, after) = (old.parts[0], new.parts[0])
        #expect(after !== before && after.below(7) !== before.below(7) && after.below(8) === before.below(8))
        let shares = before.frames.withUnsafeBufferPointer { a in
            after.frames.withUnsafeBufferPointer { b in a.baseAddress == b.baseAddress }
        }
        #expect(shares)
        #expect(LayoutDump(new) == LayoutDump(grove.wholeLayout(root, range)))
    }

    /// A text of fixed size has a baseline all the same, by which its neighbours may be aligned.
    @Test func baselinesOfFixedTexts() throws {
        for align in [AlignItems.baselineFirst, .start] {
            let grove = LayoutGrove()
            let (row, text, other) = (grove.node(), grove.node(100), grove.node(103))
            grove.style(text) { style in
                style.width = .points(30)
                style.height = .points(40)
            }
            let spec = LayoutSpec(
                .stack(StackSpec(alignItems: align)), style: ElementStyle(),
                children: [.node(grove.store.id(text)), .node(grove.store.id(other))])
            try grove.arrange(row, spec)
            grove.layOut(row, Self.ranges[1])
            var discarded = Discarded()
            grove.store.setContent(AreaContent(104), of: text, &discarded)
            #expect(grove.store[row].layout?.staleness == (align == .start ? NodeLayout.Staleness.none : .sizes))
            let layout = grove.layOut(row, Self.ranges[1])
            #expect(LayoutDump(layout) == LayoutDump(grove.wholeLayout(row, Self.ranges[1])))
            #expect(layout.frame(of: grove.store.id(other))?.minY == (align == .start ? 0 : 1))
        }
    }

    /// A maker names all of its nodes where there is room and two where not: the others are on their own until they
    /// come back.
    @Test(arguments: [true, false]) func nodesThatAMakerNamesAgainMayHaveChanged(isOwn: Bool) throws {
        let grove = LayoutGrove()
        let (root, maker, inner) = (grove.node(), grove.node(), grove.node())
        let texts = (0..<2).map { grove.node(Double(40 + $0)) }
        let deep = grove.node(30)
        try grove.arrange(inner, grove.column([deep]))
        try grove.arrange(root, grove.column([maker]))
        var discarded = Discarded()
        let named = (texts + [inner]).map { grove.store.id($0) }
        grove.store.setLayoutMethod(.provided(RowOrColumn(nodes: named, grove: grove)), of: maker, &discarded)
        // Children of the host's own stay where they are, named or not.
        if isOwn { try grove.store.add(inner, to: maker, &discarded) }
        let wide = Self.ranges[1]
        let narrow = SizeRange(min: .zero, max: Size(width: 200, height: .infinity))
        // Again, because what nodes are named by is stored only once they are children.
        for range in [wide, wide, narrow, narrow] { grove.layOut(root, range) }
        #expect(grove.store[inner].flags.contains(.arranged) == false)
        grove.store.setContent(AreaContent(70), of: deep, &discarded)
        grove.layOut(root, wide)
        let layout = grove.layOut(root, wide)
        #expect(layout.frame(of: grove.store.id(deep))?.size.width == 70)
        #expect(LayoutDump(layout) == LayoutDump(grove.wholeLayout(root, wide)))
    }

    /// A layout that a maker had a part in is applied when the node has a spec: the children of that stay.
    @Test func aMakersLayoutTakesNoChildrenOfASpec() throws {
        let grove = LayoutGrove()
        let (root, text, other) = (grove.node(), grove.node(40), grove.node(50))
        var discarded = Discarded()
        let maker = RowOrColumn(nodes: [grove.store.id(text)], grove: grove)
        grove.store.setLayoutMethod(.provided(maker), of: root, &discarded)
        let old = grove.layOut(root, Self.ranges[1], apply: false)
        try grove.arrange(root, grove.column([other]))
        grove.apply(old)
        #expect(grove.store[root].children == [other])
        #expect(grove.store[other].flags.contains(.arranged))
        #expect(grove.layOut(root, Self.ranges[1]).frame(of: grove.store.id(other))?.size.width == 50)
    }

    @Test func fontsMakeEverythingOutOfDate() throws {
        let grove = LayoutGrove()
        let (root, _, _) = try feed(grove, cells: 3)
        grove.layOut(root, Self.ranges[1])
        let before = grove.measured
        grove.store.forgetMeasurements()
        grove.layOut(root, Self.ranges[1])
        #expect(grove.measured >= before + 9)
    }

    @Test func anEmptyNodeStaysSmall() {
        #expect(MemoryLayout<NodeRecord>.stride <= 176)
    }
}
