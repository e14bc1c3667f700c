internal import CPango

/// Lines from words that are known, without Pango, where its result is certain to be the same: a paragraph in one style and one
/// script, broken at the spaces between its words as pango-layout.c process_item does, which takes the last
/// break that fits when widths only add up.
extension WordCache {
    /// What came of it.
    enum Outcome: Equatable {
        case composed
        /// So is this, and an ellipsis ends it.
        case cut
        /// Words are missing: Pango's layout is worth a harvest.
        case isUnknown
        /// The same of a paragraph in several scripts.
        case isUnknownMixture
        /// What ends here is all that is missing of the last line that there is room for.
        case lacks(Range<Int>)
        /// So is this.
        case lacksEllipsis(Ellipsis.Key)
        /// This is for Pango, whatever is known.
        case isUnsuitable
    }

    /// The face for a piece of text, when the piece is of the kind that words are kept of.
    func key(_ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ styled: StyledText) -> FaceKey? {
        let style = styled.spans[piece.spans.lowerBound].style
        for index in piece.spans where styled.spans[index].style != style || !styled.spans[index].isPlain { return nil }
        return unsafe FaceKey(
            style: style, script: Self.script(text, piece.bytes), isRightToLeft: piece.isRightToLeft)
    }

    /// The script of the first letter, which common characters take over.
    private static func script(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> Int32 {
        var scalars = unsafe UTF8Scalars(text, bytes)
        while let scalar = scalars.next() {
            if scalar < 0x80 {
                if (0x61...0x7A).contains(scalar | 0x20) { return G_UNICODE_SCRIPT_LATIN.rawValue }
                continue
            }
            let script = g_unichar_get_script(scalar)
            if script != G_UNICODE_SCRIPT_COMMON && script != G_UNICODE_SCRIPT_INHERITED { return script.rawValue }
        }
        return G_UNICODE_SCRIPT_COMMON.rawValue
    }

    /// Finds the words of a piece and breaks them into `lines`, at most as many as the piece allows.
    mutating func compose(
        _ face: Int, _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ format: LineFormat, _ key: FaceKey, em: Int32
    ) -> Outcome {
        if !faces[face].isUsable { return .isUnsuitable }
        found.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        cut = nil
        let renewalsBefore = renewals
        let (bytes, limit) = (piece.bytes, piece.maximumLines)
        var line = LineFilling(
            available: format.width < 0 ? .max : Int(format.width), space: Int(faces[face].spaceWidth), em: Int(em),
            wordsMayStickOut: format.wrap == .word, limit: limit,
            lastLine: piece.ellipsizes ? limit - 1 : -1)
        var start = bytes.lowerBound
        var hash = Self.emptyHash
        var i = start
        while true {
            if unsafe i < bytes.upperBound && text[i] != 0x20 {
                unsafe hash = Self.hash(hash, text[i])
                i += 1
                continue
            }
            // Between two spaces, or beside one at an end, there is nothing, before which no line is broken: Pango hides one space only.
            let isBlank = i == start
            guard
                let index = unsafe find(face, hash, text, start..<i)
                    ?? (isBlank ? blank(face, text, at: i) : shapeWord(face, hash, text, start..<i, script: key.script))
            else {
                if isBlank { return .isUnsuitable }
                stoppedAt = start
                return overflows(line, byteCount: i - start)
                    ? .lacks(found[line.first].bytes.lowerBound..<i) : .isUnknown
            }
            if renewals != renewalsBefore { return .isUnknown }
            if words[index].traits.isHopeless { return .isUnsuitable }
            found.append(ComposedWord(index: index, bytes: start..<i))
            if lines.count == line.lastLine {
                if !addToLast(words[index].traits, &line) { return unsafe cutLast(line, face, text, key) }
            } else if isBlank {
                if !addBlank(isLast: i == bytes.upperBound, to: &line) { return .isUnsuitable }
            } else if !add(words[index].traits, to: &line) {
                return .isUnsuitable
            }
            line.hasInk = line.hasInk || !isBlank
            if i == bytes.upperBound { break }
            i += 1
            (start, hash) = (i, Self.emptyHash)
        }
        // Which font nothing but spaces is in is another matter.
        if !line.hasInk { return .isUnsuitable }
        lines.append(ComposedLine(words: line.first..<found.count, width: Int32(clamping: line.width)))
        // A word that sticks out of the last line that there is room for is cut.
        if lines.count == limit && line.width - line.hidden > line.available { return .isUnsuitable }
        return .composed
    }

    /// Notes that the last word of `bytes`, if it is still not known, never will be.
    mutating func giveUp(_ face: Int, _ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) {
        var start = bytes.upperBound
        while unsafe start > bytes.lowerBound && text[start - 1] != 0x20 { start -= 1 }
        var hash = Self.emptyHash
        for i in start..<bytes.upperBound { unsafe hash = Self.hash(hash, text[i]) }
        if unsafe find(face, hash, text, start..<bytes.upperBound) != nil { return }
        shape.removeAll(keepingCapacity: true)
        unsafe insert(
            face, hash, text, start..<bytes.upperBound,
            WordTraits(width: 0, widthToBreak: .max, opens: false, quotes: false, isHopeless: true))
    }

    /// A line that words are put in; 1/1024 units.
    private struct LineFilling {
        let available: Int
        let space: Int
        let em: Int
        let wordsMayStickOut: Bool
        let limit: Int
        /// The line that an ellipsis ends when the words do not fit; -1 for none.
        let lastLine: Int
        var first = 0
        var width = 0
        var quotes = false
        /// What a space at the end of the text takes: it may stick out.
        var hidden = 0
        var hasInk = false
    }

    /// Whether a word that is not known is likely to be the one that the ellipsis cuts.
    private func overflows(_ line: LineFilling, byteCount: Int) -> Bool {
        lines.count == line.lastLine && found.count > line.first
            && line.width + line.space + byteCount * line.em / 3 > line.available
    }

    /// Puts the last word of `found` in the line that is not broken any more; false when it does not fit.
    private mutating func addToLast(_ word: WordTraits, _ line: inout LineFilling) -> Bool {
        line.width += Int(word.width) + (found.count - 1 > line.first ? line.space : 0)
        return line.width <= line.available
    }

    /// Ends the last line, in which the last word of `found` has no room, with an ellipsis.
    private mutating func cutLast(
        _ line: LineFilling, _ face: Int, _ text: UnsafeBufferPointer<UInt8>, _ key: FaceKey
    ) -> Outcome {
        let sign = Ellipsis.Key(style: key.style, isBeforeWide: false)
        guard let known = ellipsis(sign) else { return .lacksEllipsis(sign) }
        guard !key.isRightToLeft, let known, known.isWithin(faces[face]) else { return .isUnsuitable }
        unsafe cut = cut(text, first: line.first, face: faces[face], known, available: line.available)
        guard let cut else { return .isUnsuitable }
        lines.append(ComposedLine(words: cut.words, width: Int32(clamping: line.available)))
        return .cut
    }

    /// Puts the nothing beside a space in the line; false where that does not fit.
    private mutating func addBlank(isLast: Bool, to line: inout LineFilling) -> Bool {
        if found.count - 1 == line.first { return true }
        line.width += line.space
        if isLast { line.hidden = line.space }
        return line.width - line.hidden <= line.available
    }

    /// Puts the last word of `found` in the line or the next one; false where anything else than the widths of whole words decides.
    private mutating func add(_ word: WordTraits, to line: inout LineFilling) -> Bool {
        let n = found.count - 1
        let mayBreakInside = word.widthToBreak != .max
        if line.quotes && word.opens { return false }
        line.quotes = word.quotes
        if n > line.first {
            let before = line.width + line.space
            if before + Int(word.width) <= line.available {
                line.width = before + Int(word.width)
                return true
            }
            // Part of the word might fit; kerning at its end can move that by less than an em.
            if mayBreakInside && before + Int(word.widthToBreak) - line.em <= line.available { return false }
            // Of spaces alone no line is made here.
            if !line.hasInk { return false }
            lines.append(ComposedLine(words: line.first..<n, width: Int32(clamping: line.width)))
            if line.limit > 0 && lines.count == line.limit { return false }
            line.first = n
        }
        line.width = Int(word.width)
        return line.width <= line.available || line.wordsMayStickOut && !mayBreakInside
    }
}

extension TextEngine {
    /// The same for a long piece, of which Pango lays out only what is new, part by part: other threads need not wait for the font lock until all
    /// of it is laid out, and most words are not new.
    func composeLong(
        _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ styled: StyledText, _ format: LineFormat,
        into capture: inout LineCapture
    ) -> WordCache.Outcome {
        var outcome = unsafe compose(text, piece, styled, format, into: &capture)
        if outcome != .isUnknown { return outcome }
        var parts = min(16, piece.bytes.count / (2 * Self.coldBytes))
        // What one word needs of a font that others have met is less than what all of the text does.
        if let key = unsafe words.key(text, piece, styled), words.isOthers(key) { parts = max(parts, 4) }
        var from = -1
        while outcome == .isUnknown && parts > 0, let next = unsafe wordsToLearn(text, piece, styled),
            next.lowerBound > from
        {
            from = next.lowerBound
            unsafe learn(next, text, piece, styled)
            outcome = unsafe compose(text, piece, styled, format, into: &capture)
            parts -= 1
        }
        return outcome
    }

