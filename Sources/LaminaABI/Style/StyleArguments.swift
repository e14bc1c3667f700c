import CLamina
import LaminaGeometry
import LaminaLayout

// Conversions between lamina_style and the engine's.

/// The values of LAMINA_STYLE_INIT.
private let defaultStyle = lamina_style(ElementStyle())

/// A style from C; NULL means the defaults, as do fields that it does not name.
@safe func elementStyle(_ pointer: UnsafePointer<lamina_style>?) throws(LaminaError) -> ElementStyle {
    guard !isNull(pointer) else { return ElementStyle() }
    return try StyleChange(pointer).applied(to: ElementStyle())
}

/// The fields that a lamina_style names; others are ignored.
struct StyleChange {
    private let given: lamina_style
    private static let known: UInt32 = (1 << 16) - 1

    @safe init(_ pointer: UnsafePointer<lamina_style>?) throws(LaminaError) {
        given = try readStruct(pointer, over: defaultStyle, "style")
        guard given.fields.rawValue & ~Self.known == 0 else {
            throw LaminaError(
                .invalidArgument,
                "style->fields is \(given.fields.rawValue), which has flags that are not in lamina_style_fields")
        }
    }

    /// Whether it names all fields.
    var isWhole: Bool { given.fields.rawValue == 0 || given.fields.rawValue == Self.known }

    private func has(_ field: lamina_style_fields) -> Bool {
        isWhole || given.fields.rawValue & field.rawValue != 0
    }

    func applied(to old: ElementStyle) throws(LaminaError) -> ElementStyle {
        var style = old
        if has(.LAMINA_STYLE_FIELDS_WIDTH) { style.width = try dimension(given.width, "style->width") }
        if has(.LAMINA_STYLE_FIELDS_HEIGHT) { style.height = try dimension(given.height, "style->height") }
        if has(.LAMINA_STYLE_FIELDS_MIN_WIDTH) { style.minWidth = try dimension(given.min_width, "style->min_width") }
        if has(.LAMINA_STYLE_FIELDS_MAX_WIDTH) { style.maxWidth = try dimension(given.max_width, "style->max_width") }
        if has(.LAMINA_STYLE_FIELDS_MIN_HEIGHT) {
            style.minHeight = try dimension(given.min_height, "style->min_height")
        }
        if has(.LAMINA_STYLE_FIELDS_MAX_HEIGHT) {
            style.maxHeight = try dimension(given.max_height, "style->max_height")
        }
        try applyFlex(to: &style)
        if has(.LAMINA_STYLE_FIELDS_ASCENDER) { style.ascender = try Check.finite(given.ascender, "style->ascender") }
        if has(.LAMINA_STYLE_FIELDS_DESCENDER) {
            style.descender = try Check.finite(given.descender, "style->descender")
        }
        if has(.LAMINA_STYLE_FIELDS_LAYOUT_POSITION) {
            style.layoutPosition = Point(
                x: try Check.finite(given.layout_position.x, "style->layout_position.x"),
                y: try Check.finite(given.layout_position.y, "style->layout_position.y"))
        }
        if has(.LAMINA_STYLE_FIELDS_LAYOUT_DIRECTION) {
            style.layoutDirection = try layoutDirection(given.layout_direction, "style->layout_direction")
        }
        return style
    }

    /// The element's part in a stack.
    private func applyFlex(to style: inout ElementStyle) throws(LaminaError) {
        if has(.LAMINA_STYLE_FIELDS_FLEX_GROW) {
            style.flexGrow = try Check.length(given.flex_grow, "style->flex_grow")
        }
        if has(.LAMINA_STYLE_FIELDS_FLEX_SHRINK) {
            style.flexShrink = try Check.length(given.flex_shrink, "style->flex_shrink")
        }
        if has(.LAMINA_STYLE_FIELDS_FLEX_BASIS) {
            style.flexBasis = try dimension(given.flex_basis, "style->flex_basis")
        }
        if has(.LAMINA_STYLE_FIELDS_SPACING_BEFORE) {
            style.spacingBefore = try Check.finite(given.spacing_before, "style->spacing_before")
        }
        if has(.LAMINA_STYLE_FIELDS_SPACING_AFTER) {
            style.spacingAfter = try Check.finite(given.spacing_after, "style->spacing_after")
        }
        if has(.LAMINA_STYLE_FIELDS_ALIGN_SELF) {
            style.alignSelf = try LaminaABI.alignSelf(given.align_self, "style->align_self")
        }
    }
}

