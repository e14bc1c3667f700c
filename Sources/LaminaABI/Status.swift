import CLamina
import Glibc
import LaminaGeometry

/// Runs the body of an export: a thrown error becomes its status and this thread's last message.
@inline(__always)
func status(_ body: () throws(LaminaError) -> Void) -> lamina_status {
    do throws(LaminaError) {
        try body()
        return .LAMINA_OK
    } catch {
        return LastError.set(error)
    }
}

/// The same for exports that return a value: `fallback` when the body fails.
@inline(__always)
func value<R>(_ fallback: R, _ body: () throws(LaminaError) -> R) -> R {
    do throws(LaminaError) {
        return try body()
    } catch {
        _ = LastError.set(error)
        return fallback
    }
}

/// The sentence of each thread's last failure, as a C string that stays until the next one.
enum LastError {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        unsafe pthread_key_create(&key) { unsafe free($0) }
        return key
    }()

    @inline(never)
    static func set(_ error: LaminaError) -> lamina_status {
        let old = unsafe pthread_getspecific(key)
        // Without memory for the sentence the status still says what happened.
        unsafe pthread_setspecific(key, strdup(error.message))
        unsafe free(old)
        return lamina_status(rawValue: UInt32(error.code.rawValue)) ?? .LAMINA_ERROR_BACKEND
    }

    static var message: UnsafePointer<CChar> {
        guard let stored = unsafe pthread_getspecific(key) else { return unsafe cString("") }
        return unsafe UnsafePointer(stored.assumingMemoryBound(to: CChar.self))
    }
}

/// A string constant for C.
func cString(_ string: StaticString) -> UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(string.utf8Start).assumingMemoryBound(to: CChar.self)
}
