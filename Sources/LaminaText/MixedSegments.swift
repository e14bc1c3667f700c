internal import CPango

/// Chinese, Japanese and Korean, in which lines are broken between nearly all characters: paragraphs are put together from segments, nearly always a
/// character each, that do not depend on what stands beside them.
enum MixedSegments {
    private static let scripts: Set<Int32> = Set(
        [
            G_UNICODE_SCRIPT_HAN, G_UNICODE_SCRIPT_HIRAGANA, G_UNICODE_SCRIPT_KATAKANA, G_UNICODE_SCRIPT_HANGUL,
        ].map { $0.rawValue })

    static func contains(_ script: Int32) -> Bool { scripts.contains(script) }

    /// Whether a character has no say in the font of the one before.
    static func mayFollow(_ scalar: UInt32) -> Bool {
        scalar == 0x20 || MixedMeetings.isOrdinary(scalar) || Emoji.isByItself(scalar)
    }

    /// Letters that become syllables with those beside them (hb-ot-shaper-hangul.cc).
    static func isConjoining(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF: return true
        default: return false
        }
    }

    static func mayCut(_ run: MixedRun) -> Bool {
        run.kind == .letters && run.level == 0 && scripts.contains(run.script)
    }

    /// How a line may begin with a byte of a word.
    enum Break: UInt8 {
        case none
        case allowed
        /// With a hyphen at the end of the line before.
        case hyphenated
    }

    /// The same for each byte of what stands between two spaces.
    static func breaks(
        _ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>, _ language: OpaquePointer?, into places: inout [Break]
    ) {
        let count = unsafe UTF8Count.scalars(UnsafeBufferPointer(rebasing: text[bytes]))
        places.removeAll(keepingCapacity: true)
        places.append(contentsOf: repeatElement(.none, count: bytes.count))
        guard let base = text.baseAddress else { return }
        let start = unsafe UnsafeRawPointer(base + bytes.lowerBound).assumingMemoryBound(to: CChar.self)
        unsafe withUnsafeTemporaryAllocation(of: PangoLogAttr.self, capacity: count + 1) { attributes in
            unsafe attributes.initialize(repeating: PangoLogAttr())
            unsafe pango_get_log_attrs(
                start, Int32(bytes.count), -1, language, attributes.baseAddress, Int32(attributes.count))
            var scalars = unsafe UTF8Scalars(text, bytes)
            for character in 0..<count {
                let found = unsafe attributes[character]
                if found.is_line_break != 0 {
                    let isPlain = found.break_inserts_hyphen == 0 && found.break_removes_preceding == 0
                    places[scalars.offset - bytes.lowerBound] = isPlain ? .allowed : .hyphenated
                }
                _ = scalars.next()
            }
        }
    }
}

extension WordCache {
    /// In the hash of segments: they are not the same as words of their bytes, of which more is known.
    private static let segmentMark: UInt64 = 0x5A5A_5A5A_5A5A_5A5A

    /// Adds a run, or what follows the space that it begins with, segment by segment. Nil, with nothing changed, where its font does not
    /// allow that.
    mutating func addSegments(
        _ number: Int, _ bytes: Range<Int>, _ text: UnsafeBufferPointer<UInt8>, _ room: inout Room
    ) -> Outcome? {
        let run = mixed.runs[number]
        guard areKnown(run.face) else { return nil }
        var start = bytes.lowerBound
        while start < bytes.upperBound {
            var end = start
            while unsafe end < bytes.upperBound && text[end] != 0x20 { end += 1 }
            let word = start..<end
            let meetsNext = run.meetsNext && end == bytes.upperBound
            let first = mixed.parts.count
            if let missing = unsafe cut(word, number, text) {
                return unsafe renewals == room.renewals ? riddle(text, missing, run.face) : .isUnknown
            }
            // A space among glyphs that change it, or that are moved for it, is only Pango's to set.
            if word.lowerBound > run.bytes.lowerBound, unsafe !isApart(run.face, nil, mixed.parts[first], text) {
                return .isUnsuitable
            }
            let last = mixed.parts.count - 1
            if end < bytes.upperBound {
                if unsafe !isApart(run.face, mixed.parts[last], nil, text) { return .isUnsuitable }
                (mixed.parts[last].space, mixed.parts[last].spaceRun) = (faces[run.face].spaceWidth, number)
            } else if meetsNext {
                mixed.parts[last].spaceRun = MixedParagraph.Word.noSpace
            }
            start = end + 1
            if meetsNext { return .composed }
            let outcome = unsafe addParts(text, &room)
            if outcome != .composed { return outcome }
        }
        return .composed
    }