func layoutDirection(
    _ given: lamina_layout_direction, _ argument: StaticString
) throws(LaminaError) -> LayoutDirection {
    switch given {
    case .LAMINA_LAYOUT_DIRECTION_INHERIT: return .inherit
    case .LAMINA_LAYOUT_DIRECTION_LEFT_TO_RIGHT: return .leftToRight
    case .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT: return .rightToLeft
    case let other: throw Check.unknown(other, argument)
    }
}

func dimension(_ given: lamina_dimension, _ argument: StaticString) throws(LaminaError) -> Dimension {
    switch given.unit {
    case .LAMINA_UNIT_AUTO: return .auto
    case .LAMINA_UNIT_POINTS: return .points(try Check.length(given.value, argument))
    case .LAMINA_UNIT_FRACTION: return .fraction(try Check.unit(given.value, argument))
    case let other:
        throw LaminaError(
            .invalidArgument,
            "\(argument).unit is \(Int32(bitPattern: other.rawValue)); LAMINA_UNIT_AUTO (0), LAMINA_UNIT_POINTS (1) or"
                + " LAMINA_UNIT_FRACTION (2) is needed")
    }
}

func alignSelf(_ given: lamina_align, _ argument: StaticString) throws(LaminaError) -> AlignSelf {
    switch given {
    case .LAMINA_ALIGN_AUTO: return .auto
    case .LAMINA_ALIGN_START: return .start
    case .LAMINA_ALIGN_END: return .end
    case .LAMINA_ALIGN_CENTER: return .center
    case .LAMINA_ALIGN_STRETCH: return .stretch
    case .LAMINA_ALIGN_BASELINE_FIRST, .LAMINA_ALIGN_BASELINE_LAST:
        throw LaminaError(
            .invalidArgument, "\(argument) is a baseline alignment; those are for a stack's align_items")
    case let other: throw Check.unknown(other, argument)
    }
}

extension lamina_dimension {
    init(_ dimension: Dimension) {
        switch dimension {
        case .auto: self.init(unit: .LAMINA_UNIT_AUTO, value: 0)
        case .points(let value): self.init(unit: .LAMINA_UNIT_POINTS, value: value)
        case .fraction(let value): self.init(unit: .LAMINA_UNIT_FRACTION, value: value)
        }
    }
}

extension lamina_style {
    init(_ style: ElementStyle) {
        let alignSelf: lamina_align =
            switch style.alignSelf {
            case .auto: .LAMINA_ALIGN_AUTO
            case .start: .LAMINA_ALIGN_START
            case .end: .LAMINA_ALIGN_END
            case .center: .LAMINA_ALIGN_CENTER
            case .stretch: .LAMINA_ALIGN_STRETCH
            }
        let layoutDirection: lamina_layout_direction =
            switch style.layoutDirection {
            case .inherit: .LAMINA_LAYOUT_DIRECTION_INHERIT
            case .leftToRight: .LAMINA_LAYOUT_DIRECTION_LEFT_TO_RIGHT
            case .rightToLeft: .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT
            }
        self.init(
            struct_size: MemoryLayout<lamina_style>.size, fields: [], width: lamina_dimension(style.width),
            height: lamina_dimension(style.height), min_width: lamina_dimension(style.minWidth),
            max_width: lamina_dimension(style.maxWidth), min_height: lamina_dimension(style.minHeight),
            max_height: lamina_dimension(style.maxHeight), flex_grow: style.flexGrow, flex_shrink: style.flexShrink,
            flex_basis: lamina_dimension(style.flexBasis), align_self: alignSelf, spacing_before: style.spacingBefore,
            spacing_after: style.spacingAfter, ascender: style.ascender, descender: style.descender,
            layout_position: lamina_point(x: style.layoutPosition.x, y: style.layoutPosition.y),
            layout_direction: layoutDirection)
    }
}
