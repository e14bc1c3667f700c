public import LaminaGeometry

/// The look of a stretch of text; nil inherits from the attributes of the whole text, and those from the `FontConfiguration`.
public struct CharacterAttributes: Equatable, Hashable, Sendable {
    /// A family name, or several separated by commas.
    public var family: String?
    /// Logical units; rounded to a quarter and kept within 0.25...2000 when measured.
    public var size: Double?
    /// 100 (thin) to 1000; 400 is normal, 700 bold.
    public var weight: Int?
    /// Italic or oblique, whichever the family has.
    public var isItalic: Bool?
    /// nil everywhere means the colour that the drawing call gives.
    public var color: Color?
    /// A line below the text, in the text's colour.
    public var underline: Bool?
    /// A line through the text, in the text's colour.
    public var strikethrough: Bool?

    /// Attributes that inherit whatever is not given.
    public init(
        family: String? = nil, size: Double? = nil, weight: Int? = nil, isItalic: Bool? = nil, color: Color? = nil,
        underline: Bool? = nil, strikethrough: Bool? = nil
    ) {
        self.family = family
        self.size = size
        self.weight = weight
        self.isItalic = isItalic
        self.color = color
        self.underline = underline
        self.strikethrough = strikethrough
    }

    /// These attributes, with those of `base` wherever this one says nothing.
    public func inheriting(_ base: CharacterAttributes) -> CharacterAttributes {
        CharacterAttributes(
            family: family ?? base.family, size: size ?? base.size, weight: weight ?? base.weight,
            isItalic: isItalic ?? base.isItalic, color: color ?? base.color, underline: underline ?? base.underline,
            strikethrough: strikethrough ?? base.strikethrough)
    }
}
