/// Where a line stands in a box that is wider than the line.
public enum TextAlignment: Int32, Sendable {
    /// Left for left-to-right paragraphs, right for right-to-left ones.
    case natural = 0
    /// Left, for every paragraph.
    case left = 1
    /// In the middle.
    case center = 2
    /// Right, for every paragraph.
    case right = 3
}

/// What shows that text was cut at `maximumLines`.
public enum TextTruncation: Int32, Sendable {
    /// The last line ends with an ellipsis.
    case end = 0
    /// Nothing; the remaining lines are left out.
    case clip = 1
}

/// Where a line may be broken.
public enum TextWrap: Int32, Sendable {
    /// Between words; inside a word only when it fills a line by itself.
    case wordCharacter = 0
    /// Between words; a word wider than the box sticks out.
    case word = 1
    /// Between any two characters.
    case character = 2
}

/// How a text is broken into lines; part of the key under which measurements are kept.
public struct TextLayoutOptions: Hashable, Sendable {
    /// 0 is no limit; negative numbers count as 0.
    public var maximumLines = 0
    /// Matters only when `maximumLines` cuts something off.
    public var truncation = TextTruncation.end
    /// Does not change the measurement: `MeasuredText.lineOffset` takes it when drawing.
    public var alignment = TextAlignment.natural
    /// Matters only when the width is finite.
    public var wrap = TextWrap.wordCharacter
    /// Distance between baselines as a multiple of the font's line height, as `pango_layout_set_line_spacing`; 0 takes the fonts' natural distance.
    public var lineSpacingFactor = 0.0

    /// Any number of lines, broken between words.
    public init() {}
}
