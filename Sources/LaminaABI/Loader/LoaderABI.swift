public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaLoading
import LaminaNode

@implementation @_cdecl("lamina_context_load")
public func lamina_context_load(
    _ context: UnsafeMutablePointer<lamina_context>?, _ url: UnsafePointer<CChar>?, _ length: Int,
    _ options: UnsafePointer<lamina_load_options>?, _ progress: lamina_context_load_progress_fn?,
    _ end: lamina_context_load_end_fn?, _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?,
    _ out_load: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let loader = try ContextHandle(context).parts().loader
        let end = try needed(hostCall(end, data), "end")
        let (request, priority) = try loadRequest(utf8Bytes(url, length, "url"), options)
        let number = try loader.start(request, priority: priority, progress: hostCall(progress, data), end: end)
        Output(optional: out_load)?.write(number)
    }
}

@implementation @_cdecl("lamina_context_cancel_load")
public func lamina_context_cancel_load(_ context: UnsafeMutablePointer<lamina_context>?, _ load: UInt64)
    -> lamina_status
{
    status { () throws(LaminaError) in
        if try !ContextHandle(context).parts().loader.cancel(load) { throw noLoad(load) }
    }
}

@implementation @_cdecl("lamina_context_set_load_priority")
public func lamina_context_set_load_priority(
    _ context: UnsafeMutablePointer<lamina_context>?, _ load: UInt64, _ priority: lamina_load_priority
) -> lamina_status {
    status { () throws(LaminaError) in
        let loader = try ContextHandle(context).parts().loader
        if !loader.setPriority(load, try loadPriority(priority, "priority")) { throw noLoad(load) }
    }
}

private func noLoad(_ load: UInt64) -> LaminaError {
    LaminaError(.invalidState, "load \(load) is not under way: it has ended, was cancelled or never begun")
}

@implementation @_cdecl("lamina_context_set_loader_options")
public func lamina_context_set_loader_options(
    _ context: UnsafeMutablePointer<lamina_context>?, _ options: UnsafePointer<lamina_loader_options>?
) -> lamina_status {
    status { () throws(LaminaError) in
        try ContextHandle(context).parts().loader.setSettings(loaderSettings(options))
    }
}

@implementation @_cdecl("lamina_context_set_loader")
public func lamina_context_set_loader(
    _ context: UnsafeMutablePointer<lamina_context>?, _ scheme: UnsafePointer<CChar>?, _ length: Int,
    _ start: lamina_context_load_start_fn?, _ cancel: lamina_context_load_cancel_fn?,
    _ priority: lamina_context_load_priority_fn?, _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let loader = try ContextHandle(context).parts().loader
        let scheme = String(decoding: try utf8Bytes(scheme, length, "scheme"), as: UTF8.self)
        try loader.setHost(hostLoader(start, cancel, priority, data, context.handle()), for: scheme)
    }
}

@implementation @_cdecl("lamina_context_append_load")
public func lamina_context_append_load(
    _ context: UnsafeMutablePointer<lamina_context>?, _ request: UInt64, _ bytes: UnsafePointer<CChar>?,
    _ length: Int, _ total: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        let loader = try ContextHandle(context).parts().loader
        let bytes = LoadedBytes(try stringBytes(bytes, length, "bytes"))
        try loader.append(bytes, total: total == 0 ? nil : Int(clamping: total), to: request)
    }
}

@implementation @_cdecl("lamina_context_end_load")
public func lamina_context_end_load(
    _ context: UnsafeMutablePointer<lamina_context>?, _ request: UInt64, _ status: lamina_status,
    _ content_type: UnsafePointer<CChar>?
) -> lamina_status {
    LaminaABI.status { () throws(LaminaError) in
        let loader = try ContextHandle(context).parts().loader
        let type = try optionalString(content_type, "content_type") ?? ""
        let raw = Int32(bitPattern: status.rawValue)
        let failure = raw == 0 ? nil : LaminaError(status: raw, of: "the loader of its scheme")
        try loader.end(request, failure: failure, contentType: type)
    }
}

@implementation @_cdecl("lamina_context_end_failed_load")
public func lamina_context_end_failed_load(
    _ context: UnsafeMutablePointer<lamina_context>?, _ request: UInt64, _ status: lamina_status,
    _ http_status: Int32, _ message: UnsafePointer<CChar>?
) -> lamina_status {
    LaminaABI.status { () throws(LaminaError) in
        let loader = try ContextHandle(context).parts().loader
        let failure = try loadFailure(status, http_status, optionalString(message, "message"))
        try loader.end(request, failure: failure, httpStatus: Int(http_status))
    }
}

@implementation @_cdecl("lamina_context_get_loader_statistics")
public func lamina_context_get_loader_statistics(
    _ context: UnsafeMutablePointer<lamina_context>?, _ out_statistics: UnsafeMutablePointer<lamina_loader_statistics>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let found = try ContextHandle(context).parts().loader.statistics
        try writeStruct(
            lamina_loader_statistics(
                struct_size: 0, started: found.started, joined: found.joined, failed: found.failed, hits: found.hits,
                validated: found.validated, misses: found.misses, network_bytes: found.networkBytes,
                cached_responses: UInt64(found.cachedResponses), cached_bytes: UInt64(found.cachedBytes)),
            to: out_statistics, "out_statistics")
    }
}

@implementation @_cdecl("lamina_context_trim_loader_cache")
public func lamina_context_trim_loader_cache(_ context: UnsafeMutablePointer<lamina_context>?, _ bytes: UInt64)
    -> lamina_status
{
    status { () throws(LaminaError) in
        try ContextHandle(context).parts().loader.trimCache(to: Int(clamping: bytes))
    }
}

@implementation @_cdecl("lamina_context_read_loader_cache")
public func lamina_context_read_loader_cache(
    _ context: UnsafeMutablePointer<lamina_context>?, _ out_buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    value(0) { () throws(LaminaError) in
        let text = try ContextHandle(context).parts().loader.describeCache()
        return OutputBuffer(out_buffer, capacity).write(Array(text.utf8))
    }
}
