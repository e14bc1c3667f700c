internal import LaminaGeometry

/// What the tags and attributes of markup mean.
enum MarkupTags {
    /// Applies what a tag by itself says; false when there is no such tag.
    static func apply(_ name: String, to attributes: inout CharacterAttributes, _ factor: inout Double) -> Bool {
        switch name {
        case "span", "a": return true
        case "b": attributes.weight = 700
        case "i": attributes.slant = .italic
        case "u": attributes.underline = .single
        case "s": attributes.strikethrough = true
        case "tt": attributes.family = "monospace"
        // As Pango's scales: 1.2 up and down, and sub and sup a third smaller, moved by a share of 14 units.
        case "big": scale(1.2, &attributes, &factor)
        case "small": scale(1 / 1.2, &attributes, &factor)
        case "sub", "sup":
            scale(1 / 1.44, &attributes, &factor)
            attributes.rare.rise = (attributes.rare.rise ?? 0) + (name == "sup" ? 5 : -3)
        default: return false
        }
        return true
    }

    private static func scale(_ by: Double, _ attributes: inout CharacterAttributes, _ factor: inout Double) {
        factor = min(max(factor * by, 0.01), 100)
        attributes.rare.sizeFactor = factor
    }

    private static let spanKeys: Set<String> = [
        "font_family", "size", "weight", "style", "variant", "stretch", "foreground", "color", "background",
        "underline",
        "underline_color", "strikethrough", "strikethrough_color", "overline", "overline_color", "letter_spacing",
        "word_spacing", "rise", "font_features", "font_variations", "lang", "link",
    ]

    static func knows(_ key: String, of tag: String) -> Bool {
        tag == "span" ? spanKeys.contains(key) : tag == "a" && key == "href"
    }

    /// The attributes that a tag takes, to be told to whoever wrote another one.
    static func keys(of tag: String) -> String {
        switch tag {
        case "span": "there are \(spanKeys.sorted().joined(separator: ", "))"
        case "a": "there is href, whose value is a number"
        default: "<span> takes attributes"
        }
    }

    /// Sets what an attribute says; false when the value is none.
    static func set(
        _ key: String, _ value: String, on attributes: inout CharacterAttributes, _ factor: inout Double
    ) -> Bool {
        switch key {
        case "font_family": return put(value.isEmpty ? nil : value) { attributes.family = $0 }
        case "size": return setSize(value, &attributes, &factor)
        case "weight": return put(weight(value)) { attributes.weight = $0 }
        case "style":
            return put(["normal": FontSlant.upright, "italic": .italic, "oblique": .oblique][value]) {
                attributes.slant = $0
            }
        case "foreground", "color": return put(Color(text: value)) { attributes.color = $0 }
        case "underline":
            let kinds: [String: Underline] = [
                "none": .none, "single": .single, "double": .double, "low": .low, "error": .wavy,
            ]
            return put(kinds[value]) { attributes.underline = $0 }
        case "strikethrough": return put(["true": true, "false": false][value]) { attributes.strikethrough = $0 }
        default:
            var rare = attributes.rare
            if !setRare(key, value, &rare) { return false }
            attributes.rare = rare
            return true
        }
    }

    private static func setRare(_ key: String, _ value: String, _ rare: inout RareAttributes) -> Bool {
        switch key {
        case "variant":
            return put(["normal": FontCaps.normal, "small-caps": .small, "all-small-caps": .allSmall][value]) {
                rare.caps = $0
            }
        case "stretch":
            return put(Int(value).flatMap { Limits.fontStretch.contains($0) ? $0 : nil }) { rare.stretch = $0 }
        case "background": return put(Color(text: value)) { rare.background = $0 }
        case "underline_color": return put(Color(text: value)) { rare.underlineColor = $0 }
        case "strikethrough_color": return put(Color(text: value)) { rare.strikethroughColor = $0 }
        case "overline": return put(["none": false, "single": true][value]) { rare.overline = $0 }
        case "overline_color": return put(Color(text: value)) { rare.overlineColor = $0 }
        case "letter_spacing": return put(length(value)) { rare.letterSpacing = $0 }
        case "word_spacing": return put(length(value)) { rare.wordSpacing = $0 }
        case "rise": return put(length(value)) { rare.rise = $0 }
        case "font_features": return put(FontSyntax.isFeatures(value) ? value : nil) { rare.features = $0 }
        case "font_variations": return put(FontSyntax.isVariations(value) ? value : nil) { rare.variations = $0 }
        case "lang": return put(FontSyntax.isLanguage(value) ? value : nil) { rare.language = $0 }
        case "link", "href": return put(UInt64(value)) { rare.link = $0 }
        default: return false
        }
    }

    private static func put<T>(_ value: T?, _ set: (T) -> Void) -> Bool {
        guard let value else { return false }
        set(value)
        return true
    }

    private static func setSize(
        _ value: String, _ attributes: inout CharacterAttributes, _ factor: inout Double
    ) -> Bool {
        if value.hasSuffix("%") {
            guard let percent = Double(value.dropLast()), percent >= 1, percent <= 10_000 else { return false }
            scale(percent / 100, &attributes, &factor)
            return true
        }
        let isPixels = value.hasSuffix("px")
        guard let number = Double(isPixels ? String(value.dropLast(2)) : value), number > 0, number <= 1500 else {
            return false
        }
        attributes.size = isPixels ? number : number * 96 / 72
        factor = 1
        if attributes.rare.sizeFactor != nil { attributes.rare.sizeFactor = 1 }
        return true
    }

    private static func weight(_ value: String) -> Int? {
        if let named = ["thin": 100, "light": 300, "normal": 400, "medium": 500, "bold": 700, "heavy": 900][value] {
            return named
        }
        return Int(value).flatMap { Limits.fontWeight.contains($0) ? $0 : nil }
    }

    private static func length(_ value: String) -> Double? {
        Double(value).flatMap { Limits.textOffset.contains($0) ? $0 : nil }
    }
}
