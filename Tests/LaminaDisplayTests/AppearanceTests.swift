import LaminaDraw
import LaminaGeometry
import LaminaNode
import Testing

@testable import LaminaDisplay

/// Draws nothing.
private final class EmptyDrawing: Drawing {
    func draw(cairo: OpaquePointer, size: Size, scale: Double, as operation: Operation) -> Int32 { 0 }
}

/// Borders, shadows, gradients, corners, transforms and z positions, alone and together.
@Suite struct AppearanceTests {
    /// A tree in which every property is used, and changed in every way.
    private final class Scene {
        let stage: Stage
        var random: SplitMix
        var nodes: [NodeID]
        private let picture: Bitmap
        /// What was done since it was looked at, for messages.
        var changes: [(kind: Int, node: Int32)] = []

        init(seed: UInt64, threads: Int) throws {
            stage = try Stage(threads: threads, width: 120, height: 90, scale: seed % 3 == 2 ? 1.5 : 1)
            random = SplitMix(seed: seed &* 77)
            picture = try Self.picture(stage.pool)
            nodes = [stage.node(.zero, .white)]
            for number in 0..<16 {
                let content: (any NodeContent)? =
                    number % 4 == 0
                    ? DrawnContent(StripedDrawing(isOpaque: number % 8 == 0))
                    : number % 4 == 1
                        ? ImageContent(
                            SharedImage(picture),
                            ImageOptions(
                                gravity: Gravity(rawValue: Int32(random.below(12)))!, scale: 1,
                                source: Rect(x: 0, y: 0, width: 1, height: 1),
                                slices: EdgeInsets(top: 3, left: 4, bottom: 3, right: 4))) : nil
                let node = stage.node(frame(), random.color(), content: content)
                try stage.add(node, to: nodes[random.below(nodes.count)])
                nodes.append(node)
                for _ in 0..<2 { decorate(node.index, random.below(9)) }
            }
            try stage.show(nodes[0])
        }

        static func picture(_ pool: BitmapPool) throws -> Bitmap {
            let bitmap = try pool.take(width: 30, height: 20, cleared: true)
            bitmap.withPixels { pixels in
                let painter = Painter(pool: pool)
                for column in 0..<10 {
                    let color = Color(red: Float(column) / 10, green: 0.5, blue: 0.2, alpha: column % 3 == 0 ? 0.5 : 1)
                    let rect = PixelRect(x: column * 3, y: column, width: 3, height: 20 - column)
                    painter.fill(rect, color, clip: pixels.bounds, on: pixels)
                }
            }
            return bitmap
        }

        func frame() -> Rect {
            Rect(
                x: (random.unit() * 120 - 20).rounded(), y: (random.unit() * 90 - 20).rounded(),
                width: (random.unit() * 80).rounded(), height: (random.unit() * 60).rounded())
        }

        func decorate(_ node: Int32, _ kind: Int) {
            let color = random.color()
            let (a, b, c, d) = (random.unit(), random.unit(), random.unit(), random.unit())
            let turn = AffineTransform(
                xx: 0.3 + a, yx: b - 0.5, xy: 0.5 - b, yy: 0.3 + c, x0: (d - 0.5) * 20, y0: (a - 0.5) * 20)
            stage.change { store, discarded in
                switch kind {
                case 0:
                    store.changeAppearance(of: node, &discarded) { $0.border = BoxBorder(width: a * 6, color: color) }
                case 1:
                    store.changeAppearance(of: node, &discarded) {
                        $0.shadow = BoxShadow(
                            color: color, x: a * 20 - 10, y: b * 20 - 10, blur: c * 12, spread: d * 8 - 4)
                    }
                case 2:
                    let stops = [
                        Gradient.Stop(offset: 0, color: color), Gradient.Stop(offset: a, color: .white),
                        Gradient.Stop(offset: 1, color: b < 0.5 ? .black : .clear),
                    ]
                    store.changeAppearance(of: node, &discarded) {
                        $0.gradient = Gradient(start: Point(x: a, y: 0), end: Point(x: b, y: c), stops: stops)
                    }
                case 3:
                    store.setCornerRadii(
                        CornerRadii(topLeft: a * 20, topRight: b * 20, bottomRight: c * 4, bottomLeft: 0), of: node,
                        &discarded)
                case 4, 5: store.changeAppearance(of: node, &discarded) { $0.transform = a < 0.3 ? .identity : turn }
                case 6: store.changeAppearance(of: node, &discarded) { $0.anchor = Point(x: b, y: c * 2) }
                case 7: store.changeAppearance(of: node, &discarded) { $0.zPosition = (a * 4).rounded() - 2 }
                default: store.changeAppearance(of: node, &discarded) { $0 = NodeAppearance() }
                }
            }
        }