    /// Some words from where the last composing stopped.
    private func wordsToLearn(
        _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ styled: StyledText
    ) -> Range<Int>? {
        guard let key = unsafe words.key(text, piece, styled) else { return nil }
        let start = words.face(key) == nil ? piece.bytes.lowerBound : words.stoppedAt
        if !piece.bytes.contains(start) { return nil }
        let count = words.isOthers(key) ? Self.coldBytes / 4 : Self.coldBytes
        var end = min(start + count, piece.bytes.upperBound)
        while unsafe end < piece.bytes.upperBound && text[end] != 0x20 { end += 1 }
        return end - start > 2 * Self.coldBytes ? nil : start..<end
    }

    /// Appends the lines of a piece if they can be composed from known words.
    func compose(
        _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ styled: StyledText, _ format: LineFormat,
        into capture: inout LineCapture
    ) -> WordCache.Outcome {
        if format.paragraph != nil || capture.keepsGraphemes || piece.bytes.isEmpty || piece.addsEllipsis
            || format.wrap == .character && format.width >= 0
        {
            return .isUnsuitable
        }
        var outcome = WordCache.Outcome.isUnsuitable
        if let key = unsafe words.key(text, piece, styled) {
            unsafe outcome = composeAlike(text, piece, styled, format, key, into: &capture)
            let isASCII = unsafe UTF8Check.isASCII(UnsafeBufferPointer(rebasing: text[piece.bytes]))
            if outcome != .isUnknown && outcome != .isUnsuitable || isASCII { return outcome }
        } else if !arePlain(piece.spans, styled.spans) {
            return .isUnsuitable
        }
        var mixture = unsafe words.composeMixed(text, piece, styled.spans, format)
        while case .lacksEllipsis(let sign) = mixture, learnEllipsis(sign) {
            unsafe mixture = words.composeMixed(text, piece, styled.spans, format)
        }
        // What a long paragraph needed is given back.
        defer { if words.mixed.words.count > 4096 { words.mixed = MixedParagraph() } }
        if mixture == .isUnknown { return .isUnknownMixture }
        if mixture != .composed && mixture != .cut || !capture.appendMixed(words, piece, styled, format) {
            return outcome
        }
        composedPieces += 1
        return mixture
    }

