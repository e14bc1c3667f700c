import Glibc
import LaminaDraw
public import LaminaGeometry
import LaminaNode
public import LaminaText
import LaminaLock

/// How a context is set up.
public struct EngineOptions: Sendable {
    /// Workers; nil means one per core, 0 that the owner thread does the work inside `process`.
    public var threadCount: Int?
    public var isDeterministic = false
    public var fonts = FontConfiguration()
    /// Told of what happened that no call can report. Owner thread.
    public var log: (@Sendable (_ level: Int32, _ message: String) -> Void)?

    public static let maximumThreads = 64

    public init() {}
}

/// What happened since the context was made.
public struct EngineCounts: Sendable {
    public var ownerMicroseconds: UInt64 = 0
    public var layouts: UInt64 = 0
    public var displays: UInt64 = 0
    public var staleDisplays: UInt64 = 0
}

/// The owner thread's side of an open context: surfaces, their layers, and the loop that moves work between them and the workers.
///
/// Confined to the owner thread. It never waits for a worker, except in `waitIdle`, `wait` and `close`.
public final class Engine {
    public let parts: EngineParts
    public let context: Context
    let worker: Worker
    private let threads = WorkerThreads()
    private let log: (@Sendable (Int32, String) -> Void)?

    var surfaces: [Int32: Presentation] = [:]
    /// Set while `process` runs: it must not be called from its own callbacks.
    private var isProcessing = false
    /// Calls under way that may run callbacks; the context closes when the outermost one ends.
    private(set) var depth = 0

    init(context: Context, options: EngineOptions) throws(LaminaError) {
        self.context = context
        log = options.log
        let cores = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        let threadCount = options.threadCount ?? min(cores, EngineOptions.maximumThreads)
        let fonts = try FontSystem(options.fonts)
        try context.wake.open()
        parts = EngineParts(
            fonts: fonts, nodes: context.nodes, threadCount: threadCount, isDeterministic: options.isDeterministic,
            wake: context.wake)
        worker = Worker(fonts: fonts, pool: parts.pool)
        do throws(LaminaError) {
            try threads.start(threadCount, parts)
        } catch {
            context.wake.close()
            throw error
        }
    }

    /// Does what is due until nothing is, or `budget` microseconds are over (nil: no limit). What is left keeps the descriptor readable.
    public func process(budget: UInt64?) throws(LaminaError) {
        if isProcessing {
            throw LaminaError(
                .invalidState, "the context is already processing: call this from the event loop, not from a callback")
        }
        isProcessing = true
        let start = monotonicMicroseconds()
        let deadline = budget.map { start &+ $0 } ?? .max
        enter()
        parts.wake.clear()
        while step(deadline) {
            if monotonicMicroseconds() >= deadline { break }
        }
        if hasWork { parts.wake.signal() }
        isProcessing = false
        count { $0.ownerMicroseconds += monotonicMicroseconds() - start }
        leave()
    }

    /// One round: what workers finished, what the host changed, and (without workers) one piece of work. False when there was nothing.
    private func step(_ deadline: UInt64) -> Bool {
        var didWork = false
        if !parts.destroys.isEmpty {
            parts.destroys.run()
            didWork = true
        }
        for message in parts.mailbox.takeMessages() { log?(message.level, message.text) }
        for surface in parts.mailbox.takeReleasedSurfaces() {
            remove(surface: surface)
            didWork = true
        }
        let ready = parts.mailbox.takeReady()
        for (index, transaction) in ready.enumerated() {
            complete(transaction)
            didWork = true
            if index + 1 < ready.count && monotonicMicroseconds() >= deadline {
                parts.mailbox.putBack(ready[(index + 1)...])
                return true
            }
        }
        if applyChanges() { didWork = true }
        if parts.threadCount == 0, let operation = parts.queue.tryPop() {
            parts.run(operation, on: worker)
            didWork = true
        }
        return didWork
    }

    /// Whether a call of `process` would find something to do now.
    private var hasWork: Bool {
        if parts.mailbox.hasNews || !parts.destroys.isEmpty { return true }
        if parts.threadCount == 0 && !parts.queue.isEmpty { return true }
        return context.nodes.withLock { $0.hasChanges } && hasActionableChanges
    }

    /// Nothing to do, now or when a worker is done.
    private var isIdle: Bool {
        parts.mailbox.pendingCount == 0 && !hasWork && !context.nodes.withLock { $0.hasChanges }
    }

    func complete(_ transaction: Transaction) {
        transaction.complete(in: self)
        parts.mailbox.noteCompleted()
    }

    /// Processes and sleeps until nothing is left to do; fails with `timedOut`.
    public func waitIdle(timeout: UInt64) throws(LaminaError) {
        try wait(timeout: timeout) { $0.isIdle }
    }

    /// Processes and sleeps until the transaction is complete; commits it first when it is open.
    public func wait(for transaction: Transaction, timeout: UInt64) throws(LaminaError) {
        if transaction.isOpen { try transaction.commit(done: nil) }
        try wait(timeout: timeout) { _ in transaction.isComplete }
    }

    private func wait(timeout: UInt64, until isDone: (Engine) -> Bool) throws(LaminaError) {
        let start = monotonicMicroseconds()
        let (sum, overflow) = start.addingReportingOverflow(timeout)
        let deadline = overflow ? UInt64.max : sum
        enter()
        defer { leave() }
        while true {
            try process(budget: deadline == .max ? nil : max(1, deadline - min(deadline, monotonicMicroseconds())))
            if isDone(self) || context.isClosing { return }
            let now = monotonicMicroseconds()
            if now >= deadline { throw LaminaError(.timedOut, "not done within \(timeout) us") }
            sleep(microseconds: deadline == .max ? nil : deadline - now)
        }
    }

    private func sleep(microseconds: UInt64?) {
        var wait = pollfd(fd: parts.wake.descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = microseconds.map { Int32(min(($0 + 999) / 1000, 1_000_000)) } ?? -1
        _ = unsafe poll(&wait, 1, milliseconds)
    }

    /// A call that may run callbacks begins.
    private func enter() { depth += 1 }

    /// It ends; when the last reference went meanwhile, so does the context.
    private func leave() {
        depth -= 1
        if depth == 0 { context.closeIfReleased() }
    }

    func count(_ body: (inout EngineCounts) -> Void) { context.counts.withLock { body(&$0) } }

    /// Ends all work: what has not begun is cancelled, what runs is waited for, and every completion runs.
    func shutDown() {
        enter()
        for presentation in surfaces.values { cancelAll(presentation.tree.removeAll()) }
        // Transactions that the host left open complete too, cancelled.
        for transaction in context.objects.withLock({ $0.objects(of: .transaction) }) {
            (transaction as? Transaction)?.cancel()
        }
        parts.queue.close()
        // Without workers nobody would run what is queued; with them, this spares their time.
        while let operation = parts.queue.tryPop() { operation.cancel() }
        threads.join { seconds in
            log?(
                1,
                "the last release of the context has waited \(seconds) s for a drawing or operation of yours that does not return; it goes on waiting"
            )
        }
        while let operation = parts.queue.tryPop() { operation.cancel() }
        var ready = parts.mailbox.takeReady()
        while !ready.isEmpty {
            for transaction in ready { complete(transaction) }
            ready = parts.mailbox.takeReady()
        }
        for message in parts.mailbox.takeMessages() { log?(message.level, message.text) }
        surfaces = [:]
        parts.destroys.run()
        depth -= 1
    }

    func cancelAll(_ operations: [DisplayOperation]) {
        for display in operations { display.operation?.cancel() }
    }
}
