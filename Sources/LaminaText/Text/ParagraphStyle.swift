/// Which way a paragraph runs.
public enum TextDirection: Int32, Hashable, Sendable {
    /// As its first strong character does.
    case natural = 0
    case leftToRight = 1
    case rightToLeft = 2
}

/// Where lines may end within words.
public enum TextHyphens: Int32, Hashable, Sendable {
    /// At soft hyphens, and anywhere in a word that is wider than its line, with a hyphen in scripts that have one.
    case manual = 1
    /// Not at soft hyphens, and never with a hyphen that is not in the text.
    case none = 2
}

/// Where text goes on after a tab.
public struct TabStop: Hashable, Sendable {
    public enum Alignment: Int32, Hashable, Sendable {
        /// Text starts at the stop.
        case left = 0
        /// Text ends at the stop.
        case right = 1
        case center = 2
        /// The decimal point stands at the stop.
        case decimal = 3
    }

    /// From the start of the line, logical units.
    public var position: Double
    public var alignment: Alignment
    /// What stands at a decimal stop.
    public var decimalPoint: Unicode.Scalar

    public init(position: Double, alignment: Alignment, decimalPoint: Unicode.Scalar = ".") {
        self.position = position
        self.alignment = alignment
        self.decimalPoint = decimalPoint
    }

    /// The same `factor` times as far away.
    func scaled(_ factor: Double) -> TabStop {
        var result = self
        result.position *= factor
        return result
    }
}

/// How a paragraph is set; nil, and 0 for lengths, takes what the text options say. Lengths are logical units.
public struct ParagraphStyle: Hashable, Sendable {
    public var alignment: TextAlignment?
    public var direction: TextDirection?
    public var wrap: TextWrap?
    /// The height of every line; half of what it adds or takes lies above the letters. 0 is the fonts' own.
    public var lineHeight = 0.0
    /// Times the height that the fonts of a line ask for, where `lineHeight` is 0.
    public var lineHeightFactor = 0.0
    /// Between lines, never after the last one.
    public var lineGap = 0.0
    /// Before the paragraph, unless it is the first.
    public var spaceBefore = 0.0
    /// After the paragraph, unless it is the last.
    public var spaceAfter = 0.0
    /// From the edge where lines start, for the first line.
    public var firstLineIndent = 0.0
    /// The same for the other lines.
    public var indent = 0.0
    /// From the edge where lines end.
    public var tailIndent = 0.0
    /// In order of their positions; beyond the last one the distance of the last two goes on.
    public var tabStops: [TabStop] = []
    public var hyphens: TextHyphens?
    /// How many times as wide the spaces of a justified line may become; a line that needs more stays as it is. 0 is no
    /// limit.
    public var justifyLimit = 0.0

    /// A paragraph as the text options say.
    public init() {}

    static let plain = ParagraphStyle()

    /// This style, with what `base` says where it says nothing.
    func inheriting(_ base: ParagraphStyle) -> ParagraphStyle {
        func pick(_ a: Double, _ b: Double) -> Double { a != 0 ? a : b }
        var result = self
        result.alignment = alignment ?? base.alignment
        result.direction = direction ?? base.direction
        result.wrap = wrap ?? base.wrap
        if lineHeight == 0 && lineHeightFactor == 0 {
            result.lineHeight = base.lineHeight
            result.lineHeightFactor = base.lineHeightFactor
        }
        result.lineGap = pick(lineGap, base.lineGap)
        result.spaceBefore = pick(spaceBefore, base.spaceBefore)
        result.spaceAfter = pick(spaceAfter, base.spaceAfter)
        result.firstLineIndent = pick(firstLineIndent, base.firstLineIndent)
        result.indent = pick(indent, base.indent)
        result.tailIndent = pick(tailIndent, base.tailIndent)
        result.hyphens = hyphens ?? base.hyphens
        result.justifyLimit = pick(justifyLimit, base.justifyLimit)
        if tabStops.isEmpty { result.tabStops = base.tabStops }
        return result
    }

    /// The same `factor` times as large.
    func scaled(_ factor: Double) -> ParagraphStyle {
        if factor == 1 { return self }
        var result = self
        result.lineHeight *= factor
        result.lineGap *= factor
        result.spaceBefore *= factor
        result.spaceAfter *= factor
        result.firstLineIndent *= factor
        result.indent *= factor
        result.tailIndent *= factor
        result.tabStops = tabStops.map { $0.scaled(factor) }
        return result
    }
}

/// The style of the paragraphs that begin in `bytes`.
public struct ParagraphSpan: Hashable, Sendable {
    /// UTF-8 bytes of the whole text.
    public let bytes: Range<Int>
    public let style: ParagraphStyle
}
