internal import CPango
internal import Glibc

/// The one process-wide lock around everything that creates, destroys or rasterises fonts. cairo 1.16 aborts in
/// `cairo-scaled-font.c` when one thread drops the last reference to a scaled font that another is looking up, and Pango
/// shares unlocked tables the same way; measuring with fonts and characters that are already known needs no lock.
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

        init() {
            unsafe mutex = .allocate(capacity: 1)
            // A drawing of the host's that runs with the lock may call functions that take it.
            var attributes = pthread_mutexattr_t()
            unsafe pthread_mutexattr_init(&attributes)
            unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
            unsafe pthread_mutex_init(mutex, &attributes)
            unsafe pthread_mutexattr_destroy(&attributes)
            // Pango would otherwise run FcInit on a helper thread, which races with every other user of fontconfig.
            FcInit()
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
}

/// Runs host code that draws text with Pango or cairo by itself: alone, as far as fonts are concerned.
public func withFontLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try FontLock.withLock { (_) throws(Failure) in try body() }
}
