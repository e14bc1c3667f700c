/// Looks at UTF-8 as the Unicode Standard defines it (table 3-7): no surrogates, no overlong forms, nothing above U+10FFFF.
public enum UTF8Check {
    /// The offset of the first byte that does not belong to a well-formed sequence, or nil.
    public static func firstInvalidByte(_ bytes: [UInt8]) -> Int? {
        // Most texts are ASCII from end to end, which one quick pass tells.
        if bytes.allSatisfy({ $0 < 0x80 }) { return nil }
        var i = 0
        while i < bytes.count {
            if bytes[i] < 0x80 {
                i += 1
                continue
            }
            guard let length = sequenceLength(bytes, at: i) else { return i }
            i += length
        }
        return nil
    }

    /// Whether `offset` stands before a code point or at the end.
    static func isBoundary(_ bytes: [UInt8], _ offset: Int) -> Bool {
        offset == bytes.count || bytes[offset] & 0xC0 != 0x80
    }

    private static func sequenceLength(_ bytes: [UInt8], at i: Int) -> Int? {
        let lead = bytes[i]
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
        if i + length > bytes.count || !second.contains(bytes[i + 1]) { return nil }
        for k in 2..<max(length, 2) where bytes[i + k] & 0xC0 != 0x80 { return nil }
        return length
    }
}
