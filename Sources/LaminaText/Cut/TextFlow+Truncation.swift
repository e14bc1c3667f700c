internal import LaminaGeometry

/// A last line made of the beginning and end of what it stands for, and of a token.
private struct CutLine {
    /// Ends of the beginning and starts of the end, in bytes of the text, longest first.
    var prefix: Range<Int>
    var suffix: Range<Int>
}

/// A cut line, laid out.
private struct MadeLine {
    var line: [UInt8]
    var styled: StyledText
    /// Where the token and the message end in `line`.
    var parts: (Int, Int)
}

extension TextFlow {
    /// How many bytes are looked at for each part of a last line, at most: more could not be shown, and what both parts
    /// are wide must not leave Pango's 32 bits.
    private var farthestReach: Int { unsafe min(8192, pieceLimit(0..<text.count) / 2) }

    /// What is looked at first. Most letters are half an em wide and take up to three bytes.
    private func firstReach(_ available: Int32, _ farthestReach: Int) -> Int {
        let ems = available == .max ? farthestReach : Int(available) / max(1, Int(largestUnits))
        return min(farthestReach, 256 + 8 * ems)
    }

    /// Replaces the last line by one that shows as much as there is room for, with the token where the rest is left
    /// out. `room` is how wide that may be where it stands beside something, and `top` where; logical units.
    mutating func truncateLastLine(_ paragraph: Range<Int>, in room: Double? = nil, top: Double = 0) {
        isExact = true
        guard let last = capture.lines.last else { return }
        let start = last.bytes.lowerBound
        let end = unsafe TextCut.visibleEnd(text)
        if start >= end { return }
        let isFirst = start == paragraph.lowerBound
        capture.removeLastLine()
        if room != nil { capture.skip(to: Int(top * 1024)) }
        let tailStart = max(start, unsafe TextCut.lastParagraphStart(text, end))
        var available = Int32.max
        if room != nil || width != .max {
            let indent = format.paragraph.map { isFirst ? $0.firstLineIndent : $0.indent } ?? 0
            available = max(0, (room.map(lengthUnits) ?? width) &- indent &- (format.paragraph?.tailIndent ?? 0))
        }
        let farthestReach = farthestReach
        var reach = firstReach(available, farthestReach)
        var best: (made: MadeLine, cut: CutLine)?
        while true {
            // What may be shown before the token, and after it.
            let ahead = start..<min(paragraph.upperBound, start + reach)
            let behind = max(tailStart, end - reach)..<end
            best = longest(ahead, behind, available, isFirst)
            guard let cut = best?.cut, reach < farthestReach else { break }
            // Where more than half of what was looked at is shown, more may be.
            let isShort =
                ahead.upperBound < paragraph.upperBound && cut.prefix.count > reach / 2
                || behind.lowerBound > tailStart && cut.suffix.count > reach / 2
            if !isShort { break }
            reach = min(farthestReach, reach * 4)
        }
        let nothing = CutLine(prefix: start..<start, suffix: end..<end)
        let cut = best?.cut ?? nothing
        append(best?.made ?? bare(nothing), cut, isFirst: isFirst)
        let shownAgain = unsafe cut.suffix.isEmpty ? text.count : cut.suffix.lowerBound
        hidden = cut.prefix.upperBound..<shownAgain
    }

    /// The candidate that shows most of those that there is room for; between characters where there is none between
    /// words.
    private func longest(_ ahead: Range<Int>, _ behind: Range<Int>, _ available: Int32, _ isFirst: Bool) -> (
        made: MadeLine, cut: CutLine
    )? {
        var best: (made: MadeLine, cut: CutLine)?
        var words = rare.truncatesAtWords
        while best == nil {
            let candidates = candidates(ahead, behind, words: words)
            func fits(_ index: Int) -> Bool {
                let made = compose(candidates[index])
                if measureLine(made, isFirst) > available { return false }
                best = (made, candidates[index])
                return true
            }
            // The number of candidates that fit only grows with room: the last of them is found by halving.
            var (low, high) = (0, candidates.count)
            while low < high {
                let middle = (low + high) / 2
                if fits(middle) { low = middle + 1 } else { high = middle }
            }
            // Shaping may make a longer line narrower: a mark that joins, a letter that is reordered.
            let further = unsafe TextCut.isSimple(text, ahead) && TextCut.isSimple(text, behind) ? 2 : 12
            let found = low
            for index in found..<min(found + further, candidates.count) where best != nil { _ = fits(index) }
            if best == nil && !words { break }
            words = false
        }
        return best
    }

    /// Ways to cut, the shortest first.
    private func candidates(_ ahead: Range<Int>, _ behind: Range<Int>, words: Bool) -> [CutLine] {
        func offsets(_ bytes: Range<Int>, ends: Bool) -> [Int] {
            let piece = unsafe UnsafeBufferPointer(rebasing: text[TextCut.whole(text, bytes)])
            let first = unsafe TextCut.whole(text, bytes).lowerBound
            let breaks = unsafe TextBreaks(piece, language: engine.fonts.configuration.language)
            let found = !words ? breaks.characters : ends ? breaks.wordEnds : breaks.wordStarts
            return found.map { $0 + first }
        }
        switch options.truncation {
        case .start:
            let end = behind.upperBound
            return offsets(behind, ends: false).reversed().map {
                CutLine(prefix: ahead.lowerBound..<ahead.lowerBound, suffix: $0..<end)
            }
        case .middle:
            let (heads, tails) = (offsets(ahead, ends: true), offsets(behind, ends: false))
            var result: [CutLine] = []
            // Head and tail grow in turn.
            var (head, tail) = (0, tails.count - 1)
            while head < heads.count && tail >= 0 && heads[head] <= tails[tail] {
                result.append(CutLine(prefix: ahead.lowerBound..<heads[head], suffix: tails[tail]..<behind.upperBound))
                if result.count % 2 == 1 { head += 1 } else { tail -= 1 }
            }
            return result
        case .end, .clip:
            return offsets(ahead, ends: true).map {
                let shown = unsafe TextCut.withoutSpaces(text, ahead.lowerBound..<$0)
                return CutLine(prefix: shown, suffix: behind.upperBound..<behind.upperBound)
            }
        }
    }

