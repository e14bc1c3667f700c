/// What selects a font, with everything inherited filled in.
struct FontStyle: Hashable, Sendable {
    var family: String
    /// Quarters of a logical unit: every size costs each engine about 2 ms and some 50 KB, so there must not be endlessly many.
    var quarterSize: Int32
    var weight: Int32
    var isItalic: Bool

    init(_ attributes: CharacterAttributes, _ configuration: FontConfiguration) {
        let named = attributes.family ?? configuration.defaultFamily
        // Pango would read a NUL as the end, and takes the empty family for "Sans".
        family = named.utf8.contains(0) ? String(named.prefix { $0 != "\0" }) : named
        let size = attributes.size ?? configuration.defaultSize
        let valid = size.isFinite && size > 0 ? size : configuration.defaultSize
        quarterSize = Int32(min(max((valid * 4).rounded(), 1), 8000))
        weight = Int32(min(max(attributes.weight ?? 400, 100), 1000))
        isItalic = attributes.isItalic ?? false
    }

    /// 1/1024 logical units.
    var units: Int32 { quarterSize * 256 }
}
