public import LaminaGeometry
public import LaminaText

extension Painter {
    /// Draws a text in its frame, whose top left corner is at `origin`; otherwise as the drawing of a `MeasuredText`.
    public func draw(
        _ frame: TextFrame, at origin: Point, color: Color, scale: Double, clip: PixelRect, on buffer: PixelBuffer
    ) {
        guard frame.options.hasRare else {
            draw(
                frame.measured, at: origin, width: frame.width, alignment: frame.options.alignment, color: color,
                scale: scale, clip: clip, on: buffer)
            return
        }
        let rare = frame.options.rare
        if let placeholder = rare.placeholder {
            drawPlaceholder(frame, at: origin, placeholder, scale: scale, clip: clip, on: buffer)
            return
        }
        draw(
            frame.measured, at: Self.corner(frame, at: origin, scale), width: frame.width,
            alignment: frame.options.alignment,
            color: rare.tint ?? color, scale: scale, clip: clip, on: buffer)
    }

    /// Where the lines' box begins: insets end on whole pixels, as the edges of nodes do.
    private static func corner(_ frame: TextFrame, at origin: Point, _ scale: Double) -> Point {
        if frame.origin.x == 0 { return origin + frame.origin }
        let left = ((origin.x + frame.origin.x) * scale).rounded() / scale
        return Point(x: left.isFinite ? left : origin.x + frame.origin.x, y: origin.y + frame.origin.y)
    }

    /// The pixels that drawing the frame with the same arguments touches, cut to `limit`.
    public func inkBounds(of frame: TextFrame, at origin: Point, scale: Double, limit: PixelRect) -> PixelRect {
        if frame.options.hasRare && frame.options.rare.placeholder != nil {
            var bounds = PixelRect.empty
            for bar in placeholderBars(frame, at: origin, scale: scale) { bounds = bounds.union(bar) }
            return bounds.intersection(limit)
        }
        return inkBounds(
            of: frame.measured, at: Self.corner(frame, at: origin, scale), width: frame.width,
            alignment: frame.options.alignment,
            scale: scale, limit: limit)
    }

    private func drawPlaceholder(
        _ frame: TextFrame, at origin: Point, _ color: Color, scale: Double, clip: PixelRect, on buffer: PixelBuffer
    ) {
        for bar in placeholderBars(frame, at: origin, scale: scale) {
            fillRounded(bar, radius: Double(bar.height) / 4, color, clip: clip, on: buffer)
        }
    }

    /// A bar for each line, as high as small letters.
    private func placeholderBars(_ frame: TextFrame, at origin: Point, scale: Double) -> [PixelRect] {
        guard scale > 0, scale <= Self.maximumTextScale else { return [] }
        return frame.measured.lines.enumerated().compactMap { index, line in
            if line.width <= 0 { return nil }
            let left = origin.x + frame.lineStart(index)
            let bottom = origin.y + frame.origin.y + line.baseline
            let rect = Pixels.snap(
                Rect(x: left, y: bottom - line.ascent * 0.55, width: line.width, height: line.ascent * 0.6),
                scale: scale)
            return rect.isEmpty ? nil : rect
        }
    }

    /// Marks places in a text, as a finger on a link does: rectangles with padding and round corners (Texture TX-17).
    public func drawHighlight(
        _ rects: [Rect], at origin: Point, color: Color, scale: Double, clip: PixelRect, on buffer: PixelBuffer
    ) {
        guard scale > 0, scale <= Self.maximumTextScale else { return }
        for rect in rects {
            let padded = Rect(
                x: origin.x + rect.minX - 4, y: origin.y + rect.minY - 2, width: rect.size.width + 8,
                height: rect.size.height + 3.5)
            fillRounded(Pixels.snap(padded, scale: scale), radius: 2.5 * scale, color, clip: clip, on: buffer)
        }
    }
}
