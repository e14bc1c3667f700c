import CLamina
import LaminaGeometry
import LaminaLayout

// The options of specs from C.

/// A stack's settings from C; NULL means the defaults.
@safe func stackParameters(_ pointer: UnsafePointer<lamina_stack_options>?) throws(LaminaError) -> StackParameters {
    let given = try readStruct(pointer, over: lamina_stack_options(), "options")
    var parameters = StackParameters()
    switch given.axis {
    case .LAMINA_AXIS_HORIZONTAL: parameters.direction = .horizontal
    case .LAMINA_AXIS_VERTICAL: parameters.direction = .vertical
    case let other: throw Check.unknown(other.rawValue, "options->axis")
    }
    switch given.justify {
    case .LAMINA_JUSTIFY_START: parameters.justify = .start
    case .LAMINA_JUSTIFY_CENTER: parameters.justify = .center
    case .LAMINA_JUSTIFY_END: parameters.justify = .end
    case .LAMINA_JUSTIFY_SPACE_BETWEEN: parameters.justify = .spaceBetween
    case .LAMINA_JUSTIFY_SPACE_AROUND: parameters.justify = .spaceAround
    case let other: throw Check.unknown(other.rawValue, "options->justify")
    }
    parameters.alignItems = try alignItems(given.align_items, "options->align_items")
    parameters.spacing = try Check.finite(given.spacing, "options->spacing")
    parameters.lineSpacing = try Check.finite(given.line_spacing, "options->line_spacing")
    parameters.wraps = given.wrap
    parameters.alignContent = try alignContent(given.align_content)
    try setAlignments(given, of: &parameters)
    return parameters
}

/// The shorthands come last: they own `justify` and `align_items` (as in Texture).
private func setAlignments(
    _ given: lamina_stack_options, of parameters: inout StackParameters
) throws(LaminaError) {
    switch given.horizontal_alignment {
    case .LAMINA_HORIZONTAL_ALIGNMENT_NONE: parameters.horizontalAlignment = .none
    case .LAMINA_HORIZONTAL_ALIGNMENT_LEFT: parameters.horizontalAlignment = .left
    case .LAMINA_HORIZONTAL_ALIGNMENT_MIDDLE: parameters.horizontalAlignment = .middle
    case .LAMINA_HORIZONTAL_ALIGNMENT_RIGHT: parameters.horizontalAlignment = .right
    case .LAMINA_HORIZONTAL_ALIGNMENT_START: parameters.horizontalAlignment = .start
    case .LAMINA_HORIZONTAL_ALIGNMENT_END: parameters.horizontalAlignment = .end
    case let other: throw Check.unknown(other.rawValue, "options->horizontal_alignment")
    }
    switch given.vertical_alignment {
    case .LAMINA_VERTICAL_ALIGNMENT_NONE: parameters.verticalAlignment = .none
    case .LAMINA_VERTICAL_ALIGNMENT_TOP: parameters.verticalAlignment = .top
    case .LAMINA_VERTICAL_ALIGNMENT_CENTER: parameters.verticalAlignment = .center
    case .LAMINA_VERTICAL_ALIGNMENT_BOTTOM: parameters.verticalAlignment = .bottom
    case let other: throw Check.unknown(other.rawValue, "options->vertical_alignment")
    }
}

func alignItems(_ given: lamina_align, _ argument: StaticString) throws(LaminaError) -> AlignItems {
    switch given {
    case .LAMINA_ALIGN_AUTO, .LAMINA_ALIGN_STRETCH: return .stretch
    case .LAMINA_ALIGN_START: return .start
    case .LAMINA_ALIGN_END: return .end
    case .LAMINA_ALIGN_CENTER: return .center
    case .LAMINA_ALIGN_BASELINE_FIRST: return .baselineFirst
    case .LAMINA_ALIGN_BASELINE_LAST: return .baselineLast
    case let other: throw Check.unknown(other.rawValue, argument)
    }
}

private func alignContent(_ given: lamina_align_content) throws(LaminaError) -> AlignContent {
    switch given {
    case .LAMINA_ALIGN_CONTENT_START: return .start
    case .LAMINA_ALIGN_CONTENT_CENTER: return .center
    case .LAMINA_ALIGN_CONTENT_END: return .end
    case .LAMINA_ALIGN_CONTENT_SPACE_BETWEEN: return .spaceBetween
    case .LAMINA_ALIGN_CONTENT_SPACE_AROUND: return .spaceAround
    case .LAMINA_ALIGN_CONTENT_STRETCH: return .stretch
    case let other: throw Check.unknown(other.rawValue, "options->align_content")
    }
}

