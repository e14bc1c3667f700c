internal import LaminaGeometry

/// A last line made of the beginning and end of what it stands for, and of a token.
private struct CutLine {
    /// Ends of the beginning and starts of the end, in bytes of the text, longest first.
    var prefix: Range<Int>
    var suffix: Range<Int>
}

extension TextFlow {
    /// How many bytes are looked at for a last line, at most: more could not be shown.
    private static let reach = 8192

    /// Replaces the last line by one that shows as much as there is room for, with the token where the rest is left out.
    mutating func truncateLastLine(_ paragraph: Range<Int>) {
        isExact = true
        guard let last = capture.lines.last else { return }
        let start = last.bytes.lowerBound
        let isFirst = start == paragraph.lowerBound
        capture.removeLastLine()
        // What may be shown before the token, and after it.
        let ahead = start..<min(paragraph.upperBound, start + Self.reach)
        let end = unsafe TextCut.visibleEnd(text)
        let behind = max(start, unsafe TextCut.lastParagraphStart(text, end), end - Self.reach)..<end
        var best: (line: [UInt8], styled: StyledText, cut: CutLine, parts: (Int, Int))?
        func room() -> Int32 {
            guard let paragraph = format.paragraph else { return width }
            return width &- (isFirst ? paragraph.firstLineIndent : paragraph.indent) &- paragraph.tailIndent
        }
        let available = width == .max ? Int32.max : max(room(), 0)
        var words = rare.truncatesAtWords
        while best == nil {
            let candidates = candidates(ahead, behind, words: words)
            // The number of candidates that fit only grows with room: the last of them is found by halving.
            var (low, high) = (0, candidates.count)
            while low < high {
                let middle = (low + high) / 2
                let made = compose(candidates[middle])
                if measureLine(made.line, made.styled, isFirst) <= available {
                    best = (made.line, made.styled, candidates[middle], made.parts)
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            if best == nil && !words { break }
            words = false
        }
        let nothing = CutLine(prefix: start..<start, suffix: end..<end)
        let cut = best?.cut ?? nothing
        let made = best.map { ($0.line, $0.styled, $0.parts) } ?? bare(nothing)
        append(made.0, made.1, cut, isFirst: isFirst, parts: made.2)
        let shownAgain = unsafe cut.suffix.isEmpty ? text.count : cut.suffix.lowerBound
        hidden = cut.prefix.upperBound..<shownAgain
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
    private func compose(_ cut: CutLine) -> (line: [UInt8], styled: StyledText, parts: (Int, Int)) {
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
        return (line, result, (tokenEnd, end))
    }

    /// An ellipsis by itself, for a line that the token does not fit in.
    private func bare(_ cut: CutLine) -> ([UInt8], StyledText, (Int, Int)) {
        var line: [UInt8] = []
        var result = StyledText(spans: [], rare: styled.rare, scale: styled.scale)
        add(Self.ellipsis, attributes(at: cut.prefix.upperBound - 1), &line, &result)
        return (line, result, (line.count, line.count))
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

    private func piece(_ line: [UInt8], _ styled: StyledText, _ isFirst: Bool) -> Piece {
        Piece(
            bytes: 0..<line.count, isRightToLeft: isRightToLeft, spans: 0..<styled.spans.count, maximumLines: 1,
            ellipsizes: false, beginsParagraph: isFirst)
    }

    private func measureLine(_ line: [UInt8], _ styled: StyledText, _ isFirst: Bool) -> Int32 {
        var scratch = LineCapture()
        var format = format
        format.width = -1
        _ = unsafe line.withUnsafeBufferPointer { bytes in
            unsafe engine.layOut(
                bytes, piece(line, styled, isFirst), styled, format, limit: 1, into: &scratch
            ) { _ in true }
        }
        return Int32((scratch.lines.first?.width ?? 0) * 1024)
    }

    private mutating func append(
        _ line: [UInt8], _ made: StyledText, _ cut: CutLine, isFirst: Bool, parts: (Int, Int)
    ) {
        var format = format
        format.width = -1
        let firstGrapheme = capture.graphemes.count
        let firstAttachment = capture.attachments.count
        _ = unsafe line.withUnsafeBufferPointer { bytes in
            unsafe engine.layOut(
                bytes, piece(line, made, isFirst), made, format, limit: 1, into: &capture
            ) { _ in true }
        }
        styled.rare = made.rare
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
