import LaminaDraw
import LaminaGeometry
import LaminaNode
import Testing

@testable import LaminaDisplay

/// What is shown of a node stays when it leaves, until its exit ends.
@Suite struct ExitTests {
    private struct Row {
        let stage: Stage
        let root: NodeID
        var boxes: [NodeID]

        init() throws {
            stage = try Stage()
            root = stage.node(.zero, .white)
            let stage = stage, root = root
            boxes = try (0..<3).map { number in
                let box = stage.node(
                    Rect(x: Double(number) * 10, y: 0, width: 10, height: 10), number == 1 ? red : green,
                    content: DrawnContent(StripedDrawing(isOpaque: false)))
                try stage.add(box, to: root)
                try stage.add(stage.node(Rect(x: 6, y: 6, width: 8, height: 2), .black), to: box)
                return box
            }
            try stage.show(root)
            try stage.composite()
        }

        /// The host lets go of a box, which is the end of it.
        func end(_ node: NodeID) {
            stage.change { store, discarded in
                _ = store.release(node.index, &discarded)
                store.remove(node.index, &discarded)
            }
        }

        var engine: Engine { get throws { try stage.test.engine } }
        var layerCount: Int { get throws { try engine.surfaces[0]?.tree.layers.used ?? 0 } }
    }

    @Test func aLayerStaysUntilItsExitEnds() throws {
        let row = try Row()
        defer { row.stage.close() }
        let before = row.stage.picture
        let layers = try row.layerCount
        let exit = try row.engine.beginExit(of: row.boxes[1])
        // For as long as the node is there, nothing differs.
        try row.stage.settle()
        #expect(try row.stage.composite() == [])
        row.end(row.boxes[1])
        try row.stage.settle()
        try row.stage.composite()
        #expect(row.stage.picture == before)
        #expect(row.stage.test.context.withNodes { $0.find(row.boxes[1]) } == nil)
        // It takes no hits, and moves.
        let hit = row.stage.test.context.withNodes { store in
            store.hit(row.root.index, at: Point(x: 15, y: 5)).map { store.id($0.node) }
        }
        #expect(hit == row.root)
        #expect(try row.engine.presented(ofExit: exit)?.position == Point(x: 15, y: 5))
        var values = PresentedValues(position: Point(x: 15, y: 20))
        values.merge(PresentedValues(opacity: 0.5))
        #expect(try row.engine.setPresented(values, ofExit: exit))
        try row.stage.composite()
        #expect(row.stage.pixel(15, 3) == 0xFFFF_FFFF)
        #expect(row.stage.pixel(15, 18) != 0xFFFF_FFFF)
        #expect(try row.engine.presented(ofExit: exit)?.fields == [.position, .opacity])
        // Others come and go meanwhile.
        let other = row.stage.node(Rect(x: 30, y: 0, width: 5, height: 5), red)
        try row.stage.add(other, to: row.root)
        row.end(row.boxes[0])
        try row.stage.settle()
        try row.stage.composite()
        #expect(row.stage.pixel(15, 18) != 0xFFFF_FFFF && row.stage.pixel(32, 2) == 0xFFFF_0000)
        #expect(try row.engine.endExit(exit))
        #expect(try !row.engine.endExit(exit))
        #expect(try !row.engine.setPresented(values, ofExit: exit))
        #expect(try row.engine.presented(ofExit: exit) == nil)
        try row.stage.composite()
        #expect(row.stage.pixel(15, 18) == 0xFFFF_FFFF)
        #expect(try row.layerCount == layers - 2 - 2 + 1)
        #expect(try row.stage.showsWhatIsThere())
    }

    @Test func anExitThatEndsFirstChangesNothing() throws {
        let row = try Row()
        defer { row.stage.close() }
        let before = row.stage.picture
        let exit = try row.engine.beginExit(of: row.boxes[2])
        #expect(try row.engine.setPresented(PresentedValues(opacity: 0), ofExit: exit))
        #expect(try row.engine.endExit(exit))
        row.stage.change { store, _ in store.setBackground(.black, of: row.boxes[2].index) }
        try row.stage.settle()
        try row.stage.composite()
        #expect(row.stage.picture != before)
        row.end(row.boxes[2])
        try row.stage.settle()
        try row.stage.composite()
        #expect(row.stage.pixel(21, 1) == 0xFFFF_FFFF)
        #expect(try row.stage.showsWhatIsThere())
    }

    @Test func aNodeThatComesBackIsAnother() throws {
        let row = try Row()
        defer { row.stage.close() }
        let exit = try row.engine.beginExit(of: row.boxes[0])
        row.stage.change { store, discarded in store.remove(row.boxes[0].index, &discarded) }
        #expect(try row.engine.setPresented(PresentedValues(opacity: 0), ofExit: exit))
        try row.stage.settle()
        try row.stage.composite()
        #expect(row.stage.pixel(1, 1) == 0xFFFF_FFFF)
        try row.stage.add(row.boxes[0], to: row.root)
        try row.stage.settle()
        try row.stage.composite()
        #expect(row.stage.pixel(1, 1) != 0xFFFF_FFFF)
        // It may leave a second time while the first is still going.
        let second = try row.engine.beginExit(of: row.boxes[0])
        row.end(row.boxes[0])
        try row.stage.settle()
        try row.stage.composite()
        #expect(row.stage.pixel(1, 1) != 0xFFFF_FFFF)
        #expect(try row.engine.endExit(second))
        #expect(try row.engine.endExit(exit))
        try row.stage.composite()
        #expect(row.stage.pixel(1, 1) == 0xFFFF_FFFF)
        #expect(try row.stage.showsWhatIsThere())
    }

    @Test func itEndsWithWhatItStandsIn() throws {
        let row = try Row()
        defer { row.stage.close() }
        let inner = row.stage.node(Rect(x: 0, y: 0, width: 4, height: 4), .black)
        try row.stage.add(inner, to: row.boxes[0])
        try row.stage.settle()
        let exit = try row.engine.beginExit(of: inner)
        row.end(inner)
        try row.stage.settle()
        #expect(try row.engine.presented(ofExit: exit) != nil)
        row.end(row.boxes[0])
        try row.stage.settle()
        #expect(try row.engine.presented(ofExit: exit) == nil)
        #expect(try row.engine.setPresented(PresentedValues(opacity: 0), ofExit: exit))
        #expect(try row.engine.endExit(exit))
        try row.stage.composite()
        #expect(try row.stage.showsWhatIsThere())
    }

    @Test func onlyWhatIsShownCanStay() throws {
        let row = try Row()
        defer { row.stage.close() }
        let lost = row.stage.node()
        #expect(throws: LaminaError.self) { try row.engine.beginExit(of: lost) }
        #expect(throws: LaminaError.self) { try row.engine.beginExit(of: row.root) }
        _ = try row.engine.beginExit(of: row.boxes[0])
        #expect(throws: LaminaError.self) { try row.engine.beginExit(of: row.boxes[0]) }
        let gone = NodeID(index: row.boxes[1].index, generation: row.boxes[1].generation &+ 1)
        #expect(throws: LaminaError.self) { try row.engine.beginExit(of: gone) }
    }
}