    /// Whether spans differ in their fonts and looks only.
    private func arePlain(_ indices: Range<Int>, _ spans: [StyledSpan]) -> Bool {
        guard let worker else { return false }
        let language = unsafe worker.languages[spans[indices.lowerBound].style]
        for index in indices {
            // Lines break by language.
            if unsafe !spans[index].isPlain || worker.languages[spans[index].style] != language { return false }
        }
        return true
    }

    /// The same for a piece that is all in one style and script.
    private func composeAlike(
        _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ styled: StyledText, _ format: LineFormat,
        _ key: WordCache.FaceKey, into capture: inout LineCapture
    ) -> WordCache.Outcome {
        if !WordScripts.contains(key.script) { return .isUnsuitable }
        guard let face = words.faceOfAnybody(key) else { return .isUnknown }
        let em = styled.spans[piece.spans.lowerBound].units
        var outcome = unsafe words.compose(face, text, piece, format, key, em: em)
        if case .lacks(let bytes) = outcome {
            unsafe learn(bytes, text, piece, styled)
            unsafe words.giveUp(face, text, bytes)
            outcome = unsafe words.compose(face, text, piece, format, key, em: em)
        }
        if case .lacksEllipsis(let sign) = outcome {
            if !learnEllipsis(sign) { return .isUnsuitable }
            outcome = unsafe words.compose(face, text, piece, format, key, em: em)
        }
        switch outcome {
        case .composed, .cut: break
        case .lacks: return .isUnknown
        case .lacksEllipsis: return .isUnsuitable
        default: return outcome
        }
        if !capture.append(words, face, piece, styled, format) { return .isUnsuitable }
        composedPieces += 1
        return outcome
    }

    /// Part of a piece, in as many lines as it takes.
    static func part(_ bytes: Range<Int>, of whole: Piece, _ styled: StyledText) -> Piece {
        var piece = whole
        piece.bytes = bytes
        (piece.maximumLines, piece.ellipsizes, piece.addsEllipsis) = (0, false, false)
        while styled.spans[piece.spans.lowerBound].bytes.upperBound <= bytes.lowerBound {
            piece.spans = piece.spans.dropFirst()
        }
        while piece.spans.count > 1 && styled.spans[piece.spans.upperBound - 1].bytes.lowerBound >= bytes.upperBound {
            piece.spans = piece.spans.dropLast()
        }
        return piece
    }

    /// Has Pango lay out part of a piece without cutting it, to know the words.
    func learn(
        _ bytes: Range<Int>, _ text: UnsafeBufferPointer<UInt8>, _ whole: Piece, _ styled: StyledText
    ) {
        if bytes.isEmpty { return }
        let piece = Self.part(bytes, of: whole, styled)
        var scratch = LineCapture()
        let format = LineFormat(width: -1, wrap: .word, spacing: 0)
        _ = unsafe layOut(text, piece, styled, format, limit: 0, harvest: .isUnknown, into: &scratch) { _ in true }
    }
}
