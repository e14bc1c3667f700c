import CLamina
import LaminaAnimation
import LaminaGeometry
import LaminaMotion
import LaminaNode

/// Options as the header's defaults have them, with what is given over them.
@safe func animationOptions(
    _ pointer: UnsafePointer<lamina_animation_options>?, _ argument: StaticString = "options"
) throws(LaminaError) -> lamina_animation_options {
    var initial = lamina_animation_options()
    initial.struct_size = MemoryLayout<lamina_animation_options>.size
    initial.duration_us = 250_000
    (initial.mass, initial.drag, initial.run_count, initial.speed) = (1, 0.135, 1, 1)
    return try readStruct(pointer, over: initial, argument)
}

/// An animation with these options; of what, is still to be said. It may call the host, whose curve is asked: handles
/// are to be looked up behind it.
@safe func animationRequest(
    _ pointer: UnsafePointer<lamina_animation_options>?, _ argument: StaticString = "options"
) throws(LaminaError) -> AnimationRequest {
    let options = try animationOptions(pointer, argument)
    var request = AnimationRequest(noNode, PresentedValues())
    try Check.named("\(argument)->") { () throws(LaminaError) in
        request.timing = try timing(options)
        request.delay = try seconds(options.delay_us, "delay_us")
        (request.runs, request.speed) = (options.run_count, options.speed)
        (request.autoreverses, request.endsAtModel) = (options.autoreverses, options.ends_at_model)
        request.adds = options.adds
        if options.has_velocity { request.velocity = Point(x: options.velocity.x, y: options.velocity.y) }
        try request.check()
    }
    return request
}

@safe func animationKeyframes(
    _ pointer: UnsafePointer<lamina_keyframe>?, _ count: Int
) throws(LaminaError) -> [Keyframe] {
    if count == 0 { throw LaminaError(.invalidArgument, "keyframe_count is 0; an animation passes at least one") }
    var initial = lamina_keyframe()
    initial.struct_size = MemoryLayout<lamina_keyframe>.size
    initial.at = 1
    var keyframes: [Keyframe] = []
    try forEachStruct(pointer, count, limit: 4096, over: initial, "keyframes") { (given) throws(LaminaError) in
        let curve = try curve(given.curve, given.own_curve, given.own_curve_user_data) ?? .linear
        keyframes.append(Keyframe(at: given.at, curve: curve, values: try presentedValues(given.values)))
    }
    return keyframes
}

/// How something goes to where it is anyway: ends_at_model and a velocity do not count.
@safe func movement(
    _ pointer: UnsafePointer<lamina_animation_options>?, _ argument: StaticString
) throws(LaminaError) -> AnimationRequest {
    var request = try animationRequest(pointer, argument)
    (request.endsAtModel, request.velocity) = (true, nil)
    if case .decay = request.timing {
        throw LaminaError(.invalidArgument, "\(argument) is a decay, which leads nowhere in particular")
    }
    return request
}

/// Where the request is of no node, or of one that is not known yet.
var noNode: NodeID { NodeID(index: -1, generation: 0) }

/// Numbers of the host's that are to move.
@safe func valueAnimation(
    _ pointer: UnsafePointer<lamina_value_animation>?
) throws(LaminaError) -> (from: [Double], to: [Double], velocity: [Double], replaces: UInt64) {
    if !isGiven(pointer) { throw LaminaError(.invalidArgument, "values is NULL; numbers are needed") }
    var initial = lamina_value_animation()
    initial.struct_size = MemoryLayout<lamina_value_animation>.size
    let given = try readStruct(pointer, over: initial, "values")
    guard given.count > 0, given.count <= Animator.mostValues else {
        throw LaminaError(
            .invalidArgument, "values->count is \(UInt(bitPattern: given.count)); it must lie within 1...4,096")
    }
    guard let to = try numbers(given.end, given.count, "values->end") else {
        throw LaminaError(.invalidArgument, "values->end is NULL; numbers are needed")
    }
    let from = given.replaces == 0 ? try numbers(given.start, given.count, "values->start") : []
    guard let from else {
        throw LaminaError(.invalidArgument, "values->start is NULL; numbers are needed, or an animation to replace")
    }
    return (from, to, try numbers(given.velocity, given.count, "values->velocity") ?? [], given.replaces)
}

/// A curve by its text, or the host's own; nil for neither.
@safe private func curve(
    _ text: UnsafePointer<CChar>?, _ own: lamina_context_curve_fn?, _ data: UnsafeMutableRawPointer?
) throws(LaminaError) -> Curve? {
    guard let own = hostCurve(own, data) else {
        if !isGiven(text) { return nil }
        let string = try optionalString(text, "curve") ?? ""
        return try Check.named("curve: ") { () throws(LaminaError) in try Curve(text: string) }
    }
    if isGiven(text) {
        throw LaminaError(.invalidArgument, "curve and own_curve are both given; one of them says how it moves")
    }
    return .sampled(try SampledCurve(own))
}

func timing(_ options: lamina_animation_options) throws(LaminaError) -> Timing {
    switch options.timing {
    case .LAMINA_ANIMATION_TIMING_CURVE:
        let curve = try curve(options.curve, options.own_curve, options.own_curve_user_data)
        return .curve(curve ?? .easeInOut, duration: try seconds(options.duration_us, "duration_us"))
    case .LAMINA_ANIMATION_TIMING_SPRING:
        try refuseCurve(options, "a spring")
        return .spring(try spring(options))
    case .LAMINA_ANIMATION_TIMING_DECAY:
        try refuseCurve(options, "a decay")
        return .decay(drag: options.drag)
    default: throw Check.unknown(options.timing, "timing")
    }
}

private func spring(_ options: lamina_animation_options) throws(LaminaError) -> Spring {
    if options.stiffness != 0 {
        return try Spring(mass: options.mass, stiffness: options.stiffness, damping: options.damping)
    }
    let (period, bounce) = (options.duration_us, options.bounce)
    guard period >= 1000, period <= 3_600_000_000 else {
        throw LaminaError(
            .invalidArgument, "duration_us is \(period); the period of a spring is 1,000 us to an hour, 3,600,000,000")
    }
    guard bounce > -1, bounce <= 0.99 else {
        throw LaminaError(.invalidArgument, "bounce is \(bounce); it must lie above -1 and be at most 0.99")
    }
    return try Spring(perceptualDuration: Double(period) * 1e-6, bounce: bounce)
}

private func refuseCurve(_ options: lamina_animation_options, _ timing: StaticString) throws(LaminaError) {
    let isOwn = hostCurve(options.own_curve, options.own_curve_user_data) != nil
    if !isOwn && !isGiven(options.curve) { return }
    throw LaminaError(
        .invalidArgument,
        "\(isOwn ? "own_curve" : "curve") does not go with \(timing), which moves by itself; it is for"
            + " LAMINA_ANIMATION_TIMING_CURVE")
}

private func seconds(_ microseconds: UInt64, _ argument: StaticString) throws(LaminaError) -> Double {
    let seconds = Double(microseconds) * 1e-6
    if seconds <= Timing.longest { return seconds }
    throw LaminaError(.invalidArgument, "\(argument) is \(microseconds); it must be at most a day, 86,400,000,000")
}
