internal import CPango

/// Which glyphs of a font have a say in each other's shape, when a script is written without spaces: those of most ideographs have none, and
/// those that are kerned have it in pairs, which can be tried.
@safe final class FontNeighbours {
    /// Held, so that its address stays its own.
    private let face: OpaquePointer
    /// What longer rules may begin or go on with.
    private let chained: OpaquePointer?
    private let paired: OpaquePointer?
    /// What may stand before or after a space that is another one for it.
    private let besideSpaces: OpaquePointer?
    private let script: Int32
    private let space: UInt32
    /// Whether all that the font does is found in the sets above.
    private(set) var isKnown = false

    init(_ face: OpaquePointer, script: Int32, space: UInt32) {
        unsafe self.face = hb_face_reference(face)
        unsafe (chained, paired, besideSpaces) = (hb_set_create(), hb_set_create(), hb_set_create())
        (self.script, self.space) = (script, space)
        if unsafe FontRules.hasPrograms(face) { return }
        if unsafe !FontRules.withTable(face, ("k", "e", "r", "n"), { unsafe $0.isEmpty }) { return }
        isKnown = take(("G", "S", "U", "B"), script, space) && take(("G", "P", "O", "S"), script, space)
    }

    deinit {
        unsafe hb_set_destroy(chained)
        unsafe hb_set_destroy(paired)
        unsafe hb_set_destroy(besideSpaces)
        unsafe hb_face_destroy(face)
    }

    func isOf(_ other: OpaquePointer, script: Int32, space: UInt32) -> Bool {
        unsafe face == other && self.script == script && self.space == space
    }

    func isChained(_ glyph: UInt32) -> Bool { unsafe hb_set_has(chained, glyph) != 0 }

    func isPaired(_ glyph: UInt32) -> Bool { unsafe hb_set_has(paired, glyph) != 0 }

    func changesSpaces(_ glyph: UInt32) -> Bool { unsafe hb_set_has(besideSpaces, glyph) != 0 }

    /// What HarfBuzz applies to horizontal text without being asked (hb-ot-shape.cc).
    private static let features: [FontRules.Name] = [
        ("r", "v", "r", "n"), ("l", "t", "r", "a"), ("l", "t", "r", "m"), ("r", "a", "n", "d"), ("a", "b", "v", "m"),
        ("b", "l", "w", "m"), ("c", "c", "m", "p"), ("l", "o", "c", "l"), ("m", "a", "r", "k"), ("m", "k", "m", "k"),
        ("r", "l", "i", "g"), ("c", "a", "l", "t"), ("c", "l", "i", "g"), ("c", "u", "r", "s"), ("d", "i", "s", "t"),
        ("k", "e", "r", "n"), ("l", "i", "g", "a"), ("r", "c", "l", "t"), ("H", "a", "r", "f"), ("H", "A", "R", "F"),
        ("B", "u", "z", "z"), ("B", "U", "Z", "Z"),
    ]

    /// Sorts the glyphs of a table's rules; false when one cannot be told.
    private func take(_ table: FontRules.Name, _ script: Int32, _ space: UInt32) -> Bool {
        let name = FontRules.tag(table)
        let lookups = unsafe hb_set_create()
        let sets = unsafe (0..<3).map { _ in unsafe hb_set_create() }
        defer {
            unsafe hb_set_destroy(lookups)
            unsafe sets.forEach { unsafe hb_set_destroy($0) }
        }
        let chosen = unsafe FontRules.chosenScript(face, name, script)
        let scripts = [chosen, 0]
        var features = Self.features.map(FontRules.tag)
        features.append(0)
        unsafe hb_ot_layout_collect_lookups(face, name, scripts, nil, features, lookups)
        if hasRequiredFeature(name, chosen) { return false }
        var lookup = hb_codepoint_t.max
        while unsafe hb_set_next(lookups, &lookup) != 0 {
            let rule = unsafe FontRules.withTable(face, table) { unsafe LookupRule($0, Int(lookup), table) }
            guard let rule else { return false }
            switch rule {
            case .single: continue
            case .joining(let seconds):
                for glyph in seconds { unsafe hb_set_add(chained, glyph) }
                continue
            case .pair, .longer: break
            }
            unsafe sets.forEach { unsafe hb_set_clear($0) }
            unsafe hb_ot_layout_lookup_collect_glyphs(face, name, lookup, sets[0], sets[1], sets[2], nil)
            if case .pair = rule {
                unsafe hb_set_union(paired, sets[1])
                continue
            }
            // Nothing happens without all of the glyphs that a rule is for.
            if unsafe hb_set_has(sets[1], space) == 0 {
                unsafe hb_set_union(chained, sets[1])
            } else if unsafe hb_set_get_population(sets[1]) == 1 {
                unsafe hb_set_union(besideSpaces, sets[0])
                unsafe hb_set_union(besideSpaces, sets[2])
            } else {
                return false
            }
        }
        return true
    }

    /// Whether a language has rules that no feature names.
    private func hasRequiredFeature(_ table: hb_tag_t, _ script: hb_tag_t) -> Bool {
        var count: UInt32 = 0
        let scripts = unsafe hb_ot_layout_table_get_script_tags(face, table, 0, &count, nil)
        for index in 0..<scripts {
            var one: UInt32 = 1
            var tag: hb_tag_t = 0
            _ = unsafe hb_ot_layout_table_get_script_tags(face, table, index, &one, &tag)
            if tag != script { continue }
            var none: UInt32 = 0
            let languages = unsafe hb_ot_layout_script_get_language_tags(face, table, index, 0, &none, nil)
            var feature: UInt32 = 0
            for language in 0...languages {
                let number = language == languages ? 0xFFFF : language  // HB_OT_LAYOUT_DEFAULT_LANGUAGE_INDEX
                if unsafe hb_ot_layout_language_get_required_feature(face, table, index, number, &feature, nil) != 0 {
                    return true
                }
            }
        }
        return false
    }
}

/// How far a rule of OpenType's looks.
private enum LookupRule {
    /// One glyph, whatever stands beside it.
    case single
    /// Two that stand side by side.
    case pair
    /// Several, of which each rule has one of these as its second.
    case joining(seconds: Set<UInt32>)
    case longer

    init?(_ table: UnsafeRawBufferPointer, _ index: Int, _ name: FontRules.Name) {
        let substitutes = name.3 == "B"
        let extended = substitutes ? 7 : 9
        guard let kind = unsafe FontRules.lookupType(table, index, extended: extended),
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
