import LaminaDraw
import LaminaGeometry
import LaminaNode

/// What few appearances have, in device pixels; nothing in it depends on where the node stands. Replaced as a whole,
/// but for a transform alone, which moves in every frame.
final class AppearanceEffects: @unchecked Sendable {  // changed on the owner thread, while nobody else has it
    /// Which appearance it was made from; nil where nothing but a transform is presented.
    let source: AppearanceBox?
    private let scale: Double
    /// At least one pixel when there is a border.
    let border: (width: Int, color: Color)?
    /// Corners that are not alike.
    let radii: CornerRadii?
    let shadow: PixelShadow?
    let gradient: Gradient?
    private let gradientColors: GradientColors?
    /// About the anchor.
    private var transform: AffineTransform
    private let anchor: Point
    private(set) var isTransformed: Bool
    /// Nothing of it can be seen: it stands on its edge.
    private(set) var isFlat: Bool
    /// There is nothing but a transform about the center.
    private let isTransformAlone: Bool

    convenience init(_ box: AppearanceBox, scale: Double) { self.init(box.value, source: box, scale: scale) }

    /// The colours of a gradient are those of `before` where that has it, too.
    init(_ value: NodeAppearance, source: AppearanceBox?, scale: Double, before: AppearanceEffects? = nil) {
        self.source = source
        self.scale = scale
        border = value.border.flatMap { border in
            if !(border.width > 0) || border.color.alpha <= 0 { return nil }
            // As browsers do it: whole pixels, never nothing.
            return (max(1, Int(min(border.width * scale, 65536) + Pixels.epsilon)), border.color)
        }
        radii = value.radii?.scaled(by: scale)
        shadow = value.shadow.flatMap { $0.color.alpha > 0 ? PixelShadow($0, scale: scale) : nil }
        gradient = value.gradient
        let hasSameGradient = before?.gradient == value.gradient
        gradientColors = hasSameGradient ? before?.gradientColors : value.gradient.map { GradientColors($0) }
        transform = value.transform
        anchor = value.anchor
        isTransformed = value.transform != .identity
        isFlat = value.transform.isFlat
        isTransformAlone = false
    }

    /// Nothing but a transform.
    init(_ transform: AffineTransform, scale: Double) {
        source = nil
        self.scale = scale
        (border, radii, shadow, gradient, gradientColors) = (nil, nil, nil, nil, nil)
        (self.transform, anchor) = (transform, NodeAppearance.center)
        isTransformed = transform != .identity
        isFlat = transform.isFlat
        isTransformAlone = true
    }

    /// Presents nothing but a transform. `effects` are those of before: their object is kept where nobody else has it.
    static func present(_ transform: AffineTransform, scale: Double, in effects: inout AppearanceEffects?) {
        if let before = effects, before.isTransformAlone, before.scale == scale {
            if before.transform == transform { return }
        }
        guard isKnownUniquelyReferenced(&effects), let own = effects, own.isTransformAlone, own.scale == scale else {
            effects = AppearanceEffects(transform, scale: scale)
            return
        }
        own.transform = transform
        own.isTransformed = transform != .identity
        own.isFlat = transform.isFlat
    }

    /// The effects of a node; those of before when nothing changed.
    static func of(_ box: AppearanceBox?, scale: Double, before: AppearanceEffects? = nil) -> AppearanceEffects? {
        guard let box else { return nil }
        if let before, before.source === box, before.scale == scale { return before }
        return AppearanceEffects(box, scale: scale)
    }

    /// The effects that are presented, where they are more than a transform; those of before when nothing changed.
    static func of(
        _ overrides: LayerOverrides, isRaster: Bool, scale: Double, before: AppearanceEffects?
    ) -> AppearanceEffects? {
        guard let value = overrides.shownAppearance(isRaster: isRaster) else { return nil }
        if let before, before.isMade(of: value, overrides, scale: scale) { return before }
        let source = overrides.hasOwnLook ? AppearanceBox(value) : overrides.own.appearance
        return AppearanceEffects(value, source: source, scale: scale, before: before)
    }

