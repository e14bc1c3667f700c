import LaminaDraw
import LaminaGeometry
import LaminaLayout
import LaminaNode
import LaminaText
import Testing

@testable import LaminaDisplay

@Suite struct RasterTests {
    private func appearance(_ stage: Stage, _ node: NodeID, _ change: (inout NodeAppearance) -> Void) {
        stage.change { store, discarded in store.changeAppearance(of: node.index, &discarded, change) }
    }

    private func rasterize(_ stage: Stage, _ node: NodeID, _ value: Bool = true) {
        stage.change { store, _ in store.setRasterizes(value, of: node.index) }
    }

    private func text(_ string: String) throws -> TextContent {
        TextContent(
            text: try AttributedTextBuilder(utf8: Array(string.utf8)).build(), options: TextLayoutOptions())
    }

    /// A white root, a card at (10, 10), and in it what a bitmap has to hold: borders, shadows, opacity, transforms,
    /// clips, text.
    private func card(_ stage: Stage, background: Color = green) throws -> (root: NodeID, card: NodeID, inner: [NodeID])
    {
        let root = stage.node(.zero, .white)
        let card = stage.node(Rect(x: 10, y: 10, width: 80, height: 60), background)
        let turned = stage.node(Rect(x: 5, y: 5, width: 20, height: 20), red)
        let faded = stage.node(Rect(x: 30, y: 5, width: 20, height: 20), red)
        let inner = stage.node(Rect(x: 5, y: 5, width: 30, height: 8), .black)
        let label = stage.node(Rect(x: 4, y: 34, width: 60, height: 20), content: try text("Hamburg"))
        let out = stage.node(Rect(x: 70, y: 20, width: 20, height: 10), .black)
        for node in [turned, faded, label, out] { try stage.add(node, to: card) }
        try stage.add(inner, to: faded)
        try stage.add(card, to: root)
        let black = Color.black
        appearance(stage, turned) { look in
            look.transform = AffineTransform(xx: 0.8, yx: 0.6, xy: -0.6, yy: 0.8, x0: 0, y0: 0)
            look.border = BoxBorder(width: 2, color: black)
        }
        appearance(stage, out) { $0.shadow = BoxShadow(color: black, x: 0, y: 2, blur: 4, spread: 0) }
        appearance(stage, card) { look in
            look.border = BoxBorder(width: 1, color: black)
            look.shadow = BoxShadow(color: Color(red: 0, green: 0, blue: 0, alpha: 0.5), x: 0, y: 2, blur: 6, spread: 0)
        }
        stage.change { store, _ in
            store.setOpacity(0.5, of: faded.index)
            store.set(.clips, to: true, of: faded.index)
            store.setCornerRadius(6, of: faded.index)
        }
        return (root, card, [turned, faded, inner, label, out])
    }

    /// How far two pictures are apart where they differ most.
    private func distance(_ a: [UInt32], _ b: [UInt32]) -> Int {
        var most = 0
        for (a, b) in zip(a, b) {
            for shift in [UInt32(0), 8, 16, 24] {
                most = max(most, abs(Int((a >> shift) & 255) - Int((b >> shift) & 255)))
            }
        }
        return most
    }

    /// On whole pixels, where edges are not rounded.
    private func whole(_ rect: Rect) -> Rect {
        Rect(
            x: rect.minX.rounded(), y: rect.minY.rounded(), width: rect.size.width.rounded(),
            height: rect.size.height.rounded())
    }

    /// What a stage shows when all is drawn anew.
    private func fresh(_ stage: Stage) throws -> [UInt32] {
        try stage.settle()
        try stage.test.engine.setNeedsComposite(stage.surface)
        try stage.composite()
        return stage.picture
    }

