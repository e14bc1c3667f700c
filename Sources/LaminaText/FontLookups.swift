internal import CPango

/// The lookups of one of a font's tables (GSUB, GPOS) that a script may use, and the glyphs that each of them looks at.
@safe final class FontLookups {
    /// `made` are those that it puts in.
    enum Place: Int { case before, own, after, made }

    private let face: OpaquePointer
    private let table: FontRules.Name
    let name: hb_tag_t
    /// The script's tag in the font.
    let script: hb_tag_t
    private let lookups: OpaquePointer?
    /// By place.
    private let found: [OpaquePointer?]

    /// `features` nil: those of all.
    init(_ face: OpaquePointer, _ table: FontRules.Name, _ script: Int32, features: [FontRules.Name]? = nil) {
        unsafe self.face = hb_face_reference(face)
        self.table = table
        name = FontRules.tag(table)
        self.script = unsafe Self.chosenScript(face, name, script)
        unsafe lookups = hb_set_create()
        unsafe found = (0..<4).map { _ in unsafe hb_set_create() }
        let scripts = [self.script, 0]
        if let features {
            unsafe hb_ot_layout_collect_lookups(face, name, scripts, nil, features.map(FontRules.tag) + [0], lookups)
        } else {
            unsafe hb_ot_layout_collect_lookups(face, name, scripts, nil, nil, lookups)
        }
    }

    deinit {
        unsafe hb_set_destroy(lookups)
        unsafe found.forEach { unsafe hb_set_destroy($0) }
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

    /// What follows a glyph where it joins the two into one; nil where it does anything else with the glyph.
    func joined(to glyph: UInt32, _ lookup: UInt32) -> Set<UInt32>? {
        if !substitutes { return nil }
        return unsafe FontRules.withTable(face, table) { unsafe LookupRule.joined(to: glyph, $0, Int(lookup)) }
    }

    /// Whether none of the lookups puts one of these in; what the last `collect` found is gone.
    func makesNone(of glyphs: Set<UInt32>) -> Bool {
        allSatisfy { lookup in
            collect(lookup)
            return !glyphs.contains { has($0, .made) }
        }
    }

    /// Finds the glyphs that it looks at, for the questions below.
    func collect(_ lookup: UInt32) {
        unsafe found.forEach { unsafe hb_set_clear($0) }
        unsafe hb_ot_layout_lookup_collect_glyphs(face, name, lookup, found[0], found[1], found[2], found[3])
    }

    func has(_ glyph: UInt32, _ place: Place) -> Bool { unsafe hb_set_has(found[place.rawValue], glyph) != 0 }

    func count(_ place: Place) -> UInt32 { unsafe hb_set_get_population(found[place.rawValue]) }

    func glyphs(_ place: Place) -> [UInt32] {
        var (glyph, all) = (hb_codepoint_t.max, [UInt32]())
        while unsafe hb_set_next(found[place.rawValue], &glyph) != 0 { all.append(glyph) }
        return all
    }

    func add(_ place: Place, to set: OpaquePointer?) { unsafe hb_set_union(set, found[place.rawValue]) }

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
        guard let lookup = unsafe Lookup(table, index, substitutes: substitutes),
            let flags = unsafe FontRules.number(table, lookup.place + 2)
        else { return nil }
        // What ignores bases or ligatures looks past them.
        let looksPast = flags & 0x06 != 0
        switch (substitutes, lookup.kind) {
        case (true, 1...3), (false, 1): self = .single
        case (false, 2): self = looksPast ? .longer : .pair
        case (true, 4):
            guard let ligatures = unsafe Ligatures(table, lookup) else { return nil }
            self = looksPast ? .longer : ligatures.areOfTwo ? .pair : .joining(seconds: ligatures.seconds)
        default: self = .longer
        }
    }

    /// The second glyphs of ligatures that begin with a glyph; nil when it stands elsewhere in one, or the lookup is not one of ligatures.
    static func joined(to glyph: UInt32, _ table: UnsafeRawBufferPointer, _ index: Int) -> Set<UInt32>? {
        guard let lookup = unsafe Lookup(table, index, substitutes: true), lookup.kind == 4,
            let ligatures = unsafe Ligatures(table, lookup, first: glyph), !ligatures.others.contains(glyph)
        else { return nil }
        return ligatures.seconds
    }

