public import CLamina
import LaminaGeometry

// Section "Base" of lamina.h.

@implementation @_cdecl("lamina_version")
public func lamina_version() -> UInt32 {
    UInt32(LAMINA_VERSION_MAJOR << 16 | LAMINA_VERSION_MINOR << 8 | LAMINA_VERSION_PATCH)
}

@implementation @_cdecl("lamina_is_compatible")
public func lamina_is_compatible(_ header_version: UInt32) -> Bool {
    let library = lamina_version()
    if header_version >> 16 != library >> 16 { return false }
    return library >> 16 != 0 || header_version <= library
}

@implementation @_cdecl("lamina_status_name")
public func lamina_status_name(_ status: lamina_status) -> UnsafePointer<CChar>! {
    if status == .LAMINA_OK { return unsafe cString("LAMINA_OK") }
    let code = LaminaError.Code(rawValue: Int32(truncatingIfNeeded: status.rawValue))
    return unsafe cString(code?.name ?? "LAMINA_ERROR_UNKNOWN")
}

@implementation @_cdecl("lamina_last_error")
public func lamina_last_error() -> UnsafePointer<CChar>! { unsafe LastError.message }
