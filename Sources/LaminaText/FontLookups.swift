internal import CPango

/// The lookups of one of a font's tables (GSUB, GPOS) that a script may use, and the glyphs that each of them looks at.
@safe final class FontLookups {
    enum Place: Int { case before, own, after }

    private let face: OpaquePointer
    private let table: FontRules.Name
    let name: hb_tag_t
    /// The script's tag in the font.
    let script: hb_tag_t
    private let lookups: OpaquePointer?
    /// By place.
    private let glyphs: [OpaquePointer?]

    /// `features` nil: those of all.
    init(_ face: OpaquePointer, _ table: FontRules.Name, _ script: Int32, features: [FontRules.Name]? = nil) {
        unsafe self.face = hb_face_reference(face)
        self.table = table
        name = FontRules.tag(table)
        self.script = unsafe Self.chosenScript(face, name, script)
        unsafe lookups = hb_set_create()
        unsafe glyphs = (0..<3).map { _ in unsafe hb_set_create() }
        let scripts = [self.script, 0]
        if let features {
            unsafe hb_ot_layout_collect_lookups(face, name, scripts, nil, features.map(FontRules.tag) + [0], lookups)
        } else {
            unsafe hb_ot_layout_collect_lookups(face, name, scripts, nil, nil, lookups)
        }
    }

    deinit {
        unsafe hb_set_destroy(lookups)
        unsafe glyphs.forEach { unsafe hb_set_destroy($0) }
        unsafe hb_face_destroy(face)
    }

    /// Whether the table substitutes glyphs; else it places them.
    var substitutes: Bool { table.3 == "B" }

    /// Whether `body` is true for each lookup, by its number.
    func allSatisfy(_ body: (UInt32) -> Bool) -> Bool {
        var lookup = hb_codepoint_t.max
        while unsafe hb_set_next(lookups, &lookup) != 0 { if !body(lookup) { return false } }
        return true
    }

    /// How far it looks; nil when the font does not say.
    func rule(_ lookup: UInt32) -> LookupRule? {
        unsafe FontRules.withTable(face, table) { unsafe LookupRule($0, Int(lookup), substitutes: substitutes) }
    }

    /// Finds the glyphs that it looks at, for the questions below.
    func collect(_ lookup: UInt32) {
        unsafe glyphs.forEach { unsafe hb_set_clear($0) }
        unsafe hb_ot_layout_lookup_collect_glyphs(face, name, lookup, glyphs[0], glyphs[1], glyphs[2], nil)
    }

    func has(_ glyph: UInt32, _ place: Place) -> Bool { unsafe hb_set_has(glyphs[place.rawValue], glyph) != 0 }

    func count(_ place: Place) -> UInt32 { unsafe hb_set_get_population(glyphs[place.rawValue]) }

    func add(_ place: Place, to set: OpaquePointer?) { unsafe hb_set_union(set, glyphs[place.rawValue]) }

    /// The script's tag in the font, as HarfBuzz picks it, with its fallbacks.
    private static func chosenScript(
        _ face: OpaquePointer, _ table: hb_tag_t, _ script: Int32
    ) -> hb_tag_t {
        var count: UInt32 = 3
        var tags = [hb_tag_t](repeating: 0, count: 3)
        let name = hb_script_t(rawValue: g_unicode_script_to_iso15924(GUnicodeScript(rawValue: script)))
        unsafe hb_ot_tags_from_script_and_language(name, nil, &count, &tags, nil, nil)
        var index: UInt32 = 0
        var chosen: hb_tag_t = 0
        _ = unsafe hb_ot_layout_table_select_script(face, table, count, tags, &index, &chosen)
        return chosen
    }
}

/// How far a rule of OpenType's looks.
enum LookupRule {
    /// One glyph, whatever stands beside it.
    case single
    /// Two that stand side by side.
    case pair
    /// Several, of which each rule has one of these as its second.
    case joining(seconds: Set<UInt32>)
    case longer

    init?(_ table: UnsafeRawBufferPointer, _ index: Int, substitutes: Bool) {
        let extended = substitutes ? 7 : 9
        guard let kind = unsafe Self.type(table, index, extended: extended),
            let list = unsafe FontRules.number(table, 8),
            let offset = unsafe FontRules.number(table, list + 2 + 2 * index),
            let flags = unsafe FontRules.number(table, list + offset + 2)
        else { return nil }
        // What ignores bases or ligatures looks past them.
        let looksPast = flags & 0x06 != 0
        switch (substitutes, kind) {
        case (true, 1...3), (false, 1): self = .single
        case (false, 2): self = looksPast ? .longer : .pair
        case (true, 4):
            let own = unsafe FontRules.number(table, list + offset)
            guard let ligatures = unsafe Ligatures(table, list + offset, isExtended: own == extended) else {
                return nil
            }
            self = looksPast ? .longer : ligatures.areOfTwo ? .pair : .joining(seconds: ligatures.seconds)
        default: self = .longer
        }
    }

    /// OpenType's LookupList: what an extension stands for is named in its first subtable.
    private static func type(
        _ table: UnsafeRawBufferPointer, _ index: Int, extended: Int
    ) -> Int? {
        guard let list = unsafe FontRules.number(table, 8),
            let offset = unsafe FontRules.number(table, list + 2 + 2 * index),
            let kind = unsafe FontRules.number(table, list + offset)
        else { return nil }
        if kind != extended { return kind }
        guard let subtable = unsafe FontRules.number(table, list + offset + 6) else { return nil }
        // The subtable: format, type, offset.
        return unsafe FontRules.number(table, list + offset + subtable + 2)
    }

    /// What a lookup of ligatures (OpenType GSUB 4) joins.
    private struct Ligatures {
        var areOfTwo = true
        /// The second glyph of each.
        var seconds: Set<UInt32> = []

        init?(_ table: UnsafeRawBufferPointer, _ lookup: Int, isExtended: Bool) {
            guard let count = unsafe FontRules.number(table, lookup + 4) else { return nil }
            for n in 0..<count {
                guard let offset = unsafe FontRules.number(table, lookup + 6 + 2 * n) else { return nil }
                var subtable = lookup + offset
                if isExtended {
                    guard let high = unsafe FontRules.number(table, subtable + 4),
                        let low = unsafe FontRules.number(table, subtable + 6)
                    else { return nil }
                    subtable += high << 16 | low
                }
                guard let sets = unsafe FontRules.number(table, subtable + 4) else { return nil }
                for set in 0..<sets {
                    guard let place = unsafe FontRules.number(table, subtable + 6 + 2 * set),
                        let ligatures = unsafe FontRules.number(table, subtable + place)
                    else { return nil }
                    for ligature in 0..<ligatures {
                        guard let at = unsafe FontRules.number(table, subtable + place + 2 + 2 * ligature),
                            unsafe take(table, subtable + place + at)
                        else { return nil }
                    }
                }
            }
        }

        private mutating func take(_ table: UnsafeRawBufferPointer, _ ligature: Int) -> Bool {
            guard let count = unsafe FontRules.number(table, ligature + 2) else { return false }
            if count < 2 { return true }
            guard let second = unsafe FontRules.number(table, ligature + 4) else { return false }
            areOfTwo = areOfTwo && count == 2
            seconds.insert(UInt32(second))
            return true
        }
    }
}
