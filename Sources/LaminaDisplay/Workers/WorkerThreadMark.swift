import LaminaLock

/// Which threads do work of a context: they must not wait for other work, which may stand behind theirs.
public enum WorkerThreadMark {
    private static let mark = ThreadMark()

    /// Whether the calling thread does: for callbacks of the host on workers.
    public static var isThisThread: Bool { mark.value != 0 }

    static func run(_ body: () -> Void) { mark.with(1, body) }
}
