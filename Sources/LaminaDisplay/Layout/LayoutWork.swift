public import LaminaGeometry
import LaminaLayout
import LaminaLock
public import LaminaNode
import LaminaText

/// The surroundings of a layout pass on one thread: its text engine, the context's nodes, and the workers that may
/// help.
final class LayoutWork: LayoutEnvironment {
    let worker: Worker
    private let parts: EngineParts
    private let nodes: Locked<NodeStore>
    /// Device pixels per logical unit: sizes are rounded up to whole pixels, so that no last letter is lost.
    let scale: Double
    /// Elements that the stack may still hold.
    private var room: Int
    private var isDeep: Bool
    /// Deeper than this, a pass gets a thread with a deep stack of its own.
    private static let comfortableDepth = 240

    /// `nodes` are those that the pass is about; nil for the context's.
    init(
        on worker: Worker, of parts: EngineParts, scale: Double, stackIsDeep: Bool, nodes: Locked<NodeStore>? = nil
    ) {
        self.worker = worker
        self.parts = parts
        self.nodes = nodes ?? parts.nodes
        self.scale = scale
        isDeep = stackIsDeep
        room = stackIsDeep ? Self.deepRoom : Self.comfortableDepth
    }

    /// What a pass of this module hands to contents that measure themselves.
    static func of(_ environment: any LayoutEnvironment) -> LayoutWork {
        guard let work = environment as? LayoutWork else {
            preconditionFailure("contents are measured by LayoutWork only")
        }
        return work
    }

    func measure(_ content: any NodeContent, range: SizeRange) -> LayoutMeasurement {
        content.measure(within: range, in: self)
    }

    func measure(_ content: any NodeContent, width: FlexSpace, height: FlexSpace) -> LayoutMeasurement {
        content.measure(width: width, height: height, in: self)
    }

    func place(_ content: any NodeContent, range: SizeRange) -> PlacedContent { content.place(within: range, in: self) }

    func withNodes<R>(_ body: (inout NodeStore) -> R) -> R { nodes.withLock(body) }

    func takeFlexWorkspace() -> FlexWorkspace {
        if let kept = worker.flexWorkspace.take() { return kept }
        return FlexWorkspace()
    }

    func keep(_ workspace: consuming FlexWorkspace) {
        if workspace.bytes <= Worker.flexWorkspaceLimit { worker.flexWorkspace = consume workspace }
    }

    func warn(_ message: String) { parts.mailbox.log(1, message) }

    var isConcurrent: Bool { parts.threadCount > 0 }

    func runConcurrently(_ count: Int, _ body: @escaping @Sendable (Int, any LayoutEnvironment) -> Void) {
        let work = SharedWork(count: count, parts: parts, scale: scale, sign: worker.brake.sign, body)
        // Helpers that come too late find nothing to do; nobody waits for them to begin.
        _ = parts.startHelpers(min(parts.threadCount, count - 1), work)
        work.help(self)
        work.waitForHelpers()
    }

    func withStack(for depth: Int, _ body: @escaping () -> Void) -> Bool {
        // What surrounds a pass takes as much of the stack as some elements do.
        let needed = depth + Self.levelsOfPass
        if needed <= room {
            room -= needed
            defer { room += needed }
            body()
            return true
        }
        if isDeep || needed > Self.deepRoom { return false }
        let before = room
        isDeep = true
        room = Self.deepRoom - needed
        defer {
            isDeep = false
            room = before
        }
        nonisolated(unsafe) let body = body  // this thread waits meanwhile
        let destroys = parts.destroys
        withDeepStack { destroys.collect { unsafe body() } }
        return true
    }

    private static let levelsOfPass = 40
    /// What host code may nest is limited with this, too: 40 levels for each callback within a callback.
    private static let deepRoom = LayoutSnapshot.maximumDepth + 2000
}

