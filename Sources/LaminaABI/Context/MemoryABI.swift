public import CLamina
import LaminaDisplay
import LaminaGeometry

@implementation @_cdecl("lamina_context_get_memory")
public func lamina_context_get_memory(
    _ context: UnsafeMutablePointer<lamina_context>?, _ out_memory: UnsafeMutablePointer<lamina_memory>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let use = try ContextHandle(context).engine().memoryUse
        try writeStruct(
            lamina_memory(
                struct_size: 0, bitmap_bytes: UInt64(use.bitmaps), pool_bytes: UInt64(use.pool),
                node_bytes: UInt64(use.nodes), layer_bytes: UInt64(use.layers),
                image_copy_bytes: UInt64(use.imageCopies), word_bytes: UInt64(use.words)), to: out_memory, "out_memory")
    }
}

@implementation @_cdecl("lamina_context_set_bitmap_budget")
public func lamina_context_set_bitmap_budget(_ context: UnsafeMutablePointer<lamina_context>?, _ bytes: Int)
    -> lamina_status
{
    status { () throws(LaminaError) in
        // More than Int.max arrives negative: no limit.
        try ContextHandle(context).engine().setBitmapBudget(bytes < 0 ? .max : bytes)
    }
}

@implementation @_cdecl("lamina_context_trim_memory")
public func lamina_context_trim_memory(_ context: UnsafeMutablePointer<lamina_context>?) -> lamina_status {
    status { () throws(LaminaError) in try ContextHandle(context).engine().trimMemory() }
}
