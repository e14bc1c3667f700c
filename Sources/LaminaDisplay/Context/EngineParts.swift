import CSystem
public import LaminaDraw
public import LaminaGeometry
public import LaminaLoading
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
    let queue: WorkQueue
    let isDeterministic: Bool
    /// Set when the context ends: what still runs is not wanted.
    let end = EndSign()
    private let workLimits = Locked<WorkLimits>(.leaf, WorkLimits())
    let wake: Wake
    let mailbox: Mailbox
    let destroys = DeferredDestroys()
    let calls: RunQueue
    let images = ImageRegistry()
    let imageCache = ImageCache()
    let decodes = ImageDecodes()
    let imageSources = ImageSources()
    let modifiedImages = ModifiedImages()
    public let loader: Loader
    let pendingImages = PendingImages()
    let players = FramePlayers()
    let teardown: Teardown
    let workerMicroseconds = Atomic<UInt64>(0)
    private let trims = Atomic<Int>(0)
    /// Workers that have yet to trim.
    private let untrimmed = Atomic<Int>(0)
    /// Engines and painters for threads of the host that measure; as many as ever measured at once.
    private let spareWorkers = Locked<[Worker]>(.wake, [])

    init(fonts: FontSystem, nodes: Locked<NodeStore>, threadCount: Int, isDeterministic: Bool, wake: Wake) {
        self.wake = wake
        self.fonts = fonts
        self.nodes = nodes
        self.threadCount = threadCount
        self.isDeterministic = isDeterministic
        queue = WorkQueue()
        teardown = TeardownWork.makeTeardown(queue, wake, threadCount: threadCount)
        pool = BitmapPool()
        let calls = RunQueue(wake: wake)
        self.calls = calls
        let mailbox = Mailbox(wake: wake, isDeterministic: isDeterministic)
        self.mailbox = mailbox
        loader = Loader(post: { call in _ = calls.post(call) }, report: { mailbox.log(1, $0) })
    }

    /// What data is held to. Any thread.
    public var limits: WorkLimits {
        get { workLimits.withLock { $0 } }
        set { workLimits.withLock { $0 = newValue } }
    }

    /// Stands in for a picture that was dropped; nil when there is no memory for a pixel.
    public var clearImage: SharedImage? { (try? pool.take(width: 1, height: 1, cleared: true)).map { SharedImage($0) } }

    /// A picture for many nodes is there. Any thread.
    public func add(_ image: SharedImage) -> SharedImage {
        images.add(image)
        return image
    }

    /// Runs an operation and counts its time.
    func run(_ operation: Operation, on worker: Worker) {
        let start = monotonicMicroseconds()
        WorkerThreadMark.run { operation.run(on: worker) }
        workerMicroseconds.add(monotonicMicroseconds() - start, ordering: .relaxed)
    }

    /// A transaction on this context's workers. Any thread.
    public func makeTransaction() -> Transaction { makeTransaction(group: nil) }

    func makeTransaction(group: DrawingGroup?) -> Transaction {
        Transaction(mailbox: mailbox, queue: queue, inlineWake: threadCount == 0 ? wake : nil, group: group)
    }

    /// A transaction of one operation, committed: the usual case.
    @discardableResult
    public func post(_ body: any OperationBody, priority: Int32 = 0) throws(LaminaError) -> Operation {
        let transaction = makeTransaction()
        let operation = try transaction.add(body, priority: priority)
        try transaction.commit(done: nil)
        return operation
    }

    /// Starts operations of transactions, in one go.
    func start(_ operations: [Operation]) {
        // After the context is closed nobody runs them any more.
        if !queue.push(operations) { for operation in operations { operation.cancel() } }
        if threadCount == 0 { wake.signal() }
    }

    /// Starts the same work several times, for workers that are free to take part in what the caller does.
    func startHelpers(_ count: Int, _ body: any OperationBody) -> [Operation] {
        let helpers = (0..<count).map { _ in Operation(body, priority: .max, transaction: nil) }
        start(helpers)
        return helpers
    }

    /// Starts work that hands over its result by itself: nothing of it is completed on the owner thread. Any thread.
    @discardableResult
    public func start(_ body: any OperationBody, priority: Int32 = 0) -> Operation {
        let operation = Operation(body, priority: priority, transaction: nil)
        // After the context is closed nobody runs it any more.
        if !queue.push(operation) { operation.cancel() }
        return operation
    }

    /// Does such work on the calling thread.
    public func runHere(_ body: any OperationBody) {
        withWorker { run(Operation(body, priority: 0, transaction: nil), on: $0) }
    }

    /// Lets at most `count` workers take work, all of them for nil; at least one. Any thread.
    public func setActiveThreads(_ count: Int?) { queue.setLimit(count.map { max(1, $0) } ?? .max) }

    /// Has the owner thread run a call, `delay` microseconds from now at the earliest; returns its number. Any thread.
    /// Fails with `invalidHandle` when the context has ended.
    public func post(delay: UInt64 = 0, _ call: @escaping OwnerCall) throws(LaminaError) -> UInt64 {
        guard let number = calls.post(call, delay: delay) else { throw .contextClosed }
        return number
    }

    /// Starts work of one operation; returns a number for `cancelCall`. Any thread. Fails with `invalidHandle` when the
    /// context has ended; it is completed otherwise. No worker begins it before `wait` has called what it is given.
    public func run(
        _ body: any OperationBody, priority: Int32 = 0,
        after wait: ((@escaping @Sendable () -> Void) -> Void)? = nil
    ) throws(LaminaError) -> UInt64 {
        let transaction = makeTransaction()
        let operation = try transaction.addWaiting(body, Urgency(priority))
        // Before it begins: it may be complete before this returns.
        let number = calls.add(transaction)
        if number == nil { transaction.cancel() }
        if let wait { wait { [self] in start([operation]) } } else { start([operation]) }
        let calls = calls
        // It is committed already when it was cancelled.
        try? transaction.commit { _ in if let number { _ = calls.takeRun(number) } }
        return number ?? 0
    }

    /// Takes a posted call back, or cancels work that runs under the number; false when that is over. Any thread.
    public func cancelCall(_ number: UInt64) -> Bool {
        guard let run = calls.takeRun(number) else { return calls.cancel(number) }
        run.cancel()
        return true
    }

    /// Makes delays count on the host's clock, or nil on the system's. Fails with `invalidArgument` for a step back.
    public func setTime(_ time: UInt64?) throws(LaminaError) { try calls.setTime(time) }

    /// Microseconds until `process` has something to do, if nothing comes up before; nil when nothing is known.
    public var timeToNext: UInt64? { wake.isSignalled ? 0 : calls.timeToNext }

    /// Has each worker drop its caches after what it does next.
    func trimWorkers() {
        untrimmed.store(threadCount, ordering: .relaxed)
        trims.add(1, ordering: .relaxed)
        spareWorkers.withLock { $0 = [] }
    }

    /// A worker dropped its caches. Only the last gives what is free back to the system: that goes through all that
    /// malloc has.
    func workerTrimmed() {
        if untrimmed.subtract(1, ordering: .relaxed).newValue == 0 { lamina_return_free_memory() }
    }

    var trimCount: Int { trims.load(ordering: .relaxed) }

    /// What became of operations.
    public var operationCounts: OperationCounts { queue.counts }

    /// Time that workers spent measuring and drawing.
    public var busyMicroseconds: UInt64 { workerMicroseconds.load(ordering: .relaxed) }

    /// Lends the calling thread what it needs to measure.
    public func withWorker<R, E: Error>(_ body: (Worker) throws(E) -> R) throws(E) -> R {
        let worker = spareWorkers.withLock { $0.popLast() } ?? Worker(fonts: fonts, pool: pool, end: nil)
        defer { spareWorkers.withLock { $0.append(worker) } }
        return try body(worker)
    }

    /// Whether `withWorker` would have to begin anew, which takes some milliseconds for fonts.
    public var hasNoSpareWorker: Bool { spareWorkers.withLock { $0.isEmpty } }
}
