public import LaminaGeometry

/// How upright letters stand.
public enum FontSlant: Int32, Hashable, Sendable {
    case upright = 1
    /// The family's own italic, or oblique where it has none.
    case italic = 2
    /// Slanted uprights, or italic where the family has none.
    case oblique = 3
}

/// A line below text.
public enum Underline: Int32, Hashable, Sendable {
    case none = 1
    case single = 2
    case double = 3
    /// Below the lowest descender of the run.
    case low = 4
    /// As spelling mistakes are marked.
    case wavy = 5
}

/// The look of a stretch of text; nil inherits from the attributes of the whole text, and those from the
/// `FontConfiguration`.
public struct CharacterAttributes: Equatable, Hashable, Sendable {
    /// A family name, or several separated by commas.
    public var family: String?
    /// Logical units; kept within 0.25...2000, and rounded to 1/1024, when measured.
    public var size: Double?
    /// 100 (thin) to 1000; 400 is normal, 700 bold.
    public var weight: Int?
    /// Upright when nobody says anything.
    public var slant: FontSlant?
    /// nil everywhere means the colour that the drawing call gives.
    public var color: Color?
    /// In the text's colour unless `rare` has another.
    public var underline: Underline?
    /// A line through the text, in the text's colour unless `rare` has another.
    public var strikethrough: Bool?
    private var box: RareBox<RareAttributes>?

    /// Attributes that inherit whatever is not given.
    public init(
        family: String? = nil, size: Double? = nil, weight: Int? = nil, slant: FontSlant? = nil, color: Color? = nil,
        underline: Underline? = nil, strikethrough: Bool? = nil, rare: RareAttributes? = nil
    ) {
        self.family = family
        self.size = size
        self.weight = weight
        self.slant = slant
        self.color = color
        self.underline = underline
        self.strikethrough = strikethrough
        if let rare { self.rare = rare }
    }

    /// What few texts have.
    public var rare: RareAttributes {
        get { box?.values ?? RareAttributes() }
        set { box = newValue.isEmpty ? nil : RareBox(newValue) }
    }

    /// Whether `rare` says anything; quick.
    var hasRare: Bool { box != nil }

    /// `rare.replaces`; quick.
    var replaces: Bool { box?.values.replaces ?? false }

    /// Whether anything but the font changes how letters are shaped or how far apart they stand.
    var shapesSpecially: Bool {
        guard let values = box?.values else { return false }
        return !(values.features ?? "").isEmpty || values.letterSpacing ?? 0 != 0 || values.wordSpacing ?? 0 != 0
            || values.rise ?? 0 != 0 || values.attachment != nil
    }

    /// These attributes, with those of `base` wherever this one says nothing.
    public func inheriting(_ base: CharacterAttributes) -> CharacterAttributes {
        inheriting(base, unless: replaces)
    }

    /// The same for attributes that were made of several, of which one may replace what is below.
    func inheriting(_ base: CharacterAttributes, unless replaces: Bool) -> CharacterAttributes {
        if replaces {
            guard box?.values.attachment == nil, let attachment = base.box?.values.attachment else { return self }
            var result = self
            result.rare.attachment = attachment
            return result
        }
        var result = CharacterAttributes(
            family: family ?? base.family, size: size ?? base.size, weight: weight ?? base.weight,
            slant: slant ?? base.slant, color: color ?? base.color, underline: underline ?? base.underline,
            strikethrough: strikethrough ?? base.strikethrough)
        if let box, let other = base.box {
            result.rare = box.values.inheriting(other.values)
        } else {
            result.box = box ?? base.box
        }
        return result
    }
}

/// Keeps what few values have out of the way of what all have: comparing and copying that is part of every measurement.
final class RareBox<Value: Hashable & Sendable>: Sendable, Hashable {
    let values: Value

    init(_ values: Value) { self.values = values }

    static func == (a: RareBox, b: RareBox) -> Bool { a === b || a.values == b.values }

    func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
