public import LaminaDraw
public import LaminaGeometry
public import LaminaNode
import LaminaText

/// A drawing of the host's. Called on workers, several at a time for different nodes.
public protocol Drawing: AnyObject, Sendable {
    /// Draws in logical units through a cairo context; a status other than 0 (`lamina_status`) means that nothing is to be shown.
    func draw(cairo: OpaquePointer, size: Size, scale: Double, as operation: Operation) -> Int32
}

/// A drawing of the host's that writes pixels. Called on workers.
public protocol PixelDrawing: AnyObject, Sendable {
    /// Writes premultiplied pixels over transparent ones.
    func draw(pixels: PixelBuffer, size: Size, scale: Double, as operation: Operation) -> Int32
}

/// A drawing of the host's that hands over a picture. Called on workers.
public protocol ImageDrawing: AnyObject, Sendable {
    /// Returns a picture of any size, which is stretched to the node; nil for nothing.
    func draw(
        size: Size, scale: Double, pool: BitmapPool, as operation: Operation
    ) -> (status: Int32, image: Bitmap?)
}

/// What a display node with a drawing shows.
public final class DrawnContent: NodeContent {
    /// The form of the drawing.
    public enum Source: Sendable {
        case cairo(any Drawing)
        case pixels(any PixelDrawing)
        case image(any ImageDrawing)
    }

    public let source: Source
    /// The drawing draws text with Pango or cairo by itself, which only one thread may do at a time.
    public let drawsText: Bool

    public init(_ source: Source, drawsText: Bool = false) {
        self.source = source
        self.drawsText = drawsText
    }

    public convenience init(_ drawing: any Drawing) { self.init(.cairo(drawing)) }

    public var isMeasurable: Bool { false }

    /// The same drawing, said to draw text or not.
    public func with(drawsText: Bool) -> DrawnContent { DrawnContent(source, drawsText: drawsText) }
}

extension Worker {
    /// Has the host draw over the transparent pixels of `rect`, as far as `clip` and the buffer go.
    func draw(
        _ content: DrawnContent, size: Size, scale: Double, at rect: PixelRect, clip: PixelRect,
        as operation: Operation, on buffer: PixelBuffer
    ) throws(LaminaError) {
        var status: Int32 = 0
        func call(_ body: () -> Int32) { status = content.drawsText ? withFontLock(body) : body() }
        switch content.source {
        case .cairo(let drawing):
            func drawAll() throws(LaminaError) {
                try unsafe withCairo(on: buffer, rect: rect, scale: scale, clip: clip) { cairo in
                    status = unsafe drawing.draw(cairo: cairo, size: size, scale: scale, as: operation)
                }
            }
            // The context goes with the lock too: it may hold the last reference to a font that the host chose.
            if content.drawsText { try withFontLock(drawAll) } else { try drawAll() }
        case .pixels(let drawing):
            if buffer.bounds == rect {
                var pixels = buffer
                pixels.originX = 0
                pixels.originY = 0
                call { drawing.draw(pixels: pixels, size: size, scale: scale, as: operation) }
            } else {
                // Only part of the node shows: the host still writes all of it.
                let whole = try pool.take(width: rect.width, height: rect.height, cleared: true)
                whole.withPixels { pixels in
                    call { drawing.draw(pixels: pixels, size: size, scale: scale, as: operation) }
                }
                painter.draw(whole, x: rect.x, y: rect.y, clip: clip, on: buffer)
            }
        case .image(let drawing):
            var image: Bitmap?
            call {
                let result = drawing.draw(size: size, scale: scale, pool: pool, as: operation)
                image = result.image
                return result.status
            }
            if status == 0, let image { painter.drawScaled(image, into: rect, clip: clip, on: buffer) }
        }
        if status != 0 {
            throw LaminaError(
                LaminaError.Code(rawValue: status) ?? .backend, "a draw callback returned status \(status)")
        }
    }
}
