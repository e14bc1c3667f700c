public import CLamina
import LaminaAnimation
import LaminaDisplay
import LaminaGeometry
import LaminaMotion
import LaminaNode

@implementation @_cdecl("lamina_node_add_animation")
public func lamina_node_add_animation(
    _ node: UnsafeMutablePointer<lamina_node>?, _ values: UnsafePointer<lamina_presented_values>?,
    _ options: UnsafePointer<lamina_animation_options>?, _ done: lamina_context_did_animate_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?, _ out_animation: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        var request = try animationRequest(options)
        let engine: Engine
        (engine, request.node) = try ownedNode(node)
        request.values = try presentedValues(values, named: request.endsAtModel)
        request.done = hostCall(done, data)
        let number = try engine.animator.start(request, in: engine)
        Output(optional: out_animation)?.write(number)
    }
}

@implementation @_cdecl("lamina_node_add_keyframe_animation")
public func lamina_node_add_keyframe_animation(
    _ node: UnsafeMutablePointer<lamina_node>?, _ keyframes: UnsafePointer<lamina_keyframe>?, _ keyframe_count: Int,
    _ options: UnsafePointer<lamina_animation_options>?, _ done: lamina_context_did_animate_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?, _ out_animation: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        var request = try animationRequest(options)
        request.keyframes = try animationKeyframes(keyframes, keyframe_count)
        let engine: Engine
        (engine, request.node) = try ownedNode(node)
        for keyframe in request.keyframes { request.values.fields.formUnion(keyframe.values.fields) }
        request.done = hostCall(done, data)
        let number = try engine.animator.start(request, in: engine)
        Output(optional: out_animation)?.write(number)
    }
}

@implementation @_cdecl("lamina_context_add_value_animation")
public func lamina_context_add_value_animation(
    _ context: UnsafeMutablePointer<lamina_context>?, _ values: UnsafePointer<lamina_value_animation>?,
    _ options: UnsafePointer<lamina_animation_options>?, _ move: lamina_context_move_fn?,
    _ done: lamina_context_did_animate_fn?, _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?,
    _ out_animation: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        var request = try animationRequest(options)
        let engine = try ContextHandle(context).engine()
        let given = try valueAnimation(values)
        (request.done, request.endsAtModel) = (hostCall(done, data), false)
        let number = try engine.animator.startValues(
            from: given.from, to: given.to, velocity: given.velocity, replaces: given.replaces, request, in: engine,
            needed(hostCall(move, data), "move"))
        Output(optional: out_animation)?.write(number)
    }
}

@implementation @_cdecl("lamina_context_cancel_animation")
public func lamina_context_cancel_animation(
    _ context: UnsafeMutablePointer<lamina_context>?, _ animation: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        let engine = try ContextHandle(context).engine()
        try engine.animator.cancel(animation, in: engine)
    }
}

@implementation @_cdecl("lamina_context_set_animation_speed")
public func lamina_context_set_animation_speed(
    _ context: UnsafeMutablePointer<lamina_context>?, _ animation: UInt64, _ speed: Double
) -> lamina_status {
    status { () throws(LaminaError) in
        let engine = try ContextHandle(context).engine()
        try engine.animator.setSpeed(speed, of: animation, in: engine)
    }
}

@implementation @_cdecl("lamina_context_set_animation_progress")
public func lamina_context_set_animation_progress(
    _ context: UnsafeMutablePointer<lamina_context>?, _ animation: UInt64, _ progress: Double
) -> lamina_status {
    status { () throws(LaminaError) in
        let engine = try ContextHandle(context).engine()
        try engine.animator.setProgress(progress, of: animation, in: engine)
    }
}

@implementation @_cdecl("lamina_context_move_animation")
public func lamina_context_move_animation(
    _ context: UnsafeMutablePointer<lamina_context>?, _ animation: UInt64, _ progress: Double,
    _ options: UnsafePointer<lamina_animation_options>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let request = try animationRequest(options)
        let engine = try ContextHandle(context).engine()
        try engine.animator.animateProgress(
            of: animation, to: progress, velocity: request.velocity?.x, request.timing, in: engine)
    }
}

@implementation @_cdecl("lamina_context_get_animation")
public func lamina_context_get_animation(
    _ context: UnsafeMutablePointer<lamina_context>?, _ animation: UInt64,
    _ out_state: UnsafeMutablePointer<lamina_animation_state>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let state = try ContextHandle(context).engine().animator.state(of: animation)
        var result = lamina_animation_state()
        result.struct_size = MemoryLayout<lamina_animation_state>.size
        (result.progress, result.speed) = (state.progress, state.speed)
        result.duration_us = state.duration < 1e13 ? UInt64(state.duration * 1e6) : .max
        try writeStruct(result, to: out_state, "out_state")
    }
}

@implementation @_cdecl("lamina_context_read_animations")
public func lamina_context_read_animations(
    _ context: UnsafeMutablePointer<lamina_context>?, _ out_buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
    _ out_count: UnsafeMutablePointer<Int>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let engine = try ContextHandle(context).engine()
        let text = engine.animator.description(in: engine)
        let length = OutputBuffer(out_buffer, capacity).write(Array(text.utf8))
        Output(optional: out_count)?.write(length)
    }
}

@implementation @_cdecl("lamina_context_set_reduced_motion")
public func lamina_context_set_reduced_motion(
    _ context: UnsafeMutablePointer<lamina_context>?, _ reduced: Bool
) -> lamina_status {
    status { () throws(LaminaError) in try ContextHandle(context).engine().animator.reducesMotion = reduced }
}

@implementation @_cdecl("lamina_context_set_motion_speed")
public func lamina_context_set_motion_speed(
    _ context: UnsafeMutablePointer<lamina_context>?, _ speed: Double
) -> lamina_status {
    status { () throws(LaminaError) in
        let engine = try ContextHandle(context).engine()
        guard speed >= 0, speed <= 100 else {
            throw LaminaError(.invalidArgument, "speed is \(speed); it must lie within 0...100")
        }
        engine.motionSpeed = speed
    }
}

@implementation @_cdecl("lamina_node_set_default_animation")
public func lamina_node_set_default_animation(
    _ node: UnsafeMutablePointer<lamina_node>?, _ fields: lamina_presented_fields,
    _ options: UnsafePointer<lamina_animation_options>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let animation = DefaultAnimation(
            try presentedFields(fields, "fields"), try movement(options, "options"))
        let (engine, id) = try ownedNode(node)
        try engine.animator.setDefault(animation, of: id, in: engine)
    }
}
