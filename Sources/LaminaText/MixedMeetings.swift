internal import CPango

/// Words in which scripts meet, as in `Привет (hello)`, `iPhoneを探す`, `«Windows»` among Cyrillic, or `yes🎉`: each run has a part of the word. Only
/// scripts that are written from left to right and do not join, so that what stands beside a part has no say in its shape.
enum MixedMeetings {
    private static let scripts: Set<Int32> = Set(
        [
            G_UNICODE_SCRIPT_LATIN, G_UNICODE_SCRIPT_GREEK, G_UNICODE_SCRIPT_CYRILLIC, G_UNICODE_SCRIPT_ARMENIAN,
            G_UNICODE_SCRIPT_GEORGIAN, G_UNICODE_SCRIPT_HAN, G_UNICODE_SCRIPT_HIRAGANA, G_UNICODE_SCRIPT_KATAKANA,
            G_UNICODE_SCRIPT_HANGUL,
        ].map { $0.rawValue })

    static func mayMeet(_ a: MixedRun, script: Int32, level: UInt8) -> Bool {
        a.level == 0 && level == 0 && a.kind != .space && scripts.contains(a.script) && scripts.contains(script)
    }

    /// The ends of such a word; nil where Pango may itemise it by more than scripts, or have another say in where lines break around it.
    static func edges(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> WordScripts.Edges? {
        var (first, last): (UInt32?, UInt32) = (nil, 0)
        var (at, afterLetter) = (range.lowerBound, false)
        while at < range.upperBound {
            var scalars = unsafe UTF8Scalars(text, at..<range.upperBound)
            if let end = unsafe Emoji.end(text, at..<range.upperBound) {
                // Lines break around pictures as around ideographs (UAX 14 ID, EB, RI).
                (last, at, afterLetter) = (0x4E00, end, false)
            } else {
                guard let scalar = scalars.next() else { return nil }
                afterLetter = isLetter(scalar, afterLetter: afterLetter)
                if !afterLetter && !isOrdinary(scalar) { return nil }
                (last, at) = (scalar, scalars.offset)
            }
            first = first ?? last
        }
        guard let first else { return nil }
        return WordScripts.edges(first, last)
    }

    /// A letter of a script whose words have the signs beside them in other fonts, as with Hebrew and a full stop; or a mark on one.
    private static func isLetter(_ scalar: UInt32, afterLetter: Bool) -> Bool {
        let script = g_unichar_get_script(scalar)
        if WordScripts.isJoiner(scalar) || isMark(scalar) && !afterLetter { return false }
        if script == G_UNICODE_SCRIPT_INHERITED { return WordScripts.isPlain(scalar, script.rawValue) }
        return script != G_UNICODE_SCRIPT_COMMON && !scripts.contains(script.rawValue)
            && WordScripts.contains(script.rawValue) && WordScripts.isPlain(scalar, script.rawValue)
    }

    /// Whether a word may be put together from parts in several fonts, one for each character: only marks may not begin one.
    static func mayCutAtSigns(_ text: UnsafeBufferPointer<UInt8>, _ word: Range<Int>) -> Bool {
        var scalars = unsafe UTF8Scalars(text, word)
        var afterSign = true
        while let scalar = scalars.next() {
            if WordScripts.isJoiner(scalar) || afterSign && isMark(scalar) { return false }
            afterSign = isSign(scalar)
        }
        return true
    }

    /// What joins nothing beside it, and is no part of a cluster.
    private static func isSign(_ scalar: UInt32) -> Bool {
        if scalar < 0x80 { return (0x21..<0x41).contains(scalar) || (0x5B..<0x61).contains(scalar) || scalar > 0x7A }
        return g_unichar_ispunct(scalar) != 0 && g_unichar_get_script(scalar) == G_UNICODE_SCRIPT_COMMON
    }

    static func isSign(_ text: UnsafeBufferPointer<UInt8>, at byte: Int) -> Bool {
        var scalars = unsafe UTF8Scalars(text, byte..<text.count)
        return scalars.next().map(isSign) ?? false
    }

    static func isSign(_ text: UnsafeBufferPointer<UInt8>, before byte: Int) -> Bool {
        var start = byte - 1
        while unsafe start > 0 && text[start] & 0xC0 == 0x80 { start -= 1 }
        return unsafe isSign(text, at: start)
    }

    private static func isMark(_ scalar: UInt32) -> Bool {
        switch g_unichar_type(scalar) {
        case G_UNICODE_NON_SPACING_MARK, G_UNICODE_SPACING_MARK, G_UNICODE_ENCLOSING_MARK: return true
        default: return false
        }
    }

    /// Letters, digits and punctuation, of which nothing may be a picture or change one (itemize.c `get_font`: their fonts depend on
    /// themselves and the script only).
    static func isOrdinary(_ scalar: UInt32) -> Bool {
        if (0x21..<0x7F).contains(scalar) || (0x4E00...0x9FA5).contains(scalar) { return true }
        let script = g_unichar_get_script(scalar)
        if script == G_UNICODE_SCRIPT_COMMON {
            return (g_unichar_ispunct(scalar) != 0 || g_unichar_isdigit(scalar) != 0)
                && WordScripts.isPlain(scalar, script.rawValue)
                || scalar == 0x30FC
        }
        return scripts.contains(script.rawValue) && g_unichar_isalpha(scalar) != 0
    }
}

extension WordCache {
    /// In the hash of parts: they are not the same as words of their bytes, of which more is known.
    static let partMark: UInt64 = 0xA5A5_A5A5_A5A5_A5A5

