import LaminaLock

/// Host code that takes part in layouts, on the calling thread.
///
/// What it changes is told from what others change: nodes that it makes and sets up are as it wants them when it
/// returns, and a layout that only its own callbacks make out of date again and again never comes to rest.
public enum LayoutCallbackMark {
    private static let mark = ThreadMark()
    // Indices and generations leave it free.
    private static let spec: UInt = 1 << 63

    /// The node whose layout callback is running on this thread; nil when none is.
    public static var node: NodeID? {
        let value = mark.value
        if value == 0 { return nil }
        return NodeID(index: Int32(value & 0xffff_ffff) - 1, generation: UInt32((value & ~spec) >> 32))
    }

    /// Whether a layout callback is running on this thread.
    public static var isSet: Bool { mark.value != 0 }

    /// Whether it makes a spec: the nodes in that are measured when it has returned.
    static var makesSpec: Bool { mark.value & spec != 0 }

    private static let failure = ThreadMark()

    /// Notes that the layout callback that is running on this thread failed, and with what, which is not 0.
    public static func fail(_ status: Int32) { failure.value = UInt(UInt32(bitPattern: status)) }

    /// What the callback that ran last on this thread failed with; nil when it did not.
    static func takeFailure() -> Int32? {
        let status = failure.value
        if status == 0 { return nil }
        failure.value = 0
        return Int32(truncatingIfNeeded: status)
    }

    /// Runs the host code of a node.
    public static func run<R>(for node: NodeID, makesSpec: Bool, _ body: () -> R) -> R {
        mark.with(UInt(node.generation) << 32 | UInt(node.index + 1) | (makesSpec ? spec : 0), body)
    }
}
