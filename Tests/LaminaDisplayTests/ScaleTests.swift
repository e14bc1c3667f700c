import CCairo
import LaminaGeometry
import LaminaLock
import LaminaNode
import Testing

@testable import LaminaDisplay

/// A drawing that fills with red, and may be held up; it never asks whether it is still wanted.
private final class SteadyDrawing: Drawing {
    let scales = Locked<[Double]>(.leaf, [])
    private let gate: Gate?
    private let atEnd: @Sendable () -> Void

    init(gate: Gate? = nil, atEnd: @escaping @Sendable () -> Void = {}) {
        self.gate = gate
        self.atEnd = atEnd
    }

    func draw(cairo: OpaquePointer, size: Size, scale: Double, as operation: Operation) -> Int32 {
        let count = scales.withLock { scales in
            scales.append(scale)
            return scales.count
        }
        if count > 1 { gate?.pass() }
        unsafe cairo_set_source_rgb(cairo, 1, 0, 0)
        unsafe cairo_paint(cairo)
        atEnd()
        return 0
    }
}

/// Surfaces whose scale changes while something is drawn.
@Suite struct ScaleTests {
    private let size = Size(width: 40, height: 30)

    private func show(_ drawing: SteadyDrawing, _ stage: Stage, _ journal: Journal) throws -> NodeID {
        let root = stage.node(content: DrawnContent(drawing))
        stage.change { store, discarded in
            store.setExtras(of: root.index, displayObserver: .some(NotedObserver(journal)), &discarded)
        }
        try stage.show(root)
        return root
    }

    /// Every drawing is for a scale that is gone when it is done: it appears all the same, and the last one is of the
    /// last scale.
    @Test func aScaleThatChangesFasterThanANodeDrawsShowsProgress() throws {
        let stage = try Stage(threads: 0)
        defer { stage.close() }
        let journal = Journal()
        nonisolated(unsafe) let resized = stage  // without workers, drawings run on the thread of the test
        let left = Locked(.leaf, 40)
        let drawing = SteadyDrawing(atEnd: {
            let number = left.withLock { left in
                left -= 1
                return left
            }
            if number < 0 { return }
            try? resized.test.engine.resize(
                resized.surface, size: Size(width: 40, height: 30), scale: 1 + Double(number) / 100)
        })
        _ = try show(drawing, stage, journal)
        #expect(drawing.scales.withLock { $0.count } == 41)
        #expect(drawing.scales.withLock { $0.last } == 1)
        #expect(stage.test.context.engineCounts.displays == 41)
        #expect(journal.all == (0..<41).flatMap { _ in ["will", "did"] })
        #expect(try stage.test.engine.bytesUnderWay == 0)
        try stage.composite()
        #expect(stage.picture.allSatisfy { $0 == 0xFFFF_0000 })
        let layer = try #require(stage.test.engine.surfaces[0]).tree.layers[0]
        #expect(layer.shown.drawn?.scale == 1 && layer.shown.drawn?.width == 40)
    }

    /// What is shown and wanted does not give way to a drawing for a scale that was set only for a while, unless that
    /// is newer.
    @Test(arguments: [false, true]) func whatIsRightStays(isChanged: Bool) throws {
        let stage = try Stage(threads: 1)
        defer { stage.close() }
        let journal = Journal()
        let gate = Gate()
        let drawing = SteadyDrawing(gate: gate)
        let root = try show(drawing, stage, journal)
        let engine = try stage.test.engine
        if isChanged { stage.change { store, _ in store.setNeedsDisplay(root.index) } }
        try engine.resize(stage.surface, size: size, scale: 2)
        while drawing.scales.withLock({ $0.count }) < 2 { try engine.process(budget: nil) }
        try engine.resize(stage.surface, size: size, scale: 1)
        try engine.process(budget: nil)
        gate.open()
        try stage.settle()
        let last = isChanged ? ["will", "did", "will", "did"] : ["will", "did not"]
        #expect(journal.all == ["will", "did"] + last)
        #expect(drawing.scales.withLock { $0 } == (isChanged ? [1, 2, 1] : [1, 2]))
        try stage.composite()
        #expect(stage.picture.allSatisfy { $0 == 0xFFFF_0000 })
    }
}
