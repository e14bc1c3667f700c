internal import CPango

/// Where to cut text before it is laid out. A guess decides how much is tried; whether that was enough is then proven
/// from the layout, so that the result is the one of the uncut text.
enum TextCut {
    /// The bytes between what is shown and the cut: line breaking, shaping and segmentation look that far ahead at
    /// most.
    fileprivate static let margin = 160
    /// The same for text below U+0800, where nothing is segmented by dictionary.
    fileprivate static let simpleMargin = 64

    /// Where the piece that starts a paragraph's remaining `bytes` ends: at their end, or after white space close
    /// before `limit` bytes.
    static func pieceEnd(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>, limit: Int) -> Int {
        if bytes.count <= limit { return bytes.upperBound }
        var end = bytes.lowerBound + limit
        for i in stride(from: end, to: end - limit / 4, by: -1) where unsafe text[i - 1] == 0x20 { return i }
        while unsafe end > bytes.lowerBound + 4 && text[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    /// An end for `bytes` after about `ems` of average characters, or their end when little would be saved or when what
    /// follows can matter.
    static func guess(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>, ems: Double) -> Int {
        var left = Int(min(ems, 1e9) * 20)
        var offset = bytes.lowerBound
        var isSimple = true
        while offset < bytes.upperBound && left > 0 {
            // Twentieths of an em, on the small side of the average: a second try costs more than a somewhat longer
            // first one.
            switch unsafe text[offset] {
            case 0..<0x80: (offset, left) = (offset + 1, left - 9)
            case 0x80..<0xE0: (offset, left) = (offset + 2, left - 9)
            case 0xE0..<0xE3: (offset, left, isSimple) = (offset + 3, left - 7, false)
            case 0xE3..<0xF0: (offset, left, isSimple) = (offset + 3, left - 18, false)
            default: (offset, left, isSimple) = (offset + 4, left - 8, false)
            }
        }
        offset += isSimple ? simpleMargin + 16 : margin + 64
        while unsafe offset < bytes.upperBound && text[offset] & 0xC0 == 0x80 { offset += 1 }
        if offset >= bytes.upperBound { return bytes.upperBound }
        return unsafe settle(text, bytes, offset)
    }

    /// The next longer try after a cut at `end` showed too little.
    static func grow(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>, _ end: Int) -> Int {
        var offset = min(bytes.upperBound, end + (end - bytes.lowerBound) + margin)
        while unsafe offset < bytes.upperBound && text[offset] & 0xC0 == 0x80 { offset += 1 }
        return unsafe settle(text, bytes, offset)
    }

    /// Whether all of `bytes` is below U+0800.
    static func isSimple(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> Bool {
        var highest: UInt8 = 0
        for i in bytes { highest = unsafe max(highest, text[i]) }
        return highest < 0xE0
    }

    /// Moves a cut behind the next space when one is near, and to the end when the text before it depends on what comes
    /// after.
    private static func settle(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>, _ end: Int) -> Int {
        // Less than a quarter more is not worth a cut.
        if (end - bytes.lowerBound) * 5 >= bytes.count * 4 { return bytes.upperBound }
        var end = end
        for i in end..<min(end + simpleMargin, bytes.upperBound) where unsafe text[i] == 0x20 {
            end = i + 1
            break
        }
        let isSettled = unsafe hasLetter(text, max(bytes.lowerBound, end - 48)..<end)
        return unsafe isSettled && isIndependent(text, bytes.lowerBound..<end) ? end : bytes.upperBound
    }

    /// Whether there is a letter in `bytes`, which are fewer than lie between what is shown and the cut: the direction
    /// of what has none of its own, such as a row of pictures, is decided by the letter that follows (UAX 9 N1).
    private static func hasLetter(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> Bool {
        var scalars = unsafe UTF8Scalars(text, whole(text, bytes))
        while let scalar = scalars.next() {
            if g_unichar_isalpha(scalar) != 0 { return true }
        }
        return false
    }

    /// Whether directions and scripts in `bytes` are the same whatever follows: no first-strong isolate and, in
    /// bidirectional text, no bracket that may be closed later (UAX 9 N0), and a character that decides the script of
    /// the common ones.
    private static func isIndependent(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> Bool {
        var scalars = unsafe UTF8Scalars(text, bytes)
        var hasScript = false
        var isBidirectional = false
        var (round, square, curly) = (0, 0, 0)
        var hasOtherBracket = false
        while let scalar = scalars.next() {
            if !hasScript {
                let script = g_unichar_get_script(scalar)
                hasScript = script != G_UNICODE_SCRIPT_COMMON && script != G_UNICODE_SCRIPT_INHERITED
            }
            switch scalar {
            case 0x28: round += 1
            case 0x29: round = max(0, round - 1)
            case 0x5B: square += 1
            case 0x5D: square = max(0, square - 1)
            case 0x7B: curly += 1
            case 0x7D: curly = max(0, curly - 1)
            case 0..<0x590: break
            case 0x2068: return false
            case 0x590...0x8FF, 0x200E, 0x200F, 0x202A...0x202E, 0x2066, 0x2067, 0xFB1D...0xFDFF, 0xFE70...0xFEFF,
                0x10800...0x10FFF, 0x1E800...0x1EFFF:
                isBidirectional = true
            case 0xF3A...0xF3D, 0x169B, 0x169C, 0x2045, 0x2046, 0x207D...0x208E, 0x2308...0x232A, 0x2768...0x2775,
                0x27C5...0x27EF, 0x2983...0x29FD, 0x2E22...0x2E5C, 0x3008...0x301B, 0xFE59...0xFE5E, 0xFF08...0xFF63:
                hasOtherBracket = true
            default: break
            }
        }
        return hasScript && !(isBidirectional && (round + square + curly > 0 || hasOtherBracket))
    }

    /// Whether nothing is to be seen from `offset` on: only white space and separators.
    static func isBlank(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
        var scalars = unsafe UTF8Scalars(text, offset..<text.count)
        while let scalar = scalars.next() {
            switch scalar {
            case 0x09...0x0D, 0x20, 0x2028, 0x2029: break
            default: return false
            }
        }
        return true
    }
}

// Where text ends that is worth showing.
extension TextCut {
    /// `bytes` without the halves of code points at its ends.
    static func whole(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> Range<Int> {
        var (start, end) = (bytes.lowerBound, bytes.upperBound)
        while unsafe start < end && text[start] & 0xC0 == 0x80 { start += 1 }
        while unsafe end > start && end < text.count && text[end] & 0xC0 == 0x80 { end -= 1 }
        return start..<end
    }

    /// The end of the text without the white space there.
    static func visibleEnd(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        var end = text.count
        while end > 0 {
            let separator = unsafe separator(text, before: end)
            let isBlank = unsafe text[end - 1] == 0x20 || (0x09...0x0D).contains(text[end - 1])
            if separator == 0 && !isBlank { break }
            end -= max(separator, 1)
        }
        return end
    }

    /// Where the line of the author's that ends at `end` begins.
    static func lastParagraphStart(_ text: UnsafeBufferPointer<UInt8>, _ end: Int) -> Int {
        var start = end
        while unsafe start > 0 && separator(text, before: start) == 0 { start -= 1 }
        return start
    }

    /// How many bytes end a line of the author's before `byte`; 0 when none do.
    private static func separator(_ text: UnsafeBufferPointer<UInt8>, before byte: Int) -> Int {
        switch unsafe text[byte - 1] {
        case 0x0A, 0x0D: return 1
        case 0xA8, 0xA9: return unsafe byte >= 3 && text[byte - 3] == 0xE2 && text[byte - 2] == 0x80 ? 3 : 0
        default: return 0
        }
    }

    /// `bytes` without the spaces at its end.
    static func withoutSpaces(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> Range<Int> {
        var end = bytes.upperBound
        while unsafe end > bytes.lowerBound && (text[end - 1] == 0x20 || text[end - 1] == 0x09) { end -= 1 }
        return bytes.lowerBound..<end
    }
}

// Where paragraphs begin and end.
extension TextCut {
    /// Where the paragraph begins that the character before `byte` belongs to, or ends.
    static func paragraphStart(_ text: UnsafeBufferPointer<UInt8>, before byte: Int) -> Int {
        // No separator is longer than three bytes: from behind one that is not touched.
        var start = max(0, byte - 3)
        while unsafe start > 0 && !endsParagraph(text, start) { start -= 1 }
        return start
    }

    /// The end of the paragraph behind the one that `byte` is in.
    static func paragraphEnd(_ text: UnsafeBufferPointer<UInt8>, behind byte: Int) -> Int {
        var (end, left) = (min(byte + 3, text.count), 2)
        while end < text.count && left > 0 {
            end += 1
            if unsafe endsParagraph(text, end) { left -= 1 }
        }
        return end
    }

    private static func endsParagraph(_ text: UnsafeBufferPointer<UInt8>, _ byte: Int) -> Bool {
        switch unsafe text[byte - 1] {
        case 0x0A: return true
        case 0x0D: return unsafe byte == text.count || text[byte] != 0x0A
        case 0xA9: return unsafe byte >= 3 && text[byte - 2] == 0x80 && text[byte - 3] == 0xE2
        default: return false
        }
    }
}

extension LineCapture.Appended {
    /// Whether what follows `end`, where the piece was cut, cannot matter: the lines are full well before it.
    func isProven(_ end: Int, isSimple: Bool) -> Bool {
        (isEllipsized || hasMore) && shown + (isSimple ? TextCut.simpleMargin : TextCut.margin) <= end
    }
}
