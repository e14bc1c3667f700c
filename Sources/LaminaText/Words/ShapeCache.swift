internal import CPango

/// Shapes of words, of one engine. They follow from font, script, language, direction and bytes: HarfBuzz says of each
/// word that is kept that text beside it has no say in them (`HB_GLYPH_FLAG_UNSAFE_TO_CONCAT`). For items all of whose
/// words are known, whatever their order.
struct ShapeCache {
    private struct Word {
        var face: Int32
        var script: PangoScript
        var language: UInt
        var isRightToLeft: Bool
        var isUppercase: Bool
        /// Whether it begins or ends its item: nobody knows what it would be like beside other text.
        var beginsItem: Bool
        var endsItem: Bool
        /// Of `bytes` and `glyphs`.
        var bytes: Range<Int32>
        var glyphs: Range<Int32>
    }

    /// What all of it may take, in bytes; at the limit all words are forgotten.
    private static let capacity = 1 << 20
    /// Longer words seldom come again.
    private static let longest = 64

    private var index = HashIndex()
    private var words: [Word] = []
    private var bytes: [UInt8] = []
    /// Their clusters count from the beginnings of their words.
    private var glyphs: [ShapedGlyph] = []
    private var met = MetOnce()
    /// Those of an item, in the order of the text.
    private var found: [(word: Int, start: Int)] = []
    private(set) var byteCount = 0

    mutating func removeAll() {
        index.removeAll()
        words.removeAll()
        bytes.removeAll()
        glyphs.removeAll()
        byteCount = 0
    }

    /// Appends the glyphs of an item, when all of its words are known; false, with nothing changed, when one is not.
    mutating func shape(
        _ item: TextItem, _ text: UnsafeBufferPointer<UInt8>, into result: inout [ShapedGlyph]
    ) -> Bool {
        if unsafe words.isEmpty || !Self.standsAlone(item, text) { return false }
        found.removeAll(keepingCapacity: true)
        var start = item.bytes.lowerBound
        while start < item.bytes.upperBound {
            let (end, hash) = unsafe Self.scan(text, start..<item.bytes.upperBound, item)
            guard let word = unsafe find(hash, text, start..<end, item) else { return false }
            found.append((word, start))
            start = end
        }
        for step in found.indices {
            let (word, start) = found[item.isRightToLeft ? found.count - 1 - step : step]
            for var glyph in glyphs[Int(words[word].glyphs.lowerBound)..<Int(words[word].glyphs.upperBound)] {
                glyph.cluster &+= Int32(truncatingIfNeeded: start)
                result.append(glyph)
            }
        }
        return true
    }

    /// Keeps the words of an item that come for the second time, of its `shaped` glyphs.
    mutating func learn(_ item: TextItem, _ text: UnsafeBufferPointer<UInt8>, _ shaped: ArraySlice<ShapedGlyph>) {
        if unsafe !Self.standsAlone(item, text) { return }
        func glyph(_ step: Int) -> ShapedGlyph {
            shaped[item.isRightToLeft ? shaped.endIndex - 1 - step : shaped.startIndex + step]
        }
        /// The first glyph from `step` on, in the order of the text, whose cluster begins at `byte` or behind it.
        func skip(_ step: Int, to byte: Int) -> Int {
            var step = step
            while step < shaped.count && Int(glyph(step).cluster) < byte { step += 1 }
            return step
        }
        func isSafe(_ step: Int, _ byte: Int) -> Bool {
            if byte == item.bytes.upperBound { return true }
            if step == shaped.count || Int(glyph(step).cluster) != byte { return false }
            return (step..<skip(step, to: byte + 1)).allSatisfy { glyph($0).isSafeToConcat }
        }
        var (start, first, isSafeBefore) = (item.bytes.lowerBound, 0, true)
        while start < item.bytes.upperBound {
            let (end, hash) = unsafe Self.scan(text, start..<item.bytes.upperBound, item)
            let next = skip(first, to: end)
            let isSafeBehind = isSafe(next, end)
            if isSafeBefore && isSafeBehind && end - start <= Self.longest,
                unsafe find(hash, text, start..<end, item) == nil, met.hasMet(hash)
            {
                let count = next - first
                let own =
                    item.isRightToLeft ? shaped.dropLast(first).suffix(count) : shaped.dropFirst(first).prefix(count)
                unsafe keep(start..<end, own, hash, text, item)
            }
            (start, first, isSafeBefore) = (end, next, isSafeBehind)
        }
    }

