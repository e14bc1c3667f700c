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

/// The message of each thread's last failure.
enum LastError {
    private static let sentence = ThreadSentence()

    @inline(never)
    static func set(_ error: LaminaError) -> lamina_status {
        // Without memory for the message, there is still the status.
        sentence.set(error.message)
        return error.status
    }

    @safe static var message: UnsafePointer<CChar> { unsafe sentence.current ?? cString("") }
}

extension LaminaError {
    /// The code as a C status.
    var status: lamina_status { lamina_status(rawValue: UInt32(code.rawValue)) ?? .LAMINA_ERROR_BACKEND }
}

/// A C string for each thread, valid until the thread sets the next one or ends.
struct ThreadSentence: Sendable {
    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        unsafe pthread_key_create(&key) { unsafe free($0) }
        self.key = key
    }

    func set(_ sentence: String) {
        let old = unsafe pthread_getspecific(key)
        unsafe pthread_setspecific(key, strdup(sentence))
        unsafe free(old)
    }

    /// Nil before the first one, and when there was no memory for it.
    @safe var current: UnsafePointer<CChar>? {
        unsafe pthread_getspecific(key).map { unsafe UnsafePointer($0.assumingMemoryBound(to: CChar.self)) }
    }
}

/// A string constant for C.
@safe func cString(_ string: StaticString) -> UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(string.utf8Start).assumingMemoryBound(to: CChar.self)
}
