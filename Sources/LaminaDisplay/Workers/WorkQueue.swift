/// Operations that wait for a worker: higher priorities first, first in first out within one, and background work after
/// the rest of it.
///
/// Of the operations that the first worker takes while several priorities wait, every eighth is the oldest whatever its
/// priority, so that nothing starves. (Texture's first thread always takes the oldest: then most of what is urgent
/// begins last.)
final class WorkQueue: @unchecked Sendable {  // everything is reached with the lock held
    private let lock = QueueLock()
    /// The most urgent last: that is where most come from.
    private var lanes: [Lane] = []
    /// The standings of lanes with entries of operations that were moved elsewhere.
    private var left: [Int64] = []
    /// How often one was taken since all lanes were visited.
    private var takesSinceAll = 0
    /// How many lanes were visited to take operations: what priorities cost, for tests.
    private(set) var lanesVisited = 0
    let counts = OperationCounts()
    private var nextNumber: UInt64 = 0
    private var isClosed = false
    /// How many workers take operations.
    private var limit = Int.max
    /// What the first worker took by priority since it took the oldest.
    private var takenByPriority = 0
    private static let takesByPriority = 7
    /// Workers that sleep, and those of them that were called: none is called twice, for each call is one into the
    /// kernel.
    private var sleeping = 0
    private var called = 0
    /// What each worker took last. Operations lead to their transactions, and these to the queue: `letGo` ends that.
    private var taken: [Operation?] = []

    /// The operations of one standing.
    private struct Lane {
        let standing: Int64
        var waiting: [(number: UInt64, operation: Operation)] = []
        var first = 0
        /// At most so many entries are of operations that were moved elsewhere.
        var left = 0

        var isEmpty: Bool { first == waiting.count }

        /// Whether the first entry is one to skip whatever becomes of its operation.
        var hasBegun: Bool { !waiting[first].operation.isWaiting }

        /// Whether the first entry is one to skip: the operation is over or under way, or waits under another priority
        /// by now.
        var isStale: Bool {
            let operation = waiting[first].operation
            return !operation.isWaiting || operation.standing != standing
        }

        mutating func append(_ number: UInt64, _ operation: Operation) {
            waiting.append((number, operation))
        }

        @discardableResult
        mutating func removeFirst() -> Operation {
            let operation = waiting[first].operation
            if left > 0 && operation.standing != standing { left -= 1 }
            first += 1
            // Taken places are cleared in bulk: each operation moves at most once.
            if first >= 32 && first * 2 >= waiting.count {
                waiting.removeFirst(first)
                first = 0
            }
            return operation
        }
    }

    /// Adds an operation; false when the queue is closed.
    func push(_ operation: Operation) -> Bool { push(CollectionOfOne(operation)) }

    /// Adds operations in one go; false, and none is added, when the queue is closed.
    func push(_ operations: some Collection<Operation>) -> Bool {
        let calls = lock.withLock { () -> Int? in
            if isClosed { return nil }
            for operation in operations { enqueue(operation) }
            return callWorkers(operations.count)
        }
        guard let calls else { return false }
        lock.wake(calls)
        return true
    }

    /// Gives an operation that waits another priority; it stands behind those of the same.
    func move(_ operation: Operation, to priority: Int32) { move(operation, to: Urgency(priority)) }

    func move(_ operation: Operation, to urgency: Urgency) {
        lock.withLock {
            // What is left in a closed queue is taken out as it stands.
            if isClosed || operation.urgency == urgency { return }
            if operation.isWaiting { noteLeaving(operation.standing) }
            operation.urgency = urgency
            // Its old entry is skipped when its turn comes.
            if operation.isWaiting {
                enqueue(operation)
                lock.wake(callWorkers(1))
            }
        }
    }

    /// An operation is moved out of a lane.
    private func noteLeaving(_ standing: Int64) {
        let place = place(of: standing)
        if place == lanes.count || lanes[place].standing != standing { return }
        if lanes[place].left == 0 { left.append(standing) }
        lanes[place].left += 1
    }

    /// How many workers are to be woken for so many more operations.
    private func callWorkers(_ count: Int) -> Int {
        let calls = min(count, sleeping - called)
        called += calls
        return calls
    }

    private func enqueue(_ operation: Operation) {
        nextNumber += 1
        let standing = operation.standing
        let place = place(of: standing)
        if place == lanes.count || lanes[place].standing != standing {
            lanes.insert(Lane(standing: standing), at: place)
        }
        lanes[place].append(nextNumber, operation)
    }

