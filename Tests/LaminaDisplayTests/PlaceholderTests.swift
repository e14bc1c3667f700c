import CCairo
import Glibc
import LaminaDraw
import LaminaGeometry
import LaminaLayout
import LaminaLock
import LaminaNode
import LaminaText
import Testing

@testable import LaminaDisplay

private let gray = Color(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
private let grayPixel: UInt32 = 0xFF80_8080
private let redPixel: UInt32 = 0xFFFF_0000
private let white: UInt32 = 0xFFFF_FFFF

/// Fills with one colour when its gate lets it.
private final class Fill: Drawing {
    private let color: Color
    private let gate: Gate?
    let status: Int32
    let runs = Locked<Int>(.leaf, 0)

    init(_ color: Color, gate: Gate? = nil, status: Int32 = 0) {
        self.color = color
        self.gate = gate
        self.status = status
    }

    func draw(cairo: OpaquePointer, size: Size, scale: Double, as operation: LaminaDisplay.Operation) -> Int32 {
        gate?.pass()
        runs.withLock { $0 += 1 }
        unsafe cairo_set_source_rgba(
            cairo, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
        unsafe cairo_paint(cairo)
        return status
    }
}

@Suite struct PlaceholderTests {
    /// A white root with a box at (5, 5), 20 x 10, whose drawing waits for the gate.
    private func scene(_ stage: Stage, _ gate: Gate?, _ change: (inout NodePlaceholder) -> Void) throws -> NodeID {
        let root = stage.node(.zero, .white)
        let box = stage.node(
            Rect(x: 5, y: 5, width: 20, height: 10), content: DrawnContent(Fill(red, gate: gate)))
        set(stage, box, change)
        try stage.add(box, to: root)
        try stage.test.engine.setRoot(root, of: stage.surface)
        return box
    }

    private func set(_ stage: Stage, _ node: NodeID, _ change: (inout NodePlaceholder) -> Void) {
        stage.change { store, discarded in
            store.changePlaceholder(of: node.index, &discarded) { placeholder in
                var changed = placeholder ?? NodePlaceholder()
                change(&changed)
                placeholder = changed
            }
        }
    }

    private func setContent(_ stage: Stage, _ node: NodeID, _ color: Color?) {
        stage.change { store, discarded in
            store.setContent(color.map { DrawnContent(Fill($0)) }, of: node.index, &discarded)
        }
    }

    /// Processes until the gate holds `count` drawings up, and what else there is to do is done.
    private func process(_ stage: Stage, until gate: Gate, _ count: Int) throws {
        while gate.count < count {
            try stage.test.engine.process(budget: nil)
            usleep(200)
        }
        try stage.test.engine.process(budget: nil)
    }

    @Test func aColorStandsUntilTheContentsAreThere() throws {
        let stage = try Stage()
        defer { stage.close() }
        let gate = Gate()
        let box = try scene(stage, gate) { $0.color = gray }
        try process(stage, until: gate, 1)
        try stage.composite()
        #expect(stage.pixel(5, 5) == grayPixel && stage.pixel(24, 14) == grayPixel)
        #expect(stage.pixel(4, 5) == white && stage.pixel(25, 5) == white)
        gate.open()
        try stage.settle()
        #expect(try stage.composite() == [PixelRect(x: 5, y: 5, width: 20, height: 10)])
        #expect(stage.pixel(5, 5) == redPixel && stage.pixel(24, 14) == redPixel)

        // New contents of a node that shows some never bring it back.
        stage.change { store, discarded in
            store.setContent(DrawnContent(Fill(green, gate: gate)), of: box.index, &discarded)
        }
        for _ in 0..<5 { try stage.test.engine.process(budget: nil) }
        try stage.composite()
        #expect(stage.pixel(5, 5) != grayPixel)
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(5, 5) == 0xFF00_FF00)
    }

    @Test func contentsAreDrawnOverTheNodesOwnBackgroundNotThePlaceholders() throws {
        let stage = try Stage()
        defer { stage.close() }
        let gate = Gate()
        let half = Color(red: 1, green: 0, blue: 0, alpha: 0.5)
        let root = stage.node(.zero, .white)
        let box = stage.node(
            Rect(x: 0, y: 0, width: 10, height: 10), green, content: DrawnContent(Fill(half, gate: gate)))
        set(stage, box) { $0.color = Color(red: 0, green: 0, blue: 1, alpha: 0.5) }
        try stage.add(box, to: root)
        try stage.test.engine.setRoot(root, of: stage.surface)
        try process(stage, until: gate, 1)
        try stage.composite()
        #expect(stage.pixel(0, 0) == 0xFF00_8080, "half of blue over green")
        gate.open()
        try stage.settle()
        try stage.composite()
        let mixed = stage.pixel(0, 0)
        #expect(mixed >> 24 == 0xFF && mixed & 0xFF == 0, "no blue is left: \(String(mixed, radix: 16))")
    }

    @Test func aDrawingOfItsOwnGoesFirst() throws {
        let stage = try Stage(threads: 2)
        defer { stage.close() }
        let gate = Gate()
        let own = Fill(green)
        let box = try scene(stage, gate) { placeholder in
            placeholder.color = gray
            placeholder.drawing = DrawnContent(own)
        }
        try process(stage, until: gate, 1)
        while try own.runs.withLock({ $0 }) == 0 || stage.test.engine.parts.mailbox.pendingCount > 1 {
            try stage.test.engine.process(budget: nil)
        }
        for _ in 0..<5 { try stage.test.engine.process(budget: nil) }
        try stage.composite()
        #expect(stage.pixel(5, 5) == 0xFF00_FF00)
        gate.open()
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(5, 5) == redPixel)
        // Without a use for it it is not drawn again.
        stage.change { store, _ in store.setFrame(Rect(x: 5, y: 5, width: 10, height: 10), of: box.index) }
        try stage.settle()
        #expect(own.runs.withLock { $0 } == 1)
    }

    @Test func itPersistsUntilThereAreContents() throws {
        let stage = try Stage()
        defer { stage.close() }
        let box = try scene(stage, nil) { placeholder in
            placeholder.color = gray
            placeholder.persists = true
        }
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(5, 5) == redPixel, "the contents are there")
        setContent(stage, box, nil)
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(5, 5) == grayPixel, "contents are still to come")
        setContent(stage, box, red)
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(5, 5) == redPixel)
        setContent(stage, box, nil)
        set(stage, box) { $0.persists = false }
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(5, 5) == white, "nothing is missing")
    }

    @Test(arguments: [0, 1]) func aFadeMixesBothOnTheHostsClock(threads: Int) throws {
        let stage = try Stage(threads: threads)
        defer { stage.close() }
        let engine = try stage.test.engine
        try engine.parts.setTime(1000)
        let box = try scene(stage, nil) { placeholder in
            placeholder.color = .black
            placeholder.fade = 200_000
        }
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(5, 5) == 0xFF00_0000, "the fade begins with the placeholder alone")
        for (time, level) in [(51_000, 64), (101_000, 128), (151_000, 191)] as [(UInt64, UInt32)] {
            try engine.parts.setTime(time)
            try stage.settle()
            #expect(try stage.composite() == [PixelRect(x: 5, y: 5, width: 20, height: 10)])
            #expect(stage.pixel(5, 5) == 0xFF00_0000 | level << 16)
        }
        #expect(try stage.composite() == [], "time stands still, and so does the fade")
        try engine.parts.setTime(201_000)
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(5, 5) == redPixel)
        try engine.parts.setTime(300_000)
        try stage.settle()
        #expect(try stage.composite() == [])

        // A fade that is made shorter ends when it should, not at the next move of the clock.
        set(stage, box) { $0.persists = true }
        setContent(stage, box, nil)
        try stage.settle()
        setContent(stage, box, red)
        try stage.settle()
        try engine.parts.setTime(320_000)
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(5, 5) != redPixel)
        set(stage, box) { $0.fade = 10_000 }
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(5, 5) == redPixel)
        set(stage, box) { $0.fade = 200_000 }

        // Taken away in the middle of a fade, it is gone at once.
        setContent(stage, box, nil)
        try stage.settle()
        setContent(stage, box, red)
        try stage.settle()
        try engine.parts.setTime(350_000)
        try stage.settle()
        stage.change { store, discarded in store.changePlaceholder(of: box.index, &discarded) { $0 = nil } }
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(5, 5) == redPixel)
        try engine.parts.setTime(900_000)
        try stage.settle()
        #expect(try stage.composite() == [])
    }

    @Test func aFadeOfTheSystemsClockAsksForItsFrames() throws {
        let stage = try Stage(threads: 0)
        defer { stage.close() }
        _ = try scene(stage, nil) { placeholder in
            placeholder.color = .black
            placeholder.fade = 1_000_000_000_000
        }
        try stage.settle()
        let next = try #require(stage.test.engine.parts.timeToNext)
        #expect(next <= 16_000)
    }

    /// A gradient has a placeholder drawn that is a colour without it. Whatever else changes in the turn in which it
    /// goes or comes, the same shows as of a node that never was otherwise.
    @Test(arguments: [false, true], 0..<7) func aGradientGoesOrComes(comes: Bool, kind: Int) throws {
        let yellow = Color(red: 1, green: 1, blue: 0, alpha: 1)
        let stops = [Gradient.Stop(offset: 0, color: red), Gradient.Stop(offset: 1, color: .black)]
        func change(_ stage: Stage, _ box: NodeID) throws {
            switch kind {
            case 0: set(stage, box) { $0.color = yellow }
            case 1: stage.change { store, _ in store.setCornerRadius(5, of: box.index) }
            case 2: stage.change { store, _ in store.setFrame(Rect(x: 2, y: 2, width: 30, height: 20), of: box.index) }
            case 3: stage.change { store, discarded in store.changePlaceholder(of: box.index, &discarded) { $0 = nil } }
            case 4: try stage.test.engine.resize(stage.surface, size: Size(width: 20, height: 15), scale: 2)
            case 5: stage.change { store, _ in store.setOpacity(0.5, of: box.index) }
            default: break
            }
        }
        func decorate(_ stage: Stage, _ box: NodeID, _ hasGradient: Bool) {
            stage.change { store, discarded in
                store.changeAppearance(of: box.index, &discarded) { appearance in
                    appearance.gradient =
                        hasGradient ? Gradient(start: .zero, end: Point(x: 1, y: 1), stops: stops) : nil
                }
            }
        }
        func picture(inSteps: Bool) throws -> [UInt32] {
            let stage = try Stage()
            defer { stage.close() }
            let root = stage.node(.zero, .white)
            let box = stage.node(Rect(x: 5, y: 5, width: 16, height: 10), red)
            try stage.add(box, to: root)
            decorate(stage, box, inSteps ? !comes : comes)
            let placeholder = { (placeholder: inout NodePlaceholder) in
                // Shows when there are two of it.
                placeholder.color = Color(red: 0, green: 1, blue: 0, alpha: 0.5)
                placeholder.persists = true
            }
            // The last kind is one that comes in that turn.
            if kind != 6 || !inSteps { set(stage, box, placeholder) }
            if inSteps {
                try stage.show(root)
                try stage.composite()
                decorate(stage, box, comes)
                if kind == 6 { set(stage, box, placeholder) }
            }
            try change(stage, box)
            if inSteps { try stage.settle() } else { try stage.show(root) }
            try stage.composite()
            return stage.picture
        }
        #expect(try picture(inSteps: true) == picture(inSteps: false))
    }

    /// A colour that is drawn, because there is a gradient below it, has the corners that the node has by now.
    @Test func aDrawnPlaceholderIsAsRoundAsTheNode() throws {
        func picture(radius: Double, hasGradient: Bool, before: Double? = nil) throws -> [UInt32] {
            let stage = try Stage()
            defer { stage.close() }
            let root = stage.node(.zero, .white)
            let box = stage.node(Rect(x: 5, y: 5, width: 16, height: 10), red)
            try stage.add(box, to: root)
            stage.change { store, discarded in
                store.setCornerRadius(before ?? radius, of: box.index)
                if !hasGradient { return }
                let stops = [Gradient.Stop(offset: 0, color: red), Gradient.Stop(offset: 1, color: red)]
                store.changeAppearance(of: box.index, &discarded) {
                    $0.gradient = Gradient(start: .zero, end: Point(x: 1, y: 1), stops: stops)
                }
            }
            set(stage, box) {
                $0.color = gray
                $0.persists = true
            }
            try stage.show(root)
            if before != nil {
                try stage.settle()
                try stage.composite()
                stage.change { store, _ in store.setCornerRadius(radius, of: box.index) }
                try stage.settle()
            }
            try stage.composite()
            return stage.picture
        }
        for radius in [0.0, 4] {
            let drawn = try picture(radius: radius, hasGradient: true)
            #expect(try picture(radius: radius, hasGradient: true, before: 4 - radius) == drawn)
            // At the corners the gradient below shines through their edges.
            let middle = try (6..<9).map { y in try picture(radius: radius, hasGradient: false)[y * 40 + 12] }
            #expect((6..<9).map { y in drawn[y * 40 + 12] } == middle)
            #expect(radius == 0 || drawn[5 * 40 + 5] == white)
        }
    }

    @Test func linesOfATextAreBars() throws {
        let stage = try Stage(threads: 1, width: 120, height: 60)
        defer { stage.close() }
        let text = try AttributedTextBuilder(utf8: Array("one two three four five six seven eight".utf8)).build()
        let root = stage.node(.zero, .white)
        let label = stage.node(
            Rect(x: 10, y: 4, width: 100, height: 50), content: TextContent(text: text, options: TextLayoutOptions()))
        set(stage, label) { $0.color = gray }
        stage.change { store, _ in store.set(.displaySuspended, to: true, of: label.index) }
        try stage.add(label, to: root)
        try stage.show(root)
        try stage.composite()
        let frame = try stage.test.engine.worker.textEngine.place(
            text, TextLayoutOptions(), in: Size(width: 100, height: 50))
        #expect(frame.measured.lines.count > 1)
        for (number, line) in frame.measured.lines.enumerated() where line.bottom < 49 {
            let left = 10 + Int(frame.lineStart(number)) + 1
            #expect(stage.pixel(left, 4 + Int(line.top) + 3) == grayPixel)
            #expect(stage.pixel(10 + Int(frame.lineStart(number) + line.width) + 2, 4 + Int(line.top) + 3) == white)
            #expect(stage.pixel(left, 4 + Int(line.top.rounded())) == white, "the inset between bars")
        }
        stage.change { store, _ in store.set(.displaySuspended, to: false, of: label.index) }
        try stage.settle()
        try stage.composite()
        #expect(!stage.picture.contains(grayPixel) || stage.picture.contains(0xFF00_0000), "the text itself")
    }

    @Test func aFailedDrawingLeavesItStanding() throws {
        let stage = try Stage()
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        let box = stage.node(
            Rect(x: 5, y: 5, width: 20, height: 10), content: DrawnContent(Fill(red, status: 4)))
        set(stage, box) { $0.color = gray }
        try stage.add(box, to: root)
        try stage.show(root)
        try stage.composite()
        #expect(stage.pixel(5, 5) == grayPixel)
    }

    /// Whatever order things happen in, a placeholder and the contents are never both in a picture, and damage misses
    /// nothing.
    @Test(arguments: 0..<10) func anyOrderOfChanges(seed: UInt64) throws {
        let stage = try Stage(threads: Int(seed % 3))
        defer { stage.close() }
        var random = SplitMix(seed: seed)
        try stage.test.engine.parts.setTime(0)
        var time: UInt64 = 0
        let box = try scene(stage, nil) { $0.color = gray }
        for step in 0..<60 {
            switch random.below(9) {
            case 0: set(stage, box) { $0.persists.toggle() }
            case 1: set(stage, box) { $0.fade = $0.fade == 0 ? 100 : 0 }
            case 2: stage.change { store, discarded in store.changePlaceholder(of: box.index, &discarded) { $0 = nil } }
            case 3: set(stage, box) { $0.color = gray }
            case 4:
                let content = random.below(3) == 0 ? nil : DrawnContent(Fill(red))
                stage.change { store, discarded in store.setContent(content, of: box.index, &discarded) }
            case 5: stage.change { store, _ in store.setFrame(random.rect(), of: box.index) }
            case 6: stage.change { store, _ in store.set(.hidden, to: random.below(2) == 0, of: box.index) }
            case 7: set(stage, box) { $0.drawing = $0.drawing == nil ? DrawnContent(Fill(green)) : nil }
            default:
                time += 30
                try stage.test.engine.parts.setTime(time)
            }
            if random.below(2) == 0 { try stage.settle() } else { try stage.test.engine.process(budget: nil) }
            try stage.composite()
            let shown = stage.picture
            try stage.test.engine.setNeedsComposite(stage.surface)
            try stage.composite()
            try #require(stage.picture == shown, "step \(step)")
        }
        // In the end nothing but the wanted picture stays.
        set(stage, box) { placeholder in
            placeholder.persists = false
            placeholder.fade = 0
        }
        stage.change { store, discarded in
            store.set(.hidden, to: false, of: box.index)
            store.setFrame(Rect(x: 0, y: 0, width: 8, height: 8), of: box.index)
            store.setContent(DrawnContent(Fill(red)), of: box.index, &discarded)
        }
        try stage.settle()
        try stage.test.engine.parts.setTime(time + 1000)
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(0, 0) == redPixel && stage.pixel(7, 7) == redPixel && stage.pixel(8, 8) == white)
        #expect(try stage.test.engine.surfaces.values.allSatisfy { $0.tree.fades.isEmpty })
    }
}
