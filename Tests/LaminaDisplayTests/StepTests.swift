import LaminaGeometry
import LaminaLayout
import LaminaNode
import Testing

@testable import LaminaDisplay

/// Trees that are too large for the budget of a turn: they are laid out and read in steps.
@Suite struct StepTests {
    private let blue = Color(red: 0, green: 0, blue: 1, alpha: 1)

    /// One turn whose budget is over as soon as it begins.
    private func turn(_ stage: Stage) throws { try stage.test.engine.process(budget: 1) }

    private func isPartlyRead(_ stage: Stage) throws -> Bool {
        try #require(stage.test.engine.surfaces[0]).tree.reading.isPartial
    }

    /// Rows of the surface's width, each of three nodes.
    private func column(_ stage: Stage, _ color: Color, count: Int) throws -> NodeID {
        let column = stage.node(Rect(x: 0, y: 0, width: 40, height: Double(count)))
        for number in 0..<count {
            let row = stage.node(Rect(x: 0, y: Double(number), width: 40, height: 1), .white)
            try stage.add(row, to: column)
            try stage.add(stage.node(Rect(x: 0, y: 0, width: 20, height: 1), color), to: row)
            try stage.add(stage.node(Rect(x: 20, y: 0, width: 20, height: 1), color), to: row)
        }
        return column
    }

    /// Whatever is cut off where, and whatever changes in between, it ends as what is read in one go.
    @Test(arguments: 0..<(isSanitized ? 4 : 12)) func readingInSteps(seed: UInt64) throws {
        let scene = try Scene(seed: seed + 100, scale: seed % 3 == 2 ? 1.5 : 1, threads: 0)
        defer { scene.stage.close() }
        let stage = scene.stage
        let engine = try stage.test.engine
        engine.leastLayersRead = 1 + Int(seed % 4)
        var cuts = 0
        for step in 0..<40 {
            for _ in 0...scene.random.below(6) {
                scene.change()
                if scene.random.below(3) == 0 { try scene.grow() }
                for _ in 0..<scene.random.below(5) { try turn(stage) }
                if try isPartlyRead(stage) { cuts += 1 }
                if scene.random.below(4) == 0 { try stage.composite() }
            }
            try stage.settle()
            try stage.composite()
            #expect(try !isPartlyRead(stage))
            let isSame = try stage.showsWhatIsThere()
            #expect(isSame, "seed \(seed), step \(step)")
        }
        #expect(cuts > 0)
    }

    /// Many children of one node come in many turns at the cost of one: each turn goes on where the last one stopped.
    @Test func aLongListGoesOn() throws {
        let stage = try Stage(threads: 0)
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        let count = 1500
        for number in 0..<count {
            try stage.add(stage.node(Rect(x: 0, y: Double(number % 30), width: 40, height: 1), blue), to: root)
        }
        try stage.test.engine.leastLayersRead = 20
        try stage.test.engine.setRoot(root, of: stage.surface)
        var turns = 0
        repeat {
            try turn(stage)
            turns += 1
        } while try !stage.test.engine.isIdle
        #expect(turns >= count / 60)
        let visited = try #require(try stage.test.engine.surfaces[0]).tree.extents.childrenVisited
        #expect(visited <= 2 * count)
        try stage.composite()
        let isSame = try stage.showsWhatIsThere()
        #expect(isSame)
    }

    /// Children that come in between others, and go again, while there is no time for all of them.
    @Test(arguments: 0..<(isSanitized ? 2 : 8)) func childrenBetweenOthers(seed: UInt64) throws {
        let stage = try Stage(threads: 0)
        defer { stage.close() }
        var random = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func below(_ limit: Int) -> Int {
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            return Int(random >> 33) % limit
        }
        let root = stage.node(.zero, .white)
        try stage.show(root)
        try stage.test.engine.leastLayersRead = 3
        var nodes: [NodeID] = []
        var cuts = 0
        for step in 0..<60 {
            for _ in 0..<below(40) {
                let frame = Rect(x: Double(below(30)), y: Double(below(20)), width: 10, height: 10)
                let color = Color(red: Float(below(9)) / 8, green: Float(below(9)) / 8, blue: 1, alpha: 1)
                let node = stage.node(frame, color)
                let parent = nodes.isEmpty || below(3) > 0 ? root : nodes[below(nodes.count)]
                stage.change { store, discarded in
                    let count = store[parent.index].children.count
                    try? store.insert(node.index, into: parent.index, at: below(count + 1), &discarded)
                }
                nodes.append(node)
            }
            for _ in 0..<below(4) {
                try turn(stage)
                if try isPartlyRead(stage) { cuts += 1 }
            }
            for _ in 0..<below(5) where nodes.count > 2 {
                let (node, other) = (nodes[below(nodes.count)], nodes[below(nodes.count)])
                let kind = below(3)
                stage.change { store, discarded in
                    switch kind {
                    case 0: store.remove(node.index, &discarded)
                    case 1: try? store.add(node.index, to: other.index, &discarded)
                    default: try? store.moveChild(of: root.index, from: 0, to: store[root.index].children.count - 1)
                    }
                }
            }
            if step % 10 < 9 { continue }
            try stage.settle()
            try stage.composite()
            let isSame = try stage.showsWhatIsThere()
            #expect(isSame, "seed \(seed), step \(step)")
        }
        #expect(cuts > 0)
    }

