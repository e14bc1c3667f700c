public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode

/// A call of the host's, with the data that goes when it is not needed any more.
@safe func ownerCall(
    _ call: lamina_context_call_fn?, _ data: HostData
) throws(LaminaError) -> OwnerCall {
    try needed(hostCall(call, data), "call")
}

@implementation @_cdecl("lamina_context_post")
public func lamina_context_post(
    _ context: UnsafeMutablePointer<lamina_context>?, _ call: lamina_context_call_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        _ = try ContextHandle(context).parts().post(ownerCall(call, data))
    }
}

@implementation @_cdecl("lamina_context_post_delayed")
public func lamina_context_post_delayed(
    _ context: UnsafeMutablePointer<lamina_context>?, _ delay_us: UInt64, _ call: lamina_context_call_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?, _ out_call: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let number = try ContextHandle(context).parts().post(delay: delay_us, ownerCall(call, data))
        Output(optional: out_call)?.write(number)
    }
}

@implementation @_cdecl("lamina_context_cancel_call")
public func lamina_context_cancel_call(_ context: UnsafeMutablePointer<lamina_context>?, _ call: UInt64)
    -> lamina_status
{
    status { () throws(LaminaError) in
        if try !ContextHandle(context).parts().cancelCall(call) {
            throw LaminaError(.invalidState, "call \(call) is not pending: it has run, was cancelled or never posted")
        }
    }
}

/// A time on a clock; nil for the system's.
private func clockTime(_ time: UInt64) throws(LaminaError) -> UInt64? {
    if time == .max { return nil }
    // Exact as Double, and what is added to it never overflows.
    let latest: UInt64 = 1 << 52
    if time > latest {
        throw LaminaError(
            .invalidArgument, "time_us is \(time), later than the \(latest) us (142 years) that a clock may show")
    }
    return time
}

@implementation @_cdecl("lamina_context_set_time_us")
public func lamina_context_set_time_us(_ context: UnsafeMutablePointer<lamina_context>?, _ time_us: UInt64)
    -> lamina_status
{
    status { () throws(LaminaError) in
        try ContextHandle(context).engine().parts.setTime(clockTime(time_us))
    }
}

@implementation @_cdecl("lamina_context_begin_frame")
public func lamina_context_begin_frame(
    _ context: UnsafeMutablePointer<lamina_context>?, _ time_us: UInt64, _ deadline_us: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        try ContextHandle(context).engine()
            .beginFrame(at: clockTime(time_us), deadline: deadline_us == 0 ? nil : deadline_us)
    }
}

@implementation @_cdecl("lamina_context_add_frame_callback")
public func lamina_context_add_frame_callback(
    _ context: UnsafeMutablePointer<lamina_context>?, _ callback: lamina_context_frame_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?, _ out_callback: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let engine = try ContextHandle(context).engine()
        let callback = try needed(hostCall(callback, data), "callback")
        let sender = context.handle()
        let number = engine.addFrameCall { time in callback(sender, time) }
        Output(optional: out_callback)?.write(number)
    }
}

@implementation @_cdecl("lamina_context_remove_frame_callback")
public func lamina_context_remove_frame_callback(
    _ context: UnsafeMutablePointer<lamina_context>?, _ callback: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        try checkRemoved(ContextHandle(context).engine().removeFrameCall(callback), callback, "frame callback")
    }
}

@implementation @_cdecl("lamina_context_add_commit_observer")
public func lamina_context_add_commit_observer(
    _ context: UnsafeMutablePointer<lamina_context>?, _ phase: lamina_commit_phase,
    _ observer: lamina_context_commit_fn?, _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?,
    _ out_observer: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let engine = try ContextHandle(context).engine()
        guard let known = CommitPhase(rawValue: Int32(bitPattern: phase.rawValue)) else {
            throw Check.unknown(phase, "phase")
        }
        let sender = context.handle()
        try addObserver(hostCall(observer, data), to: out_observer) { call in
            engine.addObserver(known) { call(sender, phase) }
        }
    }
}

@implementation @_cdecl("lamina_context_remove_commit_observer")
public func lamina_context_remove_commit_observer(
    _ context: UnsafeMutablePointer<lamina_context>?, _ observer: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        try checkRemoved(ContextHandle(context).engine().removeObserver(observer), observer)
    }
}