    /// An entry of OpenType's LookupList.
    private struct Lookup {
        /// Where it stands in the table.
        let place: Int
        let isExtended: Bool
        /// Of an extension: what it stands for, which its first subtable names.
        let kind: Int

        init?(_ table: UnsafeRawBufferPointer, _ index: Int, substitutes: Bool) {
            guard let list = unsafe FontRules.number(table, 8),
                let offset = unsafe FontRules.number(table, list + 2 + 2 * index),
                let own = unsafe FontRules.number(table, list + offset)
            else { return nil }
            place = list + offset
            isExtended = own == (substitutes ? 7 : 9)
            if !isExtended {
                kind = own
                return
            }
            // The subtable: format, type, offset.
            guard let subtable = unsafe FontRules.number(table, place + 6),
                let extended = unsafe FontRules.number(table, place + subtable + 2)
            else { return nil }
            kind = extended
        }
    }

    /// Where a coverage table (OpenType, Common Table Formats) has a glyph.
    private static func coverageIndex(_ table: UnsafeRawBufferPointer, _ at: Int, _ glyph: UInt32) -> Int? {
        guard let format = unsafe FontRules.number(table, at), let count = unsafe FontRules.number(table, at + 2) else {
            return nil
        }
        let (first, step) = (at + 4, format == 1 ? 2 : 6)
        for n in 0..<count {
            guard let start = unsafe FontRules.number(table, first + n * step) else { return nil }
            if format == 1 {
                if start == glyph { return n }
            } else if let end = unsafe FontRules.number(table, first + n * step + 2),
                let index = unsafe FontRules.number(table, first + n * step + 4),
                (start...max(start, end)).contains(Int(glyph))
            {
                return index + Int(glyph) - start
            }
        }
        return nil
    }

    /// What a lookup of ligatures (OpenType GSUB 4) joins.
    private struct Ligatures {
        var areOfTwo = true
        /// The second glyph of each, or of each that begins with `first`.
        var seconds: Set<UInt32> = []
        /// All but the first of each.
        var others: Set<UInt32> = []

        init?(_ table: UnsafeRawBufferPointer, _ lookup: Lookup, first: UInt32? = nil) {
            guard let count = unsafe FontRules.number(table, lookup.place + 4) else { return nil }
            for n in 0..<count {
                guard let offset = unsafe FontRules.number(table, lookup.place + 6 + 2 * n) else { return nil }
                var subtable = lookup.place + offset
                if lookup.isExtended {
                    guard let high = unsafe FontRules.number(table, subtable + 4),
                        let low = unsafe FontRules.number(table, subtable + 6)
                    else { return nil }
                    subtable += high << 16 | low
                }
                guard let sets = unsafe FontRules.number(table, subtable + 4),
                    let coverage = unsafe FontRules.number(table, subtable + 2)
                else { return nil }
                let wanted = first.map { unsafe coverageIndex(table, subtable + coverage, $0) ?? -1 }
                for set in 0..<sets {
                    guard let place = unsafe FontRules.number(table, subtable + 6 + 2 * set),
                        let ligatures = unsafe FontRules.number(table, subtable + place)
                    else { return nil }
                    for ligature in 0..<ligatures {
                        guard let at = unsafe FontRules.number(table, subtable + place + 2 + 2 * ligature),
                            unsafe take(table, subtable + place + at, isWanted: wanted == nil || wanted == set)
                        else { return nil }
                    }
                }
            }
        }

        private mutating func take(_ table: UnsafeRawBufferPointer, _ ligature: Int, isWanted: Bool) -> Bool {
            guard let count = unsafe FontRules.number(table, ligature + 2) else { return false }
            if count < 2 { return true }
            areOfTwo = areOfTwo && count == 2
            for n in 0..<count - 1 {
                guard let glyph = unsafe FontRules.number(table, ligature + 4 + 2 * n) else { return false }
                others.insert(UInt32(glyph))
                if n == 0 && isWanted { seconds.insert(UInt32(glyph)) }
            }
            return true
        }
    }
}
