import CCairo
import Glibc
import LaminaDraw
import LaminaGeometry
import LaminaLayout
import LaminaLock
import LaminaNode
import LaminaText
import Synchronization
import Testing

@testable import LaminaDisplay

/// A drawing that notes when it runs and can be held up.
final class NotedDrawing: Drawing {
    let journal: Journal
    let gate: Gate?
    let status: Int32

    init(_ journal: Journal, gate: Gate? = nil, status: Int32 = 0) {
        self.journal = journal
        self.gate = gate
        self.status = status
    }

    func draw(cairo: OpaquePointer, size: Size, scale: Double, as operation: Operation) -> Int32 {
        gate?.pass()
        journal.note("draw \(size.width) x \(size.height) at \(scale)\(operation.isCancelled ? ", cancelled" : "")")
        return status
    }
}

final class NotedObserver: DisplayObserver {
    let journal: Journal
    init(_ journal: Journal) { self.journal = journal }
    func willDisplay(_ node: NodeID) { journal.note("will") }
    func didDisplay(_ node: NodeID, finished: Bool) { journal.note(finished ? "did" : "did not") }
}

/// A drawing whose node asks for the next one while it is being drawn; the last fills with red.
final class RestlessDrawing: Drawing {
    let node = Locked<NodeID?>(.leaf, nil)
    private let context: Context
    private let left: Locked<Int>

    init(_ context: Context, times: Int) {
        self.context = context
        left = Locked(.leaf, times)
    }

    func draw(cairo: OpaquePointer, size: Size, scale: Double, as operation: Operation) -> Int32 {
        let remaining = left.withLock { left in
            left -= 1
            return left
        }
        if remaining > 0, let node = node.withLock({ $0 }) {
            context.withNodes { $0.setNeedsDisplay(node.index) }
            _ = operation.isCancelled
        } else {
            unsafe cairo_set_source_rgb(cairo, 1, 0, 0)
            unsafe cairo_paint(cairo)
        }
        return 0
    }
}

@Suite struct DrawingTests {
    private func drawn(
        _ stage: Stage, _ journal: Journal, gate: Gate? = nil, status: Int32 = 0, _ frame: Rect? = nil
    ) -> NodeID {
        let node = stage.node(
            frame ?? Rect(x: 0, y: 0, width: 10, height: 10),
            content: DrawnContent(NotedDrawing(journal, gate: gate, status: status)))
        stage.change { store, discarded in
            store.setExtras(of: node.index, displayObserver: .some(NotedObserver(journal)), &discarded)
        }
        return node
    }

    @Test(arguments: [0, 1, 2]) func aNodeIsDrawnOnceAndTold(threads: Int) throws {
        let stage = try Stage(threads: threads, scale: 2)
        defer { stage.close() }
        let journal = Journal()
        try stage.show(drawn(stage, journal))
        #expect(journal.all == ["will", "draw 40.0 x 30.0 at 2.0", "did"])
        try stage.settle()
        #expect(journal.all.count == 3)
    }

    @Test func manyRequestsAreOneDrawing() throws {
        let stage = try Stage()
        defer { stage.close() }
        let journal = Journal()
        let root = drawn(stage, journal)
        try stage.show(root)
        for _ in 0..<100 { stage.change { store, _ in store.setNeedsDisplay(root.index) } }
        try stage.settle()
        #expect(journal.all.filter { $0.hasPrefix("draw") }.count == 2)
    }

