import Glibc

/// Which threads do work of a context: they must not wait for other work, which may stand behind theirs.
public enum WorkerThreadMark {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        unsafe pthread_key_create(&key, nil)
        return key
    }()

    /// Whether the calling thread does: for callbacks of the host on workers.
    public static var isThisThread: Bool { unsafe pthread_getspecific(key) != nil }

    static func run(_ body: () -> Void) {
        let before = unsafe pthread_getspecific(key)
        unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
        body()
        unsafe pthread_setspecific(key, before)
    }
}
