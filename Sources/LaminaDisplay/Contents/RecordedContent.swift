public import LaminaDraw
public import LaminaGeometry
import LaminaNode

/// A recorded drawing that a node shows, its corner at that of the node.
public final class RecordedContent: DrawableContent {
    let drawing: RecordedDrawing

    public init(_ drawing: RecordedDrawing) { self.drawing = drawing }

    public var awaitedImages: [SharedImage] { drawing.awaited.compactMap { $0 as? SharedImage } }
    public var isMeasurable: Bool { false }
    public var summary: String? { "drawing of \(drawing.steps.count) steps" }
    public var blendsInPlace: Bool { false }

    public func ink(in box: ContentBox, exactly: Bool, on worker: Worker) -> PixelRect { box.rect }

    public func draw(
        in box: ContentBox, clip: PixelRect, on buffer: PixelBuffer, _ worker: Worker, as operation: Operation
    ) throws(LaminaError) {
        try worker.draw(
            drawing, scale: box.scale, in: box.rect, clip: clip, on: buffer, isCancelled: { operation.isCancelled })
    }
}

extension Worker {
    /// Draws over the pixels of `rect`, in logical units from its corner, as far as `clip` and the buffer go.
    public func draw(
        _ drawing: RecordedDrawing, at origin: Point = .zero, scale: Double, in rect: PixelRect, clip: PixelRect,
        on buffer: PixelBuffer, isCancelled: () -> Bool = { false }
    ) throws(LaminaError) {
        var failure: LaminaError?
        try unsafe withCairo(on: buffer, rect: rect, scale: scale, clip: clip) { cairo in
            do throws(LaminaError) {
                try unsafe drawing.replay(on: cairo, at: origin, painter, textEngine, isCancelled: isCancelled)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
