import Glibc
import LaminaDraw
import LaminaGeometry
import LaminaLayout
import LaminaLock
import LaminaNode
import Synchronization
import Testing

@testable import LaminaDisplay

/// Counts its ends, and those of them on the thread that made the counter.
private final class Ends: Sendable {
    private let owner = UInt(pthread_self())
    private let all = Atomic<Int>(0)
    private let here = Atomic<Int>(0)

    var count: Int { all.load(ordering: .sequentiallyConsistent) }
    var onOwner: Int { here.load(ordering: .sequentiallyConsistent) }

    func note() {
        if UInt(pthread_self()) == owner { here.add(1, ordering: .sequentiallyConsistent) }
        all.add(1, ordering: .sequentiallyConsistent)
    }
}

/// Shows nothing; its end is counted.
private final class Mortal: DrawableContent {
    private let ends: Ends
    let holdsHostData: Bool
    let isMeasurable: Bool

    init(_ ends: Ends, holdsHostData: Bool = false, isMeasurable: Bool = false) {
        self.ends = ends
        self.holdsHostData = holdsHostData
        self.isMeasurable = isMeasurable
    }

    deinit { ends.note() }

    var blendsInPlace: Bool { false }
    func ink(in box: ContentBox, exactly: Bool, on worker: Worker) -> PixelRect { box.rect }
    func draw(
        in box: ContentBox, clip: PixelRect, on buffer: PixelBuffer, _ worker: Worker, as operation: Operation
    ) throws(LaminaError) {}
    func measure(within range: SizeRange, in environment: any LayoutEnvironment) -> LayoutMeasurement {
        LayoutMeasurement(size: .zero)
    }
}

/// What ends with large trees is freed by others than the owner thread, in the end all of it and once.
@Suite struct TeardownTests {
    /// A root with groups of ten nodes each; only the root has a reference of the host's.
    private func tree(_ stage: Stage, groups: Int, holdsHostData: Bool = false, _ ends: Ends) throws -> NodeID {
        let root = stage.node(.zero, .white, content: Mortal(ends, holdsHostData: holdsHostData))
        for number in 0..<groups {
            let group = stage.node(Rect(x: 0, y: Double(number), width: 10, height: 1))
            try stage.add(group, to: root)
            for _ in 0..<9 {
                let node = stage.node(
                    Rect(x: 1, y: 0, width: 4, height: 1), red, content: Mortal(ends, holdsHostData: holdsHostData))
                try stage.add(node, to: group)
                release(stage, node)
            }
            release(stage, group)
        }
        return root
    }

    private func release(_ stage: Stage, _ node: NodeID) {
        stage.change { store, discarded in _ = store.release(node.index, &discarded) }
    }

    private func count(_ stage: Stage) -> Int { stage.test.context.withNodes { $0.count } }

    @Test func aShownTreeIsFreedByAWorker() throws {
        let stage = try Stage(threads: 1)
        defer { stage.close() }
        let ends = Ends()
        let root = try tree(stage, groups: 100, ends)
        try stage.show(root)
        release(stage, root)
        #expect(ends.count == 0)
        try stage.test.engine.setRoot(nil, of: stage.surface)
        // Handles are stale and nodes are not counted any more, whatever is still to be freed.
        #expect(count(stage) == 0)
        #expect(stage.test.context.withNodes { $0.find(root) } == nil)
        try stage.settle()
        #expect(ends.count == 901)
        #expect(ends.onOwner <= Teardown.leastCount)
        #expect(try stage.test.engine.memoryUse.bitmaps == 0)
        #expect(try stage.test.engine.parts.teardown.isEmpty)
    }

    @Test func whatIsNotShownIsFreedByAWorkerToo() throws {
        let stage = try Stage(threads: 2)
        defer { stage.close() }
        let ends = Ends()
        release(stage, try tree(stage, groups: 100, ends))
        #expect(count(stage) == 0)
        try stage.settle()
        #expect(ends.count == 901)
        #expect(ends.onOwner <= Teardown.leastCount)
    }

    /// What a flex layout knows of its nodes is freed where most of these are.
    @Test(arguments: [true, false]) func aLargeFlexLayoutIsFreedByAWorker(hasUserData: Bool) throws {
        let stage = try Stage(threads: 1)
        defer { stage.close() }
        let ends = Ends()
        let root = stage.node(.zero, .white, content: Mortal(ends, holdsHostData: hasUserData))
        stage.change { store, discarded in store.setFlexProfile(.css, of: root.index, &discarded) }
        for _ in 0..<600 {
            let node = stage.node(.zero, content: Mortal(ends, isMeasurable: true))
            try stage.add(node, to: root)
            release(stage, node)
        }
        try stage.show(root)
        release(stage, root)
        try stage.test.engine.setRoot(nil, of: stage.surface)
        #expect(count(stage) == 0)
        try stage.settle()
        #expect(ends.count == 601)
        #expect(ends.onOwner == (hasUserData ? 1 : 0))
    }

