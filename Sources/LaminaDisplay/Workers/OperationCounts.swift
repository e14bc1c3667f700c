import Synchronization

/// What became of the operations of transactions: layouts, drawings and the host's. Any thread.
public final class OperationCounts: Sendable {
    private let added = Atomic<UInt64>(0)
    private let begun = Atomic<UInt64>(0)
    private let over = Atomic<UInt64>(0)
    private let skipped = Atomic<UInt64>(0)

    func noteAdded() { added.add(1, ordering: .relaxed) }
    func noteBegun() { begun.add(1, ordering: .relaxed) }
    func noteEnded(hasRun: Bool) {
        if hasRun { over.add(1, ordering: .relaxed) } else { skipped.add(1, ordering: .relaxed) }
    }

    /// Begun by a worker.
    public var started: UInt64 { begun.load(ordering: .relaxed) }
    /// Begun, and over.
    public var finished: UInt64 { over.load(ordering: .relaxed) }
    /// Taken back before they began.
    public var cancelled: UInt64 { skipped.load(ordering: .relaxed) }
    /// Neither begun nor taken back; those that change meanwhile may be counted or not.
    public var waiting: UInt64 {
        let gone = started + cancelled
        let all = added.load(ordering: .relaxed)
        return all > gone ? all - gone : 0
    }
}
