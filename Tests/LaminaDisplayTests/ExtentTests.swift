import LaminaGeometry
import LaminaNode
import Testing

@testable import LaminaDisplay

/// How far layers reach is the same whatever changed before, and costs no more than what changed.
@Suite struct ExtentTests {
    /// Rows with cells, enough of both that extents are worked out later, and a few odd ones.
    private final class Table {
        let stage: Stage
        var random: SplitMix
        let root: NodeID
        var groups: [NodeID] = []
        var cells: [NodeID] = []

        init(seed: UInt64) throws {
            stage = try Stage(threads: 0, width: 120, height: 90, scale: seed % 3 == 2 ? 1.5 : 1)
            random = SplitMix(seed: seed)
            root = stage.node(.zero)
            for number in 0..<24 {
                let row = stage.node(Rect(x: 0, y: Double(number) * 10, width: 120, height: 10))
                try stage.add(row, to: random.below(4) == 0 ? groups.last ?? root : root)
                groups.append(row)
                for column in 0..<(number % 3 == 0 ? 20 : 5) {
                    let cell = stage.node(Rect(x: Double(column) * 6, y: 0, width: 6, height: 10), random.color())
                    try stage.add(cell, to: row)
                    cells.append(cell)
                }
            }
            try stage.show(root)
            try stage.composite()
        }

        private func one(_ nodes: [NodeID]) -> Int32 { nodes[random.below(nodes.count)].index }

        /// Changes one thing, mostly so that an edge is lost.
        func change() {
            let (cell, row, other) = (one(cells), one(groups), one(groups))
            let node = random.below(3) == 0 ? row : cell
            let kind = random.below(12)
            let step = Double(random.below(5) - 2) * (random.below(4) == 0 ? 0.3 : 1)
            let number = random.unit()
            let groups = groups
            stage.change { store, discarded in
                switch kind {
                case 0, 1: store.setFrame(store[node].frame.offset(by: Point(x: step, y: 0)), of: node)
                case 2: store.setFrame(store[node].frame.offset(by: Point(x: 0, y: step)), of: node)
                case 3, 4:
                    let frame = store[node].frame
                    store.setFrame(
                        Rect(x: frame.minX, y: frame.minY, width: 2 + number * 8, height: 10), of: node)
                case 5: store.set(.hidden, to: number < 0.5, of: node)
                case 6: store.setBackground(number < 0.5 ? .clear : red, of: node)
                case 7: store.set(.clips, to: number < 0.3, of: row)
                case 8: try? store.add(node, to: number < 0.2 ? self.root.index : other, &discarded)
                case 9:
                    store.setBoundsOrigin(Point(x: step, y: step), of: number < 0.3 ? self.root.index : row, &discarded)
                case 10: for row in groups where number < 0.5 { store.set(.hidden, to: number < 0.2, of: row.index) }
                default:
                    for child in store[row].children {
                        store.setFrame(store[child].frame.offset(by: Point(x: step, y: -step)), of: child)
                    }
                }
            }
        }
    }

    /// All that a layer and those below it touch, from nothing but their appearances.
    private func outer(_ index: Int, _ tree: borrowing LayerTree) -> PixelRect {
        let appearance = tree.layers[box: index].appearance
        if appearance.isInvisible { return .empty }
        var extent = appearance.clips ? appearance.rect : appearance.reach
        if !appearance.clips {
            for child in tree.layers[index].children { extent = extent.union(outer(Int(child), tree)) }
        }
        return extent.isEmpty ? .empty : extent.offset(by: tree.layers[box: index].shift)
    }

    @Test(arguments: 0..<(isSanitized ? 3 : 12)) func extentsAreExact(seed: UInt64) throws {
        let table = try Table(seed: seed)
        defer { table.stage.close() }
        let presentation = try #require(table.stage.test.engine.surfaces[0])
        for step in 0..<120 {
            for _ in 0...table.random.below(6) { table.change() }
            try table.stage.settle()
            presentation.tree.settleExtents()
            for index in 0..<presentation.tree.layers.count where !presentation.tree.layers[index].isFree {
                let isExact = presentation.tree.extents[index] == outer(index, presentation.tree)
                #expect(isExact, "seed \(seed), step \(step), layer \(index)")
            }
            if step % 10 > 0 { continue }
            try table.stage.composite()
            let isSame = try table.stage.showsWhatIsThere()
            #expect(isSame, "seed \(seed), step \(step)")
        }
    }

    /// Where all of a column make its edges, one that moves has nobody looked at again, and all that leave the edge
    /// only one time.
    @Test func aColumnIsLookedAtOnce() throws {
        let stage = try Stage(threads: 0, width: 120, height: 90)
        defer { stage.close() }
        let root = stage.node(.zero)
        let rows = try (0..<400).map { number in
            let row = stage.node(Rect(x: 0, y: Double(number) * 10, width: 100, height: 8), red)
            try stage.add(row, to: root)
            return row
        }
        try stage.show(root)
        let presentation = try #require(stage.test.engine.surfaces[0])
        func visits(_ change: @escaping (inout NodeStore, Int, Int32) -> Void) throws -> Int {
            let before = presentation.tree.extents.childrenVisited
            stage.change { store, _ in for (number, row) in rows.enumerated() { change(&store, number, row.index) } }
            try stage.settle()
            try stage.composite()
            return presentation.tree.extents.childrenVisited - before
        }
        let move = try visits { store, number, row in
            store.setFrame(Rect(x: 0, y: Double(number) * 10 - 1, width: 100, height: 8), of: row)
        }
        let narrow = try visits { store, number, row in
            store.setFrame(Rect(x: 0, y: Double(number) * 10 - 1, width: 99, height: 8), of: row)
        }
        let hide = try visits { store, _, row in store.set(.hidden, to: true, of: row) }
        // Once for the edge, and at most once more for the frames that were copied meanwhile.
        for count in [move, narrow, hide] { #expect(count <= 2 * rows.count) }
    }
}