        func change() {
            let node = nodes[1 + random.below(nodes.count - 1)].index
            let other = nodes[random.below(nodes.count)].index
            let kind = random.below(20)
            changes.append((kind, node))
            if kind < 9 { return decorate(node, kind) }
            let rect = frame()
            let color = random.color()
            let number = random.unit()
            stage.change { store, discarded in
                switch kind {
                case 9: store.setFrame(rect, of: node)
                case 10: store.setBackground(color, of: node)
                case 11: store.setOpacity(number < 0.5 ? 1 : number, of: node)
                case 12: store.setCornerRadii(CornerRadii(number < 0.5 ? 0 : number * 8), of: node, &discarded)
                case 13: store.set(.hidden, to: number < 0.3, of: node)
                case 14, 15: store.set(.clips, to: number < 0.5, of: node)
                case 16: try? store.add(node, to: other, &discarded)
                default:
                    let frame = store[node].frame
                    store.setFrame(frame.offset(by: Point(x: (number * 9).rounded(), y: 2)), of: node)
                }
            }
        }

        /// All of it anew.
        func repaint() throws -> [UInt32] {
            try stage.test.engine.setNeedsComposite(stage.surface)
            try stage.composite()
            return stage.picture
        }

        /// The tree without a surface.
        func render() throws -> [UInt32] {
            let bounds = stage.surface.bounds
            let target = try stage.pool.take(width: bounds.width, height: bounds.height, cleared: true)
            let scale = Double(bounds.width) / 120
            stage.change { store, _ in store.setNeedsAllLayers(0) }
            try stage.test.engine.setRoot(nil, of: stage.surface)
            try stage.settle()
            let snapshot = try stage.test.context.withNodes { store in
                try RenderSnapshot(of: nodes[0].index, in: &store, size: Size(width: 120, height: 90), scale: scale)
            }
            let parts = try stage.test.context.parts(stage.test.generation)
            try target.withPixels { pixels in
                try parts.post(
                    RenderOperation(snapshot, target: pixels, scale: scale, background: .clear, parts: parts) { _ in })
                try stage.settle()
            }
            return target.withPixels { pixels in
                (0..<pixels.height).flatMap { y in
                    (0..<pixels.width).map { x in
                        unsafe (pixels.baseAddress + y * pixels.stride + x * 4).load(as: UInt32.self)
                    }
                }
            }
        }
    }

