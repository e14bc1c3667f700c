public import LaminaGeometry

/// Looks at UTF-8.
public enum UTF8Check {
    /// The offset of the first byte that does not belong to a well-formed sequence, or nil.
    public static func firstInvalidByte(_ bytes: [UInt8]) -> Int? {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }

    /// Fails with `invalidArgument`, naming `subject` and the byte, unless `bytes` are well-formed.
    public static func check(_ bytes: [UInt8], _ subject: @autoclosure () -> String) throws(LaminaError) {
        guard let offset = firstInvalidByte(bytes) else { return }
        throw LaminaError(
            .invalidArgument,
            "\(subject()) is not UTF-8: byte \(offset) (0x\(String(bytes[offset], radix: 16))) is wrong")
    }

    /// Fails unless a range lies within well-formed text and parts no sequence, naming the offset.
    static func check(_ bytes: Range<Int>, in utf8: [UInt8]) throws(LaminaError) {
        if bytes.lowerBound < 0 || bytes.upperBound > utf8.count {
            let offset = bytes.lowerBound < 0 ? bytes.lowerBound : bytes.upperBound
            throw LaminaError(
                .outOfRange, "the range ends at byte \(offset), but the text has bytes 0 to \(utf8.count)")
        }
        for offset in [bytes.lowerBound, bytes.upperBound] where !isBoundary(utf8, offset) {
            throw LaminaError(
                .invalidArgument, "byte \(offset) is inside a UTF-8 sequence; a range must end between code points")
        }
    }

    /// Whether a byte is 0.
    static func containsNUL(_ bytes: [UInt8]) -> Bool { bytes.contains(0) }

    /// Whether `offset` stands before a code point or at the end.
    static func isBoundary(_ bytes: [UInt8], _ offset: Int) -> Bool {
        offset == bytes.count || bytes[offset] & 0xC0 != 0x80
    }
}
