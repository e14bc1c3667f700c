public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode

/// A host call with its user data.
func ownerCall(
    _ call: lamina_context_call_fn?, _ data: HostData
) throws(LaminaError) -> OwnerCall {
    guard let call = unsafe call else {
        throw LaminaError(.invalidArgument, "call is NULL; a function is needed")
    }
    nonisolated(unsafe) let function = unsafe call  // the host gives it for the owner thread, where it runs
    return { unsafe function(data.pointer) }
}

@implementation @_cdecl("lamina_context_post")
public func lamina_context_post(
    _ context: UnsafeMutablePointer<lamina_context>?, _ call: lamina_context_call_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        _ = try unsafe ContextHandle(context).parts().post(ownerCall(call, data))
    }
}

@implementation @_cdecl("lamina_context_post_delayed")
public func lamina_context_post_delayed(
    _ context: UnsafeMutablePointer<lamina_context>?, _ delay_us: UInt64, _ call: lamina_context_call_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?, _ out_call: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let number = try unsafe ContextHandle(context).parts().post(delay: delay_us, ownerCall(call, data))
        unsafe out_call?.pointee = number
    }
}

@implementation @_cdecl("lamina_context_cancel_call")
public func lamina_context_cancel_call(_ context: UnsafeMutablePointer<lamina_context>?, _ call: UInt64)
    -> lamina_status
{
    status { () throws(LaminaError) in
        if try unsafe !ContextHandle(context).parts().cancelCall(call) {
            throw LaminaError(.invalidState, "call \(call) is not pending: it has run, was cancelled or never posted")
        }
    }
}

@implementation @_cdecl("lamina_context_set_time_us")
public func lamina_context_set_time_us(_ context: UnsafeMutablePointer<lamina_context>?, _ time_us: UInt64)
    -> lamina_status
{
    status { () throws(LaminaError) in
        try unsafe ContextHandle(context).engine().parts.setTime(time_us == .max ? nil : time_us)
    }
}

@implementation @_cdecl("lamina_context_add_commit_observer")
public func lamina_context_add_commit_observer(
    _ context: UnsafeMutablePointer<lamina_context>?, _ phase: lamina_commit_phase,
    _ observer: lamina_context_commit_fn?, _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?,
    _ out_observer: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let engine = try unsafe ContextHandle(context).engine()
        guard let known = CommitPhase(rawValue: Int32(bitPattern: phase.rawValue)) else {
            throw Check.unknown(phase.rawValue, "phase")
        }
        guard let observer = unsafe observer else {
            throw LaminaError(.invalidArgument, "observer is NULL; a function is needed")
        }
        nonisolated(unsafe) let function = unsafe observer  // the host gives it for the owner thread, where it runs
        nonisolated(unsafe) let sender = unsafe context
        let number = engine.addObserver(known) { unsafe function(sender, phase, data.pointer) }
        unsafe out_observer?.pointee = number
    }
}

@implementation @_cdecl("lamina_context_remove_commit_observer")
public func lamina_context_remove_commit_observer(
    _ context: UnsafeMutablePointer<lamina_context>?, _ observer: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        if try unsafe !ContextHandle(context).engine().removeObserver(observer) {
            throw LaminaError(.invalidState, "there is no observer \(observer): it was removed or never added")
        }
    }
}
