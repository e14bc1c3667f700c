public import LaminaGeometry

/// Capitals in place of small letters.
public enum FontCaps: Int32, Hashable, Sendable {
    case normal = 1
    /// Small letters become small capitals.
    case small = 2
    /// All letters become small capitals.
    case allSmall = 3
}

/// A copy of the text beneath it.
public struct TextShadow: Hashable, Sendable {
    public var color: Color
    /// Logical units, to the right and down.
    public var x: Double
    public var y: Double
    /// How far the edge is smeared, logical units; twice the standard deviation, as in CSS.
    public var blur: Double

    public init(color: Color, x: Double, y: Double, blur: Double) {
        self.color = color
        self.x = x
        self.y = y
        self.blur = blur
    }
}

/// The outline of letters.
public struct TextStroke: Hashable, Sendable {
    public var color: Color
    /// Logical units; half of it lies outside the letter.
    public var width: Double

    public init(color: Color, width: Double) {
        self.color = color
        self.width = width
    }
}

/// Colours along a line, in place of a text's colour. Positions are shares of the text's size: (0, 0) is its top left corner, (1, 1) its bottom right one.
public struct TextGradient: Hashable, Sendable {
    public struct Stop: Hashable, Sendable {
        /// 0...1.
        public var offset: Double
        public var color: Color

        public init(offset: Double, color: Color) {
            self.offset = offset
            self.color = color
        }
    }

    public var startX: Double
    public var startY: Double
    public var endX: Double
    public var endY: Double
    /// In order of their offsets.
    public var stops: [Stop]

    public init(startX: Double, startY: Double, endX: Double, endY: Double, stops: [Stop]) {
        self.startX = startX
        self.startY = startY
        self.endX = endX
        self.endY = endY
        self.stops = stops
    }
}

/// Room for something of the host's in a line of text.
public struct TextAttachment: Hashable, Sendable {
    /// Logical units.
    public var width: Double
    public var height: Double
    /// From the baseline up to the attachment's bottom edge, logical units; negative below it.
    public var rise: Double
    /// Whether a child of the node that shows the text stands here, as large as it is: texts of other sizes leave that alone.
    public var holdsChild = false

    public init(width: Double, height: Double, rise: Double) {
        self.width = width
        self.height = height
        self.rise = rise
    }
}

/// The attributes that few texts have; nil inherits.
public struct RareAttributes: Hashable, Sendable {
    /// Whether nothing is inherited: what these attributes do not name is as in a text without attributes.
    public var replaces = false
    /// Times the inherited size.
    public var sizeFactor: Double?
    /// 1 (ultra condensed) to 9 (ultra expanded); 5 is normal.
    public var stretch: Int?
    public var caps: FontCaps?
    /// OpenType features as in CSS: `tnum, "ss01" 1`.
    public var features: String?
    /// Axes of variable fonts: `wght=350,wdth=90`.
    public var variations: String?
    /// An RFC 3066 tag.
    public var language: String?
    /// Added after every cluster, logical units.
    public var letterSpacing: Double?
    /// Added to every space, logical units.
    public var wordSpacing: Double?
    /// How far above the baseline the text stands, logical units.
    public var rise: Double?
    public var background: Color?
    public var underlineColor: Color?
    public var strikethroughColor: Color?
    public var overline: Bool?
    public var overlineColor: Color?
    /// The host's name for a link; 0 is none.
    public var link: UInt64?
    /// The last one lies lowest.
    public var shadows: [TextShadow]?
    public var stroke: TextStroke?
    public var gradient: TextGradient?
    /// Of U+FFFC only: not inherited from what surrounds it.
    public var attachment: TextAttachment?

    /// Attributes that inherit everything.
    public init() {}

    static let empty = RareAttributes()
    var isEmpty: Bool { self == Self.empty }

    func inheriting(_ base: RareAttributes) -> RareAttributes {
        var result = self
        result.sizeFactor = sizeFactor ?? base.sizeFactor
        result.stretch = stretch ?? base.stretch
        result.caps = caps ?? base.caps
        result.features = features ?? base.features
        result.variations = variations ?? base.variations
        result.language = language ?? base.language
        result.letterSpacing = letterSpacing ?? base.letterSpacing
        result.wordSpacing = wordSpacing ?? base.wordSpacing
        result.rise = rise ?? base.rise
        result.background = background ?? base.background
        result.underlineColor = underlineColor ?? base.underlineColor
        result.strikethroughColor = strikethroughColor ?? base.strikethroughColor
        result.overline = overline ?? base.overline
        result.overlineColor = overlineColor ?? base.overlineColor
        result.link = link ?? base.link
        result.shadows = shadows ?? base.shadows
        result.stroke = stroke ?? base.stroke
        result.gradient = gradient ?? base.gradient
        // Changing the look of a stretch of text takes nothing out of it; the attributes of whole texts have none.
        result.attachment = attachment ?? base.attachment
        return result
    }

    /// Whether any of it has to be drawn by other means than glyphs and rectangles in one colour.
    var hasEffects: Bool {
        background != nil || gradient != nil || stroke != nil || !(shadows ?? []).isEmpty
    }
}
