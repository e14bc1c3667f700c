internal import CPango

/// Which words may be kept by themselves, as far as their characters decide.
enum WordScripts {
    /// Scripts that are written with spaces between words, and shaped word by word. Not those whose line breaks come from a
    /// dictionary, and not Syriac, whose abbreviation mark reaches over what stands before it.
    private static let all: Set<Int32> = Set(
        [
            G_UNICODE_SCRIPT_COMMON, G_UNICODE_SCRIPT_LATIN, G_UNICODE_SCRIPT_GREEK, G_UNICODE_SCRIPT_CYRILLIC,
            G_UNICODE_SCRIPT_ARMENIAN, G_UNICODE_SCRIPT_GEORGIAN, G_UNICODE_SCRIPT_HEBREW, G_UNICODE_SCRIPT_ARABIC,
            G_UNICODE_SCRIPT_DEVANAGARI, G_UNICODE_SCRIPT_BENGALI, G_UNICODE_SCRIPT_GURMUKHI,
            G_UNICODE_SCRIPT_GUJARATI, G_UNICODE_SCRIPT_ORIYA, G_UNICODE_SCRIPT_TAMIL, G_UNICODE_SCRIPT_TELUGU,
            G_UNICODE_SCRIPT_KANNADA, G_UNICODE_SCRIPT_MALAYALAM, G_UNICODE_SCRIPT_SINHALA,
            G_UNICODE_SCRIPT_ETHIOPIC, G_UNICODE_SCRIPT_CHEROKEE, G_UNICODE_SCRIPT_HANGUL,
        ].map { $0.rawValue })

    static func contains(_ script: Int32) -> Bool { all.contains(script) }

    /// Whether a letter or digit of the script begins at `offset`.
    static func isLetter(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int, script: Int32) -> Bool {
        var scalars = unsafe UTF8Scalars(text, offset..<text.count)
        guard let scalar = scalars.next() else { return false }
        if script == G_UNICODE_SCRIPT_COMMON.rawValue { return (0x30...0x39).contains(scalar) }
        return g_unichar_get_script(scalar).rawValue == script && g_unichar_isalpha(scalar) != 0
    }

    /// What stands at the ends of a word.
    struct Edges {
        var first: UInt32
        var last: UInt32
        var opens: Bool
        var quotes: Bool
    }

    /// The edges of a word that is made of ordinary characters of the script and that lines are broken around whenever there are
    /// spaces (UAX 14 LB7 to LB18 as in Pango's break.c); nil for any other.
    static func edges(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, script: Int32) -> Edges? {
        let (head, tail) = unsafe (text[range.lowerBound], text[range.upperBound - 1])
        if isLetterOrDigit(head) && isLetterOrDigit(tail), range.allSatisfy({ unsafe (0x21..<0x7F).contains(text[$0]) })
        {
            return Edges(first: UInt32(head), last: UInt32(tail), opens: false, quotes: false)
        }
        var scalars = unsafe UTF8Scalars(text, range)
        guard let first = scalars.next() else { return nil }
        var (last, current) = (first, Optional(first))
        while let scalar = current {
            if !isOrdinary(scalar, script) { return nil }
            last = scalar
            current = scalars.next()
        }
        return edges(first, last)
    }

    /// The same of a word that begins with `first` and ends with `last`.
    static func edges(_ first: UInt32, _ last: UInt32) -> Edges? {
        let (start, end) = (g_unichar_break_type(first), g_unichar_break_type(last))
        guard beginsWord(start), end != G_UNICODE_BREAK_OPEN_PUNCTUATION, end != G_UNICODE_BREAK_BEFORE_AND_AFTER,
            !isJoiner(last)
        else { return nil }
        return Edges(
            first: first, last: last, opens: start == G_UNICODE_BREAK_OPEN_PUNCTUATION,
            quotes: end == G_UNICODE_BREAK_QUOTATION)
    }

    /// Whether lines may be broken after a space before the character `first`, and a space after `last` belongs to no cluster of it.
    static func standsFreely(_ first: UInt32, _ last: UInt32) -> Bool {
        let (start, end) = (g_unichar_break_type(first), g_unichar_break_type(last))
        let isLetter = start == G_UNICODE_BREAK_COMPLEX_CONTEXT && g_unichar_isalpha(first) != 0
        return (isLetter || beginsWord(start)) && start != G_UNICODE_BREAK_OPEN_PUNCTUATION
            && start != G_UNICODE_BREAK_QUOTATION && end != G_UNICODE_BREAK_OPEN_PUNCTUATION
            && end != G_UNICODE_BREAK_QUOTATION && end != G_UNICODE_BREAK_BEFORE_AND_AFTER && !isJoiner(last)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }

    static func isJoiner(_ scalar: UInt32) -> Bool { scalar == 0x200C || scalar == 0x200D }

    private static func isOrdinary(_ scalar: UInt32, _ script: Int32) -> Bool {
        isPlain(scalar, script) && (scalar < 0x80 || g_unichar_break_type(scalar) != G_UNICODE_BREAK_COMPLEX_CONTEXT)
    }

    /// Whether the script or its marks and signs have the character, and neighbours have no say in its font.
    static func isPlain(_ scalar: UInt32, _ script: Int32) -> Bool {
        if scalar < 0x80 { return scalar > 0x20 && scalar < 0x7F }
        if isJoiner(scalar) { return true }
        // Variation selectors and key caps choose fonts.
        if (0xFE00...0xFE0F).contains(scalar) || scalar == 0x20E3 || scalar >= 0xE0000 { return false }
        if Emoji.mayBeByItself(scalar) { return false }
        switch g_unichar_type(scalar) {
        case G_UNICODE_CONTROL, G_UNICODE_FORMAT, G_UNICODE_UNASSIGNED, G_UNICODE_PRIVATE_USE, G_UNICODE_SURROGATE,
            G_UNICODE_LINE_SEPARATOR, G_UNICODE_PARAGRAPH_SEPARATOR, G_UNICODE_SPACE_SEPARATOR:
            return false
        default: break
        }
        if g_unichar_break_type(scalar) == G_UNICODE_BREAK_REGIONAL_INDICATOR { return false }
        let own = g_unichar_get_script(scalar)
        return own.rawValue == script || own == G_UNICODE_SCRIPT_COMMON || own == G_UNICODE_SCRIPT_INHERITED
    }

    /// Before these a line may be broken after a space, whatever stands before it (quotation marks apart).
    private static func beginsWord(_ type: GUnicodeBreakType) -> Bool {
        switch type {
        case G_UNICODE_BREAK_ALPHABETIC, G_UNICODE_BREAK_NUMERIC, G_UNICODE_BREAK_OPEN_PUNCTUATION,
            G_UNICODE_BREAK_QUOTATION, G_UNICODE_BREAK_HEBREW_LETTER, G_UNICODE_BREAK_PREFIX,
            G_UNICODE_BREAK_POSTFIX, G_UNICODE_BREAK_IDEOGRAPHIC, G_UNICODE_BREAK_HANGUL_LV_SYLLABLE,
            G_UNICODE_BREAK_HANGUL_LVT_SYLLABLE, G_UNICODE_BREAK_HYPHEN, G_UNICODE_BREAK_AFTER,
            G_UNICODE_BREAK_AMBIGUOUS:
            return true
        default: return false
        }
    }
}
