import LaminaDraw
import LaminaGeometry
import LaminaNode
import Testing

@testable import LaminaDisplay

/// A host with several buffers says how old the one is that it hands in, and gets what changed since then.
@Suite struct BufferAgeTests {
    private static func pixels(_ bitmap: Bitmap) -> [UInt32] {
        bitmap.withPixels { pixels in
            var all: [UInt32] = []
            for y in 0..<bitmap.height {
                let row = unsafe (pixels.baseAddress + y * pixels.stride).assumingMemoryBound(to: UInt32.self)
                all += unsafe UnsafeBufferPointer(start: row, count: bitmap.width)
            }
            return all
        }
    }

    /// A new picture of all that is shown now; the damage stays as it is.
    static func whole(_ stage: Stage) throws -> [UInt32] {
        let engine = try stage.test.engine
        let presentation = try #require(engine.surfaces[0])
        let all = Region()
        all.add(presentation.tree.bounds)
        presentation.tree.settleExtents()
        let bitmap = try stage.pool.take(
            width: presentation.tree.bounds.width, height: presentation.tree.bounds.height, cleared: true)
        try bitmap.withPixels { pixels in
            let plan = CompositePlan(
                hits: LayerHits(presentation.tree, within: all), layers: presentation.tree.layers.all,
                background: presentation.background, target: PixelTarget(pixels))
            try plan.paint(presentation.tree.bounds, on: engine.worker)
        }
        return pixels(bitmap)
    }

    private func scene(_ noise: inout SplitMix) throws -> (stage: Stage, list: NodeID, nodes: [NodeID]) {
        let stage = try Stage(width: 120, height: 100)
        let root = stage.node(.zero, .white)
        let list = stage.node(Rect(x: 0, y: 0, width: 120, height: 100), .white)
        stage.change { store, _ in store.set(.clips, to: true, of: list.index) }
        try stage.add(list, to: root)
        var nodes: [NodeID] = []
        for number in 0..<30 {
            let node = stage.node(
                Rect(x: Double(noise.below(60)), y: Double(number * 12), width: 50, height: 10),
                number % 2 == 0 ? red : green, content: DrawnContent(StripedDrawing(isOpaque: number % 3 == 0)))
            try stage.add(node, to: list)
            nodes.append(node)
        }
        // Something that stands in front of what scrolls.
        let badge = stage.node(Rect(x: 90, y: 70, width: 20, height: 20), .black)
        try stage.add(badge, to: root)
        nodes.append(badge)
        try stage.show(root)
        return (stage, list, nodes)
    }

    @Test(arguments: [1, 2, 3, 5], [3 as UInt64, 77])
    func eachBufferIsAsIfItWerePaintedAnew(count: Int, seed: UInt64) throws {
        var noise = SplitMix(seed: seed)
        let (stage, list, nodes) = try scene(&noise)
        defer { stage.close() }
        let engine = try stage.test.engine
        var buffers = try (0..<count).map { _ in
            (bitmap: try stage.pool.take(width: 120, height: 100, cleared: true), made: -1)
        }
        var offset = 0
        var copied = false
        for frame in 0..<120 {
            // One of the buffers, mostly in turn.
            let place = noise.below(5) == 0 ? noise.below(count) : frame % count
            for _ in 0..<noise.below(3) {
                let node = nodes[noise.below(nodes.count)]
                let (x, y) = (Double(noise.below(80)), Double(noise.below(300)))
                switch noise.below(4) {
                case 0:
                    stage.change { store, _ in
                        store.setBackground(y > 150 ? red : green, of: node.index)
                    }
                case 1: try engine.setPresented(PresentedValues(position: Point(x: x, y: y)), of: node)
                case 2: try engine.setPresented(PresentedValues(opacity: x / 80), of: node)
                default: try engine.clearPresented(.all, of: node)
                }
            }
            if noise.below(3) > 0 {
                offset = min(200, max(0, offset + noise.below(60) - 25))
                try engine.setPresented(PresentedValues(boundsOrigin: Point(x: 0, y: Double(offset))), of: list)
            }
            if frame == 60 { engine.setBackground(.black, of: stage.surface) }
            try stage.settle()
            let age = buffers[place].made < 0 ? 0 : frame - buffers[place].made
            let before = Self.pixels(buffers[place].bitmap)
            let bitmap = buffers[place].bitmap
            copied = copied || (age > 1 && !(engine.surfaces[0]?.tree.damage.scrolls.isEmpty ?? true))
            let damage = try bitmap.withPixels { pixels in
                try engine.composite(stage.surface, into: PixelTarget(pixels), age: age)
            }
            buffers[place].made = frame
            let now = Self.pixels(bitmap)
            #expect(try now == Self.whole(stage), "frame \(frame), age \(age)")
            // What is not reported did not change.
            let changed = now.indices.filter { before[$0] != now[$0] }
            let isReported = changed.allSatisfy { place in
                let (x, y) = (place % 120, place / 120)
                return damage.contains { $0.x <= x && x < $0.maxX && $0.y <= y && y < $0.maxY }
            }
            #expect(isReported, "frame \(frame)")
        }
        #expect(copied || count == 1)
    }

    @Test func agesBeyondWhatIsKnownPaintEverything() throws {
        var noise = SplitMix(seed: 1)
        let (stage, list, nodes) = try scene(&noise)
        defer { stage.close() }
        let engine = try stage.test.engine
        let whole = [PixelRect(x: 0, y: 0, width: 120, height: 100)]
        func composite(_ age: Int?) throws -> [PixelRect] {
            try stage.screen.withPixels { pixels in
                try engine.composite(stage.surface, into: PixelTarget(pixels), age: age)
            }
        }
        // What was composited before anyone spoke of ages is not known.
        _ = try composite(nil)
        #expect(try composite(2) == whole)
        #expect(try composite(1) == [])
        #expect(try composite(2) == [])
        #expect(try composite(0) == whole)
        #expect(try composite(9) == whole)
        #expect(try composite(.max) == whole)
        try engine.setPresented(PresentedValues(opacity: 0.5), of: nodes[0])
        let damage = try composite(nil)
        #expect(damage != [] && damage != whole)
        #expect(try composite(2) == damage)
        #expect(try composite(2) == [])
        #expect(try composite(4) == damage)
        // Exported layers leave nothing to go by.
        _ = engine.takeLayers(of: stage.surface)
        #expect(try composite(2) == whole)
        _ = list
    }
}
