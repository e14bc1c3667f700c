import LaminaDraw
import LaminaGeometry
import LaminaNode
import Testing

@testable import LaminaDisplay

/// Subtrees that are drawn into one bitmap, changed between the turns that a layout, a reading of layers and a drawing take.
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
}
