import LaminaDraw
import LaminaGeometry
import LaminaNode
import Testing

@testable import LaminaDisplay

/// Subtrees that are drawn into one bitmap, changed between the turns that a layout, a reading of layers and a drawing
/// take.
@Suite struct RasterTurnTests {
    private typealias Scene = (root: NodeID, card: NodeID, box: NodeID, inner: NodeID, spare: NodeID)

    /// A white root, a card on it, two boxes in that and one in the first of these; and a box that stands nowhere yet.
    private func scene(_ stage: Stage) throws -> Scene {
        let root = stage.node(.zero, .white)
        let card = stage.node(Rect(x: 2, y: 3, width: 40, height: 30), green)
        let box = stage.node(Rect(x: 4, y: 4, width: 20, height: 20), red)
        let other = stage.node(Rect(x: 14, y: 14, width: 16, height: 10), .white)
        let inner = stage.node(Rect(x: 2, y: 2, width: 10, height: 10), .black)
        let spare = stage.node(Rect(x: 8, y: 8, width: 9, height: 5), green)
        try stage.add(inner, to: box)
        try stage.add(box, to: card)
        try stage.add(other, to: card)
        try stage.add(card, to: root)
        return (root, card, box, inner, spare)
    }

    private func rasterize(_ stage: Stage, _ node: NodeID, _ value: Bool = true) {
        stage.change { store, _ in store.setRasterizes(value, of: node.index) }
    }

    private enum Change: CaseIterable {
        case childRemoved, childAdded, childrenReordered, spaceMoved, recoloured, bordered
        case innerRemoved, innerAdded, innerMoved, innerRecoloured

        func make(_ stage: Stage, _ scene: Scene) {
            stage.change { store, discarded in
                switch self {
                case .childRemoved: store.remove(scene.box.index, &discarded)
                case .childAdded: try? store.add(scene.spare.index, to: scene.card.index, &discarded)
                case .childrenReordered: try? store.moveChild(of: scene.card.index, from: 0, to: 1)
                case .spaceMoved: store.setBoundsOrigin(Point(x: 3, y: 1), of: scene.card.index, &discarded)
                case .recoloured: store.setBackground(red, of: scene.card.index)
                case .bordered:
                    store.changeAppearance(of: scene.card.index, &discarded) {
                        $0.border = BoxBorder(width: 2, color: .black)
                    }
                case .innerRemoved: store.remove(scene.inner.index, &discarded)
                case .innerAdded: try? store.add(scene.spare.index, to: scene.box.index, &discarded)
                case .innerMoved: store.setFrame(Rect(x: 8, y: 1, width: 10, height: 10), of: scene.inner.index)
                case .innerRecoloured: store.setBackground(green, of: scene.inner.index)
                }
            }
        }
    }

    /// What a tree shows that was so from the start.
    private func anew(width: Double, rasterized: Bool, _ change: Change) throws -> [UInt32] {
        let stage = try Stage(threads: 1, width: width, height: 40)
        defer { stage.close() }
        let scene = try scene(stage)
        rasterize(stage, scene.card, rasterized)
        change.make(stage, scene)
        try stage.show(scene.root)
        try stage.composite()
        return stage.picture
    }

    private func shown(_ stage: Stage) throws -> [UInt32] {
        try stage.settle()
        try stage.composite()
        return stage.picture
    }

    /// `steps`: after how many steps of the owner thread the change follows the new size; before that with -1.
    @Test(arguments: Change.allCases, -1...2) private func withTheSizeOfTheSurface(change: Change, steps: Int) throws {
        let stage = try Stage(threads: 0, width: 50, height: 40)
        defer { stage.close() }
        let scene = try scene(stage)
        rasterize(stage, scene.card)
        try stage.show(scene.root)
        if steps < 0 { change.make(stage, scene) }
        // Another size of as many pixels.
        try stage.test.engine.resize(stage.surface, size: Size(width: 50.25, height: 40), scale: 1)
        for _ in 0..<max(0, steps) { try stage.test.engine.process(budget: 1) }
        if steps >= 0 { change.make(stage, scene) }
        #expect(try shown(stage) == anew(width: 50.25, rasterized: true, change))
    }