    @Test func aStaleDrawingIsDroppedAndTheNextOneShown() throws {
        let stage = try Stage(threads: 1)
        defer { stage.close() }
        let journal = Journal()
        let gate = Gate()
        let root = drawn(stage, journal, gate: gate)
        try stage.test.engine.setRoot(root, of: stage.surface)
        while !journal.all.contains("will") { try stage.test.engine.process(budget: nil) }
        gate.await(1)
        stage.change { store, _ in store.setNeedsDisplay(root.index) }
        try stage.test.engine.process(budget: nil)
        gate.open()
        try stage.settle()
        #expect(
            journal.all == [
                "will", "draw 40.0 x 30.0 at 1.0, cancelled", "did not", "will", "draw 40.0 x 30.0 at 1.0", "did",
            ])
        #expect(stage.test.context.engineCounts.displays == 1)
        #expect(stage.test.context.engineCounts.staleDisplays == 1)
    }

    /// Every drawing is out of date before it is done; what was drawn appears all the same, and the last state in the
    /// end.
    @Test(arguments: [0, 1, 2]) func aNodeDirtiedFasterThanItDrawsShowsProgress(threads: Int) throws {
        let stage = try Stage(threads: threads)
        defer { stage.close() }
        let drawing = RestlessDrawing(stage.test.context, times: 40)
        let root = stage.node(content: DrawnContent(drawing))
        drawing.node.withLock { $0 = root }
        try stage.show(root)
        let counts = stage.test.context.engineCounts
        #expect(counts.displays >= 20, "of \(counts.displays + counts.staleDisplays) drawings")
        #expect(counts.displays + counts.staleDisplays >= 40)
        try stage.composite()
        #expect(stage.pixel(0, 0) == 0xFFFF_0000, "the last drawing is the one that stays")
    }

    @Test func aRemovedNodeStillHearsTheEnd() throws {
        let stage = try Stage(threads: 1)
        defer { stage.close() }
        let journal = Journal()
        let gate = Gate()
        let root = stage.node()
        let child = drawn(stage, journal, gate: gate)
        try stage.add(child, to: root)
        try stage.test.engine.setRoot(root, of: stage.surface)
        while !journal.all.contains("will") { try stage.test.engine.process(budget: nil) }
        gate.await(1)
        stage.change { store, discarded in store.remove(child.index, &discarded) }
        try stage.test.engine.process(budget: nil)
        gate.open()
        try stage.settle()
        #expect(journal.all.filter { $0.hasPrefix("did") } == ["did not"])
    }

    @Test func aFailedDrawingIsNotRepeatedForEver() throws {
        let stage = try Stage()
        defer { stage.close() }
        let journal = Journal()
        try stage.show(drawn(stage, journal, status: 12))
        #expect(journal.all.filter { $0.hasPrefix("draw") }.count == 1)
        #expect(journal.all.last == "did not")
    }

    @Test func contentsThatBelongTogetherAppearTogether() throws {
        let stage = try Stage(threads: 2)
        defer { stage.close() }
        let journal = Journal()
        let gate = Gate()
        let root = stage.node()
        stage.change { store, _ in store.set(.displaysTogether, to: true, of: root.index) }
        try stage.add(drawn(stage, journal, gate: gate), to: root)
        try stage.add(drawn(stage, journal, Rect(x: 10, y: 0, width: 10, height: 10)), to: root)
        try stage.test.engine.setRoot(root, of: stage.surface)
        while !journal.all.contains(where: { $0.hasPrefix("draw") }) { try stage.test.engine.process(budget: nil) }
        for _ in 0..<20 { try stage.test.engine.process(budget: nil) }
        #expect(!journal.all.contains("did"), "the quick one waits for the slow one")
        gate.open()
        try stage.settle()
        #expect(journal.all.filter { $0 == "did" }.count == 2)
    }

    /// What is shown of a node does not tell what size it had before, also where both are as many pixels.
    @Test(arguments: [0, 1, 2]) func anotherSizeOfAsManyPixelsIsDrawn(threads: Int) throws {
        let text = try AttributedTextBuilder(utf8: Array("Some words here".utf8)).build()
        var options = TextLayoutOptions()
        options.maximumLines = 1
        func sizes(_ journal: Journal) -> [String] { journal.all.filter { $0.hasPrefix("draw") } }
        /// How wide the text is drawn in a width, by which it may be cut off earlier or later.
        func cut(_ width: Double) throws -> Double? {
            let stage = try Stage(threads: 0)
            defer { stage.close() }
            let engine = try stage.test.engine.worker.textEngine
            return engine.place(text, options, in: Size(width: width, height: 20)).measured.lines.first?.width
        }
        let wholes = (45..<120).map { Double($0) / 1.5 }
        let whole = try #require(wholes.first { try cut($0 - 0.1) != cut($0 + 0.1) })
        func picture(_ steps: [(box: Size, label: Double)], _ journal: Journal) throws -> [UInt32] {
            let stage = try Stage(threads: threads, width: 200, height: 60, scale: 1.5)
            defer { stage.close() }
            let root = stage.node(.zero, .white)
            let box = drawn(stage, journal)
            let label = stage.node(content: TextContent(text: text, options: options))
            // Bars are as long as the lines.
            let bars = stage.node(content: TextContent(text: text, options: options))
            stage.change { store, discarded in
                store.changePlaceholder(of: bars.index, &discarded) { placeholder in
                    placeholder = NodePlaceholder()
                    placeholder?.color = red
                    placeholder?.persists = true
                }
            }
            for node in [box, label, bars] { try stage.add(node, to: root) }
            try stage.show(root)
            for step in steps {
                stage.change { store, _ in
                    store.setFrame(Rect(origin: Point(x: 100, y: 0), size: step.box), of: box.index)
                    store.setFrame(Rect(x: 0, y: 0, width: step.label, height: 20), of: label.index)
                    store.setFrame(Rect(x: 0, y: 30, width: step.label, height: 20), of: bars.index)
                }
                try stage.settle()
                try stage.composite()
            }
            // Another place is no other size.
            let before = sizes(journal).count
            for x in [100.1, 105.5, 107.2] {
                stage.change { store, _ in
                    store.setFrame(Rect(origin: Point(x: x, y: 0), size: Size(width: 24, height: 10)), of: box.index)
                }
                try stage.settle()
            }
            #expect(sizes(journal).count == before)
            return stage.picture
        }
        let journal = Journal()
        let last = (Size(width: 24, height: 10), whole - 0.1)
        let alone = try picture([last], Journal())
        #expect(try picture([(Size(width: 24.1, height: 9.9), whole + 0.1), last], journal) == alone)
        #expect(sizes(journal).suffix(2) == ["draw 24.1 x 9.9 at 1.5", "draw 24.0 x 10.0 at 1.5"])
    }

    /// A node whose drawing is stretched has no other one for a size of as many pixels.
    @Test func whatIsStretchedStaysInASizeOfAsManyPixels() throws {
        let stage = try Stage()
        defer { stage.close() }
        let journal = Journal()
        let node = drawn(stage, journal)
        stage.change { store, _ in store.set(.keepsDrawing, to: true, of: node.index) }
        let root = stage.node()
        try stage.add(node, to: root)
        try stage.show(root)
        let tree = { try stage.test.engine.surfaces.values.first!.tree.layers.all.map { $0.shown.version } }
        let before = try tree()
        stage.change { store, _ in store.setFrame(Rect(x: 0, y: 0, width: 10.2, height: 9.8), of: node.index) }
        try stage.settle()
        #expect(try tree() == before)
        #expect(journal.all.count == 3)
    }

    @Test func closingWithADrawingUnderWayEndsItCleanly() throws {
        let stage = try Stage(threads: 1)
        let journal = Journal()
        try stage.test.engine.setRoot(drawn(stage, journal), of: stage.surface)
        while !journal.all.contains("will") { try stage.test.engine.process(budget: nil) }
        stage.close()
        #expect(journal.all.filter { $0.hasPrefix("did") }.count == 1)
    }

    /// The same tree through a surface and in one go gives the same pixels, whatever the number of workers.
    @Test func rendersDoNotDependOnThreads() throws {
        func picture(threads: Int) throws -> [UInt32] {
            let stage = try Stage(threads: threads, width: 200, height: 120)
            defer { stage.close() }
            var builder = AttributedTextBuilder()
            builder.append("Grüße, κόσμε: the same bytes on every number of threads")
            let root = stage.node(.zero, .white)
            for number in 0..<4 {
                let text = stage.node(
                    Rect(x: Double(number) * 50, y: 10, width: 48, height: 100),
                    content: TextContent(text: builder.build(), options: TextLayoutOptions()))
                try stage.add(text, to: root)
            }
            try stage.show(root)
            try stage.composite()
            return stage.picture
        }
        let one = try picture(threads: 0)
        let isDrawn = one.contains { $0 != 0xFFFF_FFFF }
        #expect(isDrawn)
        for threads in [1, 2, 4] { #expect(largestDifference(try picture(threads: threads), one) == 0) }
    }
}
