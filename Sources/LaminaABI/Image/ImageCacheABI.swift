public import CLamina
import LaminaDisplay
import LaminaGeometry

@implementation @_cdecl("lamina_context_set_image_cache")
public func lamina_context_set_image_cache(
    _ context: UnsafeMutablePointer<lamina_context>?, _ bytes: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        try ContextHandle(context).parts().setImageCacheLimit(Int(clamping: bytes))
    }
}

@implementation @_cdecl("lamina_context_get_image_statistics")
public func lamina_context_get_image_statistics(
    _ context: UnsafeMutablePointer<lamina_context>?, _ out_statistics: UnsafeMutablePointer<lamina_image_statistics>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let found = try ContextHandle(context).parts().imageStatistics
        try writeStruct(
            lamina_image_statistics(
                struct_size: 0, hits: found.hits, misses: found.misses, joined: found.joined, decoded: found.decoded,
                decode_us: found.decodeMicroseconds, cached_images: UInt64(found.cachedImages),
                cached_bytes: UInt64(found.cachedBytes)), to: out_statistics, "out_statistics")
    }
}

@implementation @_cdecl("lamina_context_read_image_cache")
public func lamina_context_read_image_cache(
    _ context: UnsafeMutablePointer<lamina_context>?, _ out_buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    value(0) { () throws(LaminaError) in
        let text = try ContextHandle(context).parts().imageDescription
        return OutputBuffer(out_buffer, capacity).write(Array(text.utf8))
    }
}
