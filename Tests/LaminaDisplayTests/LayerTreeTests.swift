import CCairo
import LaminaDraw
import LaminaGeometry
import LaminaNode
import Testing

@testable import LaminaDisplay

/// Fills its node: half see-through stripes, or all of it.
final class StripedDrawing: Drawing {
    private let isOpaque: Bool
    init(isOpaque: Bool) { self.isOpaque = isOpaque }

    func draw(cairo: OpaquePointer, size: Size, scale: Double, as operation: Operation) -> Int32 {
        for row in 0...Int(size.height / 3) {
            unsafe cairo_set_source_rgba(cairo, Double(row % 4) / 4, 0.3, Double(row % 3) / 3, isOpaque ? 1 : 0.6)
            unsafe cairo_rectangle(cairo, 0, Double(row) * 3, size.width, isOpaque ? 3 : 2)
            unsafe cairo_fill(cairo)
        }
        return 0
    }
}

/// A scene that is changed in every way there is.
final class Scene {
    let stage: Stage
    var random: SplitMix
    var nodes: [NodeID]

    init(seed: UInt64, scale: Double, threads: Int = 1) throws {
        stage = try Stage(threads: threads, width: 120, height: 90, scale: scale)
        random = SplitMix(seed: seed)
        nodes = [stage.node(.zero, .white)]
        for number in 0..<24 {
            let content: (any NodeContent)? =
                number % 3 == 0 ? DrawnContent(StripedDrawing(isOpaque: number % 2 == 0)) : nil
            let node = stage.node(frame(), random.color(), content: content)
            try stage.add(node, to: nodes[random.below(nodes.count)])
            nodes.append(node)
        }
        try stage.show(nodes[0])
        try stage.composite()
    }

    /// Whole numbers most of the time: those are moved as they are.
    func frame() -> Rect {
        let rect = Rect(
            x: random.unit() * 120 - 20, y: random.unit() * 90 - 20, width: random.unit() * 110,
            height: random.unit() * 80)
        if random.unit() < 0.3 { return rect }
        return Rect(
            x: rect.minX.rounded(), y: rect.minY.rounded(), width: rect.size.width.rounded(),
            height: rect.size.height.rounded())
    }

    /// Puts twelve new nodes below one of those that are there.
    func grow() throws {
        var parent = nodes[random.below(nodes.count)]
        for _ in 0..<12 {
            let node = stage.node(frame(), random.color())
            try stage.add(node, to: parent)
            if random.below(2) == 0 { parent = node }
            // The first ones stay the ones that move.
            if random.below(4) == 0 { nodes.append(node) }
        }
    }

    func change() {
        let node = nodes[1 + random.below(nodes.count - 1)].index
        let other = nodes[random.below(nodes.count)].index
        let kind = random.below(13)
        let rect = frame()
        let color = random.color()
        let number = random.unit()
        let far = Double(random.below(41) - 20)
        stage.change { store, discarded in
            switch kind {
            case 0: store.setFrame(rect, of: node)
            case 1: store.setBackground(color, of: node)
            case 2: store.setOpacity(number < 0.5 ? 1 : number, of: node)
            case 3: store.setCornerRadius(number < 0.5 ? 0 : number * 8, of: node)
            case 4: store.set(.hidden, to: number < 0.3, of: node)
            case 5: store.set(.clips, to: number < 0.5, of: node)
            case 6, 7: try? store.add(node, to: other, &discarded)
            case 8:
                let parent = store[node].parent
                if parent >= 0 { try? store.insert(node, into: parent, at: 0, &discarded) }
            case 9:
                // Out and back in: the layers end and begin.
                store.remove(node, &discarded)
                try? store.add(node, to: other, &discarded)
            default:
                let frame = store[node].frame
                store.setFrame(frame.offset(by: Point(x: kind == 10 ? far : 0, y: far / 2)), of: node)
            }
        }
    }
}

@Suite struct LayerTreeTests {
    /// What is read and painted step by step is what reading and painting all at once gives.
    @Test(arguments: 0..<(isSanitized ? 4 : 12)) func readingBySteps(seed: UInt64) throws {
        let scene = try Scene(seed: seed, scale: seed % 3 == 2 ? 1.5 : 1)
        defer { scene.stage.close() }
        let stage = scene.stage
        for step in 0..<40 {
            for _ in 0...scene.random.below(3) {
                scene.change()
                if scene.random.below(2) == 0 { try stage.settle() }
            }
            try stage.settle()
            try stage.composite()
            let isSame = try stage.showsWhatIsThere()
            #expect(isSame, "seed \(seed), step \(step)")
        }
    }

