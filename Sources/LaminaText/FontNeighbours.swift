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
        let lookups = unsafe FontLookups(face, table, script, features: Self.features)
        if hasRequiredFeature(lookups.name, lookups.script) { return false }
        return lookups.allSatisfy { lookup in
            guard let rule = lookups.rule(lookup) else { return false }
            switch rule {
            case .single: return true
            case .joining(let seconds):
                for glyph in seconds { unsafe hb_set_add(chained, glyph) }
                return true
            case .pair, .longer: lookups.collect(lookup)
            }
            // Nothing happens without all of the glyphs that a rule is for.
            if case .pair = rule {
                unsafe lookups.add(.own, to: paired)
            } else if !lookups.has(space, .own) {
                unsafe lookups.add(.own, to: chained)
            } else if lookups.count(.own) == 1 {
                unsafe lookups.add(.before, to: besideSpaces)
                unsafe lookups.add(.after, to: besideSpaces)
            } else {
                return false
            }
            return true
        }
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
