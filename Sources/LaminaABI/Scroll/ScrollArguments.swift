import CLamina
import LaminaGeometry
import LaminaMotion
import LaminaScroll

@safe func scrollOptions(_ pointer: UnsafePointer<lamina_scroll_options>?) throws(LaminaError) -> ScrollOptions {
    var initial = lamina_scroll_options()
    initial.struct_size = MemoryLayout<lamina_scroll_options>.size
    let usual = ScrollOptions()
    initial.axes = .LAMINA_AXES_VERTICAL
    initial.inputs = lamina_scroll_inputs(rawValue: ScrollOptions.Inputs.all.rawValue)
    let color = usual.barColor
    initial.bar_color = lamina_color(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    (initial.hands_over, initial.locks_axis, initial.keeps_place) = (true, true, true)
    let given = try readStruct(pointer, over: initial, "options")
    var options = ScrollOptions()
    options.axes = try axes(given.axes)
    options.isBouncing = try bounces(given.physics)
    options.insets = try scrollInsets(given.insets)
    options.contentSize = try contentSize(given.content_size)
    options.snap = try strictness(given.snap)
    options.snapAlignment = try snapAlignment(given.snap_alignment)
    options.snapPoints = try elements(given.snap_points, given.snap_point_count, limit: 100_000, "options->snap_points")
    for point in options.snapPoints where !point.isFinite {
        throw LaminaError(.invalidArgument, "options->snap_points has \(point); finite numbers are needed")
    }
    options.inputs = try inputs(given.inputs)
    guard let bars = ScrollBars.Mode(rawValue: Int32(bitPattern: given.bars.rawValue)) else {
        throw Check.unknown(given.bars, "options->bars")
    }
    options.bars = bars
    options.barColor = try Check.color(given.bar_color, "options->bar_color")
    (options.isPaging, options.handsOver) = (given.is_paging, given.hands_over)
    (options.locksAxis, options.keepsPlace) = (given.locks_axis, given.keeps_place)
    return options
}

private func axes(_ given: lamina_axes) throws(LaminaError) -> Axes {
    let axes = Axes(rawValue: given.rawValue)
    if axes.isEmpty || !axes.isSubset(of: .both) {
        throw LaminaError(
            .invalidArgument,
            "options->axes is \(given.rawValue); LAMINA_AXES_HORIZONTAL, LAMINA_AXES_VERTICAL or both are needed")
    }
    return axes
}

private func bounces(_ physics: lamina_scroll_physics) throws(LaminaError) -> Bool {
    switch physics {
    case .LAMINA_SCROLL_PHYSICS_CLAMPING: return false
    case .LAMINA_SCROLL_PHYSICS_BOUNCING: return true
    default: throw Check.unknown(physics, "options->physics")
    }
}

private func scrollInsets(_ insets: lamina_insets) throws(LaminaError) -> EdgeInsets {
    EdgeInsets(
        top: try Check.length(insets.top, "options->insets.top"),
        left: try Check.length(insets.left, "options->insets.left"),
        bottom: try Check.length(insets.bottom, "options->insets.bottom"),
        right: try Check.length(insets.right, "options->insets.right"))
}

private func contentSize(_ size: lamina_size) throws(LaminaError) -> Size {
    if 0...1e15 ~= size.width && 0...1e15 ~= size.height { return Size(width: size.width, height: size.height) }
    throw LaminaError(
        .invalidArgument,
        "options->content_size is \(size.width) x \(size.height); numbers from 0 to 1e15 are needed")
}

private func strictness(_ snap: lamina_scroll_snap) throws(LaminaError) -> SnapContainer.Strictness? {
    switch snap {
    case .LAMINA_SCROLL_SNAP_NONE: return nil
    case .LAMINA_SCROLL_SNAP_PROXIMITY: return .proximity
    case .LAMINA_SCROLL_SNAP_MANDATORY: return .mandatory
    default: throw Check.unknown(snap, "options->snap")
    }
}

private func snapAlignment(_ alignment: lamina_scroll_alignment) throws(LaminaError) -> SnapAlignment {
    switch alignment {
    case .LAMINA_SCROLL_ALIGNMENT_START: return .start
    case .LAMINA_SCROLL_ALIGNMENT_CENTER: return .center
    case .LAMINA_SCROLL_ALIGNMENT_END: return .end
    default: throw Check.unknown(alignment, "options->snap_alignment")
    }
}

private func inputs(_ given: lamina_scroll_inputs) throws(LaminaError) -> ScrollOptions.Inputs {
    let inputs = ScrollOptions.Inputs(rawValue: given.rawValue)
    if inputs.isSubset(of: .all) { return inputs }
    throw LaminaError(.invalidArgument, "options->inputs is \(given.rawValue), which has unknown flags")
}

func revealAlignment(_ alignment: lamina_scroll_alignment) throws(LaminaError) -> RevealAlignment {
    switch alignment {
    case .LAMINA_SCROLL_ALIGNMENT_START: return .start
    case .LAMINA_SCROLL_ALIGNMENT_CENTER: return .center
    case .LAMINA_SCROLL_ALIGNMENT_END: return .end
    case .LAMINA_SCROLL_ALIGNMENT_NEAREST: return .nearest
    default: throw Check.unknown(alignment, "alignment")
    }
}

/// Nil for NULL: at once.
@safe func scrollTiming(_ pointer: UnsafePointer<lamina_animation_options>?) throws(LaminaError) -> Timing? {
    if isNull(pointer) { return nil }
    let options = try animationOptions(pointer, "animation")
    return try Check.named("animation->") { () throws(LaminaError) in
        let timing = try timing(options)
        if case .decay = timing {
            throw LaminaError(.invalidArgument, "timing is a decay, which leads nowhere in particular")
        }
        try timing.check()
        return timing
    }
}

func offsetPoint(_ point: lamina_point, _ argument: String) throws(LaminaError) -> Point {
    if point.x.isFinite && point.y.isFinite { return Point(x: point.x, y: point.y) }
    throw LaminaError(.invalidArgument, "\(argument) is (\(point.x), \(point.y)); finite numbers are needed")
}

@safe func optionalRect(_ pointer: UnsafePointer<lamina_rect>?, _ argument: StaticString) throws(LaminaError) -> Rect? {
    if isNull(pointer) { return nil }
    return try elements(pointer, 1, limit: 1, argument).first.map { (rect) throws(LaminaError) in
        try Check.rect(rect, argument)
    }
}

extension lamina_scroll_state {
    init(_ state: ScrollState) {
        self.init()
        struct_size = MemoryLayout<lamina_scroll_state>.size
        axes = lamina_axes(rawValue: state.axes.rawValue)
        offset = lamina_point(x: state.offset.x, y: state.offset.y)
        min_offset = lamina_point(x: state.minimum.x, y: state.minimum.y)
        max_offset = lamina_point(x: state.maximum.x, y: state.maximum.y)
        view = lamina_size(width: state.view.width, height: state.view.height)
        velocity = lamina_point(x: state.velocity.x, y: state.velocity.y)
        (is_dragged, is_moving) = (state.isDragged, state.isMoving)
    }
}
