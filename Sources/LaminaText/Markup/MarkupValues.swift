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
