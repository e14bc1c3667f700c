internal import LaminaGeometry

/// A span of a text, resolved for one engine.
struct StyledSpan {
    /// UTF-8 bytes of the whole text.
    var bytes: Range<Int>
    /// Index into the engine's styles.
    var style: Int
    /// Font size, 1/1024 logical units.
    var units: Int32
    var color: Color?
    var underline: Underline
    var strikethrough: Bool
    /// Index into `StyledText.rare`; -1 for most.
    var rare: Int32 = -1
    /// Whether neither rare attributes nor small capitals have a say in the shapes of its letters.
    var isPlain: Bool
}

/// The spans of a text, resolved for one engine.
struct StyledText {
    var spans: [StyledSpan]
    /// Empty for most texts.
    var rare: [RareAttributes] = []
    /// Times all lengths in `rare`.
    var scale = 1.0

    /// Those in use; filled for texts of several spans only.
    var styles: Set<FontStyle> = []
    var firstStyle: FontStyle?

    /// The rare attributes of a span, if it has any.
    func rare(of span: Int) -> RareAttributes? {
        let index = spans[span].rare
        return index < 0 ? nil : rare[Int(index)]
    }

    /// A length in 1/1024 units; short enough that many of them can be added up.
    func units(_ length: Double?) -> Int32 {
        let scaled = (length ?? 0) * scale
        return scaled.isNaN ? 0 : lengthUnits(min(max(scaled, -10_000), 10_000))
    }

    var hasAttachments: Bool { !rare.isEmpty && rare.contains { $0.attachment != nil } }

    /// What a byte of a span may add to a line's width besides its letter, 1/1024 units.
    func extra(of span: Int) -> Int {
        guard let one = rare(of: span) else { return 0 }
        let spacing = max(0, Int(units(one.letterSpacing))) + max(0, Int(units(one.wordSpacing)))
        return spacing + max(0, Int(units(one.attachment?.width)))
    }

    /// The first span that ends behind a byte; their count beyond the last.
    func firstSpan(behind byte: Int) -> Int {
        spans.firstIndex(inOrder: { $0.bytes.upperBound > byte })
    }
}

/// A length in 1/1024 units, within what Pango's 32 bits can add up.
func lengthUnits(_ length: Double) -> Int32 {
    if length.isNaN { return 0 }
    return Int32((min(max(length, -100_000), 100_000) * 1024).rounded())
}

/// One call of Pango: a paragraph, or a piece of one, with everything that shapes it.
struct Piece {
    /// UTF-8 bytes of the whole text.
    var bytes: Range<Int>
    /// Whether an ellipsis follows the bytes, because paragraphs after this one are cut.
    var addsEllipsis = false
    var isRightToLeft: Bool
    /// The spans that `bytes` touches.
    var spans: Range<Int>
    /// 0 is no limit.
    var maximumLines: Int
    var ellipsizes: Bool
    /// Whether no line of the paragraph came before this piece.
    var beginsParagraph = true
}

/// How wide and how dense lines are.
struct LineFormat {
    /// 1/1024 units; -1 is no limit.
    var width: Int32
    var wrap: TextWrap
    /// 0 is the fonts' own.
    var spacing: Float
    /// What only few paragraphs have.
    var paragraph: ParagraphFormat?
}

/// A paragraph style in 1/1024 units.
final class ParagraphFormat {
    let alignment: TextAlignment?
    let isJustified: Bool
    let lineHeight: Int
    let lineHeightFactor: Double
    let lineGap: Int
    let spaceBefore: Int
    let spaceAfter: Int
    let firstLineIndent: Int32
    let indent: Int32
    let tailIndent: Int32
    let tabStops: [TabStop]
    /// Whether lines end at soft hyphens, and with hyphens that are not in the text.
    let hyphenates: Bool
    let justifyLimit: Double

    init(_ style: ParagraphStyle, isJustified: Bool) {
        func length(_ value: Double) -> Int { Int(lengthUnits(value)) }
        alignment = style.alignment
        self.isJustified = isJustified
        lineHeight = max(0, length(style.lineHeight))
        lineHeightFactor = style.lineHeightFactor
        lineGap = length(style.lineGap)
        spaceBefore = length(style.spaceBefore)
        spaceAfter = length(style.spaceAfter)
        firstLineIndent = lengthUnits(style.firstLineIndent)
        indent = lengthUnits(style.indent)
        tailIndent = lengthUnits(style.tailIndent)
        tabStops = style.tabStops
        hyphenates = style.hyphens != TextHyphens.none
        justifyLimit = style.justifyLimit
    }

    /// How much farther in the first line begins than the others.
    var firstLineShift: Int { Int(firstLineIndent) - Int(indent) }

    /// What every line loses on both sides.
    var smallestInset: Int { Int(min(firstLineIndent, indent)) + Int(tailIndent) }
}
