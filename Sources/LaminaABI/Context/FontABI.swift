public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaText

@implementation @_cdecl("lamina_context_add_font_data")
public func lamina_context_add_font_data(
    _ context: UnsafeMutablePointer<lamina_context>?, _ data: UnsafePointer<CChar>?, _ length: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let parts = try ContextHandle(context).parts()
        guard length >= 0 else {
            throw LaminaError(
                .invalidArgument, "length is \(UInt(bitPattern: length)); the font's size in bytes is needed")
        }
        try parts.fonts.addFontData(try stringBytes(data, length, "data"))
    }
}

@implementation @_cdecl("lamina_context_has_font_family")
public func lamina_context_has_font_family(
    _ context: UnsafeMutablePointer<lamina_context>?, _ family: UnsafePointer<CChar>?, _ length: Int
) -> Bool {
    value(false) { () throws(LaminaError) in
        let parts = try ContextHandle(context).parts()
        let name = try utf8Bytes(family, length, "family")
        return parts.fonts.hasFamily(String(decoding: name, as: UTF8.self))
    }
}

@implementation @_cdecl("lamina_context_read_font_families")
public func lamina_context_read_font_families(
    _ context: UnsafeMutablePointer<lamina_context>?, _ out_buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    value(0) { () throws(LaminaError) in
        let parts = try ContextHandle(context).parts()
        let all = parts.fonts.families.map { $0 + "\n" }.joined()
        return OutputBuffer(out_buffer, capacity).write(Array(all.utf8))
    }
}

@implementation @_cdecl("lamina_context_read_font_match")
public func lamina_context_read_font_match(
    _ context: UnsafeMutablePointer<lamina_context>?, _ family: UnsafePointer<CChar>?, _ length: Int,
    _ out_buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    value(0) { () throws(LaminaError) in
        let parts = try ContextHandle(context).parts()
        let name = try utf8Bytes(family, length, "family")
        let found = parts.fonts.match(name.isEmpty ? nil : String(decoding: name, as: UTF8.self)) ?? ""
        return OutputBuffer(out_buffer, capacity).write(Array(found.utf8))
    }
}
