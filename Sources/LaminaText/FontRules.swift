internal import CPango

/// What the tables of a font say about spaces: whether a word's glyphs can depend on what stands beyond the spaces around it.
@safe enum FontRules {
    /// Which words are shaped alike whatever stands beyond the spaces around them.
    enum Apart: UInt {
        case none, all
        /// Those without one of the glyphs that `exceptions` names.
        case most
    }

    /// Whether the rules of the font for `script` look across spaces. Kerning of a space with one neighbour is allowed: that shows
    /// when a single word is shaped with and without spaces. All sizes of a font share a face, and the face keeps the answer.
    static func wordsApart(_ face: OpaquePointer, script: Int32, space: UInt32) -> Apart {
        guard let key = unsafe noteKey(script) else { return unsafe readWordsApart(face, script, space).words }
        if let known = unsafe hb_face_get_user_data(face, key) {
            let note = UInt(bitPattern: known)
            if note >> 3 == UInt(space), let words = Apart(rawValue: note >> 1 & 3) { return words }
        }
        let words = unsafe readWordsApart(face, script, space).words
        // No pointer to anything: the space's glyph, the answer, and a bit so that it is never nil.
        let note = UInt(space) << 3 | words.rawValue << 1 | 1
        unsafe hb_face_set_user_data(face, key, UnsafeMutableRawPointer(bitPattern: note), nil, 1)
        return words
    }

    /// The glyphs that rules across spaces are for, when it is most words that are kept apart.
    static func exceptions(_ face: OpaquePointer, script: Int32, space: UInt32) -> Set<UInt32> {
        if unsafe wordsApart(face, script: script, space: space) != .most { return [] }
        return unsafe readWordsApart(face, script, space).exceptions
    }

    /// HarfBuzz tells notes on a face apart by the address of a key; a script has one.
    nonisolated(unsafe) private static let noteKeys: UnsafeMutableBufferPointer<hb_user_data_key_t> = {
        let keys = UnsafeMutableBufferPointer<hb_user_data_key_t>.allocate(capacity: 256)
        unsafe keys.initialize(repeating: hb_user_data_key_t())
        return unsafe keys
    }()

    /// Makes the keys while fork() waits: a child that is born as a thread makes them would wait for it for ever.
    static func prepare(_ held: borrowing FontLock.Held) { _ = unsafe noteKeys.baseAddress }

    private static func noteKey(_ script: Int32) -> UnsafeMutablePointer<hb_user_data_key_t>? {
        guard (0..<Int32(256)).contains(script), let first = unsafe noteKeys.baseAddress else { return nil }
        return unsafe first + Int(script)
    }

    private static func readWordsApart(
        _ face: OpaquePointer, _ script: Int32, _ space: UInt32
    ) -> (words: Apart, exceptions: Set<UInt32>) {
        var exceptions: Set<UInt32> = []
        guard unsafe !hasPrograms(face), unsafe withTable(face, ("k", "e", "r", "n"), { unsafe hasPlainKerning($0) }),
            unsafe isClear(FontLookups(face, ("G", "S", "U", "B"), script), space, &exceptions),
            unsafe isClear(FontLookups(face, ("G", "P", "O", "S"), script), space, &exceptions)
        else { return (.none, []) }
        return (exceptions.isEmpty ? .all : .most, exceptions)
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
    /// nothing farther away, nor does one that is moved in a pair. Rules that move glyphs see those that words end up with, so that only words with
    /// such can be concerned: these glyphs are `exceptions`.
    private static func isClear(_ lookups: FontLookups, _ space: UInt32, _ exceptions: inout Set<UInt32>) -> Bool {
        lookups.allSatisfy { lookup in
            lookups.collect(lookup)
            let (isInside, isBeside) = (
                lookups.has(space, .own), lookups.has(space, .before) || lookups.has(space, .after)
            )
            if !isInside && !isBeside { return true }
            if !isBeside {
                switch lookups.rule(lookup) {
                case .single: return true
                case .pair where !lookups.substitutes: return true
                default: break
                }
            }
            if lookups.substitutes {
                // A space that becomes one with what begins a word. What no rule makes is there from the beginning, where it can be seen.
                guard !isBeside, let seconds = lookups.joined(to: space, lookup), lookups.makesNone(of: seconds) else {
                    return false
                }
                exceptions.formUnion(seconds)
                return true
            }
            let places: [FontLookups.Place] = isInside ? [.before, .own, .after] : [.own]
            if places.contains(where: { lookups.count($0) > mostExceptions }) { return false }
            for place in places { exceptions.formUnion(lookups.glyphs(place)) }
            exceptions.remove(space)
            return true
        }
    }

    /// With more of them, nearly every word would have one.
    private static let mostExceptions = 256
}