    /// A part of a word, which is shaped as by itself; nil when only Pango can tell what becomes of it.
    mutating func findPart(
        _ face: Int, _ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Int? {
        let hash = hash ^ Self.partMark
        if let known = unsafe find(face, hash, text, range) ?? findShared(face, hash, text, range) { return known }
        if unsafe faces[face].pointer == nil || range.count > Self.longestWord { return nil }
        var scalars = unsafe UTF8Scalars(text, range)
        var (first, last) = (UInt32(0), UInt32(0))
        while let scalar = scalars.next() {
            if !characters[face].contains(scalar) { return nil }
            if first == 0 { first = scalar }
            last = scalar
        }
        let word = unsafe UnsafeBufferPointer(rebasing: text[range])
        let analysis = unsafe faces[face].analysis
        guard let glyphs = unsafe pango_glyph_string_new() else { return nil }
        defer { unsafe pango_glyph_string_free(glyphs) }
        unsafe WordShaping.shape(word, analysis, into: glyphs)
        let edges = WordScripts.Edges(
            first: first, last: last, opens: g_unichar_break_type(first) == G_UNICODE_BREAK_OPEN_PUNCTUATION,
            quotes: g_unichar_break_type(last) == G_UNICODE_BREAK_QUOTATION)
        guard let traits = unsafe take(glyphs, word, WordShaping.Breaks(word, analysis), edges),
            !hasException(face, first: first),
            unsafe WordShaping.standsAlone(word, analysis, shape, traits.width)
        else { return nil }
        return unsafe insertShared(face, hash, text, range, traits)
    }

    /// Adds a run that is all one part, in a face that is not known to keep words apart; a space may stand at each end.
    mutating func addWholePart(
        _ number: Int, _ bytes: Range<Int>, _ text: UnsafeBufferPointer<UInt8>, _ room: inout Room
    ) -> Outcome {
        let run = mixed.runs[number]
        if bytes.dropLast(run.meetsNext ? 0 : 1).contains(where: { unsafe text[$0] == 0x20 }) { return .isUnsuitable }
        guard let index = unsafe findWhole(run.face, text, bytes, run, isPart: true) else {
            return unsafe riddle(text, bytes, run.face)
        }
        if unsafe bytes.count < run.bytes.count && !keepsSpaceApart(run, text, bytes, index, isPart: true) {
            return .isUnsuitable
        }
        let space = words[index].traits.space
        var part = MixedParagraph.Word(
            index: index, bytes: bytes.lowerBound..<bytes.upperBound - (space >= 0 ? 1 : 0), run: number)
        if space >= 0 { (part.space, part.spaceRun) = (space, number) }
        if run.meetsNext { part.spaceRun = MixedParagraph.Word.noSpace }
        mixed.parts.append(part)
        return run.meetsNext ? .composed : unsafe addParts(text, &room)
    }

    /// Puts the word that `mixed.parts` make in the line or the next one.
    mutating func addParts(_ text: UnsafeBufferPointer<UInt8>, _ room: inout Room) -> Outcome {
        defer { mixed.parts.removeAll(keepingCapacity: true) }
        if renewals != room.renewals { return .isUnknown }
        guard let head = mixed.parts.first, let tail = mixed.parts.last else { return .isUnsuitable }
        let bytes = head.bytes.lowerBound..<tail.bytes.upperBound
        guard let edges = unsafe MixedMeetings.edges(text, bytes) else { return .isUnsuitable }
        var width = 0
        for part in mixed.parts {
            let traits = words[part.index].traits
            if traits.isHopeless || traits.width <= 0 { return .isUnsuitable }
            width += Int(traits.width)
        }
        if mixed.lines.count == room.lastLine { return unsafe addToLast(mixed.parts, text, width, &room) }
        guard let start = nextStart(opens: edges.opens, room) else { return .isUnsuitable }
        if start + width <= room.available {
            room.width = start + width
            mixed.words += mixed.parts
            return .composed
        }
        let language = unsafe faces[mixed.runs[head.run].face].analysis.language
        unsafe MixedSegments.breaks(text, bytes, language, into: &mixed.breaks)
        return unsafe addSegments(text, from: start, &room)
    }
}
