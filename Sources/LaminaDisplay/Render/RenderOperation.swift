public import LaminaDraw
public import LaminaGeometry
import LaminaLayout
import LaminaNode
import LaminaText

/// Lays out and draws a captured tree straight into the host's pixels.
public final class RenderOperation: OperationBody, @unchecked Sendable {
    // `snapshot` and `failure` belong to the worker, and to the owner thread after the operation is over; the host
    // keeps the pixels valid and to itself until `done` has run.
    /// Let go by the worker: the memory came from there, and taking it apart costs as much as building it.
    private var snapshot: RenderSnapshot?
    private let awaited: AwaitedPictures?
    private let target: PixelBuffer
    private let scale: Double
    private let background: Color
    private let parts: EngineParts
    private let done: @Sendable (LaminaError?) -> Void
    private var failure: LaminaError?

    /// `done` runs on the owner thread, once. `awaited` have come when a worker begins.
    public init(
        _ snapshot: RenderSnapshot, _ awaited: AwaitedPictures? = nil, target: PixelBuffer, scale: Double,
        background: Color, parts: EngineParts,
        done: @escaping @Sendable (LaminaError?) -> Void
    ) {
        self.snapshot = snapshot
        self.awaited = awaited
        self.target = target
        self.scale = scale
        self.background = background
        self.parts = parts
        self.done = done
    }

    public func execute(on worker: Worker, as operation: Operation) {
        guard var snapshot else { return }
        defer { self.snapshot = nil }
        // Long texts stop, too.
        worker.brake.begin(operation)
        let lacking = awaited?.setContents(in: &snapshot)
        var picture = LaidOutPicture(snapshot, scale: scale, on: worker, of: parts)
        if operation.isCancelled { return }
        let undecoded = awaited?.fill(&picture, on: worker, as: operation)
        let unpainted = picture.paint(on: target, background: background, worker: worker, as: operation)
        failure = lacking ?? undecoded ?? unpainted
        if worker.brake.hasStopped { failure = Self.cancelled }
    }

    public func complete(cancelled: Bool, in engine: Engine) {
        done(cancelled ? Self.cancelled : failure)
    }

    private static let cancelled = LaminaError(
        .cancelled, "the picture was cancelled, or the context ended, before it was drawn")
}
