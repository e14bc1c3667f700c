internal import CPango
internal import Glibc
internal import LaminaLock
internal import Synchronization

/// The one process-wide lock around everything that creates, destroys or rasterises fonts. cairo 1.16 aborts in
/// `cairo-scaled-font.c` when one thread drops the last reference to a scaled font that another is looking up, and
/// Pango shares unlocked tables the same way; measuring with fonts and characters that are already known needs no lock.
/// Innermost but one: only a leaf lock around plain data may be taken while it is held.
enum FontLock {
    /// Proof that the lock is held; functions that need it take it.
    struct Held: ~Copyable {
        fileprivate init() {}
    }

    /// A pthread mutex, because ThreadSanitizer understands those. Never destroyed: it lives as long as the process.
    // Unchecked: the pointer never changes, and pthread locks are made for sharing.
    @safe private final class Storage: @unchecked Sendable {
        let mutex: UnsafeMutablePointer<pthread_mutex_t>
        /// Whether host code runs with the lock, which may wait for anything.
        let isLent = Atomic<Bool>(false)
        /// Whether the fork that is under way holds the lock; touched by the thread that forks only.
        var isHeldByFork = false

        init() {
            unsafe mutex = .allocate(capacity: 1)
            start()
            // Pango would otherwise run FcInit on a helper thread, which races with every other user of fontconfig.
            FcInit()
        }

        func start() {
            // A drawing of the host's that runs with the lock may call functions that take it.
            var attributes = pthread_mutexattr_t()
            unsafe pthread_mutexattr_init(&attributes)
            unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
            unsafe pthread_mutex_init(mutex, &attributes)
            unsafe pthread_mutexattr_destroy(&attributes)
        }
    }

    private static let storage = Storage()

    /// Runs `body` with the lock held.
    static func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (borrowing Held) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let storage = storage
        unsafe pthread_mutex_lock(storage.mutex)
        defer { unsafe pthread_mutex_unlock(storage.mutex) }
        return try body(Held())
    }

    /// Runs host code with the lock held.
    fileprivate static func lend<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result
    {
        try withLock { (_) throws(Failure) in
            let wasLent = storage.isLent.exchange(true, ordering: .relaxed)
            defer { storage.isLent.store(wasLent, ordering: .relaxed) }
            return try body()
        }
    }

    // MARK: Forks

    /// As long as a fork waits for host code, microseconds: it may itself wait for the thread that forks, as Python's
    /// does for the interpreter.
    private static let forkPatience: UInt64 = 100_000

    /// Waits until no other thread works on fonts, so that a child finds them whole.
    fileprivate static func holdForFork() {
        let storage = storage
        let start = monotonicMicroseconds()
        storage.isHeldByFork = false
        // In steps, because the lock may be lent meanwhile.
        while !storage.isHeldByFork {
            unsafe storage.isHeldByFork = lock(storage.mutex, milliseconds: 10)
            if storage.isLent.load(ordering: .relaxed) && monotonicMicroseconds() - start > forkPatience { break }
        }
    }

    fileprivate static func letGoAfterFork() {
        if storage.isHeldByFork { unsafe pthread_mutex_unlock(storage.mutex) }
    }

    /// In the child, whose only thread is another one for the system, so that it could not unlock. It has the lock no
    /// more where host code with the lock has forked: other threads of the child would wait for ever, and unlocking
    /// what one does not hold does nothing.
    fileprivate static func startAfterFork() {
        storage.start()
        storage.isLent.store(false, ordering: .relaxed)
    }
}

/// What a fork of the process has to do with the locks of fonts; to be called in this order.
public enum TextForks {
    /// Before, in the parent: takes all. No lock of a context's may be held.
    public static func prepare() {
        FontLock.holdForFork()
        FontData.entries.holdForFork()
    }

    /// Afterwards, in the parent.
    public static func letGo() {
        FontData.entries.letGoAfterFork()
        FontLock.letGoAfterFork()
    }

    /// Afterwards, in the child.
    public static func startAnew() {
        FontData.entries.letGoAfterFork()
        FontLock.startAfterFork()
    }
}

/// Runs host code that draws text with Pango or cairo by itself: alone, as far as fonts are concerned.
public func withFontLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try FontLock.lend(body)
}
