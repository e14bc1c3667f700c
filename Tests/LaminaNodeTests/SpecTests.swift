import LaminaGeometry
import LaminaLayout
import Testing

@testable import LaminaNode

@Suite struct SpecTests {
    private func stack(_ forest: borrowing Forest, _ nodes: [Int32]) -> LayoutSpec {
        LayoutSpec(
            .stack(StackSpec()), style: ElementStyle(), children: nodes.map { .node(forest.store.id($0)) })
    }

    @Test func aSpecBringsItsNodesAndTheNextOneTakesThemAway() throws {
        var forest = Forest()
        let n = forest.nodes(5)
        var discarded = Discarded()
        try forest.add([n[1]], to: n[0])
        try forest.store.setSpec(stack(forest, [n[2], n[3]]), of: n[0], isOwnerThread: true, &discarded)
        #expect(forest.children(n[0]) == [n[1], n[2], n[3]])
        try forest.store.setSpec(stack(forest, [n[4], n[3]]), of: n[0], isOwnerThread: true, &discarded)
        #expect(forest.children(n[0]) == [n[1], n[4], n[3]])
        #expect(forest.store[n[2]].parent == -1)
        try forest.store.setSpec(nil, of: n[0], isOwnerThread: true, &discarded)
        #expect(forest.children(n[0]) == [n[1], n[4], n[3]])
    }

    @Test func backgroundsArePaintedFirst() throws {
        var forest = Forest()
        let n = forest.nodes(3)
        var discarded = Discarded()
        let spec = LayoutSpec(
            .background, style: ElementStyle(),
            children: [.node(forest.store.id(n[1])), .node(forest.store.id(n[2]))])
        try forest.store.setSpec(spec, of: n[0], isOwnerThread: true, &discarded)
        #expect(forest.children(n[0]) == [n[2], n[1]])
    }

    @Test func aSpecCannotNameANodeAbove() throws {
        var forest = Forest()
        let n = forest.nodes(2)
        var discarded = Discarded()
        try forest.add([n[1]], to: n[0])
        let spec = stack(forest, [n[0]])
        #expect(code { try forest.store.setSpec(spec, of: n[1], isOwnerThread: true, &discarded) } == .cycle)
        #expect(forest.store[n[1]].spec == nil)
    }

    @Test func holdingKeepsNodesAlive() {
        var forest = Forest()
        let n = forest.nodes(1)
        var discarded = Discarded()
        let spec = stack(forest, n)
        forest.store.hold(spec)
        #expect(forest.store.release(n[0], &discarded))
        #expect(forest.store.count == 1)
        forest.store.unhold(spec, &discarded)
        #expect(forest.store.count == 0)
    }

    /// Nested nodes with specs of their own, a child put in by hand with a spec below it, and a node that was taken
    /// away.
    @Test func aSnapshotCoversTheWholeTree() throws {
        var forest = Forest()
        var discarded = Discarded()
        let n = forest.nodes(7)
        for (index, width) in [(n[3], 10.0), (n[4], 20), (n[6], 7)] {
            var style = ElementStyle()
            style.width = .points(width)
            style.height = .points(5)
            forest.store.setStyle(StyleBox(style), of: index, &discarded)
        }
        try forest.store.setSpec(stack(forest, [n[3], n[4]]), of: n[2], isOwnerThread: true, &discarded)
        try forest.store.setSpec(stack(forest, [n[1], n[2]]), of: n[0], isOwnerThread: true, &discarded)
        forest.store.remove(n[1], &discarded)
        try forest.add([n[5]], to: n[0])
        forest.store.setFrame(Rect(x: 50, y: 60, width: 30, height: 9), of: n[5])
        try forest.store.setSpec(stack(forest, [n[6]]), of: n[5], isOwnerThread: true, &discarded)

        let snapshot = LayoutSnapshot(
            of: n[0], in: &forest.store, range: SizeRange(exactly: Size(width: 100, height: 40)))
        #expect(snapshot.roots.count == 2)
        let solver = LayoutSolver(NoSurroundings(), setting: snapshot.setting, storesFindings: false)
        var framed: [Int32] = []
        snapshot.forEachFramedNode { framed.append($0.index) }
        let frames = Dictionary(uniqueKeysWithValues: zip(framed, solver.frames(snapshot).frames))
        #expect(frames[n[0]] == Rect(x: 0, y: 0, width: 100, height: 40))
        #expect(frames[n[1]] == nil)
        #expect(frames[n[2]] == Rect(x: 0, y: 0, width: 30, height: 40))
        #expect(frames[n[4]]?.minX == 10)
        #expect(frames[n[5]] == nil)
        #expect(frames[n[6]]?.size.width == 7)
    }

    /// A direction reaches through nodes that were put in by hand, and a surface is laid out anew when it changes.
    @Test func directionsReachPartsOfTheirOwn() throws {
        let grove = LayoutGrove()
        var discarded = Discarded()
        let n = (0..<4).map { _ in grove.node() }
        try grove.store.add(n[1], to: n[0], &discarded)
        try grove.store.add(n[2], to: n[1], &discarded)
        for node in [n[1], n[2]] { grove.store.setFrame(Rect(x: 0, y: 0, width: 30, height: 9), of: node) }
        grove.style(n[3]) { $0.width = .points(10) }
        let row = LayoutSpec(
            .stack(StackSpec()), style: ElementStyle(), children: [.node(grove.store.id(n[3]))])
        try grove.arrange(n[2], row)
        func x() -> Double {
            grove.layOut(n[0], SizeRange(exactly: Size(width: 100, height: 40)))
            return grove.store[n[3]].frame.minX
        }
        #expect(x() == 0)
        grove.store.setRunsRightToLeft(true)
        #expect(x() == 20)
        grove.style(n[1]) { $0.layoutDirection = .leftToRight }
        #expect(x() == 0 && !grove.store.isRightToLeft(n[3]) && grove.store.isRightToLeft(n[0]))

        let surface = grove.store.addSurface()
        grove.store.setRoot(n[0], of: surface, &discarded)
        _ = grove.store.surfaces.takeNeedsLayout(surface)
        grove.store.setRunsRightToLeft(true)
        #expect(!grove.store.surfaces[surface].needsLayout, "nothing changed")
        grove.store.setRunsRightToLeft(false)
        #expect(grove.store.surfaces[surface].needsLayout)
    }
}

@Suite struct HostDataTests {
    private final class Counter: @unchecked Sendable { var count = 0 }

    private func data(_ counter: Counter) -> HostData {
        unsafe HostData(Unmanaged.passUnretained(counter).toOpaque()) { pointer in
            unsafe Unmanaged<Counter>.fromOpaque(pointer!).takeUnretainedValue().count += 1
        }
    }

    @Test func destroyRunsOnceWithTheLastReference() {
        let counter = Counter()
        var first: HostData? = data(counter)
        let second = first
        first = nil
        #expect(counter.count == 0)
        withExtendedLifetime(second) {}
        do { _ = consume second }
        #expect(counter.count == 1)
    }

    @Test func onAWorkerItWaitsForTheOwner() {
        let counter = Counter()
        let list = DeferredDestroys()
        list.collect { _ = data(counter) }
        #expect(counter.count == 0)
        #expect(!list.isEmpty)
        list.run()
        list.run()
        #expect(counter.count == 1)
    }
}
