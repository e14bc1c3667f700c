import Glibc

/// The mutex of a queue, and where its workers sleep.
///
/// The mutex is held for so short a time that whoever finds it taken does better to try again than to sleep.
@safe struct QueueLock: ~Copyable, @unchecked Sendable {  // what it points to is made for many threads
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let work: UnsafeMutablePointer<pthread_cond_t>
    private let rest: UnsafeMutablePointer<pthread_cond_t>

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe work = .allocate(capacity: 1)
        unsafe rest = .allocate(capacity: 1)
        var attributes = pthread_mutexattr_t()
        unsafe pthread_mutexattr_init(&attributes)
        unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
        unsafe pthread_mutex_init(mutex, &attributes)
        unsafe pthread_mutexattr_destroy(&attributes)
        unsafe pthread_cond_init(work, nil)
        unsafe pthread_cond_init(rest, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(rest)
        unsafe pthread_cond_destroy(work)
        unsafe pthread_mutex_destroy(mutex)
        unsafe rest.deallocate()
        unsafe work.deallocate()
        unsafe mutex.deallocate()
    }

    func withLock<R>(_ body: () -> R) -> R {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Sleeps until there is work. Within `withLock`, as the next.
    func waitForWork() { unsafe pthread_cond_wait(work, mutex) }

    /// Sleeps while fewer workers are to take work.
    func waitAtRest() { unsafe pthread_cond_wait(rest, mutex) }

    /// Wakes so many workers that wait for work. Best without the mutex, which the woken would find taken.
    func wake(_ count: Int) { for _ in 0..<count { unsafe pthread_cond_signal(work) } }

    /// Wakes all that wait for work.
    func wakeAll() { unsafe pthread_cond_broadcast(work) }

    /// Wakes all that are at rest.
    func wakeResting() { unsafe pthread_cond_broadcast(rest) }
}
