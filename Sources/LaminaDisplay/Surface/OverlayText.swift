import LaminaDraw
import LaminaGeometry
import LaminaText

/// A line of white text on an overlay. Lengths are logical units.
struct OverlayText {
    private let text: MeasuredText

    init(_ string: String, _ engine: TextEngine) {
        let attributes = CharacterAttributes(family: "DejaVu Sans, sans-serif", size: 10)
        var builder = AttributedTextBuilder(attributes: attributes)
        builder.append(string)
        text = engine.measure(builder.build(), TextLayoutOptions(), maximumWidth: .infinity)
    }

    var size: Size { text.size }

    func paint(at origin: Point, scale: Double, clip: PixelRect, on buffer: PixelBuffer, _ painter: Painter) {
        painter.draw(
            text, at: origin, width: text.size.width, alignment: .left, color: .white, scale: scale, clip: clip,
            on: buffer)
    }
}
