import LaminaDraw
import LaminaGeometry
import LaminaNode
import LaminaText
import Testing

@testable import LaminaDisplay

/// A node whose space begins at another point than its corner shows what is below it elsewhere, itself where it was.
@Suite struct BoundsOriginTests {
    private func setOrigin(_ stage: Stage, _ node: NodeID, _ x: Double, _ y: Double) {
        stage.change { store, discarded in store.setBoundsOrigin(Point(x: x, y: y), of: node.index, &discarded) }
    }

    /// A clipping view with a drawing of its own, boxes in it and something below these.
    private func view(_ stage: Stage) throws -> (root: NodeID, view: NodeID, boxes: [NodeID]) {
        let root = stage.node(.zero, .white)
        let view = stage.node(
            Rect(x: 10, y: 10, width: 60, height: 50), content: DrawnContent(StripedDrawing(isOpaque: true)))
        stage.change { store, _ in store.set(.clips, to: true, of: view.index) }
        try stage.add(view, to: root)
        let boxes = try (0..<4).map { number in
            let box = stage.node(Rect(x: 5, y: Double(number) * 20, width: 30, height: 12), red)
            try stage.add(box, to: view)
            try stage.add(stage.node(Rect(x: 20, y: 4, width: 20, height: 5), green), to: box)
            return box
        }
        return (root, view, boxes)
    }

    @Test(arguments: [Point(x: 0, y: 7), Point(x: -4, y: 33), Point(x: 0.3, y: 11.6), Point(x: 200, y: 0)])
    func itIsWhereFramesSayWithoutIt(origin: Point) throws {
        let (moved, byFrames) = (
            try Stage(width: 80, height: 70, scale: 1.5), try Stage(width: 80, height: 70, scale: 1.5)
        )
        defer {
            moved.close()
            byFrames.close()
        }
        let (root, view, _) = try view(moved)
        try moved.show(root)
        try moved.composite()
        setOrigin(moved, view, origin.x, origin.y)
        try moved.settle()
        try moved.composite()

        let other = try self.view(byFrames)
        byFrames.change { store, _ in
            for box in other.boxes {
                store.setFrame(
                    store[box.index].frame.offset(by: Point.zero - Pixels.snap(origin, scale: 1.5)), of: box.index)
            }
        }
        try byFrames.show(other.root)
        try byFrames.composite()
        #expect(moved.picture == byFrames.picture)
        // Read all at once it is the same.
        moved.change { store, _ in store.setNeedsAllLayers(0) }
        try moved.settle()
        try moved.composite()
        #expect(moved.picture == byFrames.picture)
    }

    @Test func manyBoxesScrollAsOne() throws {
        let stage = try Stage(width: 120, height: 90)
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        for number in 0..<40 {
            let box = stage.node(
                Rect(x: 4, y: Double(number) * 10, width: 112, height: 8), number % 2 == 0 ? red : green)
            try stage.add(box, to: root)
        }
        try stage.show(root)
        try stage.composite()
        setOrigin(stage, root, 0, 12)
        try stage.settle()
        let presentation = try #require(stage.test.engine.surfaces[0])
        let window = PixelRect(x: 4, y: 0, width: 112, height: 90)
        #expect(presentation.tree.damage.scrolls == [ScrollCopy(rect: window, distance: PixelOffset(x: 0, y: -12))])
        #expect(presentation.tree.damage.region.rectangles == [PixelRect(x: 4, y: 78, width: 112, height: 12)])
        try stage.composite()
        let shown = stage.picture
        try stage.test.engine.setNeedsComposite(stage.surface)
        try stage.composite()
        #expect(stage.picture == shown)
        // What stood at 12 is at the top: a green box, the gap below it, a red one.
        #expect(stage.pixel(10, 0) == 0xFF00_FF00 && stage.pixel(10, 6) == 0xFFFF_FFFF)
        #expect(stage.pixel(10, 8) == 0xFFFF_0000)
    }

    @Test func whatComesAndGoesMeanwhileIsPainted() throws {
        let stage = try Stage(width: 80, height: 70)
        defer { stage.close() }
        let (root, view, boxes) = try view(stage)
        try stage.show(root)
        try stage.composite()
        setOrigin(stage, view, 0, 15)
        stage.change { store, discarded in
            store.remove(boxes[1].index, &discarded)
            store.setFrame(Rect(x: 0, y: 30, width: 50, height: 9), of: boxes[2].index)
            let new = store.create(isText: false, content: nil)!
            store.setFrame(Rect(x: 30, y: 40, width: 10, height: 10), of: new.index)
            store.setBackground(green, of: new.index)
            try? store.add(new.index, to: view.index, &discarded)
        }
        try stage.settle()
        try stage.composite()
        let shown = stage.picture
        stage.change { store, _ in store.setNeedsAllLayers(0) }
        try stage.settle()
        try stage.composite()
        #expect(stage.picture == shown)
        // Where the new box stands, and where the second one did.
        #expect(stage.pixel(45, 38) == 0xFF00_FF00)
    }

    @Test func picturesAreTheSame() throws {
        let stage = try Stage(width: 80, height: 70)
        defer { stage.close() }
        let (root, view, _) = try view(stage)
        setOrigin(stage, view, 3, 21)
        setOrigin(stage, root, -2, 4)
        try stage.show(root)
        try stage.composite()
        let shown = stage.picture
        // One bitmap for all of it, made again when the origin moves.
        stage.change { store, _ in store.setRasterizes(true, of: root.index) }
        try stage.settle()
        try stage.composite()
        #expect(stage.picture == shown)
        setOrigin(stage, root, 0, 0)
        setOrigin(stage, view, 0, 0)
        try stage.settle()
        try stage.composite()
        #expect(stage.picture != shown)
        setOrigin(stage, view, 3, 21)
        setOrigin(stage, root, -2, 4)
        try stage.settle()
        try stage.composite()
        #expect(stage.picture == shown)
    }

    @Test func pointsAndHitsFollow() throws {
        let stage = try Stage(width: 80, height: 70)
        defer { stage.close() }
        let (root, view, boxes) = try view(stage)
        setOrigin(stage, view, 0, 20)
        stage.change { store, discarded in
            // The second box stands where the first one did.
            let hit = store.hit(root.index, at: Point(x: 16, y: 11))
            #expect(hit?.node == boxes[1].index && hit?.point == Point(x: 1, y: 1))
            #expect(store.hit(root.index, at: Point(x: 12, y: 12))?.point == Point(x: 2, y: 22))
            #expect(try! store.convert(Point(x: 5, y: 20), from: view.index, to: root.index) == Point(x: 15, y: 10))
            #expect(try! store.convert(.zero, from: boxes[0].index, to: -1) == Point(x: 15, y: -10))
            #expect(try! store.convert(Point(x: 15, y: 10), from: root.index, to: boxes[1].index) == .zero)
            // What is turned is so about its anchor, wherever its bounds begin.
            store.changeAppearance(of: view.index, &discarded) {
                $0.transform = AffineTransform(xx: -1, yx: 0, xy: 0, yy: -1, x0: 0, y0: 0)
            }
            #expect(try! store.convert(Point(x: 30, y: 45), from: view.index, to: root.index) == Point(x: 40, y: 35))
            #expect(try! store.convert(Point(x: 0, y: 20), from: view.index, to: root.index) == Point(x: 70, y: 60))
        }
    }
}
