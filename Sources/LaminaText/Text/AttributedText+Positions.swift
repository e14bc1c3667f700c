import LaminaLock

/// What positions in a text count.
public enum TextUnit: Int32, Sendable {
    /// Of UTF-8.
    case byte = 0
    case codePoint = 1
    /// Characters as their readers see them (UAX 29).
    case character = 2
    /// Of UTF-16.
    case utf16 = 3
    /// Words; between them lie spaces and punctuation.
    case word = 4
    case sentence = 5
    /// Stretches between which a line may be broken.
    case line = 6
}

// Positions in a text. The first question about words or characters takes time in the length of the text, later ones
// its logarithm.
extension AttributedText {
    /// Where the text may be cut; found once.
    var breaks: TextBreaks {
        if let known = measurements.breaks { return known }
        let language = baseAttributes.hasRare ? baseAttributes.rare.language ?? "en" : "en"
        let found = unsafe utf8.withUnsafeBufferPointer { unsafe TextBreaks($0, language: language) }
        measurements.breaks = found
        return found
    }

    /// Turns a position into one that counts something else; nil beyond the end. A position inside a unit counts as its
    /// start.
    public func position(_ position: Int, in from: TextUnit, as to: TextUnit) -> Int? {
        guard position >= 0, let byte = byte(position, from) else { return nil }
        return count(to, before: byte)
    }

    private func byte(_ position: Int, _ unit: TextUnit) -> Int? {
        switch unit {
        case .byte: return position <= utf8.count ? position : nil
        case .codePoint, .utf16:
            var left = position
            var offset = 0
            while left > 0 {
                guard offset < utf8.count else { return nil }
                let length = Self.length(utf8[offset])
                left -= unit == .utf16 && length == 4 ? 2 : 1
                if left < 0 { break }
                offset += length
            }
            return offset
        case .character, .word, .sentence, .line:
            let starts = starts(of: unit)
            if position < starts.count { return starts[position] }
            return position == starts.count ? utf8.count : nil
        }
    }

    private func count(_ unit: TextUnit, before byte: Int) -> Int {
        switch unit {
        case .byte: return byte
        case .codePoint, .utf16:
            var (count, offset) = (0, 0)
            while offset < byte {
                let length = Self.length(utf8[offset])
                if offset + length > byte { break }
                count += unit == .utf16 && length == 4 ? 2 : 1
                offset += length
            }
            return count
        case .character, .word, .sentence, .line:
            if byte >= utf8.count { return starts(of: unit).count }
            let starts = starts(of: unit)
            return max(0, starts.firstIndex(inOrder: { $0 > byte }) - 1)
        }
    }

    private static func length(_ lead: UInt8) -> Int { lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4 }

    /// Where units begin, in bytes; the end of the text is none.
    private func starts(of unit: TextUnit) -> [Int] {
        let breaks = breaks
        switch unit {
        case .byte, .codePoint, .utf16: return []
        case .character: return breaks.characters.filter { $0 < utf8.count }
        case .word: return breaks.wordStarts
        case .sentence: return breaks.sentences.filter { $0 < utf8.count }
        case .line: return ([0] + breaks.lines).filter { $0 < utf8.count }
        }
    }

    /// The next boundary of a unit behind `byte`, or the last one before it: starts of words backwards, their ends
    /// forwards. The end, or 0, beyond the last.
    public func boundary(from byte: Int, _ unit: TextUnit, forward: Bool) -> Int {
        let sorted: [Int]
        switch unit {
        case .byte: return min(max(byte + (forward ? 1 : -1), 0), utf8.count)
        case .codePoint, .utf16:
            var offset = min(max(byte + (forward ? 1 : -1), 0), utf8.count)
            while offset > 0 && offset < utf8.count && utf8[offset] & 0xC0 == 0x80 { offset += forward ? 1 : -1 }
            return offset
        case .character: sorted = breaks.characters
        case .word: sorted = forward ? breaks.wordEnds : breaks.wordStarts
        case .sentence: sorted = breaks.sentences
        case .line: sorted = breaks.lines
        }
        if forward {
            let index = sorted.firstIndex(inOrder: { $0 > byte })
            return index < sorted.count ? sorted[index] : utf8.count
        }
        let index = sorted.firstIndex(inOrder: { $0 >= byte }) - 1
        return index >= 0 ? sorted[index] : 0
    }
}
