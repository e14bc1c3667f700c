public import LaminaGeometry

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
    /// Cast into the letters; the last one lies lowest.
    public var innerShadows: [TextShadow]?
    public var border: TextBorder?
    /// In place of the colour; shares of the text's size.
    public var gradient: Gradient?
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
        result.innerShadows = innerShadows ?? base.innerShadows
        result.border = border ?? base.border
        result.gradient = gradient ?? base.gradient
        // Changing the look of a stretch of text takes nothing out of it; the attributes of whole texts have none.
        result.attachment = attachment ?? base.attachment
        return result
    }

    /// Whether any of it has to be drawn by other means than glyphs and rectangles in one colour.
    var hasEffects: Bool {
        background != nil || gradient != nil || stroke != nil || !(shadows ?? []).isEmpty
            || !(innerShadows ?? []).isEmpty
    }
}
