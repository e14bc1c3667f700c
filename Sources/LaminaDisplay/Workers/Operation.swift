import LaminaGeometry
import LaminaNode
public import LaminaText
import Synchronization

/// What an operation does, and what follows on the owner thread.
public protocol OperationBody: AnyObject, Sendable {
    /// On a worker. Not called when the operation was cancelled before.
    func execute(on worker: Worker, as operation: Operation)
    /// On the owner thread, exactly once, cancelled or not.
    func complete(cancelled: Bool, in engine: Engine)
    /// On any thread, once, when an operation without a transaction has run or never will: it has no other completion.
    func ended(hasRun: Bool)
    /// Whether it takes some tens of microseconds, so that news of what was done before can wait for it.
    var isBrief: Bool { get }
    /// Whether what is shown of the same priority goes first.
    var isBackground: Bool { get }
}

extension OperationBody {
    public func ended(hasRun: Bool) {}
    public var isBrief: Bool { false }
    public var isBackground: Bool { false }
}

/// What goes first: a higher priority, and within one what is nearer to being seen.
struct Urgency: Equatable {
    /// Higher first.
    fileprivate let rank: Int64
    /// Distances are told apart up to here, in four bits.
    static let farthest = 15

    /// As given.
    var priority: Int32 { Int32(truncatingIfNeeded: (rank + Int64(Self.farthest)) >> 4) }

    init(_ priority: Int32, distance: Int = 0) {
        rank = Int64(priority) << 4 - Int64(min(max(distance, 0), Self.farthest))
    }

    fileprivate init(rank: Int64) { self.rank = rank }
}

extension Operation: StopSign {
    public var mustStop: Bool { isCancelled }
}

/// One piece of background work. It belongs to a transaction, which says when its completion runs, or to none
/// (`EngineParts.start`).
public final class Operation: @unchecked Sendable {  // `body` and `traits` say who may reach them when
    private enum Phase: UInt8, AtomicRepresentable {
        case waiting, running, over
    }

    /// The work; let go with the completion, so that an operation that still waits in the queue keeps nothing of the
    /// host's. Workers read it before the operation is over, the owner thread after that: the transaction's lock stands
    /// between.
    private(set) var body: (any OperationBody)?
    /// Higher first; the queue moves the operation when it changes.
    private let wantedUrgency: Atomic<Int64>
    let transaction: Transaction?
    /// As its body says: that may be let go while a worker reads this.
    let isBrief: Bool
    private let isBackground: Bool
    private let phase = Atomic<Phase>(.waiting)
    private let cancelled = Atomic<Bool>(false)
    private let stopped = Atomic<Bool>(false)

    convenience init(_ body: any OperationBody, priority: Int32, transaction: Transaction?) {
        self.init(body, Urgency(priority), transaction: transaction)
    }

    init(_ body: any OperationBody, _ urgency: Urgency, transaction: Transaction?) {
        self.body = body
        wantedUrgency = Atomic(urgency.rank)
        self.transaction = transaction
        isBrief = body.isBrief
        isBackground = body.isBackground
    }

    /// Whether the result is no longer wanted: for work that can stop early. Any thread. Work that was told so counts
    /// as stopped.
    public var isCancelled: Bool {
        let isCancelled = wasCancelled
        if isCancelled { stopped.store(true, ordering: .relaxed) }
        return isCancelled
    }

    /// The traits of the node that is being drawn; nil at any other time. Only the worker that runs the operation
    /// touches it.
    public internal(set) var traits: TraitReader?

    var urgency: Urgency {
        get { Urgency(rank: wantedUrgency.load(ordering: .relaxed)) }
        set { wantedUrgency.store(newValue.rank, ordering: .relaxed) }
    }

    var priority: Int32 { urgency.priority }

    /// Where it stands in the queue, higher first: background work just below what else is as urgent.
    var standing: Int64 { urgency.rank * 2 + (isBackground ? 0 : 1) }

    /// Whether a worker could still begin it.
    var isWaiting: Bool { phase.load(ordering: .relaxed) == .waiting }

    /// Whether a worker is running it.
    var isRunning: Bool { phase.load(ordering: .relaxed) == .running }

    /// Whether the result is no longer wanted, without telling the work.
    var wasCancelled: Bool { cancelled.load(ordering: .relaxed) }

    /// Whether the work may have stopped early. What was cancelled without noticing it is whole.
    var mayHaveStopped: Bool { stopped.load(ordering: .relaxed) }

    /// Runs the completion and lets the work go. Owner thread, once, after the operation is over.
    func complete(cancelled: Bool, in engine: Engine) {
        let work = body
        body = nil
        work?.complete(cancelled: cancelled || wasCancelled, in: engine)
    }

    /// Marks the result as unwanted. An operation that no worker has begun is over at once and never runs.
    public func cancel() {
        cancelled.store(true, ordering: .relaxed)
        if phase.compareExchange(expected: .waiting, desired: .over, ordering: .acquiringAndReleasing).exchanged {
            end(hasRun: false)
        }
    }

    private func end(hasRun: Bool) {
        if let transaction { return transaction.operationEnded(hasRun: hasRun) }
        let work = body
        body = nil
        work?.ended(hasRun: hasRun)
    }

    /// Runs the operation on a worker, unless it was cancelled while it waited.
    func run(on worker: Worker) {
        guard phase.compareExchange(expected: .waiting, desired: .running, ordering: .acquiringAndReleasing).exchanged
        else { return }
        let runs = !wasCancelled
        if runs {
            transaction?.operationBegins()
            worker.brake.begin()
            body?.execute(on: worker, as: self)
            worker.brake.begin()
        }
        phase.store(.over, ordering: .releasing)
        end(hasRun: runs)
    }
}