/// Insets from C, each finite or infinite.
func edgeInsets(_ insets: lamina_insets) throws(LaminaError) -> EdgeInsets {
    EdgeInsets(
        top: try inset(insets.top, "insets.top"), left: try inset(insets.left, "insets.left"),
        bottom: try inset(insets.bottom, "insets.bottom"), right: try inset(insets.right, "insets.right"))
}

func inset(_ value: Double, _ argument: StaticString) throws(LaminaError) -> Double {
    value == .infinity ? value : try Check.finite(value, argument)
}

func centeringAxes(_ given: lamina_centering) throws(LaminaError) -> Centering {
    switch given {
    case .LAMINA_CENTERING_XY: return .xy
    case .LAMINA_CENTERING_X: return .x
    case .LAMINA_CENTERING_Y: return .y
    case .LAMINA_CENTERING_NONE: return .none
    case let other: throw Check.unknown(other.rawValue, "centering")
    }
}

func minimumSizing(_ given: lamina_center_sizing) throws(LaminaError) -> MinimumSizing {
    switch given {
    case .LAMINA_CENTER_SIZING_DEFAULT: return .default
    case .LAMINA_CENTER_SIZING_MIN_X: return .minimumX
    case .LAMINA_CENTER_SIZING_MIN_Y: return .minimumY
    case .LAMINA_CENTER_SIZING_MIN_XY: return .minimumXY
    case let other: throw Check.unknown(other.rawValue, "sizing")
    }
}

func relativePosition(_ given: lamina_placement, _ argument: StaticString) throws(LaminaError) -> RelativePosition {
    switch given {
    case .LAMINA_PLACEMENT_NONE: return .none
    case .LAMINA_PLACEMENT_START: return .start
    case .LAMINA_PLACEMENT_CENTER: return .center
    case .LAMINA_PLACEMENT_END: return .end
    case let other: throw Check.unknown(other.rawValue, argument)
    }
}

func absoluteSizing(_ given: lamina_absolute_sizing, _ argument: StaticString) throws(LaminaError) -> AbsoluteSizing {
    switch given {
    case .LAMINA_ABSOLUTE_SIZING_DEFAULT: return .default
    case .LAMINA_ABSOLUTE_SIZING_FIT: return .sizeToFit
    case let other: throw Check.unknown(other.rawValue, argument)
    }
}

/// A corner spec's settings from C; NULL means the defaults.
@safe func cornerParameters(_ pointer: UnsafePointer<lamina_corner_options>?) throws(LaminaError) -> CornerParameters {
    let given = try readStruct(pointer, over: lamina_corner_options(), "options")
    var parameters = CornerParameters(location: .topStart)
    switch given.location {
    case .LAMINA_CORNER_LOCATION_TOP_START: parameters.location = .topStart
    case .LAMINA_CORNER_LOCATION_TOP_END: parameters.location = .topEnd
    case .LAMINA_CORNER_LOCATION_BOTTOM_START: parameters.location = .bottomStart
    case .LAMINA_CORNER_LOCATION_BOTTOM_END: parameters.location = .bottomEnd
    case .LAMINA_CORNER_LOCATION_TOP_LEFT: parameters.location = .topLeft
    case .LAMINA_CORNER_LOCATION_TOP_RIGHT: parameters.location = .topRight
    case .LAMINA_CORNER_LOCATION_BOTTOM_LEFT: parameters.location = .bottomLeft
    case .LAMINA_CORNER_LOCATION_BOTTOM_RIGHT: parameters.location = .bottomRight
    case let other: throw Check.unknown(other.rawValue, "options->location")
    }
    parameters.offset = Point(
        x: try Check.finite(given.offset.x, "options->offset.x"),
        y: try Check.finite(given.offset.y, "options->offset.y"))
    parameters.wrapsCorner = given.wraps_corner
    return parameters
}

/// A height as a multiple of the width.
func specRatio(_ ratio: Double) throws(LaminaError) -> Double {
    guard ratio > 0 && ratio <= Pixels.coordinateLimit else {
        throw LaminaError(.invalidArgument, "ratio is \(ratio); a number above 0 is needed, height divided by width")
    }
    return ratio
}