    /// A column of boxes in a window.
    private func column(_ stage: Stage, count: Int = 40) throws -> (root: NodeID, column: NodeID, boxes: [NodeID]) {
        var random = SplitMix(seed: 7)
        let root = stage.node(.zero, .white)
        let column = stage.node(Rect(x: 0, y: 0, width: 120, height: Double(count) * 10))
        try stage.add(column, to: root)
        let boxes = try (0..<count).map { number in
            let box = stage.node(Rect(x: 4, y: Double(number) * 10, width: 112, height: 8), random.color())
            try stage.add(box, to: column)
            return box
        }
        return (root, column, boxes)
    }

    @Test func aScrolledColumnIsCopied() throws {
        let stage = try Stage(width: 120, height: 90)
        defer { stage.close() }
        let (root, column, boxes) = try column(stage)
        try stage.show(root)
        try stage.composite()
        stage.change { store, _ in store.setFrame(Rect(x: 0, y: -12, width: 120, height: 400), of: column.index) }
        try stage.settle()
        let presentation = try #require(stage.test.engine.surfaces[0])
        let window = PixelRect(x: 4, y: 0, width: 112, height: 90)
        #expect(presentation.tree.damage.scrolls == [ScrollCopy(rect: window, distance: PixelOffset(x: 0, y: -12))])
        #expect(presentation.tree.damage.region.rectangles == [PixelRect(x: 4, y: 78, width: 112, height: 12)])
        // Damage before, between and after two moves.
        stage.change { store, _ in store.setBackground(red, of: boxes[5].index) }
        try stage.settle()
        stage.change { store, _ in store.setFrame(Rect(x: 0, y: -30, width: 120, height: 400), of: column.index) }
        try stage.settle()
        stage.change { store, _ in store.setBackground(green, of: boxes[6].index) }
        try stage.settle()
        #expect(try stage.composite() == [window])
        #expect(stage.pixel(10, 20) == 0xFFFF_0000)
        #expect(stage.pixel(10, 30) == 0xFF00_FF00)
        let shown = stage.picture
        try stage.test.engine.setNeedsComposite(stage.surface)
        try stage.composite()
        let isSame = shown == stage.picture
        #expect(isSame)
    }

    /// A bar on top stays where it is, and what it hid is painted.
    @Test func whatStandsInFrontIsNotCopied() throws {
        let stage = try Stage(width: 120, height: 90)
        defer { stage.close() }
        let (root, column, _) = try column(stage)
        let bar = stage.node(Rect(x: 0, y: 0, width: 120, height: 14), Color(red: 0, green: 0, blue: 1, alpha: 0.5))
        try stage.add(bar, to: root)
        try stage.show(root)
        try stage.composite()
        for step in 1...10 {
            let frame = Rect(x: 0, y: Double(-7 * step), width: 120, height: 400)
            stage.change { store, _ in store.setFrame(frame, of: column.index) }
            try stage.settle()
            let copies = try #require(stage.test.engine.surfaces[0]).tree.damage.scrolls.count
            #expect(copies == 1)
            try stage.composite()
            let shown = stage.picture
            try stage.test.engine.setNeedsComposite(stage.surface)
            try stage.composite()
            let isSame = shown == stage.picture
            #expect(isSame, "step \(step)")
        }
    }

    /// A picture behind does not move along.
    @Test func overAPictureItIsPainted() throws {
        let stage = try Stage(width: 120, height: 90)
        defer { stage.close() }
        let (root, column, _) = try column(stage)
        let picture = stage.node(Rect(x: 30, y: 10, width: 40, height: 40), red)
        try stage.add(picture, to: root)
        stage.change { store, discarded in
            try? store.insert(picture.index, into: root.index, at: 0, &discarded)
        }
        try stage.show(root)
        try stage.composite()
        stage.change { store, _ in store.setFrame(Rect(x: 0, y: -12, width: 120, height: 400), of: column.index) }
        try stage.settle()
        let copies = try #require(stage.test.engine.surfaces[0]).tree.damage.scrolls.count
        #expect(copies == 0)
        #expect(try stage.composite() != [])
    }

