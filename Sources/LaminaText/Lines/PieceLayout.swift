internal import CPango
internal import LaminaGeometry

/// Lays out one piece of a text after the other: breaks it into lines and hands them to a `LineCapture`. An engine has
/// one, whose memory every piece uses again.
@safe final class PieceLayout {
    unowned let engine: TextEngine
    var paragraph = Paragraph()
    let shaper = Shaper()
    // Of the piece that is being laid out.
    var piece = Piece(bytes: 0..<0, isRightToLeft: false, spans: 0..<0, maximumLines: 0, ellipsizes: false)
    var styled = StyledText(spans: [])
    var format = LineFormat(width: -1, wrap: .word, spacing: 0)
    private var exclusions: Exclusions?
    var largestUnits: Int32 = 0
    /// The line that is being put together.
    var line = LineParts()
    var tabs = TabStops()

    init(_ engine: TextEngine) { self.engine = engine }

    /// Lays a piece out and appends its lines, at most `limit` (0 for all).
    func layOut(
        _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ styled: StyledText, _ format: LineFormat, limit: Int,
        around exclusions: Exclusions? = nil, into capture: inout LineCapture
    ) -> LineCapture.Appended {
        unsafe engine.withHarmless(text, piece.bytes) { bytes in
            self.piece = piece
            self.styled = styled
            self.format = format
            self.exclusions = exclusions
            largestUnits = piece.spans.reduce(0) { max($0, styled.spans[$1].units) }
            tabs.begin(format.paragraph, isFirst: piece.beginsParagraph)
            defer { self.styled = StyledText(spans: []) }
            unsafe paragraph.begin(bytes)
            if engine.words.compose(piece, styled, into: &paragraph) {
                engine.composedPieces += 1
                return breakIntoLines(limit, &capture)
            }
            let hash = unsafe engine.keepsWords ? engine.paragraphs.hash(bytes, piece, styled) : nil
            if let hash, let known = unsafe engine.paragraphs.find(hash, bytes, piece, styled) {
                // The paragraph's own memory serves the next one that is not known.
                let own = paragraph
                defer { paragraph = own }
                paragraph = known
                unsafe paragraph.text = bytes
                engine.recalledPieces += 1
                return breakIntoLines(limit, &capture)
            }
            paragraph.findCharacters()
            unsafe engine.itemize(text, piece, styled, into: &paragraph)
            paragraph.findBreaks()
            if let hash, engine.paragraphs.wants(hash) {
                // Before lines cut it.
                shape(0)
                engine.keep { engine.paragraphs.keep(hash, piece, styled, paragraph) }
            }
            let appended = breakIntoLines(limit, &capture)
            engine.keep { engine.words.learn(piece, styled, paragraph) }
            return appended
        }
    }

    private func breakIntoLines(_ limit: Int, _ capture: inout LineCapture) -> LineCapture.Appended {
        var placement = LinePlacement(format)
        var (start, count) = (0, 0)
        repeat {
            if limit > 0 && count == limit {
                let byte = piece.bytes.lowerBound + paragraph.offset(start)
                capture.stop(before: byte)
                return LineCapture.Appended(isEllipsized: false, hasMore: true, shown: byte)
            }
            let isFirst = count == 0 && piece.beginsParagraph
            let isLast = (piece.ellipsizes || piece.addsEllipsis) && count == piece.maximumLines - 1
            tabs.isFirst = count == 0
            if count > 0 { capture.isWrapped = true }
            let (end, gap) =
                if let exclusions {
                    appendLine(start, around: exclusions, isFirst: isFirst, isLast: isLast, &capture)
                } else {
                    appendLine(start, format.width, isFirst: isFirst, isLast: isLast, &placement, &capture)
                }
            if let gap {
                let shown = piece.bytes.lowerBound + paragraph.offset(gap)
                return LineCapture.Appended(isEllipsized: true, hasMore: false, shown: shown)
            }
            count += 1
            reshape(from: end, farthest: end + 2 * (end - start) + Self.reach)
            start = end
        } while start < paragraph.characterCount
        return LineCapture.Appended(isEllipsized: false, hasMore: false, shown: piece.bytes.upperBound)
    }

