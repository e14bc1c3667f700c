import Glibc
import Synchronization

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

/// Swift's mutex; in debug builds one of pthread's. Swift's hands over between waiting threads inside the kernel, where the thread sanitizer cannot see
/// that one happened before the other, and would report every contended access.
@safe private struct Lock: ~Copyable {
    #if DEBUG
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>

        init() {
            unsafe mutex = .allocate(capacity: 1)
            unsafe pthread_mutex_init(mutex, nil)
        }

        deinit {
            unsafe pthread_mutex_destroy(mutex)
            unsafe mutex.deallocate()
        }

        func lock() { unsafe pthread_mutex_lock(mutex) }
        func unlock() { unsafe pthread_mutex_unlock(mutex) }
    #else
        private let mutex = Mutex<Void>(())

        @inline(__always)
        func lock() { mutex._unsafeLock() }

        @inline(__always)
        func unlock() { mutex._unsafeUnlock() }
    #endif
}