    /// Appends the segments of bytes without a space to `mixed.parts`; what is not known, if that stops it.
    private mutating func cut(
        _ bytes: Range<Int>, _ number: Int, _ text: UnsafeBufferPointer<UInt8>
    ) -> Range<Int>? {
        let face = mixed.runs[number].face
        let first = mixed.parts.count
        var start = bytes.lowerBound
        while start < bytes.upperBound {
            var scalars = unsafe UTF8Scalars(text, start..<bytes.upperBound)
            _ = scalars.next()
            var segment = start..<scalars.offset
            guard var index = unsafe findSegment(face, text, segment) else { return segment }
            if mixed.parts.count > first {
                let before = mixed.parts[mixed.parts.count - 1]
                let part = MixedParagraph.Word(index: index, bytes: segment, run: number)
                if unsafe !isApart(face, before, part, text) {
                    // What is kerned, or is one glyph, stays together.
                    segment = before.bytes.lowerBound..<segment.upperBound
                    guard segment.count <= Self.longestWord, let both = unsafe findSegment(face, text, segment) else {
                        return segment
                    }
                    index = both
                    mixed.parts.removeLast()
                }
            }
            mixed.parts.append(
                MixedParagraph.Word(index: index, bytes: segment, run: number, spaceRun: MixedParagraph.Word.noSpace))
            start = segment.upperBound
        }
        mixed.parts[mixed.parts.count - 1].spaceRun = -1
        return nil
    }

    /// Puts `mixed.parts` in the line at `start` and the next ones, broken wherever lines may be, inside of segments too.
    mutating func addSegments(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ room: inout Room
    ) -> Outcome {
        // Held by itself: asking a method costs a copy of everything each time.
        let (breaks, origin) = (mixed.breaks, mixed.parts[0].bytes.lowerBound)
        var (placed, first, next) = (0, 0, start)
        while first < mixed.parts.count {
            if mixed.lines.count == room.lastLine {
                return unsafe addToLast(mixed.parts[placed...], text, partsWidth(placed..<mixed.parts.count), &room)
            }
            var (end, width) = (first, 0)
            while end < mixed.parts.count {
                if end > first, breaks[mixed.parts[end].bytes.lowerBound - origin] != .none { break }
                width += Int(words[mixed.parts[end].index].traits.width)
                end += 1
            }
            if next + width <= room.available {
                next += width
                first = end
                continue
            }
            // What a line ends in must be cut as Pango does it.
            for part in first..<end where !isCuttable(part, origin) { return .isUnsuitable }
            let isFirst = first == placed && mixed.words.count == room.first
            if first > 0 && !isFirst && addsHyphen(mixed.parts[first].bytes.lowerBound - origin) {
                return .isUnsuitable
            }
            let cut = unsafe split(first..<end, text, room.available - next, origin)
            if renewals != room.renewals { return .isUnknown }
            if let (number, head) = cut {
                next += partsWidth(first..<number) + Int(words[head.index].traits.width)
                mixed.words += mixed.parts[placed..<number]
                mixed.words.append(head)
                (first, room.width) = (number, next)
            } else if isFirst {
                return .isUnsuitable
            } else if first > placed {
                mixed.words += mixed.parts[placed..<first]
                room.width = next
            }
            closeLine(mixed.words.count, room)
            if room.limit > 0 && mixed.lines.count == room.limit { return .isUnsuitable }
            (placed, next, room.first) = (first, 0, mixed.words.count)
        }
        mixed.words += mixed.parts[placed...]
        room.width = next
        return .composed
    }