    @Test func oneBitmapLooksAsManyDo() throws {
        let stage = try Stage(threads: 2, width: 110, height: 90)
        defer { stage.close() }
        let (root, card, _) = try card(stage)
        try stage.show(root)
        let many = try fresh(stage)
        #expect(try stage.test.engine.takeLayers(of: stage.surface).count > 5)
        rasterize(stage, card)
        let one = try fresh(stage)
        // Blending twice rounds twice.
        #expect(distance(one, many) <= 2)
        let layers = try stage.test.engine.takeLayers(of: stage.surface).filter { $0.changes != .removed }
        #expect(layers.map { $0.node } == [root, card])
        #expect(layers.last?.bitmap != nil && layers.last?.border == nil && layers.last?.shadow == nil)
        let bitmap = try #require(layers.last?.ink)
        #expect(bitmap.x < 10 && bitmap.maxX > 100, "shadows and what sticks out are in it")
        rasterize(stage, card, false)
        #expect(try fresh(stage) == many)
    }

    /// All that a bitmap holds is in it; of more, what is around the node.
    @Test func aBitmapOfTooMuchIsAroundTheNode() {
        func part(_ reach: PixelRect, _ node: PixelRect = PixelRect(x: 0, y: 0, width: 20, height: 10)) -> PixelRect {
            RasterContent.part(of: reach, around: node)
        }
        let far = PixelRect(x: -20, y: 0, width: 32767, height: 2000)
        #expect(part(far) == far)
        let wide = part(PixelRect(x: -100, y: 3, width: 50000, height: 7))
        #expect(wide == PixelRect(x: -100, y: 3, width: 32767, height: 7))
        let left = part(PixelRect(x: -50000, y: 3, width: 50020, height: 7))
        #expect(left.maxX == 20 && left.width == 32767)
        let flat = part(PixelRect(x: -50000, y: -2000, width: 100_000, height: 4096))
        #expect(flat == PixelRect(x: 10 - 8192, y: -2000, width: 16384, height: 4096))
        let tall = part(PixelRect(x: 0, y: 0, width: 4096, height: 50000))
        #expect(tall == PixelRect(x: 0, y: 0, width: 4096, height: 16384))
        let all = part(PixelRect(x: -10_000_000, y: -10_000_000, width: 20_000_000, height: 20_000_000))
        #expect(all == PixelRect(x: 10 - 4096, y: 5 - 4096, width: 8192, height: 8192))
        // One that is large itself is drawn as another node's drawing of that size is.
        let large = PixelRect(x: 0, y: 0, width: 16384, height: 16000)
        #expect(part(PixelRect(x: -9, y: -9, width: 20000, height: 20000), large) == large)
    }

    @Test func whateverChangesBelowIsDrawn() throws {
        let (stage, plain) = (
            try Stage(threads: 2, width: 110, height: 90), try Stage(threads: 2, width: 110, height: 90)
        )
        defer {
            stage.close()
            plain.close()
        }
        let (one, many) = (try card(stage), try card(plain))
        rasterize(stage, one.card)
        try stage.show(one.root)
        try plain.show(many.root)
        func both(_ change: (Stage, (root: NodeID, card: NodeID, inner: [NodeID])) throws -> Void) throws {
            let before = try stage.test.context.counts.withLock { $0.displays }
            try change(stage, one)
            try change(plain, many)
            try stage.settle()
            try stage.composite()
            let shown = stage.picture
            #expect(distance(shown, try fresh(plain)) <= 2)
            #expect(try fresh(stage) == shown, "damage misses nothing")
            let after = try stage.test.context.counts.withLock { $0.displays }
            #expect(after == before + 1, "one drawing")
        }
        try both { stage, scene in stage.change { store, _ in store.setBackground(.white, of: scene.inner[2].index) } }
        try both { stage, scene in
            stage.change { store, _ in
                store.setFrame(Rect(x: 40, y: 8, width: 20, height: 20), of: scene.inner[1].index)
            }
        }
        try both { stage, scene in stage.change { store, _ in store.set(.hidden, to: true, of: scene.inner[0].index) } }
        try both { stage, scene in
            stage.change { store, discarded in store.remove(scene.inner[4].index, &discarded) }
        }
        try both { stage, scene in try stage.add(scene.inner[4], to: scene.inner[1]) }
        try both { stage, scene in
            let label = try text("another")
            stage.change { store, discarded in store.setContent(label, of: scene.inner[3].index, &discarded) }
        }
        try both { stage, scene in stage.change { store, _ in store.setBackground(red, of: scene.card.index) } }
        try both { stage, scene in stage.change { store, _ in store.setCornerRadius(9, of: scene.card.index) } }
        try both { stage, scene in appearance(stage, scene.card) { $0.border = nil } }
        try both { stage, scene in stage.change { store, _ in store.set(.clips, to: true, of: scene.card.index) } }
        try both { stage, scene in
            stage.change { store, _ in
                store.setFrame(Rect(x: 6, y: 6, width: 70, height: 70), of: scene.card.index)
            }
        }
    }

