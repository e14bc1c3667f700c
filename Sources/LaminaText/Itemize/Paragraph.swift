internal import CPango

/// A paragraph, or a piece of one, as its stages find it: items from Pango's itemizer, breaks from its analysis, glyphs from HarfBuzz. An engine has one, whose
/// memory every paragraph uses again.
@safe struct Paragraph {
    /// The bytes that are laid out: the text's own, unless the guard changed some.
    var text: UnsafeBufferPointer<UInt8>
    private var changed: [UInt8] = []
    /// Where each character begins, and the end.
    var offsets: [Int32] = []
    /// What Pango says about the place before each character, and about the end.
    var attributes: [PangoLogAttr] = []
    /// How far each character goes; those of one cluster share its width.
    var widths: [Int32] = []
    /// Whether a cluster of glyphs begins with each character.
    var beginsCluster: [Bool] = []
    /// Whether the text may be cut before each character without other shapes on either side.
    var isSafe: [Bool] = []
    var items: [TextItem] = []
    var glyphs: [ShapedGlyph] = []

    init() { unsafe text = UnsafeBufferPointer(start: nil, count: 0) }

    /// How many characters were put together from known words.
    var composedCharacters = 0

    var characterCount: Int { offsets.count - 1 }

    /// Begins another paragraph. `text` must live as long as it is laid out.
    mutating func begin(_ text: UnsafeBufferPointer<UInt8>) {
        unsafe self.text = text
        offsets.removeAll(keepingCapacity: true)
        for i in 0..<text.count where unsafe text[i] & 0xC0 != 0x80 { offsets.append(Int32(truncatingIfNeeded: i)) }
        offsets.append(Int32(truncatingIfNeeded: text.count))
        composedCharacters = 0
        items.removeAll(keepingCapacity: true)
        glyphs.removeAll(keepingCapacity: true)
        let count = offsets.count
        if widths.count < count {
            widths = [Int32](repeating: 0, count: count + count / 2)
            beginsCluster = [Bool](repeating: false, count: count + count / 2)
            isSafe = [Bool](repeating: false, count: count + count / 2)
            attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: count + count / 2)
        }
    }

    /// The character that begins at `byte`.
    func character(at byte: Int) -> Int {
        // Most texts are ASCII up to there.
        if byte < offsets.count && Int(offsets[byte]) == byte { return byte }
        var (low, high) = (0, min(byte, offsets.count - 1))
        while low < high {
            let middle = (low + high) / 2
            if Int(offsets[middle]) < byte { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Where lines may be broken, from Pango's analysis of the text and of each item's language. Needs no font.
    mutating func findBreaks() {
        guard let base = unsafe text.baseAddress, unsafe text.count > 0 else {
            attributes[0] = PangoLogAttr()
            return
        }
        let start = unsafe UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
        let count = Int32(truncatingIfNeeded: offsets.count)
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
    }
}