    /// Whether it is what presenting such an appearance would make.
    private func isMade(of value: NodeAppearance, _ overrides: LayerOverrides, scale: Double) -> Bool {
        if overrides.hasOwnLook { return source?.value == value && self.scale == scale }
        return source === overrides.own.appearance && self.scale == scale && transform == value.transform
            && anchor == value.anchor && radii == value.radii?.scaled(by: scale)
    }

    /// The gradient over a box.
    func gradientFill(_ rect: PixelRect) -> GradientFill? {
        guard let gradient, let gradientColors else { return nil }
        return GradientFill(gradient, gradientColors, width: rect.width, height: rect.height)
    }

    /// Whether a gradient covers the box.
    var hidesBackground: Bool { gradientColors?.isOpaque ?? false }

    /// All pixels that the node itself may touch beside background and contents.
    func reach(of rect: PixelRect) -> PixelRect {
        let box = border != nil || gradient != nil ? rect : .empty
        return shadow.map { box.union($0.bounds(of: rect)) } ?? box
    }

    /// Whether nothing of it meets `rect`, which is moved inside of the node at `box`.
    func isPlain(around rect: PixelRect, of box: PixelRect, radius: Double) -> Bool {
        if isTransformed { return false }
        if let shadow, shadow.bounds(of: box).overlaps(rect) { return false }
        if gradient != nil && box.overlaps(rect) { return false }
        guard let border, box.overlaps(rect) else { return true }
        // Inside the line, or where a corner may be, not at all.
        let inset = max(border.width, Int(min(radius, 1e6).rounded(.up)))
        let inner = PixelRect(
            x: box.x + inset, y: box.y + inset, width: box.width - 2 * inset, height: box.height - 2 * inset)
        return inner.contains(rect)
    }

    /// From the node's own pixels, counted from its corner, to those of the node above, counted from there as well: the
    /// same wherever it stands.
    func matrix(of rect: PixelRect) -> AffineTransform {
        let center = Point(x: anchor.x * Double(rect.width), y: anchor.y * Double(rect.height))
        var linear = transform
        (linear.x0, linear.y0) = (0, 0)
        let moved = linear.apply(center)
        linear.x0 = center.x - moved.x + transform.x0 * scale
        linear.y0 = center.y - moved.y + transform.y0 * scale
        return linear
    }

    /// The same from pixels of the space above, as the node stands in it.
    func absoluteMatrix(of rect: PixelRect) -> AffineTransform {
        var matrix = matrix(of: rect)
        let (x, y) = (Double(rect.x), Double(rect.y))
        let corner = matrix.apply(Point(x: -x, y: -y))
        (matrix.x0, matrix.y0) = (corner.x + x, corner.y + y)
        return matrix
    }

    /// Says to a host that composites by itself what is there.
    func describe(in layer: inout ExportedLayer) {
        layer.border = border.map { BoxBorder(width: Double($0.width), color: $0.color) }
        layer.shadow = shadow?.box
        layer.gradient = gradient
    }

    /// Where pixels of the node's space may show in that of the node above.
    func outer(_ pixels: PixelRect, of rect: PixelRect) -> PixelRect {
        if !isTransformed || pixels.isEmpty { return pixels }
        if isFlat { return .empty }
        let corner = PixelOffset(x: rect.x, y: rect.y)
        // Mixing takes each pixel a half further than it is large.
        let smeared = PixelRect(
            x: pixels.x - rect.x - 1, y: pixels.y - rect.y - 1, width: pixels.width + 2, height: pixels.height + 2)
        return matrix(of: rect).bounds(of: smeared).offset(by: corner)
    }

    /// The pixels of the node's space that it takes to paint some of the node above.
    func inner(_ pixels: PixelRect, of rect: PixelRect) -> PixelRect {
        if !isTransformed || pixels.isEmpty { return pixels }
        guard let back = matrix(of: rect).inverse else { return .empty }
        let corner = PixelOffset(x: rect.x, y: rect.y)
        let found = back.bounds(of: pixels.offset(by: .zero - corner)).offset(by: corner)
        return PixelRect(x: found.x - 1, y: found.y - 1, width: found.width + 2, height: found.height + 2)
    }
}

extension Appearance {
    /// The corners of the box.
    func radii(_ effects: AppearanceEffects?) -> CornerRadii { effects?.radii ?? CornerRadii(cornerRadius) }
}
