import CCairo
import LaminaGeometry
import LaminaNode
import Testing

@testable import LaminaDisplay

/// Fills with red.
private final class PlainDrawing: Drawing {
    func draw(cairo: OpaquePointer, size: Size, scale: Double, as operation: LaminaDisplay.Operation) -> Int32 {
        unsafe cairo_set_source_rgb(cairo, 1, 0, 0)
        unsafe cairo_paint(cairo)
        return 0
    }
}

/// Contents that come in gradually where nobody sees it.
@Suite struct FadeTests {
    /// A node whose black placeholder gives way to red.
    private func fading(_ stage: Stage, _ frame: Rect, _ fade: UInt64) -> NodeID {
        let node = stage.node(frame, content: DrawnContent(PlainDrawing()))
        stage.change { store, discarded in
            store.changePlaceholder(of: node.index, &discarded) { placeholder in
                var made = NodePlaceholder()
                (made.color, made.fade) = (.black, fade)
                placeholder = made
            }
        }
        return node
    }

    enum Hiding: CaseIterable { case farAway, hiddenAbove, clipped }

    /// A fade that nobody sees wakes nobody before it is over; once it comes into sight it is where it would be
    /// otherwise.
    @Test(arguments: Hiding.allCases) func aFadeThatNobodySees(_ hiding: Hiding) throws {
        let stage = try Stage(threads: 0)
        defer { stage.close() }
        let engine = try stage.test.engine
        let hour: UInt64 = 3_600_000_000
        let root = stage.node(.zero, .white)
        let parent = stage.node(Rect(x: 0, y: 0, width: 20, height: 20))
        let box = fading(stage, Rect(x: 5, y: 5, width: 10, height: 10), hour)
        try stage.add(box, to: parent)
        try stage.add(parent, to: root)
        stage.change { store, _ in
            switch hiding {
            case .farAway: store.setFrame(Rect(x: 0, y: 5000, width: 20, height: 20), of: parent.index)
            case .clipped:
                store.set(.clips, to: true, of: parent.index)
                store.setFrame(Rect(x: 40, y: 0, width: 20, height: 20), of: box.index)
            case .hiddenAbove: break
            }
        }
        try engine.setRoot(root, of: stage.surface)
        while engine.surfaces[0]?.tree.fades.isEmpty ?? true { try engine.process(budget: nil) }
        if hiding == .hiddenAbove {  // in the middle of the fade
            #expect(try #require(engine.parts.timeToNext) <= 16_000)
            stage.change { store, _ in store.set(.hidden, to: true, of: parent.index) }
        }
        try stage.settle()
        try stage.composite()
        let next = try #require(engine.parts.timeToNext)
        #expect(next > hour / 2, "one wake when it is over")
        for _ in 0..<3 { try engine.process(budget: nil) }
        #expect(try stage.composite() == [])

        stage.change { store, _ in
            store.set(.hidden, to: false, of: parent.index)
            store.set(.clips, to: false, of: parent.index)
            store.setFrame(Rect(x: 0, y: 0, width: 20, height: 20), of: parent.index)
            store.setFrame(Rect(x: 5, y: 5, width: 10, height: 10), of: box.index)
        }
        try stage.settle()
        #expect(try #require(engine.parts.timeToNext) <= 16_000)
        try stage.composite()
        #expect(stage.pixel(5, 5) >> 24 == 0xFF && stage.pixel(5, 5) != 0xFFFF_0000)
    }

    /// The same on the host's clock: what comes into sight in the middle of a fade, or after it, shows what it would
    /// have shown.
    @Test(arguments: [0, 1]) func aFadeThatWasNotSeen(threads: Int) throws {
        let stage = try Stage(threads: threads)
        defer { stage.close() }
        let engine = try stage.test.engine
        try engine.parts.setTime(1000)
        let root = stage.node(.zero, .white)
        let box = fading(stage, Rect(x: 5, y: 2000, width: 20, height: 10), 200_000)
        try stage.add(box, to: root)
        try stage.show(root)
        try stage.settle()
        func show(_ y: Double) throws -> UInt32 {
            stage.change { store, _ in store.setFrame(Rect(x: 5, y: y, width: 20, height: 10), of: box.index) }
            try stage.settle()
            try stage.composite()
            return stage.pixel(5, 5)
        }
        try engine.parts.setTime(51_000)
        try stage.settle()
        #expect(try show(5) == 0xFF40_0000)
        _ = try show(2000)
        try engine.parts.setTime(101_000)
        try stage.settle()
        #expect(try show(5) == 0xFF80_0000)
        _ = try show(2000)
        try engine.parts.setTime(201_000)
        try stage.settle()
        #expect(engine.surfaces[0]?.tree.fades.isEmpty == true)
        #expect(try show(5) == 0xFFFF_0000)
    }
}
