public import LaminaGeometry

/// A box's shadow in device pixels.
public struct PixelShadow: Equatable, Sendable {
    public let color: Color
    private let x: Int
    private let y: Int
    private let spread: Int
    let deviation: Double

    /// Offset and spread are rounded to whole pixels.
    public init(_ shadow: BoxShadow, scale: Double) {
        func pixels(_ value: Double) -> Int {
            let limit = Pixels.coordinateLimit
            return Int(min(max((value * scale).rounded(), -limit), limit))
        }
        color = shadow.color
        x = pixels(shadow.x)
        y = pixels(shadow.y)
        spread = pixels(shadow.spread)
        deviation = min(max(shadow.blur * scale / 2, 0), BlurredBox.maximumDeviation)
    }

    /// The same as lengths in pixels.
    public var box: BoxShadow {
        BoxShadow(color: color, x: Double(x), y: Double(y), blur: deviation * 2, spread: Double(spread))
    }

    /// The box that is blurred, for a node's box.
    func box(of rect: PixelRect) -> PixelRect {
        PixelRect(
            x: rect.x + x - spread, y: rect.y + y - spread, width: rect.width + 2 * spread,
            height: rect.height + 2 * spread)
    }

    /// All pixels that the shadow of a node's box may touch.
    public func bounds(of rect: PixelRect) -> PixelRect {
        let box = box(of: rect)
        if box.isEmpty || rect.isEmpty || color.alpha <= 0 { return .empty }
        let reach = CoverageField.reach(of: deviation)
        return PixelRect(
            x: box.x - reach, y: box.y - reach, width: box.width + 2 * reach, height: box.height + 2 * reach)
    }

    func radii(of radii: CornerRadii) -> CornerRadii { radii.grown(by: Double(spread)) }
}

extension Painter {
    /// Draws the shadow of a box. The first of its kind is blurred, 10 ns a pixel of its corners; later ones are
    /// blended from a cache.
    public func drawShadow(
        of rect: PixelRect, radii: CornerRadii, _ shadow: PixelShadow, clip: PixelRect, on buffer: PixelBuffer
    ) {
        let visible = PixelRect.visible(shadow.bounds(of: rect), clip: clip, in: buffer.bounds)
        if visible.isEmpty { return }
        let own = RoundedShape(rect, radii: radii).radii
        let shape = RoundedShape(shadow.box(of: rect), radii: shadow.radii(of: own))
        if CoverageField.reach(of: shadow.deviation) == 0 {
            return fillRounded(shape.rect, radii: shape.radii, shadow.color, clip: visible, on: buffer)
        }
        // Without memory for the mask there is no shadow.
        guard let box = shadows.box(BlurredBox.Key(shape, deviation: shadow.deviation)) else { return }
        box.fill(shape.rect, shadow.color.pixel, visible: visible, painter: self, on: buffer)
    }
}
