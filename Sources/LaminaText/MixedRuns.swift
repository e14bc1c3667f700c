internal import CPango

/// A stretch of a paragraph that Pango itemises by itself, whatever its fonts: one script, one direction, pictures or not.
struct MixedRun {
    enum Kind: Int8 {
        case letters
        /// One emoji by itself: Pango looks for these in other fonts.
        case emoji
        /// A space by itself: nothing beside it says which font it is in.
        case space
    }

    var bytes: Range<Int>
    /// `GUnicodeScript`'s number.
    var script: Int32
    /// UAX 9.
    var level: UInt8
    var kind: Kind
    /// Of `WordCache.faces`; -1 until it is looked up.
    var face = -1
    /// Whether it begins and ends inside of a word.
    var isGlued = false
    var meetsNext = false
}

/// Cuts a paragraph into runs, as itemize.c does before it looks for fonts.
@safe enum MixedRuns {
    /// Fills `runs`. False for what is better left to Pango: most runs that meet inside of a word, and spaces that are not single ones
    /// between words.
    static func scan(_ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, into runs: inout [MixedRun]) -> Bool {
        runs.removeAll(keepingCapacity: true)
        let bytes = piece.bytes
        guard let first = unsafe WarmSet.firstScript(text, bytes) else { return false }
        let levels = unsafe Levels(text, piece)
        var ranges: ScriptRanges?
        var script = first.rawValue
        var scalars = unsafe UTF8Scalars(text, bytes)
        var (at, index, beforeWasSpace) = (bytes.lowerBound, 0, true)
        while let scalar = scalars.next() {
            let end = scalars.offset
            let isSpace = scalar == 0x20
            if isSpace && beforeWasSpace || isUnusual(scalar) { return false }
            let own = WarmSet.script(scalar)
            if WarmSet.isReal(own) { script = own.rawValue }
            if own == PANGO_SCRIPT_COMMON && ranges == nil && WarmSet.mayBePaired(scalar) {
                unsafe ranges = ScriptRanges(text, bytes)
            }
            if let found = ranges?.script(at: at) { script = found }
            let isEmoji = mayBeEmoji(scalar)
            if isEmoji {
                let standsAlone = unsafe beforeWasSpace && (end == bytes.upperBound || text[end] == 0x20)
                if !standsAlone || !isEmojiByItself(scalar) { return false }
            }
            let level = levels[index]
            let last = runs.count - 1
            if last >= 0,
                runs[last].script == script && runs[last].level == level && (runs[last].kind == .emoji) == isEmoji
            {
                runs[last].bytes = runs[last].bytes.lowerBound..<end
                if !isSpace { runs[last].kind = .letters }
            } else {
                let isGlued = !isSpace && !beforeWasSpace
                if isGlued {
                    if isEmoji || !MixedMeetings.mayMeet(runs[last], script: script, level: level) { return false }
                    runs[last].meetsNext = true
                }
                let kind: MixedRun.Kind = isEmoji ? .emoji : isSpace ? .space : .letters
                runs.append(MixedRun(bytes: at..<end, script: script, level: level, kind: kind, isGlued: isGlued))
            }
            (at, index, beforeWasSpace) = (end, index + 1, isSpace)
        }
        return !beforeWasSpace
    }

    /// Embedding levels as Pango has them; all zero, without asking, where nothing runs from right to left.
    @safe private struct Levels: ~Copyable {
        private let levels: UnsafeMutablePointer<UInt8>?

        init(_ text: UnsafeBufferPointer<UInt8>, _ piece: Piece) {
            guard unsafe piece.isRightToLeft || Self.mayTurn(text, piece.bytes), let base = text.baseAddress else {
                unsafe levels = nil
                return
            }
            var direction = piece.isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR
            let start = unsafe UnsafeRawPointer(base + piece.bytes.lowerBound).assumingMemoryBound(to: CChar.self)
            unsafe levels = pango_log2vis_get_embedding_levels(start, Int32(piece.bytes.count), &direction)
        }

        deinit { unsafe g_free(levels) }

        subscript(_ index: Int) -> UInt8 {
            guard let levels = unsafe levels else { return 0 }
            return unsafe levels[index]
        }

        /// The first bytes of all that is written from right to left: U+0580 to U+08FF, U+FB00 to U+FEFF, and planes beyond the first.
        private static func mayTurn(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> Bool {
            for i in bytes {
                let byte = unsafe text[i]
                if byte < 0xD6 { continue }
                if unsafe byte <= 0xDF || byte == 0xEF || byte == 0xE0 && text[i + 1] < 0xA4 { return true }
                if unsafe byte == 0xF0 && (text[i + 1] == 0x90 || text[i + 1] == 0x9E) { return true }
            }
            return false
        }
    }

    /// What has a say in how its neighbours are itemised, or is no text.
    private static func isUnusual(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0..<0x20, 0x7F..<0xA1, 0xAD, 0x61C, 0x2000...0x200B, 0x200E...0x200F, 0x2028...0x202F, 0x205F...0x206F,
            0x20E3,
            0x3000, 0xFE00...0xFE0F, 0xFEFF, 0xFFF0...0xFFFF, 0xE0000...:
            return true
        default: return false
        }
    }

    /// Whether Pango may look for a character in other fonts because it is an emoji by itself, or changes one (UTS 51; signs that need a
    /// variation selector or a key cap for that are none).
    static func mayBeEmoji(_ scalar: UInt32) -> Bool {
        if scalar < 0x231A { return false }
        switch scalar {
        case 0x231A...0x231B, 0x23E9...0x23EC, 0x23F0, 0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653,
            0x267F,
            0x2693, 0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE, 0x26D4, 0x26EA, 0x26F2...0x26F3,
            0x26F5, 0x26FA, 0x26FD, 0x2705, 0x270A...0x270B, 0x2728, 0x274C, 0x274E, 0x2753...0x2755, 0x2757,
            0x2795...0x2797, 0x27B0, 0x27BF, 0x2B1B...0x2B1C, 0x2B50, 0x2B55, 0x1F000...0x1FAFF:
            return true
        default: return false
        }
    }

    /// Emoji_Presentation of emoji-data.txt, as far as whole ranges have it.
    static func isEmojiByItself(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x1F300...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA,
            0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F8...0x1F3FA, 0x1F400...0x1F43E, 0x1F442...0x1F4FC,
            0x1F4FF...0x1F53D, 0x1F550...0x1F567, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F910...0x1F93A,
            0x1F940...0x1F945, 0x1F950...0x1F96B, 0x1F980...0x1F997, 0x1F9D0...0x1F9E6:
            return true
        default: return false
        }
    }
}
