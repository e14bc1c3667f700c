public import CLamina

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
    let name: StaticString =
        switch status {
        case .LAMINA_OK: "LAMINA_OK"
        case .LAMINA_ERROR_INVALID_ARGUMENT: "LAMINA_ERROR_INVALID_ARGUMENT"
        case .LAMINA_ERROR_INVALID_HANDLE: "LAMINA_ERROR_INVALID_HANDLE"
        case .LAMINA_ERROR_WRONG_THREAD: "LAMINA_ERROR_WRONG_THREAD"
        case .LAMINA_ERROR_FOREIGN_CONTEXT: "LAMINA_ERROR_FOREIGN_CONTEXT"
        case .LAMINA_ERROR_OUT_OF_RANGE: "LAMINA_ERROR_OUT_OF_RANGE"
        case .LAMINA_ERROR_CYCLE: "LAMINA_ERROR_CYCLE"
        case .LAMINA_ERROR_INVALID_STATE: "LAMINA_ERROR_INVALID_STATE"
        case .LAMINA_ERROR_CANCELLED: "LAMINA_ERROR_CANCELLED"
        case .LAMINA_ERROR_TIMED_OUT: "LAMINA_ERROR_TIMED_OUT"
        case .LAMINA_ERROR_OUT_OF_MEMORY: "LAMINA_ERROR_OUT_OF_MEMORY"
        case .LAMINA_ERROR_IO: "LAMINA_ERROR_IO"
        case .LAMINA_ERROR_BACKEND: "LAMINA_ERROR_BACKEND"
        case .LAMINA_ERROR_UNSUPPORTED: "LAMINA_ERROR_UNSUPPORTED"
        default: "LAMINA_ERROR_UNKNOWN"
        }
    return unsafe cString(name)
}

@implementation @_cdecl("lamina_last_error")
public func lamina_last_error() -> UnsafePointer<CChar>! { unsafe LastError.message }