    /// The text of a cut line, its looks, and where token and message begin and end in it.
    private func compose(_ cut: CutLine) -> MadeLine {
        var line: [UInt8] = []
        var result = StyledText(spans: [], rare: styled.rare, scale: styled.scale)
        copy(cut.prefix, &line, &result)
        let look = attributes(
            at: cut.prefix.isEmpty && !cut.suffix.isEmpty ? cut.suffix.lowerBound : cut.prefix.upperBound - 1)
        let token = rare.token ?? (rare.message == nil ? nil : Self.ellipsis)
        add(token ?? Self.ellipsis, look, &line, &result)
        let tokenEnd = line.count
        if let message = rare.message {
            add(Self.space, look, &line, &result)
            add(message, look, &line, &result)
        }
        let end = line.count
        copy(cut.suffix, &line, &result)
        return MadeLine(line: line, styled: result, parts: (tokenEnd, end))
    }

    /// An ellipsis by itself, for a line that the token does not fit in.
    private func bare(_ cut: CutLine) -> MadeLine {
        var line: [UInt8] = []
        var result = StyledText(spans: [], rare: styled.rare, scale: styled.scale)
        add(Self.ellipsis, attributes(at: cut.prefix.upperBound - 1), &line, &result)
        return MadeLine(line: line, styled: result, parts: (line.count, line.count))
    }

    private static let ellipsis = AttributedText(utf8: [0xE2, 0x80, 0xA6], look: CharacterAttributes())
    private static let space = AttributedText(utf8: [0x20], look: CharacterAttributes())

    private func attributes(at byte: Int) -> CharacterAttributes {
        var found = source.attributes(at: max(0, byte))
        if found.hasRare && found.rare.attachment != nil { found.rare.attachment = nil }
        return found
    }

    private func copy(_ bytes: Range<Int>, _ line: inout [UInt8], _ result: inout StyledText) {
        let start = line.count
        unsafe line.append(contentsOf: text[bytes])
        for span in styled.spans {
            let part = span.bytes.clamped(to: bytes)
            if part.isEmpty { continue }
            var copy = span
            copy.bytes = part.lowerBound - bytes.lowerBound + start..<part.upperBound - bytes.lowerBound + start
            result.spans.append(copy)
        }
    }

    private func add(
        _ part: AttributedText, _ look: CharacterAttributes, _ line: inout [UInt8], _ result: inout StyledText
    ) {
        for span in part.spans {
            let bytes = span.bytes.lowerBound + line.count..<span.bytes.upperBound + line.count
            engine.add(TextSpan(bytes: bytes, attributes: span.attributes.inheriting(look)), to: &result)
        }
        // A token is one line, whatever is in it.
        line += part.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    }

    private func piece(_ made: MadeLine, _ isFirst: Bool) -> Piece {
        Piece(
            bytes: 0..<made.line.count, isRightToLeft: isRightToLeft, spans: 0..<made.styled.spans.count,
            maximumLines: 1,
            ellipsizes: false, beginsParagraph: isFirst)
    }

    private func measureLine(_ made: MadeLine, _ isFirst: Bool) -> Int32 {
        var scratch = LineCapture()
        var format = format
        format.width = -1
        _ = unsafe made.line.withUnsafeBufferPointer { bytes in
            unsafe engine.layout.layOut(bytes, piece(made, isFirst), made.styled, format, limit: 1, into: &scratch)
        }
        return Int32((scratch.lines.first?.width ?? 0) * 1024)
    }

    private mutating func append(_ made: MadeLine, _ cut: CutLine, isFirst: Bool) {
        let parts = made.parts
        var format = format
        format.width = -1
        let firstGrapheme = capture.graphemes.count
        let firstAttachment = capture.attachments.count
        _ = unsafe made.line.withUnsafeBufferPointer { bytes in
            unsafe engine.layout.layOut(bytes, piece(made, isFirst), made.styled, format, limit: 1, into: &capture)
        }
        styled.rare = made.styled.rare
        let tokenStart = cut.prefix.count
        func moved(_ byte: Int) -> Int {
            if byte < tokenStart { return cut.prefix.lowerBound + byte }
            if byte < parts.1 { return cut.prefix.upperBound }
            return cut.suffix.lowerBound + byte - parts.1
        }
        for index in firstGrapheme..<capture.graphemes.count {
            let bytes = capture.graphemes[index].bytes
            let start = Int(bytes.lowerBound)
            if start >= tokenStart && start < parts.1 {
                capture.graphemes[index].part = start < parts.0 ? .token : .message
                capture.graphemes[index].bytes = Int32(cut.prefix.upperBound)..<Int32(cut.prefix.upperBound)
            } else {
                let first = moved(start)
                capture.graphemes[index].bytes = Int32(first)..<Int32(first + bytes.count)
            }
        }
        for index in firstAttachment..<capture.attachments.count {
            capture.attachments[index].byte = moved(capture.attachments[index].byte)
        }
        if !capture.lines.isEmpty {
            capture.lines[capture.lines.count - 1].bytes =
                cut.prefix.lowerBound..<(cut.suffix.isEmpty ? cut.prefix.upperBound : cut.suffix.upperBound)
        }
    }
}
