/// What selects a font, with everything inherited filled in.
struct FontStyle: Hashable, Sendable {
    var family: String
    /// 1/1024 logical units, which is as exactly as Pango takes it. Every size costs each engine about 2 ms and some 50
    /// KB.
    var units: Int32
    var weight: Int32
    var slant: FontSlant
    var caps = FontCaps.normal
    /// 1...9.
    var stretch: Int8 = 5
    /// "" is none.
    var variations = ""
    /// "" is the configuration's.
    var language = ""

    init(_ attributes: CharacterAttributes, _ configuration: FontConfiguration, scale: Double = 1) {
        family = Self.cString(attributes.family ?? configuration.defaultFamily)
        var size = attributes.size ?? configuration.defaultSize
        weight = Int32(min(max(attributes.weight ?? 400, 100), 1000))
        slant = attributes.slant ?? .upright
        if attributes.hasRare {
            let rare = attributes.rare
            size *= rare.sizeFactor ?? 1
            caps = rare.caps ?? .normal
            stretch = Int8(min(max(rare.stretch ?? 5, 1), 9))
            variations = Self.cString(rare.variations ?? "")
            language = Self.cString(rare.language ?? "")
        }
        size *= scale
        let valid = size.isFinite && size > 0 ? size : configuration.defaultSize
        units = Int32((min(max(valid, 0.25), 2000) * 1024).rounded())
    }

    /// Pango would read a NUL as the end.
    private static func cString(_ string: String) -> String {
        string.utf8.contains(0) ? String(string.prefix { $0 != "\0" }) : string
    }
}