    /// Painting in bands and copying in 16 bits gives the picture of 32, shortened.
    @Test func aTargetOf16Bits() throws {
        let stage = try Stage(width: 400, height: 300)
        defer { stage.close() }
        let (root, column, _) = try column(stage, count: 60)
        try stage.show(root)
        let pixels = UnsafeMutablePointer<UInt16>.allocate(capacity: 400 * 300)
        defer { pixels.deallocate() }
        let target = try PixelTarget(.rgb565, baseAddress: pixels, width: 400, height: 300, stride: 800)
        for step in 0..<3 {
            let frame = Rect(x: 0, y: Double(-9 * step), width: 120, height: 600)
            stage.change { store, _ in store.setFrame(frame, of: column.index) }
            try stage.settle()
            _ = try stage.test.engine.composite(stage.surface, into: target)
            try stage.test.engine.setNeedsComposite(stage.surface)
            try stage.composite()
            func shortened(_ pixel: UInt32) -> UInt16 {
                let red = pixel >> 19 & 31
                let green = pixel >> 10 & 63
                let blue = pixel >> 3 & 31
                return UInt16(red << 11 | green << 5 | blue)
            }
            let isSame = stage.picture.enumerated().allSatisfy { pixels[$0.offset] == shortened($0.element) }
            #expect(isSame, "step \(step)")
        }
    }

    /// A node goes below another, and that to where the node came from, in one turn: its old place is painted (found by
    /// random trees).
    @Test func whatChangesPlacesIsDamaged() throws {
        let stage = try Stage(width: 120, height: 90)
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        let (first, second) = (stage.node(), stage.node(Rect(x: 20, y: 30, width: 40, height: 20)))
        let moved = stage.node(Rect(x: 80, y: 10, width: 30, height: 30), red)
        for node in [first, second] { try stage.add(node, to: root) }
        try stage.add(moved, to: first)
        try stage.show(root)
        try stage.composite()
        try stage.add(moved, to: second)
        stage.change { store, discarded in
            try? store.insert(second.index, into: first.index, at: 0, &discarded)
        }
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(90, 20) == 0xFFFF_FFFF && stage.pixel(105, 45) == 0xFFFF_0000)
    }

    /// The same for one that leaves its parent, comes back and moves.
    @Test func whatComesBackIsDamagedWhereItWas() throws {
        let stage = try Stage(width: 120, height: 90)
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        let box = stage.node(Rect(x: 80, y: 10, width: 30, height: 30), red)
        try stage.add(box, to: root)
        try stage.show(root)
        try stage.composite()
        stage.change { store, discarded in store.remove(box.index, &discarded) }
        try? stage.add(box, to: root)
        stage.change { store, _ in store.setFrame(Rect(x: 10, y: 10, width: 30, height: 30), of: box.index) }
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(90, 20) == 0xFFFF_FFFF)
    }

    /// Contents stay when a node finds another parent, and end with their layer.
    @Test func contentsMoveAlong() throws {
        let stage = try Stage(width: 120, height: 90)
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        let parents = [
            stage.node(Rect(x: 0, y: 0, width: 60, height: 90)), stage.node(Rect(x: 60, y: 0, width: 60, height: 90)),
        ]
        for parent in parents { try stage.add(parent, to: root) }
        let drawn = stage.node(
            Rect(x: 0, y: 0, width: 30, height: 30), content: DrawnContent(StripedDrawing(isOpaque: true)))
        try stage.add(drawn, to: parents[0])
        try stage.show(root)
        #expect(stage.test.context.engineCounts.displays == 1)
        try stage.add(drawn, to: parents[1])
        try stage.settle()
        try stage.composite()
        #expect(stage.test.context.engineCounts.displays == 1, "not drawn again")
        #expect(stage.pixel(61, 4) != 0xFFFF_FFFF)
        let presentation = try #require(stage.test.engine.surfaces[0])
        var alive: [Layer] { presentation.tree.layers.all.filter { !$0.isFree } }
        #expect(alive.count == 4)
        stage.change { store, discarded in store.remove(parents[1].index, &discarded) }
        try stage.settle()
        #expect(alive.count == 2)
        #expect(alive.filter { $0.shown.bitmap != nil }.isEmpty)
    }

    /// What an opaque box hides is not painted, and the picture is the same.
    @Test func opaqueCoversJoin() {
        var cover = OpaqueCover()
        for row in stride(from: 4, through: 0, by: -1) {
            for column in stride(from: 3, through: 0, by: -1) {
                cover.add(PixelRect(x: column * 10, y: row * 10, width: 10, height: 10))
            }
        }
        #expect(cover.rest(of: PixelRect(x: 0, y: 0, width: 40, height: 50)).isEmpty)
        #expect(
            cover.rest(of: PixelRect(x: 5, y: 20, width: 10, height: 60))
                == PixelRect(x: 5, y: 50, width: 10, height: 30))
        #expect(
            cover.rest(of: PixelRect(x: 30, y: 20, width: 30, height: 60))
                == PixelRect(x: 30, y: 20, width: 30, height: 60))
    }
}
