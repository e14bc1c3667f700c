internal import LaminaGeometry

extension TextFlow {
    /// Whether any paragraph may be set in its own way.
    var needsParagraphs: Bool {
        !source.paragraphs.isEmpty || options.alignment == .justify || options.hasRare && rare.paragraph != .plain
    }

    /// Takes over the style of the paragraph that begins at `start`.
    mutating func beginParagraph(_ start: Int) {
        let own = source.paragraphs.first { $0.bytes.contains(start) || $0.bytes.lowerBound == start }?.style
        let style = (own?.inheriting(rare.paragraph) ?? rare.paragraph).scaled(rare.scale)
        switch style.direction {
        case nil, .natural: break
        case .leftToRight: isRightToLeft = false
        case .rightToLeft: isRightToLeft = true
        }
        let isJustified = (style.alignment ?? options.alignment) == .justify
        let before = format.paragraph
        format.wrap = style.wrap ?? options.wrap
        format.width = width == .max || format.wrap == .none ? -1 : width
        if style == .plain && !isJustified {
            format.paragraph = nil
            capture.paragraphGap = before?.spaceAfter ?? 0
            return
        }
        let paragraph = ParagraphFormat(style, isJustified: isJustified && format.width >= 0)
        format.paragraph = paragraph
        capture.paragraphGap = (before?.spaceAfter ?? 0) + paragraph.spaceBefore
        if paragraph.isJustified { isExact = true }
        if format.width < 0 { return }
        let floor = format.wrap == .word ? 0 : 3 * Int(largestUnits)
        let available = Int(format.width) - paragraph.smallestInset
        if available < floor || format.wrap != options.wrap { isExact = true }
        // Pango takes what the first line or the others are indented more from this.
        format.width = Int32(clamping: max(available, floor, 0))
    }

    /// Lays out the lines up to a long run without breaks and some of its own, and returns where the next one begins; nil without such a run.
    /// Pango shapes all that is left of a run for each line that it breaks off, which takes quadratic time; where the run is broken
    /// between characters, a line depends on little more than its own text.
    mutating func layRun(_ bytes: Range<Int>, of paragraph: Range<Int>) -> Int? {
        // About eight lines of letters half an em wide.
        let length = max(512, 16 * Int(format.width) / max(1, Int(largestUnits)))
        if bytes.count <= TextCut.longRun || length * 2 > TextCut.longRun { return nil }
        var runStart = bytes.lowerBound
        if runStart + length > longRunEnd {
            guard let start = unsafe TextCut.startOfLongRun(text, bytes) else { return nil }
            (runStart, longRunEnd) = (start, start + TextCut.longRun)
        }
        let part = unsafe TextCut.whole(text, bytes.lowerBound..<runStart + length)
        let mark = capture.mark
        let first = capture.lines.count
        _ = layPiece(part, 0, begins: bytes.lowerBound == paragraph.lowerBound)
        // What the end of the part has a say in is laid out again with what follows it.
        if capture.lines.count < first + 4 {
            capture.rewind(mark)
            return nil
        }
        let next = capture.lines[capture.lines.count - 2].bytes.lowerBound
        capture.removeLastLine()
        capture.removeLastLine()
        capture.isWrapped = true
        return next
    }
}
