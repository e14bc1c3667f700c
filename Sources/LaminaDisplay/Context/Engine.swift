import Glibc
import LaminaDraw
import LaminaLoading
public import LaminaGeometry
import LaminaNode
public import LaminaText
import LaminaLock

/// How a context is set up.
public struct EngineOptions: Sendable {
    /// Workers; nil means one per core, 0 that the owner thread does the work inside `process`.
    public var threadCount: Int?
    public var isDeterministic = false
    /// How far workers give way to other threads, as nice(1) counts: 0 to 19.
    public var workerNiceness: Int32 = 0
    public var fonts = FontConfiguration()
    /// Gets messages about what no call can report. Owner thread.
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
    public var composites: UInt64 = 0
    public var paintedPixels: UInt64 = 0
    public var copiedPixels: UInt64 = 0
    public var longestProcess: UInt64 = 0
    public var evictions: UInt64 = 0
    /// Parts of `ownerMicroseconds`.
    public var callMicroseconds: UInt64 = 0
    public var completionMicroseconds: UInt64 = 0
    public var changeMicroseconds: UInt64 = 0
    public var compositeMicroseconds: UInt64 = 0
}

/// The owner thread's side of an open context: surfaces, their layers, and the loop that moves work between them and
/// the workers.
///
/// Confined to the owner thread. It never waits for a worker, except in `waitIdle`, `wait` and `close`.
public final class Engine {
    public let parts: EngineParts
    public let context: Context
    let worker: Worker
    private let threads = WorkerThreads()
    private let log: (@Sendable (Int32, String) -> Void)?

    var surfaces: [Int32: Presentation] = [:]
    /// Bytes of bitmaps to keep to.
    var bitmapBudget = Int.max
    /// What drawings under way may come to.
    var bytesUnderWay = 0
    /// When frames are seen.
    var frames = FrameClock()
    var frameCalls = NumberedList<FrameCall>()
    var drivers: [any FrameDriver] = []
    /// Where the layers are that stay when their nodes leave, by the number of the exit.
    var exits: [UInt64: LayerPlace] = [:]
    /// Nodes whose natural size a worker is finding out, and whether something has changed since it began.
    var measuredNodes: [NodeID: Bool] = [:]
    var nextExit: UInt64 = 0
    /// Room for the places of layers whose values are set, kept for the next time.
    var presentedLayers: [PresentedLayer] = []
    /// The frame that this turn makes, if it makes one.
    var frame: FrameClock.Frame?
    /// The time of what moves by itself.
    var motion = MotionClock()
    /// The time that fades were brought to last.
    var lastFade: UInt64?
    /// What `parts.calls` was set to last.
    private var frameDue: UInt64?
    /// Who observes the drawings of subtrees.
    var subtrees = SubtreeObservation()
    /// Drawings that may have to wait for others.
    var groups: [DrawingGroup] = []
    /// Layers that are read in a turn whatever its budget.
    var leastLayersRead = ReadingLimit.least
    var observers = NumberedList<CommitObserver>()
    var nextObserver: UInt64 = 0
    /// Set while `process` runs: it must not be called from its own callbacks.
    private(set) var isProcessing = false
    /// What this turn of `process` has come to.
    private var turn = Turn(hasReachedChanges: true)

