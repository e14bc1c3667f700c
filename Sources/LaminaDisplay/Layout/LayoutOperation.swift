import LaminaNode

/// One layout pass of a surface: solves a snapshot of its tree.
final class LayoutOperation: OperationBody, @unchecked Sendable {
    // `outcome` is written by the worker and read by the owner thread after the operation is over.
    let surface: Int32
    /// The state of the tree that was captured.
    let version: UInt64
    private let snapshot: LayoutSnapshot
    /// Whether another pass has to follow, as the snapshot was more than a turn had time for.
    var isPartial: Bool { snapshot.isPartial }
    private let parts: EngineParts
    private(set) var outcome: (solver: LayoutSolver, result: TreeLayout)?

    init(surface: Int32, version: UInt64, snapshot: LayoutSnapshot, parts: EngineParts) {
        self.surface = surface
        self.version = version
        self.snapshot = snapshot
        self.parts = parts
    }

    func execute(on worker: Worker, as operation: Operation) {
        outcome = try? parts.layOut(snapshot, on: worker, stackIsDeep: parts.threadCount > 0)
    }

    func complete(cancelled: Bool, in engine: Engine) {
        engine.layoutEnded(self, cancelled: cancelled)
    }
}
