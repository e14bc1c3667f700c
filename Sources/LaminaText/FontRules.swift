internal import CPango

/// What the tables of a font say about spaces: whether a word's glyphs can depend on what stands beyond the spaces around it.
@safe enum FontRules {
    /// Whether no rule of the font for `script` looks across a space. Kerning of a space with one neighbour is allowed: that shows
    /// when a single word is shaped with and without spaces. All sizes of a font share a face, and the face keeps the answer.
    static func keepWordsApart(_ face: OpaquePointer, script: Int32, space: UInt32) -> Bool {
        guard let key = unsafe noteKey(script) else { return unsafe readKeepWordsApart(face, script, space) }
        if let known = unsafe hb_face_get_user_data(face, key) {
            let note = UInt(bitPattern: known)
            if note >> 2 == UInt(space) { return note & 2 != 0 }
        }
        let keeps = unsafe readKeepWordsApart(face, script, space)
        // No pointer to anything: the space's glyph, the answer, and a bit so that it is never nil.
        let note = UInt(space) << 2 | (keeps ? 2 : 0) | 1
        unsafe hb_face_set_user_data(face, key, UnsafeMutableRawPointer(bitPattern: note), nil, 1)
        return keeps
    }

    /// HarfBuzz tells notes on a face apart by the address of a key; a script has one.
    nonisolated(unsafe) private static let noteKeys: UnsafeMutableBufferPointer<hb_user_data_key_t> = {
        let keys = UnsafeMutableBufferPointer<hb_user_data_key_t>.allocate(capacity: 256)
        unsafe keys.initialize(repeating: hb_user_data_key_t())
        return unsafe keys
    }()

    private static func noteKey(_ script: Int32) -> UnsafeMutablePointer<hb_user_data_key_t>? {
        guard (0..<Int32(256)).contains(script), let first = unsafe noteKeys.baseAddress else { return nil }
        return unsafe first + Int(script)
    }

    private static func readKeepWordsApart(_ face: OpaquePointer, _ script: Int32, _ space: UInt32) -> Bool {
        if unsafe hasPrograms(face) { return false }
        if unsafe !withTable(face, ("k", "e", "r", "n"), { unsafe hasPlainKerning($0) }) { return false }
        return unsafe isClear(face, ("G", "S", "U", "B"), script, space)
            && isClear(face, ("G", "P", "O", "S"), script, space)
    }

    /// Graphite's rules, Apple's state machines and tracking are programs of their own.
    static func hasPrograms(_ face: OpaquePointer) -> Bool {
        let programs: [Name] = [
            ("S", "i", "l", "f"), ("m", "o", "r", "x"), ("m", "o", "r", "t"), ("k", "e", "r", "x"),
            ("t", "r", "a", "k"),
        ]
        return programs.contains { name in unsafe !withTable(face, name, { unsafe $0.isEmpty }) }
    }

    typealias Name = (Unicode.Scalar, Unicode.Scalar, Unicode.Scalar, Unicode.Scalar)

    static func tag(_ name: Name) -> hb_tag_t {
        name.0.value << 24 | name.1.value << 16 | name.2.value << 8 | name.3.value
    }

    static func withTable<Result>(
        _ face: OpaquePointer, _ name: Name, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        let blob = unsafe hb_face_reference_table(face, tag(name))
        defer { unsafe hb_blob_destroy(blob) }
        var length: UInt32 = 0
        let data = unsafe hb_blob_get_data(blob, &length)
        return unsafe body(UnsafeRawBufferPointer(start: data, count: Int(length)))
    }

    static func number(_ table: UnsafeRawBufferPointer, _ at: Int) -> Int? {
        if at < 0 || at + 2 > table.count { return nil }
        return unsafe Int(table[at]) << 8 | Int(table[at + 1])
    }

    /// Whether a `kern` table, if there is one, has nothing but tables of pairs (OpenType kern, version 0, formats 0 and 2).
    private static func hasPlainKerning(_ table: UnsafeRawBufferPointer) -> Bool {
        if unsafe table.isEmpty { return true }
        guard unsafe number(table, 0) == 0, let count = unsafe number(table, 2) else { return false }
        var offset = 4
        for _ in 0..<count {
            guard let length = unsafe number(table, offset + 2), let coverage = unsafe number(table, offset + 4) else {
                return false
            }
            if coverage >> 8 != 0 && coverage >> 8 != 2 { return false }
            offset += max(length, 6)
        }
        return true
    }

    /// Whether no rule that the script may use has the space in a sequence or beside one. A glyph that is exchanged, split or moved by itself sees
    /// nothing farther away, nor does one that is moved in a pair.
    private static func isClear(_ face: OpaquePointer, _ table: Name, _ script: Int32, _ space: UInt32) -> Bool {
        let lookups = unsafe FontLookups(face, table, script)
        return lookups.allSatisfy { lookup in
            lookups.collect(lookup)
            if lookups.has(space, .before) || lookups.has(space, .after) { return false }
            if !lookups.has(space, .own) { return true }
            switch lookups.rule(lookup) {
            case .single: return true
            case .pair: return !lookups.substitutes
            case .joining, .longer, nil: return false
            }
        }
    }
}
