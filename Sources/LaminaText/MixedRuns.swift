internal import CPango

/// A stretch of a paragraph that Pango itemises by itself, whatever its fonts: one style, one script, one direction, pictures or not.
struct MixedRun {
    enum Kind: Int8 {
        case letters
        /// A word of emoji: Pango looks for these in other fonts.
        case emoji
        /// A space by itself: nothing beside it says which font it is in.
        case space
    }

    var bytes: Range<Int>
    /// Of the engine.
    var style: Int
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
    static func scan(
        _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ spans: [StyledSpan], into runs: inout [MixedRun]
    ) -> Bool {
        runs.removeAll(keepingCapacity: true)
        let bytes = piece.bytes
        guard let first = unsafe WarmSet.firstScript(text, bytes) else { return false }
        let levels = unsafe Levels(text, piece)
        var ranges: ScriptRanges?
        var script = first.rawValue
        var scalars = unsafe UTF8Scalars(text, bytes)
        var (at, index, beforeWasSpace) = (bytes.lowerBound, 0, true)
        var span = piece.spans.lowerBound
        while let scalar = scalars.next() {
            while span + 1 < piece.spans.upperBound && spans[span].bytes.upperBound <= at { span += 1 }
            let style = spans[span].style
            let end = scalars.offset
            let isSpace = scalar == 0x20
            if let emoji = unsafe Emoji.end(text, at..<bytes.upperBound) {
                let level = levels[index]
                let count = unsafe UTF8Count.scalars(UnsafeBufferPointer(rebasing: text[at..<emoji]))
                if (index..<index + count).contains(where: { levels[$0] != level }) { return false }
                if span + 1 < piece.spans.upperBound && spans[span].bytes.upperBound < emoji { return false }
                if !beforeWasSpace && !meet(script, level, &runs) { return false }
                runs.append(
                    MixedRun(
                        bytes: at..<emoji, style: style, script: script, level: level, kind: .emoji,
                        isGlued: !beforeWasSpace))
                unsafe scalars = UTF8Scalars(text, emoji..<bytes.upperBound)
                (at, index, beforeWasSpace) = (emoji, index + count, false)
                continue
            }
            if isSpace && beforeWasSpace || isUnusual(scalar) || Emoji.mayBeByItself(scalar) { return false }
            let own = WarmSet.script(scalar)
            if WarmSet.isReal(own) { script = own.rawValue }
            if own == PANGO_SCRIPT_COMMON && ranges == nil && WarmSet.mayBePaired(scalar) {
                unsafe ranges = ScriptRanges(text, bytes)
            }
            if let found = ranges?.script(at: at) { script = found }
            let level = levels[index]
            let last = runs.count - 1
            if last >= 0, runs[last].script == script && runs[last].level == level && runs[last].style == style,
                runs[last].kind != .emoji
            {
                runs[last].bytes = runs[last].bytes.lowerBound..<end
                if !isSpace { runs[last].kind = .letters }
            } else {
                let isGlued = !isSpace && !beforeWasSpace
                if isGlued && !meet(script, level, &runs) { return false }
                runs.append(
                    MixedRun(
                        bytes: at..<end, style: style, script: script, level: level,
                        kind: isSpace ? .space : .letters, isGlued: isGlued))
            }
            (at, index, beforeWasSpace) = (end, index + 1, isSpace)
        }
        return !beforeWasSpace
    }

    /// Has the last run meet one that begins in the same word.
    private static func meet(_ script: Int32, _ level: UInt8, _ runs: inout [MixedRun]) -> Bool {
        guard let last = runs.indices.last, MixedMeetings.mayMeet(runs[last], script: script, level: level) else {
            return false
        }
        runs[last].meetsNext = true
        return true
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
            let bytes = unsafe UnsafeRawBufferPointer(start: base + piece.bytes.lowerBound, count: piece.bytes.count)
            if let harmless = unsafe BidiGuard.harmless(bytes) {
                unsafe levels = harmless.withUnsafeBytes { unsafe Self.levels($0, &direction) }
            } else {
                unsafe levels = Self.levels(bytes, &direction)
            }
        }

        deinit { unsafe g_free(levels) }

        private static func levels(
            _ text: UnsafeRawBufferPointer, _ direction: inout PangoDirection
        ) -> UnsafeMutablePointer<UInt8>? {
            unsafe pango_log2vis_get_embedding_levels(
                text.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count), &direction)
        }

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
}
