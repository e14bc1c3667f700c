import CLamina
import LaminaAnimation
import LaminaGeometry
import LaminaMotion
import LaminaNode

/// Options as the header's defaults have them, with what is given over them.
@safe func animationOptions(
    _ pointer: UnsafePointer<lamina_animation_options>?
) throws(LaminaError) -> lamina_animation_options {
    var initial = lamina_animation_options()
    initial.struct_size = MemoryLayout<lamina_animation_options>.size
    initial.duration_us = 250_000
    (initial.mass, initial.drag, initial.run_count, initial.speed) = (1, 0.135, 1, 1)
    return try readStruct(pointer, over: initial, "options")
}

/// An animation of a node with these options; of what, is still to be said.
func animationRequest(_ node: NodeID, _ options: lamina_animation_options) throws(LaminaError) -> AnimationRequest {
    var request = AnimationRequest(node, PresentedValues())
    try Check.named("options->") { () throws(LaminaError) in
        request.timing = try timing(options)
        request.delay = seconds(options.delay_us)
        (request.runs, request.speed) = (options.run_count, options.speed)
        (request.autoreverses, request.endsAtModel) = (options.autoreverses, options.ends_at_model)
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
        let text = try optionalString(given.curve, "curve")
        let curve = try text.map { (text) throws(LaminaError) in try Curve(text: text) } ?? .linear
        keyframes.append(Keyframe(at: given.at, curve: curve, values: try presentedValues(given.values)))
    }
    return keyframes
}

/// How the changes of a transition show.
@safe func transitionOptions(
    _ pointer: UnsafePointer<lamina_transition_options>?
) throws(LaminaError) -> TransitionOptions {
    var initial = lamina_transition_options()
    initial.struct_size = MemoryLayout<lamina_transition_options>.size
    (initial.appears, initial.leaves) = (.LAMINA_TRANSITION_EFFECT_FADE, .LAMINA_TRANSITION_EFFECT_FADE)
    let given = try readStruct(pointer, over: initial, "options")
    var request = try animationRequest(NodeID(index: -1, generation: 0), animationOptions(given.animation))
    (request.endsAtModel, request.velocity) = (true, nil)
    if case .decay = request.timing {
        throw LaminaError(.invalidArgument, "options->animation is a decay, which leads nowhere in particular")
    }
    var options = TransitionOptions(request)
    options.appears = try effect(given.appears, "options->appears")
    options.leaves = try effect(given.leaves, "options->leaves")
    return options
}

private func effect(
    _ value: lamina_transition_effect, _ argument: StaticString
) throws(LaminaError) -> TransitionEffect {
    guard let effect = TransitionEffect(rawValue: Int32(bitPattern: value.rawValue)) else {
        throw Check.unknown(value.rawValue, argument)
    }
    return effect
}

func timing(_ options: lamina_animation_options) throws(LaminaError) -> Timing {
    switch options.timing {
    case .LAMINA_ANIMATION_TIMING_CURVE:
        let text = try optionalString(options.curve, "curve")
        return .curve(
            try text.map { (text) throws(LaminaError) in try Curve(text: text) } ?? .easeInOut,
            duration: seconds(options.duration_us))
    case .LAMINA_ANIMATION_TIMING_SPRING:
        if options.stiffness == 0 {
            return .spring(try Spring(perceptualDuration: seconds(options.duration_us), bounce: options.bounce))
        }
        return .spring(
            try Spring(mass: options.mass, stiffness: options.stiffness, damping: options.damping))
    case .LAMINA_ANIMATION_TIMING_DECAY: return .decay(drag: options.drag)
    default: throw Check.unknown(options.timing.rawValue, "timing")
    }
}

private func seconds(_ microseconds: UInt64) -> Double { Double(microseconds) * 1e-6 }
