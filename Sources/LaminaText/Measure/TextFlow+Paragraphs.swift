internal import LaminaGeometry

extension TextFlow {
    /// Whether any paragraph may be set in its own way.
    var needsParagraphs: Bool {
        !source.paragraphs.isEmpty || options.alignment == .justify || options.hasRare && rare.paragraph != .plain
    }

    /// The style of the paragraph that a byte is in.
    func style(at byte: Int, in paragraphs: Joined<ParagraphSpan>) -> ParagraphStyle {
        // At the end of the text one may have no bytes.
        let index = paragraphs.firstIndex(inOrder: { $0.bytes.upperBound > byte || $0.bytes.lowerBound >= byte })
        let own = index < paragraphs.count && paragraphs[index].bytes.lowerBound <= byte ? paragraphs[index].style : nil
        return (own?.inheriting(rare.paragraph) ?? rare.paragraph).scaled(rare.scale)
    }

    /// Takes over the style of the paragraph that begins at `start`.
    mutating func beginParagraph(_ start: Int) {
        let style = style(at: start, in: source.paragraphs)
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
        if format.wrap != options.wrap { isExact = true }
        // What the first line or the others are indented more comes off this.
        format.width = Int32(clamping: max(Int(format.width) - paragraph.smallestInset, 0))
    }
}
