internal import CPango
public import LaminaGeometry

// Questions about the fonts that there are. Each takes the font lock, and milliseconds the first time.
extension FontSystem {
    /// Makes the fonts of a file's contents available, as `addFontFile`. They stay in memory as long as the process
    /// lives.
    public func addFontData(_ bytes: [UInt8]) throws(LaminaError) {
        // The smallest font file is a header and a table.
        if bytes.count < 12 {
            throw LaminaError(.io, "the data of \(bytes.count) bytes is not a font that FreeType can read")
        }
        try addFontFile(try FontData.path(for: bytes))
    }

    /// The names of all families, sorted, each once.
    public var families: [String] {
        FontLock.withLock { held in
            let map = unsafe lamina_pango_font_map_new()!
            defer { unsafe lamina_pango_font_map_free(map) }
            unsafe withSource(held) { config, _ in
                if let config = unsafe config { unsafe lamina_pango_font_map_use(map, config) }
            }
            var list: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>? = nil
            var count: Int32 = 0
            unsafe pango_font_map_list_families(map, &list, &count)
            defer { unsafe g_free(list) }
            guard let list = unsafe list, hasFonts(held) else { return [] }
            var names: Set<String> = []
            for i in 0..<Int(count) {
                guard let family = unsafe list[i] else { continue }
                names.insert(unsafe String(cString: pango_font_family_get_name(family)))
            }
            // Pango lists these besides the real ones, and fontconfig decides what they are.
            return names.subtracting(["Sans", "Serif", "Monospace", "System-ui"]).sorted()
        }
    }

    /// Whether there is a family of that name, letters of either case.
    public func hasFamily(_ name: String) -> Bool {
        let wanted = name.lowercased()
        return families.contains { $0.lowercased() == wanted }
    }

    /// The family that text in `family`, a list of names, is set in; nil without any font.
    public func match(_ family: String?) -> String? {
        var attributes = CharacterAttributes()
        attributes.family = family
        let style = FontStyle(attributes, configuration)
        return FontLock.withLock { held in
            if !hasFonts(held) { return nil }
            guard let pattern = unsafe FcPatternCreate() else { return nil }
            defer { unsafe FcPatternDestroy(pattern) }
            for name in style.family.split(separator: ",") {
                let name = String(name.drop { $0 == " " })
                _ = unsafe name.withCString {
                    unsafe $0.withMemoryRebound(to: FcChar8.self, capacity: 1) {
                        unsafe FcPatternAddString(pattern, FC_FAMILY, $0)
                    }
                }
            }
            return unsafe withSource(held) { config, _ in
                unsafe FcConfigSubstitute(config, pattern, FcMatchPattern)
                unsafe FcDefaultSubstitute(pattern)
                var result = FcResultMatch
                guard let found = unsafe FcFontMatch(config, pattern, &result) else { return nil }
                defer { unsafe FcPatternDestroy(found) }
                var value: UnsafeMutablePointer<FcChar8>? = nil
                guard unsafe FcPatternGetString(found, FC_FAMILY, 0, &value) == FcResultMatch, let value = unsafe value
                else { return nil }
                return unsafe String(cString: value)
            }
        }
    }

    func hasFonts(_ held: borrowing FontLock.Held) -> Bool {
        unsafe withSource(held) { config, _ in
            for set in [FcSetSystem, FcSetApplication] {
                if let fonts = unsafe FcConfigGetFonts(config, set), unsafe fonts.pointee.nfont > 0 { return true }
            }
            return false
        }
    }
}
