import LaminaDraw
import LaminaGeometry
import LaminaNode
import LaminaText

/// Draws the contents of one node of a surface into a bitmap of their own.
final class DisplayOperation: OperationBody, @unchecked Sendable {
    // `bitmap` and `failure` are written by the worker and read by the owner thread after the operation is over;
    // `operation` belongs to the owner thread.
    let surface: Int32
    let layer: Int32
    let node: NodeID
    let content: any NodeContent
    let size: Size
    let drawn: Layer.Drawn
    let observer: (any DisplayObserver)?
    private(set) var bitmap: Bitmap?
    private(set) var failure: LaminaError?
    var operation: Operation?

    init(
        surface: Int32, layer: Int32, node: NodeID, content: any NodeContent, size: Size, drawn: Layer.Drawn,
        observer: (any DisplayObserver)?
    ) {
        self.surface = surface
        self.layer = layer
        self.node = node
        self.content = content
        self.size = size
        self.drawn = drawn
        self.observer = observer
    }

    func execute(on worker: Worker, as operation: Operation) {
        do throws(LaminaError) {
            let bitmap = try worker.pool.take(width: drawn.width, height: drawn.height, cleared: true)
            try bitmap.withPixels { (pixels) throws(LaminaError) in
                try worker.draw(
                    content, size: size, scale: drawn.scale, at: pixels.bounds, clip: pixels.bounds, as: operation,
                    on: pixels)
            }
            self.bitmap = bitmap
        } catch {
            failure = error
        }
    }

    func complete(cancelled: Bool, in engine: Engine) {
        engine.displayEnded(self, cancelled: cancelled)
        operation = nil
    }
}

extension Worker {
    /// Draws contents over the pixels of `rect`, in logical units from its corner.
    func draw(
        _ content: any NodeContent, size: Size, scale: Double, at rect: PixelRect, clip: PixelRect,
        as operation: Operation, on buffer: PixelBuffer
    ) throws(LaminaError) {
        if let content = content as? TextContent {
            guard let text = content.text else { return }
            let measured = textEngine.measure(text, content.options, maximumWidth: size.width)
            let origin = Point(x: Double(rect.x) / scale, y: Double(rect.y) / scale)
            painter.draw(
                measured, at: origin, width: size.width, alignment: content.options.alignment, color: .black,
                scale: scale, clip: clip.intersection(rect), on: buffer)
        } else if let content = content as? DrawnContent {
            var status: Int32 = 0
            try unsafe withCairo(on: buffer, rect: rect, scale: scale, clip: clip) { cairo in
                unsafe status = content.drawing.draw(cairo: cairo, size: size, scale: scale, as: operation)
            }
            if status != 0 {
                throw LaminaError(
                    LaminaError.Code(rawValue: status) ?? .backend, "a draw callback returned status \(status)")
            }
        }
    }
}
