public import LaminaGeometry
import LaminaNode
import LaminaLock

/// A group of operations whose completions run together: in the order added, each exactly once, in one go on the owner
/// thread (as in Texture).
///
/// Operations start when they are added; committing only opens the gate for their completions.
public final class Transaction: Sendable {
    /// Runs after the completions, on the owner thread.
    public typealias Done = @Sendable (_ cancelled: Bool) -> Void

    private enum Phase { case open, committed, ready, complete }

    private struct State {
        var phase = Phase.open
        var isCancelled = false
        var operations: [Operation] = []
        var unfinished = 0
        var done: Done?
    }

    private let state = Locked<State>(.queue, State())
    private let mailbox: Mailbox
    private let queue: WorkQueue
    /// Without workers the owner thread does the work, and has to be notified.
    private let inlineWake: Wake?
    /// Others that it appears together with; the owner thread's.
    let group: DrawingGroup?

    init(mailbox: Mailbox, queue: WorkQueue, inlineWake: Wake?, group: DrawingGroup? = nil) {
        self.group = group
        self.mailbox = mailbox
        self.queue = queue
        self.inlineWake = inlineWake
    }

    /// Adds an operation and starts it. Fails with `invalidState` after commit or cancel.
    @discardableResult
    public func add(_ body: any OperationBody, priority: Int32 = 0) throws(LaminaError) -> Operation {
        let operation = try addWaiting(body, Urgency(priority))
        // After the context is closed nobody runs it any more.
        if !queue.push(operation) { operation.cancel() }
        inlineWake?.signal()
        return operation
    }

    /// Adds an operation that the caller starts, with others: `EngineParts.start`.
    func addWaiting(_ body: any OperationBody, _ urgency: Urgency) throws(LaminaError) -> Operation {
        let operation = Operation(body, urgency, transaction: self)
        try state.withLock { (state) throws(LaminaError) in
            guard state.phase == .open && !state.isCancelled else {
                throw LaminaError(.invalidState, "the transaction is already committed or cancelled")
            }
            if state.operations.isEmpty && !mailbox.noteBegun() { throw .contextClosed }
            state.operations.append(operation)
            state.unfinished += 1
        }
        queue.counts.noteAdded()
        return operation
    }

    /// Closes the transaction. Fails with `invalidState` when it is not open.
    public func commit(done: Done?) throws(LaminaError) {
        let isReady = try state.withLock { (state) throws(LaminaError) -> Bool in
            guard state.phase == .open else {
                throw LaminaError(.invalidState, "the transaction is already committed or cancelled")
            }
            if !mailbox.noteCommitted(self, hasBegun: !state.operations.isEmpty) { throw .contextClosed }
            state.phase = .committed
            state.done = done
            return becomeReady(&state)
        }
        if isReady { mailbox.noteReady(self) }
    }

    /// Cancels what has not run yet; all completions still run, as cancelled. Commits an open transaction. Nothing
    /// happens to a complete one.
    public func cancel() {
        let operations = state.withLock { state -> [Operation] in
            if state.phase == .complete { return [] }
            state.isCancelled = true
            return state.operations
        }
        for operation in operations { operation.cancel() }
        try? commit(done: nil)
    }

    /// Gives all operations that no worker has begun another priority. Any thread.
    public func setPriority(_ priority: Int32) {
        for operation in state.withLock({ $0.operations }) where operation.isWaiting {
            queue.move(operation, to: priority)
        }
    }

    /// What a host may know of a transaction.
    public enum Stage: Int32, Sendable {
        case open = 0
        case committed = 1
        /// Not complete yet.
        case cancelled = 2
        case complete = 3
    }

    public var stage: Stage {
        state.withLock { state in
            switch state.phase {
            case .complete: .complete
            case _ where state.isCancelled: .cancelled
            case .open: .open
            case .committed, .ready: .committed
            }
        }
    }

    public var isOpen: Bool { state.withLock { $0.phase == .open } }
    public var isComplete: Bool { state.withLock { $0.phase == .complete } }
    var isReady: Bool { state.withLock { $0.phase == .ready } }

    /// A worker begins an operation.
    func operationBegins() { queue.counts.noteBegun() }

    /// One operation has run, on a worker, or will never run.
    func operationEnded(hasRun: Bool) {
        queue.counts.noteEnded(hasRun: hasRun)
        let isReady = state.withLock { state -> Bool in
            state.unfinished -= 1
            return becomeReady(&state)
        }
        if isReady { mailbox.noteReady(self, soon: hasRun) }
    }

    private func becomeReady(_ state: inout State) -> Bool {
        guard state.phase == .committed && state.unfinished == 0 else { return false }
        state.phase = .ready
        return true
    }

    /// Runs the completions and `done`. Owner thread, no lock held; once.
    func complete(in engine: Engine) {
        let taken = state.withLock { state -> State in
            let taken = state
            state.phase = .complete
            state.operations = []
            state.done = nil
            return taken
        }
        guard taken.phase != .complete else { return }
        for operation in taken.operations {
            operation.complete(cancelled: taken.isCancelled, in: engine)
        }
        taken.done?(taken.isCancelled)
    }
}
