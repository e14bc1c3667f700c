import CLamina
import LaminaGeometry
import LaminaLoading
import LaminaNode

// Functions of the host's about loads, as Swift ones.

@safe func hostCall(_ progress: lamina_context_load_progress_fn?, _ data: HostData) -> Loader.Progress? {
    guard let bound = Bound(progress, data) else { return nil }
    return { found in
        unsafe found.bytes.withUnsafeBytes { bytes in
            unsafe bound.call(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, UInt64(found.total ?? 0),
                bound.pointer)
        }
    }
}

@safe func hostCall(_ end: lamina_context_load_end_fn?, _ data: HostData) -> Loader.End? {
    guard let bound = Bound(end, data) else { return nil }
    return { found in
        unsafe found.bytes.withUnsafeBytes { bytes in
            unsafe found.url.withCString { url in
                unsafe found.contentType.withCString { type in
                    unsafe (found.failure?.message ?? "").withCString { message in
                        let start = unsafe bytes.isEmpty ? nil : bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
                        var result = unsafe lamina_load_result(
                            struct_size: MemoryLayout<lamina_load_result>.size,
                            status: lamina_status(rawValue: UInt32(found.failure?.code.rawValue ?? 0)) ?? .LAMINA_OK,
                            source: lamina_load_source(rawValue: UInt32(found.source.rawValue))
                                ?? .LAMINA_LOAD_SOURCE_NETWORK,
                            content: start, byte_count: bytes.count, url: url, content_type: type, message: message,
                            http_status: Int32(clamping: found.httpStatus), is_stale: found.isStale ? 1 : 0)
                        unsafe bound.call(&result, bound.pointer)
                    }
                }
            }
        }
    }
}

/// What serves a scheme; nil without a function that starts.
@safe func hostLoader(
    _ start: lamina_context_load_start_fn?, _ cancel: lamina_context_load_cancel_fn?,
    _ priority: lamina_context_load_priority_fn?, _ data: HostData, _ context: Handle
) -> HostLoader? {
    guard let starts = Bound(start, data) else { return nil }
    let cancels = Bound(cancel, data)
    let prioritises = Bound(priority, data)
    return HostLoader(
        start: { request, url, priority in
            unsafe url.withCString {
                unsafe starts.call(context.pointer(), request, $0, cPriority(priority), starts.pointer)
            }
        },
        cancel: { request in unsafe cancels?.call(context.pointer(), request, data.pointer) },
        setPriority: { request, new in
            unsafe prioritises?.call(context.pointer(), request, cPriority(new), data.pointer)
        })
}

private func cPriority(_ priority: LoadPriority) -> lamina_load_priority {
    lamina_load_priority(rawValue: UInt32(priority.rawValue)) ?? .LAMINA_LOAD_PRIORITY_NORMAL
}