    private struct Turn {
        /// Calls posted from here on belong to the next turn.
        var callLimit: UInt64 = 0
        /// Whether the observers know that something is being taken over.
        var isCommitting = false
        /// Calls and transactions go first by turns, so that neither starves the other when time is short.
        var callsFirst = true
        /// What the last turn had no time for goes before both.
        var changesFirst = false
        /// Whether there was time for changes.
        var hasReachedChanges = false
        /// Where its time went, up to `mark`.
        var calls: UInt64 = 0
        var completions: UInt64 = 0
        var changes: UInt64 = 0
        var mark: UInt64 = 0
    }
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
        worker = Worker(fonts: fonts, pool: parts.pool, end: parts.end)
        do throws(LaminaError) {
            try threads.start(threadCount, parts, niceness: options.workerNiceness)
        } catch {
            context.wake.close()
            throw error
        }
    }

    /// Does what is due until nothing is, or `budget` microseconds are over (nil: no limit). What is left keeps the
    /// descriptor readable.
    public func process(budget: UInt64?) throws(LaminaError) {
        try checkIdle()
        isProcessing = true
        let start = monotonicMicroseconds()
        enter()
        parts.wake.clear()
        for presentation in surfaces.values { presentation.group = nil }
        let clock = parts.calls.clock
        frame = frames.take(at: clock)
        var deadline = budget.map { start &+ $0 } ?? .max
        // Where the host moves the clock, no time passes in a turn.
        if let limit = frame?.deadline, !clock.isHost { deadline = min(deadline, limit) }
        beginTurn(at: start)
        if let frame {
            motion.advance(to: frame.time, clock: clock.now)
            notify(frame)
            advancePlayback()
            noteShownMotions()
        }
        while step(deadline) {
            if monotonicMicroseconds() >= deadline { break }
        }
        beginPlayback()
        waitForContents()
        scheduleFrame()
        if turn.isCommitting { notify(.after) }
        notifySubtrees()
        notifyComplete()
        if hasWork { parts.wake.signal() }
        isProcessing = false
        let spent = monotonicMicroseconds() - start
        count { counts in
            counts.ownerMicroseconds += spent
            counts.longestProcess = max(counts.longestProcess, spent)
            counts.callMicroseconds += turn.calls
            counts.completionMicroseconds += turn.completions
            counts.changeMicroseconds += turn.changes
        }
        leave()
    }

    /// Goes on, and sleeps, until nodes that came into sight and are not to be seen with placeholders are drawn.
    private func waitForContents() {
        let start = monotonicMicroseconds()
        while awaitsContents(since: start) && !context.isClosing {
            if step(.max) { continue }
            // Woken by what workers finish; not for longer than some patience may last.
            sleep(microseconds: 1000)
            parts.wake.clear()
        }
    }

    /// One part of a turn goes first: changes when the last turn was over before it came to them, else calls or
    /// transactions.
    private func beginTurn(at start: UInt64) {
        let changesFirst = !turn.hasReachedChanges
        let callsFirst = changesFirst ? turn.callsFirst : !turn.callsFirst
        turn = Turn(
            callLimit: parts.calls.beginTurn(), callsFirst: callsFirst, changesFirst: changesFirst, mark: start)
    }

    /// Fails with `invalidState` within a call that processes.
    func checkIdle() throws(LaminaError) {
        if isProcessing {
            throw LaminaError(
                .invalidState, "the context is already processing: call this from the event loop, not from a callback")
        }
    }

    /// One round: what workers finished, what the host changed, and (without workers) one piece of work. False when
    /// there was nothing.
    private func step(_ deadline: UInt64) -> Bool {
        var didWork = false
        if !parts.destroys.isEmpty {
            parts.destroys.run()
            didWork = true
        }
        for message in parts.mailbox.takeMessages() { log?(message.level, message.text) }
        if let lack = parts.fonts.takeLack() { log?(1, lack) }
        for surface in parts.mailbox.takeReleasedSurfaces() {
            remove(surface: surface)
            didWork = true
        }
        if turn.changesFirst && takeChanges(deadline) {
            didWork = true
            if turn.mark >= deadline { return true }
        }
        if turn.callsFirst && runCalls(deadline) {
            didWork = true
            if turn.mark >= deadline { return true }
        }
        announceCommit()
        if advanceFades() { didWork = true }
        if settleHolds() { didWork = true }
        if settleRoots() { didWork = true }
        if completeReady(deadline) {
            didWork = true
            if spend(on: \.completions) >= deadline { return true }
        }
        if !turn.callsFirst && runCalls(deadline) {
            didWork = true
            if turn.mark >= deadline { return true }
        }
        if !turn.changesFirst && takeChanges(deadline) { didWork = true }
        return didWork
    }

    /// Runs posted calls of this turn; false when there is none.
    private func runCalls(_ deadline: UInt64) -> Bool {
        if !runCalls(before: turn.callLimit, deadline) { return false }
        spend(on: \.calls)
        return true
    }

    /// Takes over what the host changed, and does one piece of what no worker does.
    private func takeChanges(_ deadline: UInt64) -> Bool {
        announceCommit()
        turn.hasReachedChanges = true
        var didWork = applyChanges(until: deadline)
        if notifyLayouts() { didWork = true }
        if notifyInterfaceStates() { didWork = true }
        if startDrawings(until: deadline) { didWork = true }
        if didWork { spend(on: \.changes) }
        if parts.threadCount == 0, let operation = parts.queue.tryPop() {
            parts.run(operation, on: worker)
            didWork = true
            turn.mark = monotonicMicroseconds()
        }
        return didWork
    }

    /// Notes what the time since the last such call went to, and returns the present time. Not called in a turn that
    /// finds nothing to do.
    @discardableResult
    private func spend(on part: WritableKeyPath<Turn, UInt64>) -> UInt64 {
        let now = monotonicMicroseconds()
        turn[keyPath: part] += now - turn.mark
        turn.mark = now
        return now
    }

    /// Notifies the observers, once a turn, that something is going to be taken over.
    private func announceCommit() {
        if turn.isCommitting || observers.isEmpty { return }
        guard parts.mailbox.hasReady || hasActionableChanges || isFadeDue || isGroupDue || isHoldDue else { return }
        turn.isCommitting = true
        notify(.before)
    }

    /// Says when something is to be shown that no news will come of: the next frame of a fade, what has waited for
    /// others of its turn.
    private func scheduleFrame() {
        _ = settleHolds()  // for those that begin
        let next = [nextFrame(), nextHold, nextRootDue, groups.lazy.compactMap(\.due).min()].lazy.compactMap { $0 }
            .min()
        if next == frameDue { return }
        frameDue = next
        parts.calls.setFrameDue(next)
    }

    /// Completes transactions until `deadline`, at least one. False when none is ready.
    private func completeReady(_ deadline: UInt64) -> Bool {
        let ready = admit(parts.mailbox.takeReady())
        for (index, transaction) in ready.enumerated() {
            complete(transaction)
            if index + 1 < ready.count && monotonicMicroseconds() >= deadline {
                parts.mailbox.putBack(ready[(index + 1)...])
                break
            }
        }
        return !ready.isEmpty
    }

    /// Whether a call of `process` would find something to do now.
    private var hasWork: Bool {
        if parts.mailbox.hasNews || !parts.destroys.isEmpty || parts.calls.hasCalls { return true }
        if surfaces.values.contains(where: { $0.tree.drawings.hasTouched }) { return true }
        if parts.threadCount == 0 && !parts.queue.isEmpty { return true }
        if context.nodes.withLock({ $0.hasInterfaceChanges || $0.hasLayoutChanges }) { return true }
        return hasActionableChanges
    }

    /// Nothing to do, now or when a worker is done.
    var isIdle: Bool {
        parts.mailbox.pendingCount == 0 && parts.teardown.isEmpty && !hasWork && parts.loader.pendingCount == 0
            && !context.nodes.withLock { $0.hasChanges }
    }

    func complete(_ transaction: Transaction) {
        transaction.complete(in: self)
        parts.mailbox.noteCompleted()
    }

    /// A call that may run callbacks begins.
    func enter() { depth += 1 }

    /// It ends; when the last reference went meanwhile, so does the context.
    func leave() {
        depth -= 1
        if depth == 0 { context.closeIfReleased() }
    }

    func count(_ body: (inout EngineCounts) -> Void) { context.counts.withLock { body(&$0) } }

    /// Ends all work: what has not begun is cancelled, what runs is waited for, and every completion runs.
    func shutDown() {
        enter()
        parts.imageSources.close()
        parts.loader.close()
        parts.calls.close()
        observers = NumberedList()
        frameCalls = NumberedList()
        let ending = drivers
        drivers = []
        for driver in ending { driver.end(in: self) }
        subtrees = SubtreeObservation()
        for presentation in surfaces.values {
            presentation.completeObservers = NumberedList()
            cancelAll(presentation.tree.removeAll())
            release(presentation.tree.remains.take())
        }
        // Transactions that the host left open complete too, cancelled.
        for transaction in context.objects.withLock({ $0.objects(of: .transaction) }) {
            (transaction as? Transaction)?.cancel()
        }
        parts.queue.close()
        for operation in parts.queue.running { operation.cancel() }
        parts.end.set()
        // Without workers nobody would run what is queued; with them, this spares their time.
        while let operation = parts.queue.tryPop() { operation.cancel() }
        threads.join { seconds in
            log?(
                1,
                "the end of the context has waited \(seconds) s for what a worker is doing, a callback of yours or a long text; it continues to wait"
            )
        }
        while let operation = parts.queue.tryPop() { operation.cancel() }
        parts.queue.letGo()
        var ready = groups.flatMap { $0.end() }
        groups = []
        while true {
            ready += parts.mailbox.takeReady()
            for transaction in ready { complete(transaction) }
            if parts.mailbox.closeIfDone() { break }
            // Other threads are in calls that began before the end, which take microseconds.
            if ready.isEmpty { usleep(20) }
            ready = []
        }
        for message in parts.mailbox.takeMessages() { log?(message.level, message.text) }
        surfaces = [:]
        parts.teardown.freeAll()
        parts.destroys.run()
        depth -= 1
    }

    func cancelAll(_ operations: [DisplayOperation]) {
        for display in operations { display.operation?.cancel() }
    }
}
