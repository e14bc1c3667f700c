import Glibc

/// A value that is only reached under its lock, and whose changes threads can wait for.
///
/// No other lock is taken while it is held, but it may be taken while one of a lower rank is.
@safe public final class Monitor<Value>: @unchecked Sendable {  // every access to the value goes through the lock
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value

    public init(_ initial: Value) {
        value = initial
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Works on the value. `wakes`, asked afterwards, says whether those who wait should look again.
    public func withLock<R>(wakes: (Value) -> Bool = { _ in false }, _ body: (inout Value) -> R) -> R {
        unsafe pthread_mutex_lock(mutex)
        let result = body(&value)
        let wakes = wakes(value)
        unsafe pthread_mutex_unlock(mutex)
        // After the lock, for which the woken would have to wait.
        if wakes { unsafe pthread_cond_broadcast(condition) }
        return result
    }

    /// Works on the value as soon as `body` has a result, which it is asked for after every wake; nil once
    /// `microseconds` are over.
    public func wait<R>(microseconds: UInt64, _ body: (inout Value) -> R?) -> R? {
        let deadline = Self.deadline(microseconds)
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            guard var deadline else {
                unsafe pthread_cond_wait(condition, mutex)
                continue
            }
            if unsafe pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT { return body(&value) }
        }
    }

    /// A time in the far future is none.
    private static func deadline(_ microseconds: UInt64) -> timespec? {
        if microseconds > 1 << 50 { return nil }
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        let nanoseconds = now.tv_nsec + Int(microseconds % 1_000_000) * 1000
        return timespec(
            tv_sec: now.tv_sec + Int(microseconds / 1_000_000) + nanoseconds / 1_000_000_000,
            tv_nsec: nanoseconds % 1_000_000_000)
    }
}
