import LaminaDraw
import LaminaGeometry
import LaminaNode
import LaminaText

/// The drawing of a placeholder: bars for the lines of a text, or the node's box in a colour, and the host's own
/// drawing above.
final class PlaceholderContent: BitmapContent {
    private let color: Color
    private let insets: EdgeInsets
    /// Of the node's box, in pixels.
    private let radii: CornerRadii
    private let text: TextContent?
    private let drawing: (any DrawableContent)?

    init(_ placeholder: NodePlaceholder, radii: CornerRadii, text: TextContent?) {
        self.radii = radii
        color = placeholder.color
        insets = placeholder.insets
        self.text = text
        drawing = placeholder.drawing.map { DrawableReceiver().drawable($0) }
    }

    func render(in box: ContentBox, on worker: Worker, as operation: Operation) throws(LaminaError) -> Rendering {
        try worker.render(box.rect, from: box) { (pixels, clip) throws(LaminaError) in
            if let text {
                drawBars(of: text, in: box, clip: clip, on: pixels, worker)
            } else {
                worker.painter.fillRounded(box.rect, radii: radii, color, clip: clip, on: pixels)
            }
            guard let drawing else { return }
            // Apart: the host may use any operator.
            let above = try worker.render(box.rect, from: box) { (pixels, clip) throws(LaminaError) in
                try drawing.draw(in: box, clip: clip, on: pixels, worker, as: operation)
            }
            if let above = above.bitmap {
                worker.painter.draw(above, x: box.rect.x, y: box.rect.y, clip: clip, on: pixels)
            }
        }
    }

    /// A bar for each line that has something in it (as in Texture).
    private func drawBars(
        of text: TextContent, in box: ContentBox, clip: PixelRect, on buffer: PixelBuffer, _ worker: Worker
    ) {
        guard let string = text.text, color.alpha > 0 else { return }
        let frame = worker.textEngine.place(string, text.options, in: box.size)
        for (number, line) in frame.measured.lines.enumerated() where line.width > 0 {
            let bar = Rect(
                x: frame.lineStart(number) + insets.left, y: frame.origin.y + line.top + insets.top,
                width: max(0, line.width - insets.left - insets.right),
                height: max(0, line.bottom - line.top - insets.top - insets.bottom))
            let pixels = Pixels.snap(bar, scale: box.scale).offset(by: PixelOffset(x: box.rect.x, y: box.rect.y))
            worker.painter.fill(pixels.intersection(box.rect), color, clip: clip, on: buffer)
        }
    }
}
