import LaminaNode

/// One layout pass of a surface: solves a snapshot of its tree.
final class LayoutOperation: OperationBody, @unchecked Sendable {
    // `frames` is written by the worker and read by the owner thread after the operation is over.
    let surface: Int32
    /// The state of the tree that was captured.
    let version: UInt64
    private let snapshot: LayoutSnapshot
    private let scale: Double
    private let stackIsDeep: Bool
    private(set) var frames: LayoutFrames?

    init(surface: Int32, version: UInt64, snapshot: LayoutSnapshot, scale: Double, stackIsDeep: Bool) {
        self.surface = surface
        self.version = version
        self.snapshot = snapshot
        self.scale = scale
        self.stackIsDeep = stackIsDeep
    }

    func execute(on worker: Worker, as operation: Operation) {
        frames = snapshot.solve(on: worker, scale: scale, stackIsDeep: stackIsDeep)
    }

    func complete(cancelled: Bool, in engine: Engine) {
        engine.layoutEnded(self, cancelled: cancelled)
    }
}
