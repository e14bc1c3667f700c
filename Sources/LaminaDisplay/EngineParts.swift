public import LaminaDraw
public import LaminaGeometry
import LaminaNode
public import LaminaText
import Synchronization
import LaminaLock

/// The parts of an open context that any thread may use.
public final class EngineParts: Sendable {
    public let fonts: FontSystem
    public let pool: BitmapPool
    let nodes: Locked<NodeStore>
    public let threadCount: Int
    let queue = WorkQueue()
    let wake: Wake
    let mailbox: Mailbox
    let destroys = DeferredDestroys()
    let workerMicroseconds = Atomic<UInt64>(0)
    /// Engines and painters for threads of the host that measure; as many as ever measured at once.
    private let spareWorkers = Locked<[Worker]>(.wake, [])

    init(fonts: FontSystem, nodes: Locked<NodeStore>, threadCount: Int, isDeterministic: Bool, wake: Wake) {
        self.wake = wake
        self.fonts = fonts
        self.nodes = nodes
        self.threadCount = threadCount
        pool = BitmapPool()
        mailbox = Mailbox(wake: wake, isDeterministic: isDeterministic)
    }

    /// Runs an operation and counts its time.
    func run(_ operation: Operation, on worker: Worker) {
        let start = monotonicMicroseconds()
        operation.run(on: worker)
        workerMicroseconds.add(monotonicMicroseconds() - start, ordering: .relaxed)
    }

    /// A transaction on this context's workers. Any thread.
    public func makeTransaction() -> Transaction {
        Transaction(mailbox: mailbox, queue: queue, inlineWake: threadCount == 0 ? wake : nil)
    }

    /// A transaction of one operation, committed: the usual case.
    @discardableResult
    public func post(_ body: any OperationBody, priority: Int32 = 0) throws(LaminaError) -> Operation {
        let transaction = makeTransaction()
        let operation = try transaction.add(body, priority: priority)
        try transaction.commit(done: nil)
        return operation
    }

    /// Time that workers spent measuring and drawing.
    public var busyMicroseconds: UInt64 { workerMicroseconds.load(ordering: .relaxed) }

    /// Lends the calling thread what it needs to measure.
    public func withWorker<R, E: Error>(_ body: (Worker) throws(E) -> R) throws(E) -> R {
        let worker = spareWorkers.withLock { $0.popLast() } ?? Worker(fonts: fonts, pool: pool)
        defer { spareWorkers.withLock { $0.append(worker) } }
        return try body(worker)
    }
}