    /// Appends the line that begins with character `start`, where there is room for it.
    private func appendLine(
        _ start: Int, around exclusions: Exclusions, isFirst: Bool, isLast: Bool, _ capture: inout LineCapture
    ) -> (end: Int, gap: Int?) {
        let mark = capture.mark
        var height = exclusions.likelyHeight
        // A line that moves may show more, or less, and be of another height again.
        for attempt in 1... {
            let (top, slot) = exclusions.place(below: Double(pangoUnits: capture.bottom), height: height)
            capture.skip(to: Int(top * 1024))
            let room = slot.upperBound - slot.lowerBound
            let inset = format.paragraph?.smallestInset ?? 0
            let available = room.isFinite ? Int32(clamping: max(0, Int(lengthUnits(room)) - inset)) : -1
            var placement = LinePlacement(format)
            let made = appendLine(start, available, isFirst: isFirst, isLast: isLast, &placement, &capture)
            let line = capture.lines[capture.lines.count - 1]
            if attempt == 8 || line.bottom - line.top <= height || exclusions.slot(line.top, line.bottom) == slot {
                capture.settle(in: slot, end: exclusions.end(of: slot, line))
                return made
            }
            height = line.bottom - line.top
            capture.rewind(mark)
        }
        return (start, nil)
    }

    /// Appends the line that begins with character `start`; returns where it ends, and where the text begins that an
    /// ellipsis stands for. `available` is 1/1024 units; -1 is no limit.
    private func appendLine(
        _ start: Int, _ available: Int32, isFirst: Bool, isLast: Bool, _ placement: inout LinePlacement,
        _ capture: inout LineCapture
    ) -> (end: Int, gap: Int?) {
        let (end, gap) = makeLine(start, lineWidth(isFirst, available), isLast: isLast)
        if line.breaksWord { capture.breaksWords = true }
        let place = placement.next(line, isFirst: isFirst, &capture)
        capture.append(line, place, self, paragraph.offset(start)..<paragraph.offset(gap ?? end))
        return (end, gap)
    }

    private func makeLine(_ start: Int, _ width: Int, isLast: Bool) -> (end: Int, gap: Int?) {
        if paragraph.characterCount == 0 {
            line.removeAll()
            let base = engine.baseFace(piece, styled)
            line.include(
                base.map { ($0.metrics.ascent, $0.metrics.descent, $0.height) } ?? missingFace(piece.spans.lowerBound))
            if let base { line.begin(base.metrics) }
            return (0, piece.addsEllipsis && endWithEllipsis(0, width: .max) ? 0 : nil)
        }
        let (end, breaksWord) = isLast ? (paragraph.characterCount, false) : lineEnd(start, width)
        if isLast { shape(start) }
        let isWrapped = end < paragraph.characterCount || endsWithSeparator(end) && !isLast
        put(start..<end, isWrapped: isWrapped)
        line.breaksWord = breaksWord
        let gap = isLast ? cut(start, width) : nil
        finishLine(width, isWrapped: isWrapped || gap != nil)
        return (end, gap)
    }

    /// 1/1024 units; `Int.max` where nothing limits a line.
    private func lineWidth(_ isFirst: Bool, _ available: Int32) -> Int {
        if available < 0 { return .max }
        let indent = piece.beginsParagraph ? format.paragraph?.firstLineShift ?? 0 : 0
        return max(0, Int(available) - (isFirst ? max(indent, 0) : max(-indent, 0)))
    }

    private func endsWithSeparator(_ end: Int) -> Bool {
        let start = paragraph.offset(end - 1)
        return unsafe start + 3 <= paragraph.text.count && paragraph.text[start] == 0xE2
            && paragraph.text[start + 1] == 0x80 && paragraph.text[start + 2] == 0xA8
    }

    /// What a line of a style is high for which there is no font.
    func missingFace(_ span: Int) -> (Int32, Int32, Int32) {
        let em = styled.spans[span].units
        return (em, em / 4, em / 4 * 5)
    }
}
