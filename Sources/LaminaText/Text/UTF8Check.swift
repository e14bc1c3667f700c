public import LaminaGeometry

/// Looks at UTF-8 as the Unicode Standard defines it (table 3-7): no surrogates, no overlong forms, nothing above
/// U+10FFFF.
public enum UTF8Check {
    /// The offset of the first byte that does not belong to a well-formed sequence, or nil.
    public static func firstInvalidByte(_ bytes: [UInt8]) -> Int? {
        unsafe bytes.withUnsafeBufferPointer { unsafe firstInvalidByte($0) }
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

    private static func firstInvalidByte(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var i = 0
        while true {
            i = unsafe skipASCII(bytes, i)
            if i == bytes.count { return nil }
            guard let length = unsafe sequenceLength(bytes, at: i) else { return i }
            i += length
        }
    }

    /// Whether all bytes are below 0x80.
    static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { unsafe skipASCII(bytes, 0) == bytes.count }

    /// Whether a byte is 0.
    static func containsNUL(_ bytes: [UInt8]) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            var i = 0
            while i + 8 <= bytes.count {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self)
                // The lowest byte that is 0 borrows from the one above it.
                if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0 { return true }
                i += 8
            }
            return (i..<bytes.count).contains { unsafe bytes[$0] == 0 }
        }
    }

    /// The first offset from `start` on where no ASCII byte stands; most texts are ASCII from end to end.
    @inline(__always)
    private static func skipASCII(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        var i = start
        let raw = UnsafeRawBufferPointer(bytes)
        while i + 8 <= raw.count,
            unsafe raw.loadUnaligned(fromByteOffset: i, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
            i += 8
        }
        while unsafe i < raw.count && raw[i] < 0x80 { i += 1 }
        return i
    }

    /// Whether `offset` stands before a code point or at the end.
    static func isBoundary(_ bytes: [UInt8], _ offset: Int) -> Bool {
        offset == bytes.count || bytes[offset] & 0xC0 != 0x80
    }

    @inline(__always)
    private static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, at i: Int) -> Int? {
        let lead = unsafe bytes[i]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if lead == 0xE0 { second = 0xA0...0xBF }
            if lead == 0xED { second = 0x80...0x9F }
        case 0xF0...0xF4:
            length = 4
            if lead == 0xF0 { second = 0x90...0xBF }
            if lead == 0xF4 { second = 0x80...0x8F }
        default: return nil
        }
        if unsafe i + length > bytes.count || !second.contains(bytes[i + 1]) { return nil }
        if unsafe length > 2 && bytes[i + 2] & 0xC0 != 0x80 { return nil }
        if unsafe length > 3 && bytes[i + 3] & 0xC0 != 0x80 { return nil }
        return length
    }
}
