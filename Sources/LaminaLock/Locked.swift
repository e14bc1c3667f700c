import Glibc
import Synchronization

/// A value that is only reached under its lock.
///
/// The value stands in memory of its own, so that reaching it costs the lock and nothing else (no exclusivity
/// bookkeeping, about 10 ns in all).
@safe public final class Locked<Value: ~Copyable>: @unchecked Sendable {  // every access goes through the lock
    private let lock: Lock
    private let rank: LockRank
    fileprivate let value: UnsafeMutablePointer<Value>

    public init(_ rank: LockRank, _ initial: consuming Value) {
        self.rank = rank
        // One block for both: texts have a lock each, and a block of its own for the mutex was a third of what one
        // costs.
        let offset = Lock.size.roundedUp(to: MemoryLayout<Value>.alignment)
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<Value>.size, alignment: max(16, MemoryLayout<Value>.alignment))
        lock = unsafe Lock(at: block)
        unsafe value = (block + offset).bindMemory(to: Value.self, capacity: 1)
        unsafe value.initialize(to: initial)
    }

    deinit {
        unsafe value.deinitialize(count: 1)
        unsafe lock.end().deallocate()
    }

    /// Takes the lock; the value is the caller's until `release`, which has to follow on this thread. For where a
    /// closure is in the way.
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

    /// Lets those go first who wait for the lock, as far as they come within some tenths of a millisecond. For a thread
    /// that takes it again and again: by itself, a mutex goes to whoever is awake. Not while holding it.
    public func giveWay() {
        var rounds = 0
        while lock.isWaitedFor && rounds < 1000 {
            sched_yield()
            rounds += 1
        }
    }

    /// Takes the lock while the process forks, in the order of ranks but beside others of the same: no host code holds
    /// one.
    public func holdForFork() { lock.lock() }

    /// Ends `holdForFork`, in the parent and in the child.
    public func letGoAfterFork() { lock.unlock() }
}

extension Locked {
    /// The value, for the thread that has called `holdForFork`.
    public var heldByFork: Value { unsafe value.pointee }
}

/// One of pthread's mutexes. Swift's own hands over between waiting threads inside the kernel: a thread that waits and
/// has lost its core meanwhile gets the lock all the same, and all others wait for the two of them. The thread
/// sanitizer cannot see into it either.
@safe private struct Lock {
    static let size = waitingOffset + MemoryLayout<Atomic<Int>>.size
    private static let waitingOffset = unsafe MemoryLayout<pthread_mutex_t>.size
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// How many threads wait for it.
    private let waiting: UnsafeMutablePointer<Atomic<Int>>

    init(at place: UnsafeMutableRawPointer) {
        unsafe mutex = place.bindMemory(to: pthread_mutex_t.self, capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe waiting = (place + Self.waitingOffset).bindMemory(to: Atomic<Int>.self, capacity: 1)
        unsafe waiting.initialize(to: Atomic(0))
    }

    var isWaitedFor: Bool { unsafe waiting.pointee.load(ordering: .relaxed) > 0 }

    /// Ends the mutex and returns where it stood.
    func end() -> UnsafeMutableRawPointer {
        unsafe pthread_mutex_destroy(mutex)
        unsafe waiting.deinitialize(count: 1)
        return unsafe UnsafeMutableRawPointer(mutex)
    }

    @inline(__always)
    func lock() { if unsafe pthread_mutex_trylock(mutex) != 0 { wait() } }

    @inline(never)
    private func wait() {
        unsafe waiting.pointee.add(1, ordering: .relaxed)
        unsafe pthread_mutex_lock(mutex)
        unsafe waiting.pointee.subtract(1, ordering: .relaxed)
    }

    @inline(__always)
    func unlock() { unsafe pthread_mutex_unlock(mutex) }
}

extension Int {
    /// The next multiple of `alignment`, which is a power of two.
    fileprivate func roundedUp(to alignment: Int) -> Int { (self + alignment - 1) & ~(alignment - 1) }
}