    /// While one list takes the place of another the old picture stays, and then the new one is there.
    @Test func aListReplacesAnother() throws {
        let stage = try Stage()
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        let old = try column(stage, red, count: 30)
        try stage.add(old, to: root)
        try stage.show(root)
        try stage.composite()
        let before = stage.picture
        #expect(stage.pixel(5, 29) == 0xFFFF_0000)
        let new = try column(stage, blue, count: 30)
        stage.change { store, discarded in
            store.remove(old.index, &discarded)
            try? store.add(new.index, to: root.index, &discarded)
        }
        try stage.test.engine.leastLayersRead = 10
        var steps = 0
        repeat {
            try turn(stage)
            steps += 1
            #expect(try !stage.test.engine.hasDamage(stage.surface) || !isPartlyRead(stage))
            try stage.composite()
            let now = stage.picture
            #expect(now == before || now.allSatisfy { $0 == 0xFF00_00FF }, "after \(steps) turns")
        } while try !stage.test.engine.isIdle
        #expect(steps >= 9)
        #expect(stage.picture.allSatisfy { $0 == 0xFF00_00FF })
    }

    /// What is shown already is not drawn again because it came into something new that is read in steps.
    @Test func contentsComeAlong() throws {
        let stage = try Stage(threads: 0)
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        let drawn = try (0..<20).map { number in
            let node = stage.node(
                Rect(x: 0, y: Double(number), width: 40, height: 1),
                content: DrawnContent(StripedDrawing(isOpaque: true)))
            try stage.add(node, to: root)
            return node
        }
        try stage.show(root)
        try stage.composite()
        let before = stage.picture
        let displays = stage.test.context.counts.withLock { $0.displays }
        #expect(displays == 20)
        let wrappers = (0..<20).map { _ in stage.node(Rect(x: 0, y: 0, width: 40, height: 30)) }
        stage.change { store, discarded in
            for (wrapper, node) in zip(wrappers, drawn) {
                try? store.add(wrapper.index, to: root.index, &discarded)
                try? store.add(node.index, to: wrapper.index, &discarded)
            }
        }
        try stage.test.engine.leastLayersRead = 3
        var cuts = 0
        repeat {
            try turn(stage)
            if try isPartlyRead(stage) { cuts += 1 }
            try stage.composite()
            #expect(stage.picture == before)
        } while try !stage.test.engine.isIdle
        #expect(cuts >= 5)
        #expect(stage.test.context.counts.withLock { $0.displays } == displays)
    }

    /// A target that holds nothing yet is painted with what there is.
    @Test func aNewTargetIsPainted() throws {
        let stage = try Stage(threads: 0)
        defer { stage.close() }
        let root = stage.node(.zero, red)
        try stage.add(try column(stage, blue, count: 30), to: root)
        try stage.test.engine.leastLayersRead = 5
        try stage.test.engine.setRoot(root, of: stage.surface)
        for _ in 0..<4 where try !isPartlyRead(stage) { try turn(stage) }
        #expect(try isPartlyRead(stage))
        #expect(try stage.composite() == [PixelRect(x: 0, y: 0, width: 40, height: 30)])
        #expect(stage.pixel(5, 29) == 0xFFFF_0000)
        #expect(try stage.composite() == [])
        try stage.test.engine.setNeedsComposite(stage.surface)
        #expect(try stage.composite() == [PixelRect(x: 0, y: 0, width: 40, height: 30)])
        try stage.settle()
        try stage.composite()
        #expect(stage.picture.allSatisfy { $0 == 0xFF00_00FF })
    }

    /// Rows that are placed by hand are laid out some at a time, each once.
    @Test func partsAreLaidOutInSteps() throws {
        let stage = try Stage(threads: 0)
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        var cells: [NodeID] = []
        for number in 0..<30 {
            let row = stage.node(Rect(x: 0, y: Double(number), width: 40, height: 1))
            let cell = stage.node(.zero, blue)
            try stage.add(cell, to: row)
            try stage.add(row, to: root)
            stage.change { store, discarded in
                let spec = LayoutSpec(.wrapper, style: ElementStyle(), children: [.node(cell)])
                try? store.setSpec(spec, of: row.index, isOwnerThread: true, &discarded)
            }
            cells.append(cell)
        }
        try stage.test.engine.setRoot(root, of: stage.surface)
        var turns = 0
        repeat {
            try turn(stage)
            turns += 1
        } while try !stage.test.engine.isIdle
        let passes = stage.test.context.counts.withLock { $0.layouts }
        #expect(passes >= 30)
        #expect(passes <= 32)
        let frames = stage.test.context.withNodes { store in cells.map { store[$0.index].frame } }
        #expect(frames == Array(repeating: Rect(x: 0, y: 0, width: 40, height: 1), count: 30))
    }
}
