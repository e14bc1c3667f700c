import LaminaGeometry
import LaminaNode
import LaminaText
import Testing

@testable import LaminaDisplay

/// What was dropped while it did not show is drawn again when it does.
@Suite struct EvictionTests {
    /// A white root with a page of one label.
    private func page(_ stage: Stage) throws -> (root: NodeID, page: NodeID, label: NodeID) {
        let text = try AttributedTextBuilder(utf8: Array("Hamburg".utf8)).build()
        let root = stage.node(.zero, .white)
        let page = stage.node(Rect(x: 0, y: 0, width: 80, height: 40))
        let label = stage.node(
            Rect(x: 5, y: 5, width: 70, height: 25), content: TextContent(text: text, options: TextLayoutOptions()))
        try stage.add(label, to: page)
        try stage.add(page, to: root)
        return (root, page, label)
    }

    /// Each way for a label not to show, of itself and by what stands above it.
    @Test(arguments: 0..<5, [false, true]) func whatIsShownAgainIsDrawnAgain(way: Int, byBudget: Bool) throws {
        let stage = try Stage(threads: 2, width: 80, height: 40)
        let anew = try Stage(threads: 2, width: 80, height: 40)
        defer {
            stage.close()
            anew.close()
        }
        try anew.show(page(anew).root)
        try anew.composite()
        let scene = try page(stage)
        try stage.show(scene.root)
        func show(_ value: Bool) throws {
            stage.change { store, discarded in
                switch way {
                case 0: store.set(.hidden, to: !value, of: scene.label.index)
                case 1: store.set(.hidden, to: !value, of: scene.page.index)
                case 2: store.setOpacity(value ? 1 : 0, of: scene.page.index)
                case 3:
                    let x = value ? 0.0 : 500
                    store.changeAppearance(of: scene.page.index, &discarded) {
                        $0.transform = AffineTransform(xx: 1, yx: 0, xy: 0, yy: 1, x0: x, y0: 0)
                    }
                default: store.setFrame(Rect(x: value ? 0 : 500, y: 0, width: 80, height: 40), of: scene.page.index)
                }
            }
            try stage.settle()
        }
        try show(false)
        let before = stage.test.context.counts.withLock { $0.evictions }
        if byBudget { try stage.test.engine.setBitmapBudget(0) } else { try stage.test.engine.trimMemory() }
        try stage.settle()
        #expect(stage.test.context.counts.withLock { $0.evictions } == before + 1)
        try show(true)
        try stage.composite()
        #expect(stage.picture == anew.picture)
        #expect(stage.picture.contains { $0 != 0xFFFF_FFFF }, "there is a text to be seen")
    }

    /// Places of layers that ended are given back while others are read, drawn and shown: the picture is the same.
    @Test(arguments: 0..<(isSanitized ? 3 : 8)) func treesGoOnAfterTrimming(seed: UInt64) throws {
        let scene = try Scene(seed: seed, scale: 1)
        defer { scene.stage.close() }
        let stage = scene.stage
        for step in 0..<40 {
            let root = scene.nodes[0]
            let out = scene.nodes[1 + scene.random.below(scene.nodes.count - 1)]
            stage.change { store, discarded in store.remove(out.index, &discarded) }
            for _ in 0...scene.random.below(3) { scene.change() }
            // Some of it may be under way.
            if scene.random.below(2) == 0 { try stage.settle() } else { try stage.test.engine.process(budget: 1) }
            if step % 7 == 3 { try stage.test.engine.setRoot(nil, of: stage.surface) }
            if step % 7 == 3 && scene.random.below(2) == 0 { try stage.settle() }
            try stage.test.engine.trimMemory()
            if step % 7 == 3 { try stage.test.engine.setRoot(root, of: stage.surface) }
            if step % 5 == 4 { for node in scene.nodes[1...] { try? stage.add(node, to: root) } }
            try stage.settle()
            try stage.composite()
            let isSame = try stage.showsWhatIsThere()
            #expect(isSame, "seed \(seed), step \(step)")
        }
    }

    /// A surface that showed much keeps no room for it: as much as its last layer needs after a trim, none without a
    /// root.
    @Test func roomForLayersIsGivenBack() throws {
        let stage = try Stage(threads: 0)
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        let boxes = try (0..<100).map { number in
            let box = stage.node(Rect(x: 0, y: Double(number), width: 4, height: 1), red)
            try stage.add(box, to: root)
            return box
        }
        try stage.show(root)
        var use: Int { get throws { try stage.test.engine.memoryUse.layers } }
        let whole = try use
        stage.change { store, discarded in for box in boxes[10...] { store.remove(box.index, &discarded) } }
        try stage.settle()
        #expect(try use == whole)
        try stage.test.engine.trimMemory()
        #expect(try use == whole / 101 * 11)
        try stage.test.engine.setRoot(nil, of: stage.surface)
        try stage.settle()
        #expect(try use == 0)
        try stage.show(root)
        try stage.composite()
        #expect(stage.pixel(2, 9) == 0xFFFF_0000 && stage.pixel(2, 11) == 0xFFFF_FFFF)
    }
}