    @Test func movingTurningAndFadingDrawsNothing() throws {
        let stage = try Stage(threads: 1, width: 110, height: 90)
        defer { stage.close() }
        let (root, card, _) = try card(stage)
        rasterize(stage, card)
        try stage.show(root)
        let context = stage.test.context
        let before = context.counts.withLock { $0.displays }
        stage.change { store, _ in store.setFrame(Rect(x: 14, y: 3, width: 80, height: 60), of: card.index) }
        stage.change { store, _ in store.setOpacity(0.5, of: card.index) }
        appearance(stage, card) { $0.transform = AffineTransform(xx: 0, yx: 1, xy: -1, yy: 0, x0: 0, y0: 0) }
        try stage.settle()
        let moved = try fresh(stage)
        stage.change { store, _ in store.set(.hidden, to: true, of: card.index) }
        try stage.settle()
        stage.change { store, _ in store.set(.hidden, to: false, of: card.index) }
        #expect(try fresh(stage) == moved)
        #expect(context.counts.withLock { $0.displays } == before)
    }

    @Test func theTreeKnowsNoDifference() throws {
        let stage = try Stage(threads: 1, width: 110, height: 90)
        defer { stage.close() }
        let journal = Journal()
        let (root, card, inner) = try card(stage)
        rasterize(stage, card)
        stage.change { store, discarded in
            store.setExtras(of: inner[3].index, displayObserver: .some(NotedObserver(journal)), &discarded)
        }
        try stage.show(root)
        #expect(journal.all == ["will", "did"])
        stage.change { store, _ in
            #expect(store.hit(root.index, at: Point(x: 48, y: 23))?.node == inner[2].index)
        }
        stage.change { store, _ in store.setNeedsDisplay(inner[3].index) }
        try stage.test.engine.waitDisplayed(inner[3], timeout: 10_000_000)
        #expect(journal.all == ["will", "did", "will", "did"])
        // Below another one it is part of that picture.
        rasterize(stage, root)
        try stage.settle()
        #expect(try stage.test.engine.takeLayers(of: stage.surface).filter { $0.changes != .removed }.count == 1)
        let before = stage.test.context.counts.withLock { $0.displays }
        stage.change { store, _ in store.setBackground(.white, of: inner[2].index) }
        try stage.settle()
        #expect(stage.test.context.counts.withLock { $0.displays } == before + 1)
    }

    /// A placeholder that persists stands in for the node's contents, not for a bitmap with all below it.
    @Test func aPlaceholderThatPersistsHidesNoSubtree() throws {
        let stage = try Stage(threads: 1, width: 110, height: 90)
        defer { stage.close() }
        let (root, card, _) = try card(stage)
        rasterize(stage, card)
        try stage.show(root)
        let shown = try fresh(stage)
        stage.change { store, discarded in
            store.changePlaceholder(of: card.index, &discarded) { placeholder in
                var black = NodePlaceholder()
                (black.color, black.persists) = (.black, true)
                placeholder = black
            }
        }
        #expect(try fresh(stage) == shown)
        stage.change { store, _ in store.setNeedsDisplay(card.index) }
        #expect(try fresh(stage) == shown)
    }

