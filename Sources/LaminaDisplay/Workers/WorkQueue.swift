import Glibc
import LaminaLock
import Synchronization

/// Operations that wait for a worker: higher priorities first, first in first out within one, and background work after
/// the rest of it.
///
/// Of the operations that the first worker takes while several priorities wait, every eighth is the oldest whatever its
/// priority, so that nothing starves. (Texture's first thread always takes the oldest: then most of what is urgent
/// begins last.)
@safe final class WorkQueue: @unchecked Sendable {  // everything is reached with the mutex held
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    /// Where workers beyond the limit rest.
    private let rest: UnsafeMutablePointer<pthread_cond_t>
    /// The most urgent last: that is where most come from.
    private var lanes: [Lane] = []
    /// The standings of lanes with entries of operations that were moved elsewhere.
    private var left: [Int64] = []
    /// How often one was taken since all lanes were looked at.
    private var takesSinceAll = 0
    /// How many lanes were looked at to take operations: what priorities cost, for tests.
    private(set) var lanesLookedAt = 0
    let counts = OperationCounts()
    private var nextNumber: UInt64 = 0
    /// Moves with every operation that is added, to be looked at without the mutex.
    private let additions = Atomic<UInt64>(0)
    /// Workers that look out: 0 or 1. They need not be called.
    private let lookers = Atomic<Int>(0)
    private var isClosed = false
    /// How many workers take operations, and how many there are.
    private var limit = Int.max
    private let workerCount: Int
    /// What the first worker took by priority since it took the oldest.
    private var takenByPriority = 0
    private static let takesByPriority = 7
    /// Workers that sleep, and those of them that were called: none is called twice, for each call is one into the
    /// kernel.
    private var sleeping = 0
    private var called = 0

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

    init(workerCount: Int = .max) {
        self.workerCount = workerCount
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe rest = .allocate(capacity: 1)
        var attributes = pthread_mutexattr_t()
        unsafe pthread_mutexattr_init(&attributes)
        // It is held for so short a time that whoever finds it taken does better to look again than to sleep.
        unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
        unsafe pthread_mutex_init(mutex, &attributes)
        unsafe pthread_mutexattr_destroy(&attributes)
        unsafe pthread_cond_init(condition, nil)
        unsafe pthread_cond_init(rest, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(rest)
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe rest.deallocate()
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Adds an operation; false when the queue is closed.
    func push(_ operation: Operation) -> Bool { push(CollectionOfOne(operation)) }

    /// Adds operations in one go; false, and none is added, when the queue is closed.
    func push(_ operations: some Collection<Operation>) -> Bool {
        unsafe pthread_mutex_lock(mutex)
        let isClosed = isClosed
        var calls = 0
        if !isClosed {
            for operation in operations { enqueue(operation) }
            calls = callWorkers(operations.count)
        }
        unsafe pthread_mutex_unlock(mutex)
        // Without the mutex, which the woken would find taken.
        for _ in 0..<calls { unsafe pthread_cond_signal(condition) }
        return !isClosed
    }

    /// Gives an operation that waits another priority; it stands behind those of the same.
    func move(_ operation: Operation, to priority: Int32) {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        if operation.priority == priority { return }
        if operation.isWaiting { noteLeaving(operation.standing) }
        operation.priority = priority
        // Its old entry is skipped when its turn comes.
        if operation.isWaiting && !isClosed {
            enqueue(operation)
            for _ in 0..<callWorkers(1) { unsafe pthread_cond_signal(condition) }
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
        // One that looks out comes by itself, but only once: the next operation is for another.
        let comes = lookers.exchange(0, ordering: .acquiringAndReleasing)
        let calls = min(max(0, count - comes), sleeping - called)
        called += calls
        return calls
    }

    private func enqueue(_ operation: Operation) {
        nextNumber += 1
        additions.store(nextNumber, ordering: .releasing)
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
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        limit = count
        unsafe pthread_cond_broadcast(rest)
    }

    /// The next operation for a worker; sleeps until there is one, nil when the queue is closed and empty.
    func pop(worker: Int) -> Operation? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if worker >= limit && !isClosed {
                // It may have been woken in place of one that works.
                for _ in 0..<callWorkers(1) { unsafe pthread_cond_signal(condition) }
                unsafe pthread_cond_wait(rest, mutex)
                continue
            }
            if let operation = take(isFirst: worker == 0) { return operation }
            if isClosed { return nil }
            sleeping += 1
            unsafe pthread_cond_wait(condition, mutex)
            sleeping -= 1
            // Woken without being called, it answers for one that was: that one finds nothing, and sleeps again.
            if called > 0 { called -= 1 }
        }
    }

    /// Looks out for a while before a worker sleeps: waking it on another core takes longer than most drawings. One
    /// worker at a time, which leaves the other cores alone; one that is the only one sleeps at once, on the core of
    /// the thread that wakes it.
    func lookOut() {
        if workerCount < 2 { return }
        guard lookers.compareExchange(expected: 0, desired: 1, ordering: .acquiringAndReleasing).exchanged else {
            return
        }
        let before = additions.load(ordering: .acquiring)
        let end = monotonicMicroseconds() + Self.lookOutTime
        while additions.load(ordering: .acquiring) == before && monotonicMicroseconds() < end { sched_yield() }
        // It takes what there is before it sleeps, so that nothing is lost that was added for it just now.
        lookers.store(0, ordering: .releasing)
    }

    private static let lookOutTime: UInt64 = 50

    /// The next operation for a worker, if there is one now.
    func tryPop(worker: Int) -> Operation? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        if worker >= limit && !isClosed { return nil }
        return take(isFirst: worker == 0)
    }

    /// The next operation, if there is one.
    func tryPop() -> Operation? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return take(isFirst: false)
    }

    var isEmpty: Bool {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while let lane = lanes.indices.last {
            while !lanes[lane].isEmpty && lanes[lane].hasBegun { lanes[lane].removeFirst() }
            if !lanes[lane].isEmpty { return false }
            lanes.removeLast()
        }
        return true
    }

    /// Lets the workers go once the queue is empty; nothing can be added any more.
    func close() {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        isClosed = true
        unsafe pthread_cond_broadcast(condition)
        unsafe pthread_cond_broadcast(rest)
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

    /// Whether there are more lanes than the `count` most urgent ones, which have been looked at. Lets go of those with
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
        lanesLookedAt += 1
        while !lanes[lane].isEmpty && lanes[lane].isStale { lanes[lane].removeFirst() }
        return !lanes[lane].isEmpty
    }

    private func oldest(_ lane: Int) -> UInt64 { lanes[lane].waiting[lanes[lane].first].number }
}