    private func partsWidth(_ parts: Range<Int>) -> Int {
        var width = 0
        for part in parts { width += Int(words[mixed.parts[part].index].traits.width) }
        return width
    }

    /// Whether a line may not end inside of a part, or may by cutting a segment.
    private func isCuttable(_ number: Int, _ origin: Int) -> Bool {
        let part = mixed.parts[number]
        let isSegment = MixedSegments.mayCut(mixed.runs[part.run])
        for byte in part.bytes.dropFirst() {
            if isSegment ? addsHyphen(byte - origin) : mayBegin(byte - origin) { return false }
        }
        return true
    }

    private func mayBegin(_ byte: Int) -> Bool { mixed.breaks[byte] != .none }

    private func addsHyphen(_ byte: Int) -> Bool { mixed.breaks[byte] == .hyphenated }

    /// Cuts the segment in which a line may end so that what comes before takes at most `available`: its number, of which the rest is left, and
    /// what ends the line. What a line has of a run is shaped by itself (pango-layout.c process_item).
    private mutating func split(
        _ parts: Range<Int>, _ text: UnsafeBufferPointer<UInt8>, _ available: Int, _ origin: Int
    ) -> (number: Int, head: MixedParagraph.Word)? {
        for number in parts.reversed() {
            let part = mixed.parts[number]
            for byte in part.bytes.dropFirst().reversed() where mayBegin(byte - origin) {
                let face = mixed.runs[part.run].face
                guard let head = unsafe findSegment(face, text, part.bytes.lowerBound..<byte),
                    let tail = unsafe findSegment(face, text, byte..<part.bytes.upperBound)
                else { return nil }
                if partsWidth(parts.lowerBound..<number) + Int(words[head].traits.width) > available { continue }
                mixed.parts[number].index = tail
                mixed.parts[number].bytes = byte..<part.bytes.upperBound
                let word = MixedParagraph.Word(
                    index: head, bytes: part.bytes.lowerBound..<byte, run: part.run,
                    spaceRun: MixedParagraph.Word.noSpace)
                return (number, word)
            }
        }
        return nil
    }

    private mutating func areKnown(_ face: Int) -> Bool {
        if let known = neighbours[face] { return known.isKnown }
        guard let pointer = unsafe faces[face].pointer,
            let own = unsafe hb_font_get_face(pango_font_get_hb_font(pointer))
        else { return false }
        let (script, space) = unsafe (Int32(faces[face].analysis.script), faces[face].space.glyph)
        // All sizes of a font share its tables.
        let found =
            unsafe neighbours.values.first { unsafe $0.isOf(own, script: script, space: space) }
            ?? FontNeighbours(own, script: script, space: space)
        neighbours[face] = found
        return found.isKnown
    }

