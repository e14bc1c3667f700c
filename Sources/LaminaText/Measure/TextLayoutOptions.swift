public import LaminaGeometry

/// Where a line stands in a box that is wider than the line.
public enum TextAlignment: Int32, Hashable, Sendable {
    /// Left for left-to-right paragraphs, right for right-to-left ones.
    case natural = 0
    /// Left, for every paragraph.
    case left = 1
    /// In the middle.
    case center = 2
    /// Right, for every paragraph.
    case right = 3
    /// As wide as the box, by wider spaces; the last line of a paragraph stands as with `natural`.
    case justify = 4
    /// Right for left-to-right paragraphs, left for right-to-left ones.
    case opposite = 5
}

/// What shows that text was cut at `maximumLines`.
public enum TextTruncation: Int32, Hashable, Sendable {
    /// The last line ends with an ellipsis.
    case end = 0
    /// Nothing; the remaining lines are left out.
    case clip = 1
    /// The last line begins with an ellipsis, followed by the end of the text.
    case start = 2
    /// The last line has an ellipsis in the middle, followed by the end of the text.
    case middle = 3
}

/// Where a line may be broken.
public enum TextWrap: Int32, Hashable, Sendable {
    /// Between words; inside a word only when it fills a line by itself.
    case wordCharacter = 0
    /// Between words; a word wider than the box sticks out.
    case word = 1
    /// Between any two characters.
    case character = 2
    /// Nowhere: a paragraph is one line.
    case none = 3
}

/// How a text is broken into lines; part of the key under which measurements are kept.
public struct TextLayoutOptions: Hashable, Sendable {
    /// 0 is no limit; negative numbers count as 0.
    public var maximumLines = 0
    /// Matters only when `maximumLines` cuts something off.
    public var truncation = TextTruncation.end
    /// Does not change the measurement, unless it is `justify`: `MeasuredText.lineOffset` takes it when drawing.
    public var alignment = TextAlignment.natural
    /// Matters only when the width is finite.
    public var wrap = TextWrap.wordCharacter
    /// Distance between baselines as a multiple of the font's line height, as `pango_layout_set_line_spacing`; 0 takes
    /// the fonts' natural distance.
    public var lineSpacingFactor = 0.0
    /// Which way paragraphs run that neither a style nor a strong character, in them or farther up, gives a direction.
    public var runsRightToLeft = false
    private var box: RareBox<RareTextOptions>?

    /// Any number of lines, broken between words.
    public init() {}

    /// What few texts need.
    public var rare: RareTextOptions {
        get { box?.values ?? RareTextOptions() }
        set { box = newValue == RareTextOptions.plain ? nil : RareBox(newValue) }
    }

    /// Whether `rare` says anything; quick.
    public var hasRare: Bool { box != nil }

    /// Makes the texts that are named here others, though equal: a text that keeps a measurement of itself which was
    /// cut with itself, or with one that does the same, would keep itself.
    mutating func cutReferences() {
        guard let values = box?.values, values.token != nil || values.message != nil else { return }
        rare.token = values.token?.withoutMeasurements
        rare.message = values.message?.withoutMeasurements
    }

    /// Whether there is surely nothing in it but what matters for measuring.
    var isForMeasuring: Bool { !hasRare && (alignment == .natural || alignment == .justify) }

    /// What matters for measuring; the rest would only split what is kept.
    var forMeasuring: TextLayoutOptions {
        if isForMeasuring { return self }
        var result = self
        if alignment != .justify { result.alignment = .natural }
        if hasRare {
            var values = rare
            values.forgetFrame()
            result.rare = values
        }
        return result
    }
}

/// Where lines stand in a frame that is taller than they are.
public enum TextPlacement: Int32, Hashable, Sendable {
    case top = 0
    case center = 1
    case bottom = 2
}

/// The options that few texts need.
public struct RareTextOptions: Hashable, Sendable {
    /// Under every paragraph of the text.
    public var paragraph = ParagraphStyle()
    /// Whether words stay whole where text is cut.
    public var truncatesAtWords = false
    /// What stands where text was cut, in place of an ellipsis; what its attributes do not say comes from the text
    /// before it.
    public var token: AttributedText?
    /// Follows the token: "Read more".
    public var message: AttributedText?
    /// Around the text, part of its size; logical units.
    public var insets = EdgeInsets.zero
    public var placement = TextPlacement.top
    /// Whether lines that a frame is too low for are cut, as with `maximumLines`.
    public var fitsHeight = false
    /// Whether lines are made about equally long, without becoming more.
    public var isBalanced = false
    /// Whether shadows and outlines are part of the text's size.
    public var includesShadows = false
    /// Sizes to try after 1, from large to small, until the text fits.
    public var scaleFactors: [Double] = []
    /// The first of them that is more than the one before it, which none may be.
    public var risingScaleFactor: Int? {
        scaleFactors.indices.dropFirst().first { scaleFactors[$0] > scaleFactors[$0 - 1] }
    }
    /// Rectangles that lines go around, in logical units from the text's corner.
    public var exclusions: [Rect] = []
    /// The same for other shapes: the points of each, which is closed.
    public var exclusionPolygons: [[Point]] = []
    var hasExclusions: Bool { !exclusions.isEmpty || !exclusionPolygons.isEmpty }
    /// How wide the frame is in which lines around exclusions stand, where these are narrower to be balanced.
    var frameWidth: Double?
    /// For text that has no colour of its own.
    public var tint: Color?
    /// Draws bars of this colour in place of the lines.
    public var placeholder: Color?
    /// Times all sizes; what fits text into a frame multiplies it.
    public var scale = 1.0
    /// Whether to keep where each character stands.
    var keepsGraphemes = false

    /// No rare option.
    public init() {}

    static let plain = RareTextOptions()

    /// Whether cutting needs more than an ellipsis of Pango's.
    var truncatesSpecially: Bool { truncatesAtWords || token != nil || message != nil }

    mutating func forgetFrame() {
        insets = .zero
        placement = .top
        fitsHeight = false
        includesShadows = false
        scaleFactors = []
        tint = nil
        placeholder = nil
    }
}