    /// The picture is on its way, and then is not wanted any more, or the surface gets another size.
    @Test(arguments: Change.allCases, 0...3) private func asRasterizingBegins(change: Change, steps: Int) throws {
        for staysRasterized in [false, true] {
            for isLater in [false, true] {
                let stage = try Stage(threads: 0, width: 50, height: 40)
                defer { stage.close() }
                let scene = try scene(stage)
                try stage.show(scene.root)
                if !isLater { change.make(stage, scene) }
                rasterize(stage, scene.card)
                for _ in 0..<steps { try stage.test.engine.process(budget: 1) }
                if isLater { change.make(stage, scene) }
                if staysRasterized {
                    try stage.test.engine.resize(stage.surface, size: Size(width: 50.25, height: 40), scale: 1)
                } else {
                    rasterize(stage, scene.card, false)
                }
                let wanted = try anew(
                    width: staysRasterized ? 50.25 : 50, rasterized: staysRasterized, change)
                #expect(try shown(stage) == wanted, "rasterized: \(staysRasterized), later: \(isLater)")
            }
        }
    }

    /// Anything at any step of a turn: in the end all is as if every picture were drawn anew, and every layer made
    /// anew.
    @Test(arguments: 0..<(isSanitized ? 6 : 40)) func anyChangeAtAnyStep(seed: UInt64) throws {
        let stage = try Stage(threads: seed % 3 == 2 ? 2 : 0, width: 60, height: 50)
        defer { stage.close() }
        // Far apart: the numbers of one seed are those of the one before, but for the first.
        var random = SplitMix(seed: seed)
        let root = stage.node(.zero, .white)
        var nodes = [root]
        for _ in 0..<10 {
            let node = stage.node(random.rect(), random.color())
            try stage.add(node, to: nodes[random.below(nodes.count)])
            nodes.append(node)
        }
        if seed % 2 == 1 { try stage.test.engine.leastLayersRead = 1 }
        try stage.show(root)
        for round in 0..<20 {
            for _ in 0...random.below(4) {
                let node = nodes[1 + random.below(10)]
                switch random.below(9) {
                case 0, 1: rasterize(stage, node, random.below(2) == 0)
                case 2: stage.change { store, _ in store.setBackground(random.color(), of: node.index) }
                case 3: stage.change { store, _ in store.setFrame(random.rect(), of: node.index) }
                case 4: stage.change { store, discarded in store.remove(node.index, &discarded) }
                case 5:
                    let width = 60 + Double(random.below(4)) / 10
                    try stage.test.engine.resize(stage.surface, size: Size(width: width, height: 50), scale: 1)
                case 6:
                    let origin = Point(x: Double(random.below(5)), y: random.unit())
                    stage.change { store, discarded in store.setBoundsOrigin(origin, of: node.index, &discarded) }
                default: try? stage.add(node, to: nodes[random.below(11)])
                }
                for _ in 0..<random.below(4) { try stage.test.engine.process(budget: 1) }
            }
            let shown = try shown(stage)
            // On another surface all layers are others.
            let size = stage.surface.extent.size
            let other = try stage.test.engine.makeSurface(size: size, scale: 1)
            try stage.test.engine.setRoot(nil, of: stage.surface)
            try stage.test.engine.setRoot(root, of: other)
            try stage.settle()
            _ = try stage.screen.withPixels { try stage.test.engine.composite(other, into: $0) }
            #expect(stage.picture == shown, "seed \(seed), round \(round)")
            try stage.test.engine.setRoot(nil, of: other)
            try stage.show(root)
            try stage.composite()
        }
    }
}