    /// The number of a segment; nil when only Pango can tell what becomes of it, or when the numbers of others mean nothing any more.
    private mutating func findSegment(
        _ face: Int, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Int? {
        let before = renewals
        let found = unsafe findOrShapeSegment(face, text, range)
        return renewals == before ? found : nil
    }

    private mutating func findOrShapeSegment(
        _ face: Int, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Int? {
        var hash = Self.emptyHash ^ Self.segmentMark
        for i in range { unsafe hash = Self.hash(hash, text[i]) }
        if let known = unsafe find(face, hash, text, range) ?? findShared(face, hash, text, range) {
            return words[known].traits.isHopeless ? nil : known
        }
        guard let pointer = unsafe faces[face].pointer, let font = unsafe pango_font_get_hb_font(pointer),
            let neighbours = neighbours[face], let glyphs = unsafe pango_glyph_string_new()
        else { return nil }
        defer { unsafe pango_glyph_string_free(glyphs) }
        var scalars = unsafe UTF8Scalars(text, range)
        var (count, nominal, final, paired) = (0, UInt32(0), UInt32(0), [Bool]())
        while let scalar = scalars.next() {
            if !characters[face].contains(scalar) || MixedSegments.isConjoining(scalar) { return nil }
            unsafe hb_font_get_nominal_glyph(font, scalar, &nominal)
            if neighbours.isChained(nominal) { return nil }
            paired.append(neighbours.isPaired(nominal))
            (count, final) = (count + 1, scalar)
        }
        let word = unsafe UnsafeBufferPointer(rebasing: text[range])
        unsafe WordShaping.shape(word, faces[face].analysis, into: glyphs)
        let breaks = WordShaping.Breaks(characterCount: count)
        let edges = WordScripts.Edges(first: 0, last: 0, opens: false, quotes: false)
        guard var traits = unsafe take(glyphs, word, breaks, edges), shape.count == count else { return nil }
        traits.quotes = g_unichar_break_type(final) == G_UNICODE_BREAK_QUOTATION
        for (n, glyph) in shape.enumerated() {
            if neighbours.isChained(glyph.glyph) { return nil }
            if neighbours.isPaired(glyph.glyph) { paired[n] = true }
        }
        (traits.startsPaired, traits.endsPaired) = (paired[0], paired[count - 1])
        return unsafe insertShared(face, hash, text, range, traits)
    }

    /// Whether two segments that stand side by side have the shapes that they have alone; nil is a space.
    private mutating func isApart(
        _ face: Int, _ a: MixedParagraph.Word?, _ b: MixedParagraph.Word?, _ text: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        if let a, let b, !words[a.index].traits.endsPaired || !words[b.index].traits.startsPaired { return true }
        guard let neighbours = neighbours[face] else { return false }
        let space = faces[face].space.glyph
        if let a, b == nil {
            let shape = words[a.index]
            if neighbours.changesSpaces(glyphs[Int(shape.firstGlyph + shape.glyphCount) - 1].glyph) { return false }
        }
        if let b, a == nil, neighbours.changesSpaces(glyphs[Int(words[b.index].firstGlyph)].glyph) { return false }
        let ends = a.map { words[$0.index].traits.endsPaired } ?? neighbours.isPaired(space)
        let starts = b.map { words[$0.index].traits.startsPaired } ?? neighbours.isPaired(space)
        if !ends || !starts { return true }
        let pair = CharacterPair(
            face: Int32(truncatingIfNeeded: face), first: a.map { unsafe Self.last(text, $0.bytes) } ?? 0x20,
            second: b.map { unsafe Self.first(text, $0.bytes) } ?? 0x20)
        if let known = apart[pair] { return known }
        if apart.count >= 16384 { apart.removeAll() }
        let result = unsafe WordShaping.areApart(pair.first, pair.second, faces[face].analysis)
        apart[pair] = result
        return result
    }

    private static func first(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> UInt32 {
        var scalars = unsafe UTF8Scalars(text, bytes)
        return scalars.next() ?? 0
    }

    private static func last(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> UInt32 {
        var start = bytes.upperBound - 1
        while unsafe start > bytes.lowerBound && text[start] & 0xC0 == 0x80 { start -= 1 }
        return unsafe first(text, start..<bytes.upperBound)
    }
}

extension WordShaping {
    /// Whether two characters side by side have the glyphs and places that they have alone.
    static func areApart(_ a: UInt32, _ b: UInt32, _ analysis: PangoAnalysis) -> Bool {
        guard let first = Unicode.Scalar(a), let second = Unicode.Scalar(b) else { return false }
        let (head, tail) = ([UInt8](String(first).utf8), [UInt8](String(second).utf8))
        return unsafe isSame(shape(head + tail, analysis), shape(head, analysis) + shape(tail, analysis))
    }
}
