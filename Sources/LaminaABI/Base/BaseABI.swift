public import CLamina
import LaminaGeometry

@implementation @_cdecl("lamina_version")
public func lamina_version() -> UInt32 {
    UInt32(LAMINA_VERSION_MAJOR << 16 | LAMINA_VERSION_MINOR << 8 | LAMINA_VERSION_PATCH)
}

@implementation @_cdecl("lamina_is_compatible")
public func lamina_is_compatible(_ header_version: UInt32) -> Bool {
    isCompatible(header: header_version, library: lamina_version())
}

/// The major version names the soname, within which the interface only grows: everything that an older header declares
/// exists; parts of a newer one may be missing.
package func isCompatible(header: UInt32, library: UInt32) -> Bool {
    header >> 16 == library >> 16 && header <= library
}

@implementation @_cdecl("lamina_status_name")
public func lamina_status_name(_ status: lamina_status) -> UnsafePointer<CChar>! {
    if status == .LAMINA_OK { return cString("LAMINA_OK") }
    let code = LaminaError.Code(rawValue: Int32(truncatingIfNeeded: status.rawValue))
    return cString(code?.name ?? "LAMINA_ERROR_UNKNOWN")
}

@implementation @_cdecl("lamina_last_error")
public func lamina_last_error() -> UnsafePointer<CChar>! { LastError.message }
