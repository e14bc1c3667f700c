import LaminaGeometry
import LaminaLock
import LaminaNode
import Testing

@testable import LaminaDisplay

/// Posted calls: their order, what they cost, and that nothing else starves for them.
@Suite struct CallTests {
    private func queue() -> RunQueue { RunQueue(wake: Wake()) }

    private func run(_ queue: RunQueue) {
        let limit = queue.beginTurn()
        while let call = queue.take(before: limit) { call() }
    }

    /// Whatever is posted and taken back when, calls run in the order of their times, and those of one time as they
    /// were posted.
    @Test(arguments: 0..<20) func delayedCallsRunInOrder(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let queue = queue()
        try queue.setTime(1000)
        let journal = Journal()
        var now: UInt64 = 1000
        var expected: [(due: UInt64, number: UInt64)] = []
        var ran: [String] = []
        for _ in 0..<40 {
            for _ in 0..<random.below(30) {
                let delay = UInt64(random.below(40))
                let name = Locked<UInt64>(.leaf, 0)
                let posted = queue.post({ journal.note("\(name.withLock { $0 })") }, delay: delay)
                let number = try #require(posted)
                name.withLock { $0 = number }
                expected.append((delay == 0 ? 0 : now + delay, number))
            }
            for _ in 0..<random.below(20) where !expected.isEmpty {
                let (_, number) = expected.remove(at: random.below(expected.count))
                #expect(queue.cancel(number))
                #expect(!queue.cancel(number))
            }
            now += UInt64(random.below(20))
            try queue.setTime(now)
            // What waits already goes before what comes up.
            let due = expected.filter { $0.due <= now }.sorted { $0 < $1 }
            expected.removeAll { $0.due <= now }
            #expect(queue.hasCalls == !due.isEmpty)
            run(queue)
            ran += due.map { "\($0.number)" }
            #expect(journal.all == ran)
            #expect(!queue.hasCalls)
        }
    }

    /// Those that are due alike on another clock stay in their order.
    @Test func anotherClockKeepsTheOrder() throws {
        let queue = queue()
        let journal = Journal()
        try queue.setTime(0)
        for delay in [30, 20, 10] as [UInt64] { _ = queue.post({ journal.note("\(delay)") }, delay: delay) }
        try queue.setTime(50)
        try queue.setTime(nil)
        _ = queue.post({ journal.note("now") })
        run(queue)
        #expect(journal.all == ["now", "10", "20", "30"])
    }

    /// Four times as many calls cost little more than four times as much, posted and taken back in any order.
    @Test func manyDelayedCalls() throws {
        func comparisons(_ count: Int) throws -> Int {
            let queue = queue()
            try queue.setTime(0)
            var random = SplitMix(seed: 1)
            var numbers: [UInt64] = []
            for _ in 0..<count {
                let posted = queue.post({}, delay: UInt64(1 + random.below(count)))
                numbers.append(try #require(posted))
            }
            for _ in 0..<count / 2 { #expect(queue.cancel(numbers.remove(at: random.below(numbers.count)))) }
            try queue.setTime(UInt64(count))
            run(queue)
            // Timeouts that never come up take no more room than there are at a time.
            for _ in 0..<count {
                let posted = queue.post({}, delay: 1_000_000)
                #expect(queue.cancel(try #require(posted)))
            }
            return queue.comparisons
        }
        let few = try comparisons(1000)
        let many = try comparisons(4000)
        #expect(few > 0)
        #expect(many < few * 6, "\(few) and \(many)")
    }

    /// Calls that post themselves again, and use up the budget each time, hold back neither changes nor drawings nor
    /// completions.
    @Test(arguments: [0, 1]) func callsThatUseUpTheBudget(threads: Int) throws {
        let stage = try Stage(threads: threads)
        defer { stage.close() }
        let journal = Journal()
        let root = stage.node(.zero, .white)
        let box = stage.node(
            Rect(x: 0, y: 0, width: 10, height: 10), content: DrawnContent(NotedDrawing(journal)))
        try stage.add(box, to: root)
        try stage.show(root)
        let engine = try stage.test.engine
        let parts = engine.parts
        let isOn = Locked(.leaf, true)
        @Sendable func tick() {
            let start = monotonicMicroseconds()
            while monotonicMicroseconds() < start + 20 {}
            if isOn.withLock({ $0 }) { _ = try? parts.post(tick) }
        }
        _ = try parts.post(tick)
        stage.change { store, _ in
            store.setBackground(red, of: root.index)
            store.setNeedsDisplay(box.index)
        }
        func isThere() throws -> Bool {
            try stage.composite()
            return stage.pixel(30, 20) == 0xFFFF_0000 && journal.all.count == 2
                && stage.test.context.engineCounts.displays == 2
        }
        var turns = 0
        while try !isThere() && turns < 100_000 {
            try engine.process(budget: 1)
            turns += 1
        }
        #expect(try isThere())
        isOn.withLock { $0 = false }
        try stage.settle()
    }
}
