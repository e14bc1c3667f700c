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
}
