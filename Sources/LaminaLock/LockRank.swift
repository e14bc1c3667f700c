import Glibc

/// The order in which locks may be taken: each only while holding lower ones. No lock is held while calling out.
public enum LockRank: Int, Sendable {
    case context = 1
    /// Held while a tree is built, in whose steps others have the tree lock.
    case builder = 2
    case tree = 3
    case objects = 4
    case queue = 5
    case wake = 6
    /// Held for a few instructions, with nothing taken below it.
    case leaf = 7

    #if DEBUG
        func acquired() {
            precondition(Self.newest < rawValue, "lock of rank \(rawValue) taken while holding rank \(Self.newest)")
            Self.held = Self.held << 4 | rawValue
        }

        func released() { Self.held >>= 4 }

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
