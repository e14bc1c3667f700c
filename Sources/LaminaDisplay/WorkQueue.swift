import Glibc
import LaminaNode

/// Operations that wait for a worker: higher priorities first, first in first out within one.
///
/// The first worker takes the oldest operation whatever its priority, so that nothing starves (Texture TX8).
@safe final class WorkQueue: @unchecked Sendable {  // everything is reached with the mutex held
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var lanes: [Lane] = []
    private var nextNumber: UInt64 = 0
    private var isClosed = false

    /// The operations of one priority.
    private struct Lane {
        let priority: Int32
        var waiting: [(number: UInt64, operation: Operation)] = []
        var first = 0

        var isEmpty: Bool { first == waiting.count }

        mutating func append(_ number: UInt64, _ operation: Operation) {
            waiting.append((number, operation))
        }

        mutating func removeFirst() -> Operation {
            let operation = waiting[first].operation
            first += 1
            // Taken places are cleared in bulk: each operation moves at most once.
            if first >= 32 && first * 2 >= waiting.count {
                waiting.removeFirst(first)
                first = 0
            }
            return operation
        }
    }

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Adds an operation; false when the queue is closed.
    func push(_ operation: Operation) -> Bool {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        if isClosed { return false }
        nextNumber += 1
        // Few priorities are in use at a time: a sorted list is enough.
        let place = lanes.firstIndex { $0.priority <= operation.priority } ?? lanes.count
        if place == lanes.count || lanes[place].priority != operation.priority {
            lanes.insert(Lane(priority: operation.priority), at: place)
        }
        lanes[place].append(nextNumber, operation)
        unsafe pthread_cond_signal(condition)
        return true
    }

    /// The next operation; sleeps until there is one, nil when the queue is closed and empty.
    func pop(oldestFirst: Bool) -> Operation? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let operation = take(oldestFirst: oldestFirst) { return operation }
            if isClosed { return nil }
            unsafe pthread_cond_wait(condition, mutex)
        }
    }

    /// The next operation, if there is one.
    func tryPop() -> Operation? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return take(oldestFirst: false)
    }

    var isEmpty: Bool {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return lanes.isEmpty
    }

    /// Lets the workers go once the queue is empty; nothing can be added any more.
    func close() {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        isClosed = true
        unsafe pthread_cond_broadcast(condition)
    }

    private func take(oldestFirst: Bool) -> Operation? {
        if lanes.isEmpty { return nil }
        var lane = 0
        if oldestFirst {
            for other in lanes.indices where oldest(other) < oldest(lane) { lane = other }
        }
        let operation = lanes[lane].removeFirst()
        if lanes[lane].isEmpty { lanes.remove(at: lane) }
        return operation
    }

    private func oldest(_ lane: Int) -> UInt64 { lanes[lane].waiting[lanes[lane].first].number }
}
