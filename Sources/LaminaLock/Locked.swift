import Glibc

/// A value that is only reached under its lock.
///
/// The value stands in memory of its own, so that reaching it costs the lock and nothing else (no exclusivity bookkeeping, about 10 ns in all).
@safe public final class Locked<Value: ~Copyable>: @unchecked Sendable {  // every access goes through the lock
    private let lock = Lock()
    private let rank: LockRank
    private let value: UnsafeMutablePointer<Value>

    public init(_ rank: LockRank, _ initial: consuming Value) {
        self.rank = rank
        unsafe value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        unsafe value.initialize(to: initial)
    }

    deinit {
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
    }

    /// Takes the lock; the value is the caller's until `release`, which has to follow on this thread. For where a closure is in the way.
    @inline(__always)
    public func acquire() -> UnsafeMutablePointer<Value> {
        #if DEBUG
            rank.acquired()
        #endif
        lock.lock()
        return unsafe value
    }

    /// Ends `acquire`.
    @inline(__always)
    public func release() {
        lock.unlock()
        #if DEBUG
            rank.released()
        #endif
    }

    @inline(__always)
    public func withLock<R: ~Copyable, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
        #if DEBUG
            rank.acquired()
            defer { rank.released() }
        #endif
        lock.lock()
        defer { lock.unlock() }
        return try unsafe body(&value.pointee)
    }
}

/// One of pthread's mutexes. Swift's own hands over between waiting threads inside the kernel: a thread that waits and has lost its core meanwhile gets the
/// lock all the same, and all others wait for the two of them. The thread sanitizer cannot see into it either.
@safe private struct Lock: ~Copyable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    @inline(__always)
    func lock() { unsafe pthread_mutex_lock(mutex) }

    @inline(__always)
    func unlock() { unsafe pthread_mutex_unlock(mutex) }
}
