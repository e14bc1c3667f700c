import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaText

// Steps of drawings from C.

/// As LAMINA_DRAWING_STEP_INIT sets it.
@safe private func defaultStep() -> lamina_drawing_step {
    var step = lamina_drawing_step()
    step.color.alpha = 1
    step.line_width = 1
    step.miter_limit = 10
    step.opacity = 1
    step.transform = lamina_matrix(.identity)
    return step
}

@safe func drawingSteps(
    _ pointer: UnsafePointer<lamina_drawing_step>?, _ count: Int, in context: Context
) throws(LaminaError) -> [DrawingStep] {
    guard count >= 0 && count <= RecordedDrawing.stepLimit else {
        throw LaminaError(
            .outOfRange,
            "step_count is \(UInt(bitPattern: count)); a drawing has at most \(RecordedDrawing.stepLimit) steps")
    }
    let pool = try context.parts().pool
    var steps: [DrawingStep] = []
    steps.reserveCapacity(min(count, 4096))
    try forEachStruct(
        pointer, count, limit: RecordedDrawing.stepLimit, over: defaultStep(), "steps"
    ) { (given) throws(LaminaError) in steps.append(try drawingStep(given, pool, in: context)) }
    return steps
}

@safe private func drawingStep(
    _ given: lamina_drawing_step, _ pool: BitmapPool, in context: Context
) throws(LaminaError) -> DrawingStep {
    switch given.kind {
    case .LAMINA_DRAWING_KIND_MOVE: return .move(try Check.point(given.point, "point"))
    case .LAMINA_DRAWING_KIND_LINE: return .lines(try linePoints(given))
    case .LAMINA_DRAWING_KIND_CURVE:
        return .curve(
            try Check.point(given.control1, "control1"), try Check.point(given.control2, "control2"),
            try Check.point(given.point, "point"))
    case .LAMINA_DRAWING_KIND_ARC: return try arc(given)
    case .LAMINA_DRAWING_KIND_RECT:
        return .rect(try Check.rect(given.rect, "rect"), try cornerRadii(given.corner_radii))
    case .LAMINA_DRAWING_KIND_CLOSE: return .close
    case .LAMINA_DRAWING_KIND_FILL:
        return .fill(try paint(given), isEvenOdd: given.even_odd, keepsPath: given.keeps_path)
    case .LAMINA_DRAWING_KIND_STROKE:
        return .stroke(try paint(given), try stroke(given), keepsPath: given.keeps_path)
    case .LAMINA_DRAWING_KIND_CLIP: return .clip(isEvenOdd: given.even_odd)
    case .LAMINA_DRAWING_KIND_IMAGE:
        let (owner, image) = try findObject(given.image, .image, "image", as: SharedImage.self)
        if owner !== context { throw LaminaError(.foreignContext, "image belongs to another context") }
        if image.state != .loading { _ = try image.loaded("image") }
        return .image(image, try Check.rect(given.rect, "rect"))
    case .LAMINA_DRAWING_KIND_TEXT:
        guard let text = try optionalText(given.text, in: context) else {
            throw LaminaError(.invalidHandle, "text is NULL; a lamina_text is needed")
        }
        return .text(
            text, try textOptions(given.text_options, in: context), try Check.rect(given.rect, "rect"),
            try Check.color(given.color, "color"))
    case .LAMINA_DRAWING_KIND_SAVE: return .save(opacity: try Check.unit(given.opacity, "opacity"))
    case .LAMINA_DRAWING_KIND_RESTORE: return .restore
    case .LAMINA_DRAWING_KIND_TRANSFORM: return .transform(try affineTransform(given.transform))
    case let other: throw Check.unknown(other, "kind")
    }
}

@safe private func linePoints(_ given: lamina_drawing_step) throws(LaminaError) -> [Point] {
    if given.point_count == 0 { return [try Check.point(given.point, "point")] }
    var points: [Point] = []
    let all = try elements(given.points, given.point_count, limit: RecordedDrawing.pointLimit, "points")
    for (number, point) in all.enumerated() {
        points.append(try Check.named("points[\(number)]") { () throws(LaminaError) in try Check.point(point, "") })
    }
    return points
}

@safe private func arc(_ given: lamina_drawing_step) throws(LaminaError) -> DrawingStep {
    let start = try Check.finite(given.start_angle, "start_angle")
    let end = try Check.finite(given.end_angle, "end_angle")
    return .arc(
        around: try Check.point(given.point, "point"), radius: try Check.length(given.radius, "radius"),
        from: start, to: end)
}

@safe private func paint(_ given: lamina_drawing_step) throws(LaminaError) -> DrawingStep.Paint {
    if !isNull(given.gradient) { return .gradient(try readGradient(given.gradient)) }
    return .color(try Check.color(given.color, "color"))
}

@safe private func stroke(_ given: lamina_drawing_step) throws(LaminaError) -> DrawingStep.Stroke {
    var stroke = DrawingStep.Stroke()
    stroke.width = try Check.within(given.line_width, Limits.lineWidth, "line_width")
    guard let cap = DrawingStep.Stroke.Cap(rawValue: Int32(bitPattern: given.line_cap.rawValue)) else {
        throw Check.unknown(given.line_cap, "line_cap")
    }
    guard let join = DrawingStep.Stroke.Join(rawValue: Int32(bitPattern: given.line_join.rawValue)) else {
        throw Check.unknown(given.line_join, "line_join")
    }
    (stroke.cap, stroke.join) = (cap, join)
    stroke.miterLimit = try Check.within(given.miter_limit, Limits.miter, "miter_limit")
    for (number, length) in try elements(given.dashes, given.dash_count, limit: Limits.dashes, "dashes")
        .enumerated()
    {
        stroke.dashes.append(
            try Check.named("dashes[\(number)]") { () throws(LaminaError) in try Check.length(length, "") })
    }
    stroke.dashOffset = try Check.finite(given.dash_offset, "dash_offset")
    return stroke
}