    /// What is painted step by step is, to the byte, what painting all at once gives.
    @Test(arguments: 0..<(isSanitized ? 4 : 10)) func damageMissesNothing(seed: UInt64) throws {
        let scene = try Scene(seed: seed, threads: 1)
        defer { scene.stage.close() }
        try scene.stage.composite()
        for step in 0..<20 {
            for _ in 0...scene.random.below(2) { scene.change() }
            try scene.stage.settle()
            try scene.stage.composite()
            let shown = scene.stage.picture
            let whole = try scene.repaint()
            let difference = largestDifference(shown, whole)
            let isSame = shown == whole
            let width = scene.stage.screen.width
            let wrong = shown.indices.filter { shown[$0] != whole[$0] }.map { ($0 % width, $0 / width) }
            #expect(
                isSame,
                """
                seed \(seed), step \(step), changes \(scene.changes): \(wrong.count) pixels differ by up to \(difference), \
                x \(wrong.map(\.0).min() ?? 0)...\(wrong.map(\.0).max() ?? 0), y \(wrong.map(\.1).min() ?? 0)...\(wrong.map(\.1).max() ?? 0)
                """)
            if !isSame { return }
            scene.changes = []
        }
    }

    /// The same bytes on no, one and two workers, and without a surface.
    @Test(arguments: 0..<6) func everyWayOfDrawingAgrees(seed: UInt64) throws {
        var pictures: [[UInt32]] = []
        for threads in 0...2 {
            let scene = try Scene(seed: seed, threads: threads)
            defer { scene.stage.close() }
            for _ in 0..<20 { scene.change() }
            try scene.stage.settle()
            try scene.stage.composite()
            pictures.append(scene.stage.picture)
            if threads == 2 {
                // A picture draws contents in place, whose opacity is one more rounding.
                let difference = largestDifference(pictures[0], try scene.render())
                #expect(difference <= 2, "seed \(seed)")
            }
        }
        let areSame = pictures[0] == pictures[1] && pictures[0] == pictures[2]
        #expect(areSame, "seed \(seed)")
        let isMixed = Set(pictures[0]).count > 20
        #expect(isMixed, "a scene with something in it")
    }

    private func lone(_ change: (inout NodeAppearance) -> Void) throws -> (stage: Stage, box: NodeID) {
        let stage = try Stage()
        let root = stage.node(.zero, .white)
        let box = stage.node(Rect(x: 10, y: 10, width: 16, height: 10), red)
        try stage.add(box, to: root)
        stage.change { store, discarded in store.changeAppearance(of: box.index, &discarded, change) }
        try stage.show(root)
        try stage.composite()
        return (stage, box)
    }

    @Test func aBorderLiesAboveTheChildren() throws {
        let (stage, box) = try lone { $0.border = BoxBorder(width: 2, color: green) }
        defer { stage.close() }
        let child = stage.node(Rect(x: 0, y: 0, width: 8, height: 8), .black)
        try stage.add(child, to: box)
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(10, 10) == 0xFF00_FF00 && stage.pixel(11, 11) == 0xFF00_FF00)
        #expect(stage.pixel(12, 12) == 0xFF00_0000 && stage.pixel(20, 14) == 0xFFFF_0000)
        #expect(stage.pixel(25, 19) == 0xFF00_FF00 && stage.pixel(26, 19) == 0xFFFF_FFFF)
        stage.change { store, discarded in store.changeAppearance(of: box.index, &discarded) { $0.border = nil } }
        try stage.settle()
        #expect(try stage.composite() == [PixelRect(x: 10, y: 10, width: 16, height: 10)])
        #expect(stage.pixel(10, 10) == 0xFF00_0000)
    }

    /// Whether there is something in a box decides how it is painted, and must not be seen: its corners stay as they
    /// are to the byte.
    @Test(arguments: [false, true], 0..<6) func aChildWithoutInkChangesNothing(clips: Bool, kind: Int) throws {
        let stops = [Gradient.Stop(offset: 0, color: green), Gradient.Stop(offset: 1, color: red)]
        let (stage, box) = try lone { appearance in
            if kind != 1 { appearance.border = BoxBorder(width: 3, color: .black) }
            if kind > 0 && kind < 4 {
                appearance.gradient = Gradient(start: .zero, end: Point(x: 1, y: 1), stops: stops)
            }
            if kind == 5 {
                appearance.shadow = BoxShadow(
                    color: Color(red: 0, green: 0, blue: 0, alpha: 0.5), x: 2, y: 2, blur: 3, spread: 0)
            }
        }
        defer { stage.close() }
        stage.change { store, discarded in
            store.set(.clips, to: clips, of: box.index)
            let radii = CornerRadii(topLeft: 9, topRight: 2, bottomRight: 0, bottomLeft: 5)
            store.setCornerRadii(kind == 4 ? radii : CornerRadii(6.5), of: box.index, &discarded)
            if kind == 2 { store.setBackground(.clear, of: box.index) }
            if kind == 3 { store.setBackground(Color(red: 1, green: 1, blue: 0, alpha: 0.5), of: box.index) }
        }
        try stage.settle()
        try stage.composite()
        let alone = stage.picture
        // The corner is neither empty nor full.
        #expect(Set(alone).count > 4)
        for content in [nil, DrawnContent(EmptyDrawing())] as [DrawnContent?] {
            let child = stage.node(Rect(x: 0, y: 0, width: 12, height: 9), content: content)
            try stage.add(child, to: box)
            try stage.settle()
            try stage.test.engine.setNeedsComposite(stage.surface)
            try stage.composite()
            #expect(stage.picture == alone)
            stage.change { store, discarded in store.remove(child.index, &discarded) }
            try stage.settle()
            try stage.composite()
            #expect(stage.picture == alone)
        }
    }

    @Test func aShadowFallsOutsideOfAClip() throws {
        let (stage, box) = try lone { $0.shadow = BoxShadow(color: .black, x: 4, y: 3, blur: 0, spread: 1) }
        defer { stage.close() }
        #expect(stage.pixel(30, 22) == 0xFF00_0000 && stage.pixel(31, 22) == 0xFFFF_FFFF)
        #expect(stage.pixel(25, 19) == 0xFFFF_0000, "below the box")
        stage.change { store, _ in store.set(.clips, to: true, of: box.index) }
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(30, 22) == 0xFF00_0000)
        stage.change { store, _ in store.setFrame(Rect(x: 2, y: 2, width: 16, height: 10), of: box.index) }
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(30, 22) == 0xFFFF_FFFF && stage.pixel(22, 14) == 0xFF00_0000)
    }

    @Test func aBlurredShadowFadesEvenly() throws {
        let stage = try Stage(width: 100, height: 80)
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        let box = stage.node(Rect(x: 30, y: 20, width: 40, height: 40))
        try stage.add(box, to: root)
        stage.change { store, discarded in
            store.changeAppearance(of: box.index, &discarded) {
                $0.shadow = BoxShadow(color: .black, x: 0, y: 0, blur: 10, spread: 0)
            }
        }
        try stage.show(root)
        try stage.composite()
        let row = (0..<100).map { Int(stage.pixel($0, 40) & 255) }
        // A Gaussian is at a half on the edge, and the same on both sides.
        #expect(abs(row[30] - 117) < 16 && abs(row[69] - row[30]) <= 1 && row[50] == 0 && row[10] == 255)
        let isFalling = zip(row[10..<50], row[11...50]).allSatisfy { $0 >= $1 }
        #expect(isFalling)
    }

    @Test func aQuarterTurnIsExact() throws {
        let (stage, _) = try lone { $0.transform = AffineTransform(xx: 0, yx: 1, xy: -1, yy: 0, x0: 0, y0: 0) }
        defer { stage.close() }
        // 16 x 10 at (10, 10) about (18, 15): 10 x 16 at (13, 7).
        for y in 0..<30 {
            for x in 0..<40 {
                let isInside = x >= 13 && x < 23 && y >= 7 && y < 23
                #expect(stage.pixel(x, y) == (isInside ? 0xFFFF_0000 : 0xFFFF_FFFF), "\(x), \(y)")
            }
        }
    }

    @Test func whatIsFlatIsNotDrawn() throws {
        let (stage, box) = try lone { $0.transform = AffineTransform(xx: 1, yx: 0, xy: 0, yy: 0, x0: 0, y0: 0) }
        defer { stage.close() }
        let isWhite = stage.picture.allSatisfy { $0 == 0xFFFF_FFFF }
        #expect(isWhite)
        stage.change { store, discarded in
            store.changeAppearance(of: box.index, &discarded) {
                $0.transform = AffineTransform(xx: 1e7, yx: 0, xy: 0, yy: 1e7, x0: 1e7, y0: -1e7)
            }
        }
        try stage.settle()
        try stage.composite()
    }

    @Test func higherChildrenArePaintedLater() throws {
        let stage = try Stage()
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        let back = stage.node(Rect(x: 5, y: 5, width: 10, height: 10), red)
        let front = stage.node(Rect(x: 8, y: 8, width: 10, height: 10), green)
        try stage.add(back, to: root)
        try stage.add(front, to: root)
        try stage.show(root)
        try stage.composite()
        #expect(stage.pixel(10, 10) == 0xFF00_FF00)
        stage.change { store, discarded in store.changeAppearance(of: back.index, &discarded) { $0.zPosition = 1 } }
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(10, 10) == 0xFFFF_0000)
        let order = stage.test.context.withNodes { $0[root.index].children }
        #expect(order == [back.index, front.index], "the children stay where they are")
        stage.change { store, discarded in store.changeAppearance(of: front.index, &discarded) { $0.zPosition = 1 } }
        try stage.settle()
        try stage.composite()
        #expect(stage.pixel(10, 10) == 0xFF00_FF00)
    }

    @Test func manyTransformsInOneAnother() throws {
        let stage = try Stage()
        defer { stage.close() }
        var nodes = [stage.node(.zero, .white)]
        for _ in 0..<200 {
            let node = stage.node(Rect(x: 1, y: 0, width: 30, height: 20), Color(red: 0, green: 0, blue: 1, alpha: 0.1))
            try stage.add(node, to: nodes[nodes.count - 1])
            stage.change { store, discarded in
                store.changeAppearance(of: node.index, &discarded) {
                    $0.transform = AffineTransform(xx: 1, yx: 0.02, xy: -0.02, yy: 1, x0: 0, y0: 0)
                }
            }
            nodes.append(node)
        }
        try stage.show(nodes[0])
        try stage.composite()
        #expect(stage.pixel(20, 12) != 0xFFFF_FFFF)
    }

    @Test func pointsFollowTransforms() throws {
        let (stage, box) = try lone { $0.transform = AffineTransform(xx: 0, yx: 1, xy: -1, yy: 0, x0: 2, y0: 0) }
        defer { stage.close() }
        let child = stage.node(Rect(x: 1, y: 2, width: 4, height: 4), green)
        try stage.add(child, to: box)
        try stage.test.context.withNodes { store in
            let root = store[box.index].parent
            let point = try store.convert(Point(x: 0, y: 0), from: child.index, to: root)
            // (1, 2) is (-7, -3) from the middle, which turns to (3, -7).
            #expect(point == Point(x: 18 + 3 + 2, y: 15 - 7))
            let back = try store.convert(point, from: root, to: child.index)
            #expect(abs(back.x) < 1e-9 && abs(back.y) < 1e-9)
            #expect(store.hit(root, at: Point(x: 22, y: 9))?.node == child.index)
            #expect(store.hit(root, at: Point(x: 16, y: 20))?.node == box.index)
            #expect(store.hit(root, at: Point(x: 11, y: 11))?.node == root)
            #expect(store.hit(root, at: Point(x: 60, y: 11)) == nil)
        }
    }
}
