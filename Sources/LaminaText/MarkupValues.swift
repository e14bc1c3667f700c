internal import LaminaGeometry

/// Colours as markup writes them.
enum MarkupColor {
    /// The basic colours of CSS Color 4 (and orange), as 0xrrggbb.
    private static let names: [String: UInt32] = [
        "black": 0x000000, "silver": 0xC0C0C0, "gray": 0x808080, "grey": 0x808080, "white": 0xFFFFFF,
        "maroon": 0x800000,
        "red": 0xFF0000, "purple": 0x800080, "fuchsia": 0xFF00FF, "green": 0x008000, "lime": 0x00FF00,
        "olive": 0x808000,
        "yellow": 0xFFFF00, "orange": 0xFFA500, "navy": 0x000080, "blue": 0x0000FF, "teal": 0x008080, "aqua": 0x00FFFF,
    ]

    /// #rgb, #rrggbb, #rrggbbaa, or a name in any case.
    static func read(_ value: String) -> Color? {
        let named = names[value.lowercased()]
        guard let number = named ?? hex(value) else { return nil }
        func part(_ shift: UInt32, _ bits: UInt32) -> Float {
            let most = (UInt32(1) << bits) - 1
            return Float(number >> shift & most) / Float(most)
        }
        switch named == nil ? value.utf8.count : 7 {
        case 4: return Color(red: part(8, 4), green: part(4, 4), blue: part(0, 4), alpha: 1)
        case 7: return Color(red: part(16, 8), green: part(8, 8), blue: part(0, 8), alpha: 1)
        case 9: return Color(red: part(24, 8), green: part(16, 8), blue: part(8, 8), alpha: part(0, 8))
        default: return nil
        }
    }

    private static func hex(_ value: String) -> UInt32? {
        guard value.hasPrefix("#"), value.utf8.count <= 9, !value.contains("+") else { return nil }
        return UInt32(value.dropFirst(), radix: 16)
    }
}

extension MarkupTags {
    static let names = "a, b, i, u, s, big, small, sub, sup, tt, span"

    /// What an attribute takes, to be told to whoever wrote something else.
    static func values(of key: String) -> String {
        switch key {
        case "size": "points such as 12, units such as 18px, or a share such as 120%"
        case "weight": "100 to 1000, or thin, light, normal, medium, bold, heavy"
        case "style": "normal, italic or oblique"
        case "variant": "normal, small-caps or all-small-caps"
        case "stretch": "a whole number from 1 to 9"
        case "underline": "none, single, double, low or error"
        case "strikethrough": "true or false"
        case "overline": "none or single"
        case "letter_spacing", "word_spacing", "rise": "a number of logical units from -1000 to 1000"
        case "font_features": "a list such as tnum, ss01=1"
        case "font_variations": "a list such as wght=350, wdth=90"
        case "lang": "a language tag such as cs"
        case "link", "href": "a whole number, your name for the link (addresses stay in a list of yours)"
        case "font_family": "the name of a font family"
        default: "a colour such as #2f7ed8 or navy"
        }
    }
}
