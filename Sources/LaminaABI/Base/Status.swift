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

/// A C string for each thread, which lives as long as the thread: whoever prints it in one expression with the call
/// that fails reads the sentence of before or the new one, and never memory that is freed.
struct ThreadSentence: Sendable {
    /// Longer ones are cut.
    private static let room = 4096
    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        unsafe pthread_key_create(&key) { unsafe free($0) }
        self.key = key
    }

    func set(_ sentence: String) {
        guard let buffer = unsafe buffer else { return }
        var count = sentence.utf8.count
        if count >= Self.room {
            count = Self.room - 1
            let utf8 = sentence.utf8
            // No part of a character.
            while utf8[utf8.index(utf8.startIndex, offsetBy: count)] & 0xC0 == 0x80 { count -= 1 }
        }
        unsafe UnsafeMutableRawBufferPointer(start: buffer, count: count).copyBytes(from: sentence.utf8.prefix(count))
        unsafe buffer[count] = 0
    }

    /// Nil when there is no memory for it.
    @safe var current: UnsafePointer<CChar>? { unsafe buffer.map { unsafe UnsafePointer($0) } }

    private var buffer: UnsafeMutablePointer<CChar>? {
        if let known = unsafe pthread_getspecific(key) { return unsafe known.assumingMemoryBound(to: CChar.self) }
        guard let made = unsafe calloc(Self.room, 1) else { return nil }
        unsafe pthread_setspecific(key, made)
        return unsafe made.assumingMemoryBound(to: CChar.self)
    }
}

/// A string constant for C.
@safe func cString(_ string: StaticString) -> UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(string.utf8Start).assumingMemoryBound(to: CChar.self)
}
