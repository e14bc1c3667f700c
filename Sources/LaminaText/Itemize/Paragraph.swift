internal import CPango

/// A paragraph, or a piece of one, as its stages find it: items from Pango's itemizer, breaks from its analysis, glyphs
/// from HarfBuzz. An engine has one, whose memory every paragraph uses again.
@safe struct Paragraph {
    /// The bytes that are laid out: the text's own, unless the guard changed some.
    var text: UnsafeBufferPointer<UInt8>
    /// Of the text, and what stands at its end.
    var characters: [Character] = []
    private var attributes: [PangoLogAttr] = []
    var items: [TextItem] = []
    /// Whether a tab is among the items.
    var hasTabs = false
    var glyphs: [ShapedGlyph] = []

    init() { unsafe text = UnsafeBufferPointer(start: nil, count: 0) }

    struct Character {
        /// Its first byte.
        var offset: Int32
        /// How far it goes, 1/1024 units; the characters of one cluster share its width.
        var width: Int32
        /// What Pango says about the place before it.
        var attributes: PangoLogAttr
        /// Whether the text may be cut before it without other shapes on either side.
        var isSafe: Bool
        /// Whether a cluster of glyphs begins with it.
        var beginsCluster: Bool
    }

    var characterCount: Int { characters.count - 1 }
    func offset(_ character: Int) -> Int { Int(characters[character].offset) }

    /// Begins another paragraph, without characters. `text` must live as long as it is laid out.
    mutating func begin(_ text: UnsafeBufferPointer<UInt8>) {
        unsafe self.text = text
        characters.removeAll(keepingCapacity: true)
        items.removeAll(keepingCapacity: true)
        glyphs.removeAll(keepingCapacity: true)
        hasTabs = false
    }

    /// Finds where characters begin.
    mutating func findCharacters() {
        unsafe characters.reserveCapacity(text.count + 1)
        for i in unsafe 0..<text.count where unsafe text[i] & 0xC0 != 0x80 { append(at: i) }
        unsafe append(at: text.count)
    }

    private mutating func append(at byte: Int) {
        characters.append(
            Character(
                offset: Int32(truncatingIfNeeded: byte), width: 0, attributes: PangoLogAttr(), isSafe: false,
                beginsCluster: false))
    }

    /// The character that begins at `byte`.
    func character(at byte: Int) -> Int {
        // Most texts are ASCII up to there.
        if byte < characters.count && Int(characters[byte].offset) == byte { return byte }
        return characters[..<min(byte + 1, characters.count)].firstIndex(inOrder: { Int($0.offset) >= byte })
    }

    /// Where lines may be broken, from Pango's analysis of the text and of each item's language. Needs no font.
    mutating func findBreaks() {
        guard let base = unsafe text.baseAddress, unsafe text.count > 0 else { return }
        let start = unsafe UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
        let count = Int32(truncatingIfNeeded: characters.count)
        if attributes.count < characters.count {
            attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: characters.count * 2)
        }
        unsafe attributes.withUnsafeMutableBufferPointer { found in
            unsafe pango_default_break(start, Int32(text.count), nil, found.baseAddress, count)
            for item in items {
                var analysis = unsafe PangoAnalysis()
                unsafe analysis.language = item.language
                unsafe analysis.script = guint8(truncatingIfNeeded: item.script.rawValue)
                unsafe analysis.level = item.level
                unsafe pango_tailor_break(
                    start + item.bytes.lowerBound, Int32(item.bytes.count), &analysis, -1,
                    found.baseAddress! + item.characters.lowerBound, Int32(item.characters.count + 1))
            }
        }
        for index in characters.indices { characters[index].attributes = attributes[index] }
    }
}