extension EngineParts {
    /// Lays a snapshot out on the calling thread; the solver keeps what is to be stored with the nodes. Fails with
    /// `outOfRange` when the tree is too deep.
    func layOut(
        _ snapshot: LayoutSnapshot, on worker: Worker, stackIsDeep: Bool
    ) throws(LaminaError) -> (LayoutSolver, TreeLayout) {
        try snapshot.checkDepth()
        let work = LayoutWork(on: worker, of: self, scale: snapshot.setting.scale, stackIsDeep: stackIsDeep)
        let solver = LayoutSolver(work, setting: snapshot.setting)
        var result: TreeLayout?
        _ = work.withStack(for: snapshot.depth) { result = solver.layOut(snapshot) }
        return (solver, result ?? TreeLayout.empty)
    }

    /// The frames of a picture's snapshot, on a worker, and the first layout callback that failed.
    func frames(
        _ snapshot: LayoutSnapshot, on worker: Worker, nodes: Locked<NodeStore>?
    ) -> (frames: LayoutFrames, failure: LaminaError?) {
        let work = LayoutWork(
            on: worker, of: self, scale: snapshot.setting.scale, stackIsDeep: threadCount > 0, nodes: nodes)
        let solver = LayoutSolver(work, setting: snapshot.setting, storesFindings: false)
        var frames = LayoutFrames()
        _ = work.withStack(for: snapshot.depth) { frames = solver.frames(snapshot) }
        if let failure = solver.failure { forget(failure) }
        return (frames, solver.failure?.error)
    }

    private func forget(_ failure: LayoutFailure) {
        let hasNews = nodes.withLock { store in
            store.forget(failure)
            return store.takeNews()
        }
        if hasNews { wake.signal() }
    }

    /// Lays out the tree below `root` on the calling thread, as far as that is needed, and keeps what was found for the
    /// next time. Fails with what a layout callback failed with.
    public func layOut(_ snapshot: LayoutSnapshot) throws(LaminaError) -> TreeLayout {
        try withWorker { (worker) throws(LaminaError) in try layOut(snapshot, storingOn: worker, stackIsDeep: false) }
    }

    /// The same on a worker.
    func layOut(
        _ snapshot: LayoutSnapshot, storingOn worker: Worker, stackIsDeep: Bool
    ) throws(LaminaError) -> TreeLayout {
        let (solver, result) = try layOut(snapshot, on: worker, stackIsDeep: stackIsDeep)
        if let failure = solver.failure {
            forget(failure)
            throw failure.error
        }
        var discarded = Discarded()
        withExtendedLifetime(solver) {
            nodes.withLock { store in
                solver.store(in: &store)
                store.keepResult(result)
                store.endHolds(&discarded)
            }
        }
        return result
    }
}

/// Pieces of one layout pass that several threads take from, each the next one.
private final class SharedWork: OperationBody, Sendable {
    private let count: Int
    private let parts: EngineParts
    let scale: Double
    private let sign: (any StopSign)?
    private let body: @Sendable (Int, any LayoutEnvironment) -> Void
    private let numbers: NumberQueue

    init(
        count: Int, parts: EngineParts, scale: Double, sign: (any StopSign)?,
        _ body: @escaping @Sendable (Int, any LayoutEnvironment) -> Void
    ) {
        self.count = count
        self.parts = parts
        self.scale = scale
        self.sign = sign
        self.body = body
        numbers = NumberQueue(count: count)
    }

    func help(_ environment: any LayoutEnvironment) {
        while let number = numbers.take() {
            body(number, environment)
            numbers.end()
        }
    }

    func execute(on worker: Worker, as operation: Operation) {
        worker.brake.begin(sign)
        help(LayoutWork(on: worker, of: parts, scale: scale, stackIsDeep: true))
    }

    func complete(cancelled: Bool, in engine: Engine) {}

    /// What others have begun ends by itself: none of it waits for this thread.
    func waitForHelpers() { numbers.waitUntilOver() }
}
