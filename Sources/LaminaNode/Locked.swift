import Glibc
import Synchronization

/// The order in which locks may be taken: each only while holding lower ones. No lock is held while calling out.
public enum LockRank: Int, Sendable {
    case context = 1
    case tree = 2
    case objects = 3
    case queue = 4
    case wake = 5

    #if DEBUG
    fileprivate func acquired() {
        precondition(Self.newest < rawValue, "lock of rank \(rawValue) taken while holding rank \(Self.newest)")
        Self.held = Self.held << 4 | rawValue
    }

    fileprivate func released() { Self.held >>= 4 }

    /// The ranks that this thread holds, four bits each, the newest lowest.
    private static var held: Int {
        get { Int(bitPattern: unsafe pthread_getspecific(rankKey)) }
        set { unsafe pthread_setspecific(rankKey, UnsafeRawPointer(bitPattern: newValue)) }
    }
    private static var newest: Int { held & 15 }
    #endif

    /// Traps, in a debug build, when this thread holds a lock: host code is about to run.
    @inline(__always)
    public static func assertNoneHeld() {
        #if DEBUG
        precondition(held == 0, "host code called while holding a lock of rank \(newest)")
        #endif
    }
}

#if DEBUG
private let rankKey: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key, nil)
    return key
}()
#endif

/// A value that is only reached under its lock.
///
/// The value stands in memory of its own, so that reaching it costs the lock and nothing else (no exclusivity bookkeeping, about 20 ns in all).
@safe public final class Locked<Value: ~Copyable>: @unchecked Sendable {  // every access goes through the mutex
    private let mutex = Mutex<Void>(())
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

    @inline(__always)
    public func withLock<R: ~Copyable, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
        #if DEBUG
        rank.acquired()
        defer { rank.released() }
        #endif
        mutex._unsafeLock()
        defer { mutex._unsafeUnlock() }
        return try unsafe body(&value.pointee)
    }
}