    @Test func resizingTheSurfaceDrawsWhatChangedMeanwhile() throws {
        let stage = try Stage(threads: 1, width: 110, height: 90)
        defer { stage.close() }
        let (root, card, inner) = try card(stage)
        rasterize(stage, card)
        try stage.show(root)
        stage.change { store, _ in store.setFrame(Rect(x: 0, y: 0, width: 50, height: 50), of: inner[1].index) }
        try stage.test.engine.resize(stage.surface, size: Size(width: 110, height: 90), scale: 1.0001)
        try stage.test.engine.resize(stage.surface, size: Size(width: 110, height: 90), scale: 1)
        let shown = try fresh(stage)
        stage.change { store, _ in store.setNeedsDisplay(card.index) }
        #expect(try fresh(stage) == shown)
    }

    @Test(arguments: 0..<8) func anyOrderOfChanges(seed: UInt64) throws {
        let stage = try Stage(threads: Int(seed % 3), width: 60, height: 50)
        defer { stage.close() }
        var random = SplitMix(seed: seed)
        let root = stage.node(.zero, .white)
        var nodes = [root]
        for _ in 0..<10 {
            let node = stage.node(whole(random.rect()), random.color())
            try stage.add(node, to: nodes[random.below(nodes.count)])
            nodes.append(node)
        }
        try stage.show(root)
        for step in 0..<40 {
            let node = nodes[1 + random.below(10)]
            switch random.below(6) {
            case 0: rasterize(stage, node, random.below(2) == 0)
            case 1: stage.change { store, _ in store.setBackground(random.color(), of: node.index) }
            case 2: stage.change { store, _ in store.setFrame(whole(random.rect()), of: node.index) }
            case 3: stage.change { store, _ in store.set(.clips, to: random.below(2) == 0, of: node.index) }
            case 4: try? stage.add(node, to: nodes[random.below(11)])
            default: stage.change { store, discarded in if node != root { store.remove(node.index, &discarded) } }
            }
            try stage.settle()
            try stage.composite()
            let shown = stage.picture
            #expect(try fresh(stage) == shown, "step \(step)")
        }
        let rastered = try fresh(stage)
        for node in nodes { rasterize(stage, node, false) }
        #expect(distance(try fresh(stage), rastered) <= 4)
    }

    @Test func aSnapshotShowsWhatStandsOnASurface() throws {
        let stage = try Stage(threads: 2, width: 110, height: 90)
        defer { stage.close() }
        let (root, card, _) = try card(stage)
        try stage.show(root)
        let shown = try fresh(stage)
        func snapshot(_ node: NodeID, _ width: Int, _ height: Int) throws -> [UInt32] {
            let target = try stage.pool.take(width: width, height: height, cleared: false)
            let parts = try stage.test.engine.parts
            let snapshot = stage.test.context.withNodes {
                RenderSnapshot(standing: node.index, in: &$0, scale: 1)
            }
            try target.withPixels { pixels in
                try parts.post(
                    RenderOperation(snapshot, target: pixels, scale: 1, background: .clear, parts: parts) { failure in
                        #expect(failure == nil)
                    })
                try stage.settle()
            }
            return target.withPixels { pixels in
                (0..<width * height).map { place in
                    unsafe (pixels.baseAddress + place / width * pixels.stride + place % width * 4)
                        .load(as: UInt32.self)
                }
            }
        }
        #expect(try snapshot(root, 110, 90) == shown)
        // A part stands in the corner, without what is the parent's.
        stage.change { store, _ in
            store.setOpacity(0.3, of: card.index)
            store.set(.hidden, to: true, of: card.index)
        }
        appearance(stage, card) { $0.transform = AffineTransform(xx: 2, yx: 0, xy: 0, yy: 2, x0: 9, y0: 9) }
        let part = try snapshot(card, 80, 60)
        for y in 0..<60 {
            let row = part[y * 80..<(y + 1) * 80]
            let start = (y + 10) * 110 + 10
            #expect(Array(row) == Array(shown[start..<start + 80]), "row \(y)")
        }
    }
}
