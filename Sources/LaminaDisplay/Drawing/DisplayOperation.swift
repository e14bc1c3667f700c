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
    let drawn: Layer.Drawn
    let observer: (any DisplayObserver)?
    /// Which the queue was told; the owner thread's.
    var priority: Int32
    /// Nothing for contents without ink.
    private(set) var bitmap: Bitmap?
    /// Where its first pixel stands, from the corner of the frame.
    private(set) var offset = PixelOffset.zero
    private(set) var isDone = false
    private(set) var failure: LaminaError?
    /// Of one drawing of many, the others of which are shown.
    private(set) var warning: LaminaError?
    var operation: Operation?

    init(
        surface: Int32, layer: Int32, node: NodeID, content: any NodeContent, drawn: Layer.Drawn,
        observer: (any DisplayObserver)?, priority: Int32
    ) {
        self.surface = surface
        self.layer = layer
        self.node = node
        self.content = content
        self.drawn = drawn
        self.observer = observer
        self.priority = priority
    }

    /// Longer texts, and larger pictures of them, take their time.
    private static let briefLength = 1000
    private static let briefPixels = 1 << 18

    var isBrief: Bool {
        guard let content = content as? TextContent else { return false }
        return (content.text?.utf8.count ?? 0) <= Self.briefLength && drawn.width * drawn.height <= Self.briefPixels
    }

    func execute(on worker: Worker, as operation: Operation) {
        do throws(LaminaError) {
            let rect = PixelRect(x: 0, y: 0, width: drawn.width, height: drawn.height)
            if let raster = content as? RasterContent {
                let result = try raster.draw(at: rect, scale: drawn.scale, on: worker, as: operation)
                result.bitmap?.isOpaque = result.bitmap?.withPixels { $0.isOpaque } ?? false
                (bitmap, offset, warning) = result
                isDone = true
                return
            }
            if let stretched = content as? StretchedContent {
                (bitmap, offset) = try stretched.draw(width: drawn.width, height: drawn.height, on: worker)
                isDone = true
                return
            }
            let ink = worker.inkBounds(of: content, size: drawn.size, scale: drawn.scale, at: rect)
            if let image = content as? ImageContent,
                let whole = try image.whole(
                    width: drawn.width, height: drawn.height, scale: drawn.scale, worker)
            {
                bitmap = whole
            } else if !ink.isEmpty {
                let bitmap = try worker.pool.take(width: ink.width, height: ink.height, cleared: true)
                try bitmap.withPixels { (pixels) throws(LaminaError) in
                    var pixels = pixels
                    pixels.originX = ink.x
                    pixels.originY = ink.y
                    try worker.draw(
                        content, size: drawn.size, scale: drawn.scale, at: rect, clip: ink, as: operation, on: pixels)
                }
                // A pass over the pixels here spares the owner thread what is behind them, frame for frame.
                bitmap.isOpaque = bitmap.withPixels { $0.isOpaque }
                self.bitmap = bitmap
                offset = PixelOffset(x: ink.x, y: ink.y)
            }
            isDone = true
        } catch {
            failure = error
        }
    }

    /// Nobody is asked to draw: what was drawn is brought to another size.
    var isStretched: Bool { content is StretchedContent }

    /// Tells who hears of the node, and of those in the same picture.
    func tellWillDisplay() {
        observer?.willDisplay(node)
        for below in (content as? RasterContent)?.observers ?? [] { below.observer.willDisplay(below.node) }
    }

    func tellDidDisplay(finished: Bool) {
        observer?.didDisplay(node, finished: finished)
        for below in (content as? RasterContent)?.observers ?? [] {
            below.observer.didDisplay(below.node, finished: finished)
        }
    }

    func complete(cancelled: Bool, in engine: Engine) {
        engine.displayEnded(self)
        operation = nil
    }
}

extension Worker {
    /// The pixels that drawing contents at `rect` touches: all of it for a drawing of the host's, the ink of a text. That may reach out of the frame
    /// by up to a line's height, but not where the text itself is larger than the frame. Looking at every glyph costs a seventh of
    /// drawing them: without `exactly` these limits are the answer.
    func inkBounds(
        of content: any NodeContent, size: Size, scale: Double, at rect: PixelRect, exactly: Bool = true
    ) -> PixelRect {
        guard let content = content as? TextContent else { return rect }
        guard let text = content.text else { return .empty }
        let frame = textEngine.place(text, content.options, in: size)
        let measured = frame.measured
        guard let line = measured.lines.first else { return .empty }
        let reach = max(line.bottom - line.top, text.effectReach)
        let margin = Int(min(max((reach * scale).rounded(.up), 0), 4096))
        let side = measured.size.width > size.width + 1 ? 0 : margin
        let below = measured.size.height > size.height + 1 ? 0 : margin
        let limit = PixelRect(
            x: rect.x - side, y: rect.y - margin, width: rect.width + 2 * side, height: rect.height + margin + below)
        if content.highlight != nil || !exactly { return limit }
        return painter.inkBounds(
            of: frame, at: Point(x: Double(rect.x) / scale, y: Double(rect.y) / scale), scale: scale, limit: limit)
    }

    /// Draws contents over the pixels of `rect`, in logical units from its corner.
    func draw(
        _ content: any NodeContent, size: Size, scale: Double, at rect: PixelRect, clip: PixelRect,
        as operation: Operation, on buffer: PixelBuffer
    ) throws(LaminaError) {
        if let content = content as? TextContent {
            guard let text = content.text else { return }
            let frame = textEngine.place(text, content.options, in: size)
            let origin = Point(x: Double(rect.x) / scale, y: Double(rect.y) / scale)
            if let highlight = content.highlight {
                let rects = textEngine.withCharacters(frame).rects(of: highlight.bytes)
                painter.drawHighlight(
                    rects, at: origin, color: highlight.color, scale: scale, clip: clip, on: buffer)
            }
            painter.draw(frame, at: origin, color: .black, scale: scale, clip: clip, on: buffer)
        } else if let content = content as? DrawnContent {
            try draw(content, size: size, scale: scale, at: rect, clip: clip, as: operation, on: buffer)
        } else if let content = content as? PlaceholderContent {
            try draw(content, size: size, scale: scale, at: rect, clip: clip, as: operation, on: buffer)
        } else if let content = content as? RecordedContent {
            try draw(
                content.drawing, scale: scale, in: rect, clip: clip, on: buffer,
                isCancelled: { operation.isCancelled })
        } else if let content = content as? ImageContent {
            try content.draw(in: rect, size: size, scale: scale, clip: clip, on: buffer, self)
        }
    }
}
