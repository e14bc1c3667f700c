import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaText

// Steps of drawings from C.

/// As LAMINA_DRAWING_STEP_INIT sets it.
private func defaultStep() -> lamina_drawing_step {
    var step = unsafe lamina_drawing_step()
    unsafe step.color.alpha = 1
    unsafe step.line_width = 1
    unsafe step.miter_limit = 10
    unsafe step.opacity = 1
    unsafe step.transform = lamina_matrix(.identity)
    return unsafe step
}

func drawingSteps(
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
    try unsafe forEachStruct(
        pointer, count, limit: RecordedDrawing.stepLimit, over: unsafe defaultStep(), "steps"
    ) { (given) throws(LaminaError) in steps.append(try unsafe drawingStep(given, pool, in: context)) }
    return steps
}

private func drawingStep(
    _ given: lamina_drawing_step, _ pool: BitmapPool, in context: Context
) throws(LaminaError) -> DrawingStep {
    switch unsafe given.kind {
    case .LAMINA_DRAWING_KIND_MOVE: return .move(try unsafe Check.point(given.point, "point"))
    case .LAMINA_DRAWING_KIND_LINE: return .lines(try unsafe linePoints(given))
    case .LAMINA_DRAWING_KIND_CURVE:
        return .curve(
            try unsafe Check.point(given.control1, "control1"), try unsafe Check.point(given.control2, "control2"),
            try unsafe Check.point(given.point, "point"))
    case .LAMINA_DRAWING_KIND_ARC: return try unsafe arc(given)
    case .LAMINA_DRAWING_KIND_RECT:
        return .rect(try unsafe Check.rect(given.rect, "rect"), try unsafe cornerRadii(given.corner_radii))
    case .LAMINA_DRAWING_KIND_CLOSE: return .close
    case .LAMINA_DRAWING_KIND_FILL:
        return unsafe .fill(try paint(given), isEvenOdd: given.even_odd, keepsPath: given.keeps_path)
    case .LAMINA_DRAWING_KIND_STROKE:
        return unsafe .stroke(try paint(given), try stroke(given), keepsPath: given.keeps_path)
    case .LAMINA_DRAWING_KIND_CLIP: return unsafe .clip(isEvenOdd: given.even_odd)
    case .LAMINA_DRAWING_KIND_IMAGE:
        let image = try unsafe sharedImage(given.image, "image", in: context)
        return .image(image.bitmap, try unsafe Check.rect(given.rect, "rect"))
    case .LAMINA_DRAWING_KIND_TEXT:
        guard let text = try unsafe optionalText(given.text, in: context) else {
            throw LaminaError(.invalidHandle, "text is NULL; a lamina_text is needed")
        }
        return unsafe .text(
            text, try textOptions(given.text_options, in: context), try Check.rect(given.rect, "rect"),
            try Check.color(given.color, "color"))
    case .LAMINA_DRAWING_KIND_SAVE: return .save(opacity: try unsafe Check.unit(given.opacity, "opacity"))
    case .LAMINA_DRAWING_KIND_RESTORE: return .restore
    case .LAMINA_DRAWING_KIND_TRANSFORM: return .transform(try unsafe affineTransform(given.transform))
    case let other: throw Check.unknown(other.rawValue, "kind")
    }
}

private func linePoints(_ given: lamina_drawing_step) throws(LaminaError) -> [Point] {
    if unsafe given.point_count == 0 { return [try unsafe Check.point(given.point, "point")] }
    var points: [Point] = []
    let all = try unsafe elements(given.points, given.point_count, limit: RecordedDrawing.pointLimit, "points")
    for (number, point) in all.enumerated() {
        points.append(try Check.named("points[\(number)]") { () throws(LaminaError) in try Check.point(point, "") })
    }
    return points
}

private func arc(_ given: lamina_drawing_step) throws(LaminaError) -> DrawingStep {
    let start = unsafe try Check.finite(given.start_angle, "start_angle")
    let end = unsafe try Check.finite(given.end_angle, "end_angle")
    return .arc(
        around: try unsafe Check.point(given.point, "point"), radius: try unsafe Check.length(given.radius, "radius"),
        from: start, to: end)
}

private func paint(_ given: lamina_drawing_step) throws(LaminaError) -> DrawingStep.Paint {
    if unsafe given.gradient != nil { return .gradient(try unsafe linearGradient(given.gradient)) }
    return .color(try unsafe Check.color(given.color, "color"))
}

private func stroke(_ given: lamina_drawing_step) throws(LaminaError) -> DrawingStep.Stroke {
    var stroke = DrawingStep.Stroke()
    stroke.width = try unsafe Check.within(given.line_width, Limits.lineWidth, "line_width")
    guard let cap = unsafe DrawingStep.Stroke.Cap(rawValue: Int32(bitPattern: given.line_cap.rawValue)) else {
        throw unsafe Check.unknown(given.line_cap.rawValue, "line_cap")
    }
    guard let join = unsafe DrawingStep.Stroke.Join(rawValue: Int32(bitPattern: given.line_join.rawValue)) else {
        throw unsafe Check.unknown(given.line_join.rawValue, "line_join")
    }
    (stroke.cap, stroke.join) = (cap, join)
    stroke.miterLimit = try unsafe Check.within(given.miter_limit, Limits.miter, "miter_limit")
    for (number, length) in try unsafe elements(given.dashes, given.dash_count, limit: Limits.dashes, "dashes")
        .enumerated()
    {
        stroke.dashes.append(
            try Check.named("dashes[\(number)]") { () throws(LaminaError) in try Check.length(length, "") })
    }
    stroke.dashOffset = try unsafe Check.finite(given.dash_offset, "dash_offset")
    return stroke
}
