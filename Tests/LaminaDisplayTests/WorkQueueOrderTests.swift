import Testing

@testable import LaminaDisplay

/// The order of the queue, as simply as it can be said: before each operation that is taken, all lanes are looked at.
private struct PlainQueue {
    private var lanes: [Int64: [(number: Int, operation: Operation)]] = [:]
    private var count = 0
    private var takenByPriority = 0

    mutating func add(_ operation: Operation) {
        count += 1
        lanes[operation.standing, default: []].append((count, operation))
    }

    mutating func take(isFirst: Bool) -> Operation? {
        for standing in lanes.keys {
            while let (_, first) = lanes[standing]?.first, !first.isWaiting || first.standing != standing {
                lanes[standing]?.removeFirst()
            }
            if lanes[standing]?.isEmpty ?? false { lanes[standing] = nil }
        }
        guard var next = lanes.keys.max() else { return nil }
        if isFirst && lanes.count > 1 {
            takenByPriority += 1
            if takenByPriority == 8 {
                takenByPriority = 0
                next = lanes.min { $0.value[0].number < $1.value[0].number }!.key
            }
        }
        let operation = lanes[next]?.removeFirst().operation
        if lanes[next]?.isEmpty ?? false { lanes[next] = nil }
        return operation
    }
}

@Suite struct WorkQueueOrderTests {
    /// The end of a context takes out what is left: none of it may have moved to where nobody looks.
    @Test func aClosedQueueLosesNothingThatIsMoved() {
        let queue = WorkQueue()
        let waiting = Operation(NotedOperation("waiting", Journal()), priority: 0, transaction: nil)
        #expect(queue.push(waiting))
        queue.close()
        queue.move(waiting, to: 5)
        #expect(queue.tryPop() === waiting)
        #expect(queue.tryPop() == nil)
    }

    private func operation(_ random: inout SplitMix, priorities: Int, _ parts: EngineParts) -> Operation {
        Operation(
            NotedOperation("", Journal(), isBackground: random.below(3) == 0), priority: priority(&random, priorities),
            transaction: parts.makeTransaction())
    }

    private func priority(_ random: inout SplitMix, _ count: Int) -> Int32 { Int32(random.below(count) - count / 2) }

    /// Whatever is added, moved, moved back, cancelled and taken by whichever worker: what comes next is what looking
    /// at everything would say.
    @Test(arguments: 0..<24) func whatComesNext(seed: UInt64) throws {
        let test = try TestContext(threads: 0)
        defer { test.close() }
        let parts = try test.engine.parts
        var random = SplitMix(seed: seed)
        let priorities = [2, 3, 6, 40][Int(seed % 4)]
        let queue = WorkQueue()
        var plain = PlainQueue()
        var all: [Operation] = []
        var taken: [Operation] = []
        for step in 0..<1500 {
            // It fills, and empties.
            let isFilling = step / 150 % 2 == 0
            switch random.below(10) {
            case 0..<(isFilling ? 4 : 2):
                let new = operation(&random, priorities: priorities, parts)
                all.append(new)
                #expect(queue.push(new))
                plain.add(new)
            case 4, 5:
                if all.isEmpty { break }
                let moved = all[max(0, all.count - 1 - random.below(12))]
                let target = priority(&random, priorities)
                let isMoved = moved.priority != target && moved.isWaiting
                queue.move(moved, to: target)
                if isMoved { plain.add(moved) }
            case 6:
                if !all.isEmpty { all[random.below(all.count)].cancel() }
            case 7:
                // Those that were taken wait until a worker begins them.
                if !taken.isEmpty { taken.remove(at: random.below(taken.count)).cancel() }
            default:
                let worker = random.below(2)
                let next = queue.tryPop(worker: worker)
                let isSame = next === plain.take(isFirst: worker == 0)
                #expect(isSame, "seed \(seed), step \(step)")
                if let next { taken.append(next) }
            }
        }
        while let next = plain.take(isFirst: false) {
            let isSame = queue.tryPop() === next
            #expect(isSame, "seed \(seed), at the end")
        }
        #expect(queue.tryPop() == nil && queue.isEmpty)
    }

    /// What an operation costs does not grow with the number of priorities.
    @Test(arguments: [false, true]) func manyPriorities(isRising: Bool) throws {
        let test = try TestContext(threads: 0)
        defer { test.close() }
        let parts = try test.engine.parts
        let queue = WorkQueue()
        let count = 1000
        for number in 0..<count {
            let priority = Int32(isRising ? number : -number)
            _ = queue.push(
                Operation(NotedOperation("", Journal()), priority: priority, transaction: parts.makeTransaction()))
        }
        for place in 0..<count {
            let next = try #require(queue.tryPop(worker: 1))
            #expect(next.priority == Int32(isRising ? count - 1 - place : -place))
        }
        #expect(queue.lanesVisited <= 8 * count)
    }
}