    private mutating func keep(
        _ range: Range<Int>, _ shaped: ArraySlice<ShapedGlyph>, _ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>,
        _ item: TextItem
    ) {
        if byteCount > Self.capacity { removeAll() }
        let (firstByte, firstGlyph) = (Int32(bytes.count), Int32(glyphs.count))
        unsafe bytes += text[range]
        for var glyph in shaped {
            glyph.cluster &-= Int32(truncatingIfNeeded: range.lowerBound)
            glyphs.append(glyph)
        }
        unsafe words.append(
            Word(
                face: Int32(item.face), script: item.script, language: UInt(bitPattern: item.language),
                isRightToLeft: item.isRightToLeft, isUppercase: item.isUppercase,
                beginsItem: range.lowerBound == item.bytes.lowerBound,
                endsItem: range.upperBound == item.bytes.upperBound,
                bytes: firstByte..<Int32(bytes.count), glyphs: firstGlyph..<Int32(glyphs.count)))
        index.append(hash)
        byteCount += MemoryLayout<Word>.stride + 16 + range.count + shaped.count * MemoryLayout<ShapedGlyph>.stride
    }

    private func find(
        _ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ item: TextItem
    ) -> Int? {
        index.first(hash) { number in
            let word = words[number]
            return unsafe word.face == Int32(truncatingIfNeeded: item.face) && word.script == item.script
                && word.language == UInt(bitPattern: item.language) && word.isRightToLeft == item.isRightToLeft
                && word.isUppercase == item.isUppercase && word.bytes.count == range.count
                && word.beginsItem == (range.lowerBound == item.bytes.lowerBound)
                && word.endsItem == (range.upperBound == item.bytes.upperBound)
                && bytes[Int(word.bytes.lowerBound)..<Int(word.bytes.upperBound)].elementsEqual(text[range])
        }
    }

    /// Where the word ends that `range` begins with: behind its blanks, and on both sides of an ideograph.
    private static func scan(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ item: TextItem) -> (
        end: Int, hash: UInt64
    ) {
        var (end, hash) = (range.lowerBound, 0xCBF2_9CE4_8422_2325 ^ UInt64(truncatingIfNeeded: item.face))
        var isBlank = false
        while end < range.upperBound {
            let byte = unsafe text[end]
            if isBlank && byte != 0x20 { break }
            isBlank = byte == 0x20
            // U+3000 to U+9FFF, and from U+F000 on.
            let isWide = (0xE3...0xE9).contains(byte) || byte == 0xEF
            if isWide && end > range.lowerBound { break }
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            end += 1
            if isWide {
                while unsafe end < range.upperBound && text[end] & 0xC0 == 0x80 {
                    hash = unsafe (hash ^ UInt64(text[end])) &* 0x0000_0100_0000_01B3
                    end += 1
                }
                break
            }
        }
        if range.lowerBound == item.bytes.lowerBound { hash = ~hash }
        if end == item.bytes.upperBound { hash = hash &* 0x9E37_79B9_7F4A_7C15 }
        return (end, hash ^ hash >> 29)
    }

    /// Whether what lies beyond an item has no say in its shapes: letters of most scripts may join those of the next
    /// item, unless a blank lies between them, and a mark without a letter is shown in its own way.
    private static func standsAlone(_ item: TextItem, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var scalars = unsafe UTF8Scalars(text, item.bytes)
        if g_unichar_ismark(scalars.next() ?? 0) != 0 { return false }
        switch item.script {
        case PANGO_SCRIPT_LATIN, PANGO_SCRIPT_GREEK, PANGO_SCRIPT_CYRILLIC, PANGO_SCRIPT_HAN, PANGO_SCRIPT_HIRAGANA,
            PANGO_SCRIPT_KATAKANA, PANGO_SCRIPT_HANGUL:
            return true
        default: break
        }
        func isApart(_ byte: Int) -> Bool {
            unsafe byte == 0 || byte == text.count || text[byte - 1] == 0x20 || text[byte] == 0x20
        }
        return isApart(item.bytes.lowerBound) && isApart(item.bytes.upperBound)
    }
}
