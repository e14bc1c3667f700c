import LaminaDraw
import LaminaGeometry
import LaminaNode
import LaminaText

/// What stands in for the contents of a layer, and the contents while they are held back. Owner thread only.
///
/// It is never shown together with the contents (Texture leaves both: FB#909, FB#1448), and new contents of a node that shows some never
/// bring it back (FB#213). While it fades, each frame is a mix of the two that is as opaque as they are.
final class LayerPlaceholder {
    enum Phase: Equatable {
        /// In the place of the contents.
        case stands
        /// Gives way to them, from a time on that is taken when the clock is asked next; microseconds.
        case fades(since: UInt64?)
        case gone
    }

    let source: PlaceholderBox
    /// The colour of the node itself.
    var ground: Color
    var phase = Phase.gone
    /// What is shown is a mix already; before that, a fade looks like what stands.
    var isMixed = false
    /// What was drawn for it; nothing where a colour does.
    var picture: Bitmap?
    /// Which drawing that is.
    var pictureDrawn: Layer.Drawn?
    /// The corners that it was drawn with.
    var pictureRadii = CornerRadii.zero
    /// The drawing on its way.
    var pending: DisplayOperation?
    /// What the layer would show without it.
    var contents: Bitmap?
    var offset = PixelOffset.zero
    var hasContents = false

    init(_ source: PlaceholderBox, ground: Color) {
        self.source = source
        self.ground = ground
    }

    var value: NodePlaceholder { source.value }
    /// Whether it is seen as it is.
    var isWhole: Bool { phase != .gone && !isMixed }
}

/// The drawing of a placeholder: bars for the lines of a text, or the node's box in a colour, and the host's own drawing above.
final class PlaceholderContent: NodeContent {
    let color: Color
    let insets: EdgeInsets
    /// Of the node's box, in pixels.
    let radii: CornerRadii
    let text: TextContent?
    let drawing: DrawnContent?

    init(_ placeholder: NodePlaceholder, radii: CornerRadii, text: TextContent?) {
        self.radii = radii
        color = placeholder.color
        insets = placeholder.insets
        self.text = text
        drawing = placeholder.drawing as? DrawnContent
    }

    var isMeasurable: Bool { false }
}

extension Worker {
    /// Draws a placeholder over the transparent pixels of `rect`.
    func draw(
        _ content: PlaceholderContent, size: Size, scale: Double, at rect: PixelRect, clip: PixelRect,
        as operation: Operation, on buffer: PixelBuffer
    ) throws(LaminaError) {
        if let text = content.text {
            drawBars(content, of: text, size: size, scale: scale, at: rect, clip: clip, on: buffer)
        } else {
            painter.fillRounded(rect, radii: content.radii, content.color, clip: clip, on: buffer)
        }
        if let drawing = content.drawing {
            // Apart: the host may use any operator.
            let bitmap = try pool.take(width: rect.width, height: rect.height, cleared: true)
            try bitmap.withPixels { (pixels) throws(LaminaError) in
                var pixels = pixels
                pixels.originX = rect.x
                pixels.originY = rect.y
                try draw(drawing, size: size, scale: scale, at: rect, clip: rect, as: operation, on: pixels)
            }
            painter.draw(bitmap, x: rect.x, y: rect.y, clip: clip, on: buffer)
        }
    }

    /// A bar for each line that has something in it (as in Texture).
    private func drawBars(
        _ content: PlaceholderContent, of text: TextContent, size: Size, scale: Double, at rect: PixelRect,
        clip: PixelRect, on buffer: PixelBuffer
    ) {
        guard let string = text.text, content.color.alpha > 0 else { return }
        let frame = textEngine.place(string, text.options, in: size)
        let insets = content.insets
        for (number, line) in frame.measured.lines.enumerated() where line.width > 0 {
            let bar = Rect(
                x: frame.lineStart(number) + insets.left, y: frame.origin.y + line.top + insets.top,
                width: max(0, line.width - insets.left - insets.right),
                height: max(0, line.bottom - line.top - insets.top - insets.bottom))
            let pixels = Pixels.snap(bar, scale: scale).offset(by: PixelOffset(x: rect.x, y: rect.y))
            painter.fill(pixels.intersection(rect), content.color, clip: clip, on: buffer)
        }
    }
}

extension Color {
    /// One colour over another, as one.
    func over(_ below: Color) -> Color {
        if alpha >= 1 || below.alpha <= 0 { return alpha > 0 ? self : below }
        let rest = below.alpha * (1 - alpha)
        let sum = alpha + rest
        if sum <= 0 { return below }
        func mix(_ top: Float, _ bottom: Float) -> Float { min(1, (top * alpha + bottom * rest) / sum) }
        return Color(
            red: mix(red, below.red), green: mix(green, below.green), blue: mix(blue, below.blue), alpha: min(1, sum))
    }
}
