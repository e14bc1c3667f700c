import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode

// The rare parts of an appearance, as C passes them: to single setters, or together in a lamina_node_appearance.

/// The requested fields of a lamina_node_appearance.
struct GivenAppearance {
    var values = NodeAppearance()
    /// A picture or a drawing.
    var content: (any NodeContent)?

    /// The appearance with an identity; nil for an empty one.
    var box: AppearanceBox? { values == NodeAppearance() ? nil : AppearanceBox(values) }
}

/// As LAMINA_NODE_APPEARANCE_INIT sets it.
private func defaultAppearance() -> lamina_node_appearance {
    var appearance = lamina_node_appearance()
    appearance.transform = lamina_matrix(.identity)
    appearance.anchor = lamina_point(x: NodeAppearance.center.x, y: NodeAppearance.center.y)
    return appearance
}

/// Reads the fields of an appearance that `wants` names; the others are not looked at.
@safe func givenAppearance(
    _ pointer: UnsafePointer<lamina_node_appearance>?, in context: Context,
    wants: (lamina_node_fields) -> Bool = { _ in true }
) throws(LaminaError) -> GivenAppearance {
    let given = try readStruct(pointer, over: defaultAppearance(), "appearance")
    var read = GivenAppearance()
    try Check.named("appearance->") { () throws(LaminaError) in
        if wants(.LAMINA_NODE_FIELDS_BORDER) { read.values.border = try boxBorder(given.border) }
        if wants(.LAMINA_NODE_FIELDS_SHADOW) { read.values.shadow = try boxShadow(given.shadow) }
        if wants(.LAMINA_NODE_FIELDS_GRADIENT), !isNull(given.gradient) {
            read.values.gradient = try readGradient(given.gradient)
        }
        if wants(.LAMINA_NODE_FIELDS_TRANSFORM) {
            read.values.transform = try affineTransform(given.transform)
        }
        if wants(.LAMINA_NODE_FIELDS_ANCHOR) { read.values.anchor = try anchorPoint(given.anchor) }
        if wants(.LAMINA_NODE_FIELDS_Z_POSITION) {
            read.values.zPosition = try Check.finite(given.z_position, "z_position")
        }
    }
    if wants(.LAMINA_NODE_FIELDS_CORNER_RADII) {
        let radii = try Check.named("appearance->corner_") { () throws(LaminaError) in
            try cornerRadii(given.corner_radii)
        }
        read.values.radii = radii == .zero ? nil : radii
    }
    if wants(.LAMINA_NODE_FIELDS_DRAWING), !isNull(given.drawing) {
        read.content = try Check.named("appearance->") { () throws(LaminaError) in
            RecordedContent(try recordedDrawing(given.drawing, in: context))
        }
    }
    if wants(.LAMINA_NODE_FIELDS_IMAGE), !isNull(given.image) {
        let image = try Check.named("appearance->") { () throws(LaminaError) in
            try sharedImage(given.image, "image", in: context)
        }
        read.content = try Check.named("appearance->image_") { () throws(LaminaError) in
            ImageContent(image, try imageOptions(given.image_options, in: context))
        }
    }
    return read
}

// MARK: One by one

func cornerRadii(_ radii: lamina_corner_radii) throws(LaminaError) -> CornerRadii {
    CornerRadii(
        topLeft: try Check.length(radii.top_left, "radii.top_left"),
        topRight: try Check.length(radii.top_right, "radii.top_right"),
        bottomRight: try Check.length(radii.bottom_right, "radii.bottom_right"),
        bottomLeft: try Check.length(radii.bottom_left, "radii.bottom_left"))
}

/// Nil for an invisible one.
func boxBorder(_ border: lamina_border) throws(LaminaError) -> BoxBorder? {
    let given = BoxBorder(
        width: try Check.length(border.width, "border.width"), color: try Check.color(border.color, "border.color"))
    return given.width > 0 ? given : nil
}

/// Nil for an invisible one.
func boxShadow(_ shadow: lamina_shadow) throws(LaminaError) -> BoxShadow? {
    let given = BoxShadow(
        color: try Check.color(shadow.color, "shadow.color"), x: try Check.finite(shadow.x, "shadow.x"),
        y: try Check.finite(shadow.y, "shadow.y"), blur: try Check.length(shadow.blur, "shadow.blur"),
        spread: try Check.finite(shadow.spread, "shadow.spread"))
    return given.color.alpha > 0 ? given : nil
}

func affineTransform(_ transform: lamina_matrix) throws(LaminaError) -> AffineTransform {
    AffineTransform(
        xx: try Check.finite(transform.xx, "transform.xx"), yx: try Check.finite(transform.yx, "transform.yx"),
        xy: try Check.finite(transform.xy, "transform.xy"), yy: try Check.finite(transform.yy, "transform.yy"),
        x0: try Check.finite(transform.x0, "transform.x0"), y0: try Check.finite(transform.y0, "transform.y0"))
}

func anchorPoint(_ anchor: lamina_point) throws(LaminaError) -> Point {
    Point(
        x: try Check.within(anchor.x, Limits.shares, "anchor.x"),
        y: try Check.within(anchor.y, Limits.shares, "anchor.y"))
}

/// A part of a picture, in shares of it.
func shownPart(_ rect: lamina_rect, _ argument: StaticString) throws(LaminaError) -> Rect {
    let source = try Check.rect(rect, argument)
    if ImageOptions.isPart(source) { return source }
    throw LaminaError(
        .invalidArgument,
        "\(argument) is \(source.size.width) x \(source.size.height) at (\(source.minX), \(source.minY));"
            + " a part of (0, 0) to (1, 1) is needed")
}

/// How a picture stands in its node; NULL is stretched.
@safe func imageOptions(
    _ options: UnsafePointer<lamina_image_options>?, in context: Context
) throws(LaminaError) -> ImageOptions {
    var defaults = lamina_image_options()
    defaults.scale = 1
    defaults.source = lamina_rect(Rect(x: 0, y: 0, width: 1, height: 1))
    let given = try readStruct(options, over: defaults, "options")
    guard let gravity = Gravity(rawValue: Int32(bitPattern: given.gravity.rawValue)) else {
        throw Check.unknown(given.gravity, "options->gravity")
    }
    let scale = try Check.scale(given.scale, "options->scale")
    let source = try shownPart(given.source, "options->source")
    let slices = EdgeInsets(
        top: try Check.length(given.stretch.top, "options->stretch.top"),
        left: try Check.length(given.stretch.left, "options->stretch.left"),
        bottom: try Check.length(given.stretch.bottom, "options->stretch.bottom"),
        right: try Check.length(given.stretch.right, "options->stretch.right"))
    var result = ImageOptions(gravity: gravity, scale: scale, source: source, slices: slices)
    result.isTinted = given.tinted
    if !isNull(given.dark) { result.dark = try sharedImage(given.dark, "options->dark", in: context) }
    return result
}