    /// Where the lane of a standing is, or belongs.
    private func place(of standing: Int64) -> Int {
        var (low, high) = (0, lanes.count)
        while low < high {
            let middle = (low + high) / 2
            if lanes[middle].standing < standing { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Lets only the first `count` workers take operations; the others rest when they are done with what they have.
    func setLimit(_ count: Int) {
        lock.withLock {
            limit = count
            lock.wakeResting()
        }
    }

    /// The next operation for a worker; sleeps until there is one, nil when the queue is closed and empty.
    func pop(worker: Int) -> Operation? {
        lock.withLock {
            while true {
                if worker >= limit && !isClosed {
                    // It may have been woken in place of one that works.
                    lock.wake(callWorkers(1))
                    lock.waitAtRest()
                    continue
                }
                if let operation = take(worker: worker) { return operation }
                if isClosed { return nil }
                sleeping += 1
                lock.waitForWork()
                sleeping -= 1
                // Woken without being called, it stands for one that was: that one finds nothing, and sleeps again.
                if called > 0 { called -= 1 }
            }
        }
    }

    /// The next operation for a worker, if there is one now.
    func tryPop(worker: Int) -> Operation? {
        lock.withLock { worker >= limit && !isClosed ? nil : take(worker: worker) }
    }

    private func take(worker: Int) -> Operation? {
        guard let operation = take(isFirst: worker == 0) else { return nil }
        while taken.count <= worker { taken.append(nil) }
        // The one before keeps nothing of the host's any more, or its transaction keeps it.
        taken[worker] = operation
        return operation
    }

    /// What workers are running.
    var running: [Operation] { lock.withLock { taken.compactMap { $0 } }.filter { $0.isRunning } }

    /// Lets go of what the workers took, once they have ended.
    func letGo() {
        let last = lock.withLock { () -> [Operation?] in
            defer { taken = [] }
            return taken
        }
        withExtendedLifetime(last) {}
    }

    /// The next operation, if there is one.
    func tryPop() -> Operation? { lock.withLock { take(isFirst: false) } }

    var isEmpty: Bool {
        lock.withLock {
            while let lane = lanes.indices.last {
                while !lanes[lane].isEmpty && lanes[lane].hasBegun { lanes[lane].removeFirst() }
                if !lanes[lane].isEmpty { return false }
                lanes.removeLast()
            }
            return true
        }
    }

    /// Lets the workers go once the queue is empty; nothing can be added any more.
    func close() {
        lock.withLock {
            isClosed = true
            lock.wakeAll()
            lock.wakeResting()
        }
    }

    private func take(isFirst: Bool) -> Operation? {
        if lanes.isEmpty { return nil }
        takesSinceAll += 1
        // What is over must not stay for ever below what comes and goes.
        if takesSinceAll > lanes.count + 32 { skipAll() } else if !left.isEmpty { skipLeft() }
        if !hasMore(than: 0) { return nil }
        let isOldest = isFirst && hasMore(than: 1) && isTurnOfOldest()
        if isOldest { skipAll() }
        let next = isOldest ? lanes.indices.min { oldest($0) < oldest($1) } : lanes.indices.last
        guard let lane = next else { return nil }
        let operation = lanes[lane].removeFirst()
        if lanes[lane].isEmpty { lanes.remove(at: lane) }
        return operation
    }

    private func isTurnOfOldest() -> Bool {
        takenByPriority += 1
        if takenByPriority <= Self.takesByPriority { return false }
        takenByPriority = 0
        return true
    }

    /// Whether there are more lanes than the `count` most urgent ones, which have been visited. Lets go of those with
    /// nothing to take on the way.
    private func hasMore(than count: Int) -> Bool {
        while lanes.count > count {
            let next = lanes.count - 1 - count
            if skip(next) { return true }
            lanes.remove(at: next)
        }
        return false
    }

    /// Lets go of what is to be skipped in all lanes.
    private func skipAll() {
        takesSinceAll = 0
        for lane in lanes.indices { _ = skip(lane) }
        lanes.removeAll { $0.isEmpty }
        left.removeAll { standing in !hasLeft(standing) }
    }

    /// The same where operations were moved away. With every operation that is taken: one that comes back later stands
    /// behind the others, though its old entry would be good again.
    private func skipLeft() {
        for standing in left {
            let place = place(of: standing)
            if place == lanes.count || lanes[place].standing != standing { continue }
            if !skip(place) { lanes.remove(at: place) }
        }
        left.removeAll { standing in !hasLeft(standing) }
    }

    private func hasLeft(_ standing: Int64) -> Bool {
        let place = place(of: standing)
        return place < lanes.count && lanes[place].standing == standing && lanes[place].left > 0
    }

    /// Lets go of what is to be skipped at the beginning of a lane; false when nothing is left.
    private func skip(_ lane: Int) -> Bool {
        lanesVisited += 1
        while !lanes[lane].isEmpty && lanes[lane].isStale { lanes[lane].removeFirst() }
        return !lanes[lane].isEmpty
    }

    private func oldest(_ lane: Int) -> UInt64 { lanes[lane].waiting[lanes[lane].first].number }
}
