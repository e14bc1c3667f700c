public import CLamina
import LaminaAnimation
import LaminaDisplay
import LaminaGeometry
import LaminaNode

@implementation @_cdecl("lamina_context_begin_transition")
public func lamina_context_begin_transition(
    _ context: UnsafeMutablePointer<lamina_context>?, _ options: UnsafePointer<lamina_transition_options>?,
    _ out_animation: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let options = try transitionOptions(options, in: ContextHandle(context).engine())
        // The host's own curve has been asked, and may have ended the context.
        let engine = try ContextHandle(context).engine()
        let number = try engine.animator.beginTransition(options, in: engine)
        Output(optional: out_animation)?.write(number)
    }
}

@implementation @_cdecl("lamina_context_end_transition")
public func lamina_context_end_transition(
    _ context: UnsafeMutablePointer<lamina_context>?, _ done: lamina_context_did_animate_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let engine = try ContextHandle(context).engine()
        try engine.animator.endTransition(hostCall(done, data), in: engine)
    }
}

@implementation @_cdecl("lamina_context_set_transition_callback")
public func lamina_context_set_transition_callback(
    _ context: UnsafeMutablePointer<lamina_context>?, _ callback: lamina_context_transition_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let engine = try ContextHandle(context).engine()
        // One that ends may do what it wants.
        let old = engine.animator.chooser
        engine.animator.chooser = hostCall(callback, data).map { transitionChooser($0, engine.context) }
        _ = consume old
    }
}
