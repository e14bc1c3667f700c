public import CLamina
import LaminaDisplay
import LaminaGeometry

@implementation @_cdecl("lamina_context_set_limits")
public func lamina_context_set_limits(
    _ context: UnsafeMutablePointer<lamina_context>?, _ limits: UnsafePointer<lamina_limits>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let parts = try ContextHandle(context).parts()
        parts.limits = try workLimits(limits, "limits")
    }
}

@implementation @_cdecl("lamina_context_get_limits")
public func lamina_context_get_limits(
    _ context: UnsafeMutablePointer<lamina_context>?, _ out_limits: UnsafeMutablePointer<lamina_limits>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let limits = try ContextHandle(context).parts().limits
        func number(_ value: Int) -> UInt64 { value == .max ? .max : UInt64(value) }
        try writeStruct(
            lamina_limits(
                struct_size: 0, text_characters: number(limits.textCharacters), text_lines: number(limits.textLines),
                picture_pixels: number(limits.picturePixels), elements: number(limits.elements),
                depth: number(limits.depth), row_time_us: limits.rowMicroseconds,
                picture_source_pixels: number(limits.pictureSourcePixels),
                picture_frames: number(limits.pictureFrames), picture_time_us: limits.pictureMicroseconds),
            to: out_limits, "out_limits")
    }
}

/// The limits in a struct; 0 stands for the default.
@safe func workLimits(
    _ pointer: UnsafePointer<lamina_limits>?, _ name: StaticString
) throws(LaminaError) -> WorkLimits {
    let given = try readStruct(pointer, over: lamina_limits(), name)
    var limits = WorkLimits()
    func take(_ value: UInt64, _ part: WritableKeyPath<WorkLimits, Int>) {
        if value > 0 { limits[keyPath: part] = Int(clamping: value) }
    }
    take(given.text_characters, \.textCharacters)
    take(given.text_lines, \.textLines)
    take(given.picture_pixels, \.picturePixels)
    take(given.elements, \.elements)
    take(given.depth, \.depth)
    take(given.picture_source_pixels, \.pictureSourcePixels)
    take(given.picture_frames, \.pictureFrames)
    if given.row_time_us > 0 { limits.rowMicroseconds = given.row_time_us }
    if given.picture_time_us > 0 { limits.pictureMicroseconds = given.picture_time_us }
    return limits
}
