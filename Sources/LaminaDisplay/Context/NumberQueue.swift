import Glibc

/// Numbers 0..<count, handed out one at a time to whatever thread asks, until all are done.
@safe final class NumberQueue: @unchecked Sendable {  // everything is reached with the mutex held
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private let count: Int
    private var next = 0
    private var running = 0

    init(count: Int) {
        self.count = count
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

    /// The next number, which is then under way; nil when there is none left.
    func take() -> Int? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        if next == count { return nil }
        next += 1
        running += 1
        return next - 1
    }

    /// A number that was taken is done.
    func end() {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        running -= 1
        if running == 0 && next == count { unsafe pthread_cond_broadcast(condition) }
    }

    /// Sleeps until all numbers are taken and done.
    func waitUntilOver() {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while running > 0 || next < count { unsafe pthread_cond_wait(condition, mutex) }
    }
}