    @Test func withoutWorkersItTakesSeveralTurns() throws {
        let stage = try Stage(threads: 0)
        defer { stage.close() }
        let ends = Ends()
        let root = try tree(stage, groups: 100, ends)
        try stage.show(root)
        release(stage, root)
        try stage.test.engine.setRoot(nil, of: stage.surface)
        var turns = 0
        var before = ends.count
        while ends.count < 901 && turns < 1000 {
            // At most one round of a turn fits.
            try stage.test.engine.process(budget: 1)
            #expect(ends.count - before <= 2 * Teardown.leastCount)
            before = ends.count
            turns += 1
        }
        #expect(ends.count == 901 && turns > 5)
        try stage.settle()
    }

    @Test func hostDataEndsWithTheCall() throws {
        let stage = try Stage(threads: 1)
        defer { stage.close() }
        let ends = Ends()
        release(stage, try tree(stage, groups: 100, holdsHostData: true, ends))
        #expect(ends.count == 901 && ends.onOwner == 901)
        let root = try tree(stage, groups: 100, holdsHostData: true, ends)
        try stage.show(root)
        release(stage, root)
        try stage.test.engine.setRoot(nil, of: stage.surface)
        try stage.settle()
        #expect(ends.count == 2 * 901 && ends.onOwner == ends.count)
    }

    @Test func whatTheHostHoldsStays() throws {
        let stage = try Stage(threads: 1)
        defer { stage.close() }
        let ends = Ends()
        let root = try tree(stage, groups: 100, ends)
        let held = stage.test.context.withNodes { store -> [NodeID] in
            // A group with its nine, and one node of another group.
            let groups = store[root.index].children
            let held = [groups[99], store[groups[50]].children[4]]
            for node in held { store.retain(node) }
            return held.map { store.id($0) }
        }
        try stage.show(root)
        release(stage, root)
        try stage.test.engine.setRoot(nil, of: stage.surface)
        try stage.settle()
        #expect(ends.count == 901 - 10 && count(stage) == 11)
        stage.test.context.withNodes { store in
            for id in held {
                let node = store.find(id)
                #expect(node != nil)
                guard let node else { continue }
                #expect(store[node].surface < 0 && store[node].parent < 0)
                for child in store[node].children { #expect(store[child].surface < 0 && store[child].layer < 0) }
            }
        }
        // What is left can be shown again.
        try stage.show(held[0])
        try stage.composite()
        #expect(stage.pixel(2, 0) == 0xFFFF_0000)
        for id in held { release(stage, id) }
    }

    @Test(arguments: [0, 1, 3]) func theEndOfAContextWaits(threads: Int) throws {
        let ends = Ends()
        let stage = try Stage(threads: threads)
        let root = try tree(stage, groups: 100, ends)
        try stage.show(root)
        release(stage, root)
        try stage.test.engine.setRoot(nil, of: stage.surface)
        release(stage, try tree(stage, groups: 100, ends))
        stage.close()
        #expect(ends.count == 2 * 901)
    }

    /// A program that only makes pictures may never process.
    @Test func withoutTurnsItDoesNotGatherForEver() throws {
        let stage = try Stage(threads: 0)
        defer { stage.close() }
        let ends = Ends()
        for _ in 0..<30 { release(stage, try tree(stage, groups: 300, ends)) }
        #expect(30 * 2701 - ends.count <= Teardown.mostCount)
        // Low memory is no time to wait either.
        try stage.test.engine.trimMemory()
        #expect(ends.count == 30 * 2701)
    }

    @Test func severalThreadsReleaseAtOnce() throws {
        let stage = try Stage(threads: 2)
        defer { stage.close() }
        let ends = Ends()
        let context = stage.test.context
        let roots = try (0..<8).map { _ in try tree(stage, groups: 60, ends) }
        let next = Atomic<Int>(0)
        withThreads(3) {
            while true {
                let number = next.add(1, ordering: .relaxed).oldValue
                if number >= roots.count { return }
                var discarded = Discarded()
                context.withNodes { store in _ = store.release(roots[number].index, &discarded) }
                _ = consume discarded
            }
        }
        try stage.settle()
        #expect(ends.count == 8 * 541)
        #expect(count(stage) == 0)
    }

    /// Runs `body` on threads of their own, and waits for them.
    private func withThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        let threads = (0..<count).compactMap { _ in startThread(stackSize: 1 << 20, body) }
        for thread in threads { pthread_join(thread, nil) }
        #expect(threads.count == count)
    }
}
