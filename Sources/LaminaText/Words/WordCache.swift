internal import CPango

/// Words that were itemized, broken and shaped before, of one engine. A paragraph all of whose words are known is put
/// together from them, without a call to Pango or HarfBuzz; every other is laid out as if there were no cache.
///
/// A word, with the blanks behind it, is the same in every paragraph of one direction: its font follows from its style,
/// its characters and the script before it; nothing is broken differently for what stands beyond a blank, but for the
/// place before the word (`mayBreak`); and HarfBuzz says of each word that it keeps whether its neighbours have a say
/// in its shapes (`HB_GLYPH_FLAG_UNSAFE_TO_CONCAT`).
struct WordCache {
    /// A stretch of a word in one font and script.
    struct Part {
        var bytes: Int32
        var characters: Int32
        var face: Int32
        var script: PangoScript
        var language: UInt
        /// Of `glyphs`.
        var glyphs: Range<Int32>
        var isUppercase: Bool
    }

    struct Word {
        var key: Key
        /// Of `bytes`.
        var bytes: Range<Int32>
        /// Of `characters`.
        var characters: Range<Int32>
        var parts: Range<Int32>
        /// The script of what has none of its own and comes next.
        var script: PangoScript
        /// What the next word begins with (`kind`), and its first font and script, or -1 at the end: the blanks between
        /// two fonts go with the one that Pango prefers.
        var next: UInt8
        var nextFace: Int32
        var nextScript: PangoScript
        var firstFace: Int32
        var firstScript: PangoScript
        var lastFace: Int32
        var start: Edge
        var end: Edge
        /// Opening brackets without their closing ones, or the other way round.
        var hasOddBrackets: Bool
        /// Whether a letter in it is of a script of its own.
        var isScripted: Bool
    }

    /// What a word begins or ends with, as far as it decides about the place between two words.
    enum Edge: UInt8 {
        case usual, opening, quote
        /// Any other: whether a line may be broken there is for Pango to say.
        case unsure
    }

    /// What decides fonts and directions beside the characters.
    struct Key: Equatable {
        var style: Int
        var script: PangoScript
        var isRightToLeft: Bool

        var seed: UInt64 {
            0xCBF2_9CE4_8422_2325 ^ UInt64(truncatingIfNeeded: style) &* 0x9E37_79B9_7F4A_7C15
                ^ UInt64(UInt32(bitPattern: script.rawValue)) << 33 ^ (isRightToLeft ? 1 << 32 : 0)
        }
    }

    /// What all of it may take, in bytes; at the limit all words are forgotten.
    static let capacity = 1 << 20
    /// Longer ones seldom come again.
    static let longest = 64

    var index = HashIndex()
    var words: [Word] = []
    var bytes: [UInt8] = []
    var characters: [Paragraph.Character] = []
    var parts: [Part] = []
    var glyphs: [ShapedGlyph] = []
    var met = MetOnce()
    /// What `compose` found, before it takes anything over.
    private var found: [(word: Int32, start: Int32)] = []

    /// What the words take, in bytes.
    var byteCount = 0

    mutating func removeAll() {
        index.removeAll()
        words.removeAll()
        bytes.removeAll()
        characters.removeAll()
        parts.removeAll()
        glyphs.removeAll()
        byteCount = 0
    }

    // MARK: Known paragraphs

    /// Fills `paragraph` with the text that it has, when all of its words are known; false, with nothing changed, when
    /// one is not.
    mutating func compose(_ piece: Piece, _ styled: StyledText, into paragraph: inout Paragraph) -> Bool {
        if words.isEmpty { return false }
        let text = unsafe paragraph.text
        guard styled.isPlain(piece.spans), text.count > 0,
            var script = unsafe WarmSet.firstScript(text, 0..<text.count)
        else { return false }
        found.removeAll(keepingCapacity: true)
        let style = styled.spans[piece.spans.lowerBound].style
        var start = 0
        var before = Edge.usual
        let firstScript = script
        var (isMixed, hasOddBrackets) = (false, false)
        while start < text.count {
            let key = Key(style: style, script: script, isRightToLeft: piece.isRightToLeft)
            let (end, hash) = unsafe Self.scan(text, start, key.seed)
            guard let index = unsafe find(hash, text, start..<end, key) else { return false }
            let word = words[index]
            if start > 0 && !Self.isSure(before, word.start) { return false }
            if let last = found.last {
                let former = words[Int(last.word)]
                let isSameBeyond = former.nextFace == word.firstFace && former.nextScript == word.firstScript
                if !isSameBeyond && former.lastFace != word.firstFace { return false }
            }
            found.append((Int32(truncatingIfNeeded: index), Int32(truncatingIfNeeded: start)))
            before = word.end
            script = word.script
            isMixed = isMixed || word.isScripted && script != firstScript
            hasOddBrackets = hasOddBrackets || word.hasOddBrackets
            start = end
        }
        if isMixed && hasOddBrackets { return false }
        for (index, start) in found { append(words[Int(index)], Int(start), piece, styled, to: &paragraph) }
        paragraph.characters.append(
            Paragraph.Character(
                offset: Int32(truncatingIfNeeded: text.count), width: 0, attributes: PangoLogAttr(), isSafe: false,
                beginsCluster: false))
        return true
    }

    /// Whether a line may be broken between two words and the blanks between them, as UAX 14 has it since its first
    /// version (LB18), whatever else they are.
    static func isSure(_ before: Edge, _ after: Edge) -> Bool {
        switch (before, after) {
        case (.unsure, _), (_, .unsure), (.opening, _), (.quote, .opening): return false
        default: return true
        }
    }

    func append(
        _ word: Word, _ start: Int, _ piece: Piece, _ styled: StyledText, to paragraph: inout Paragraph
    ) {
        let firstCharacter = paragraph.characters.count
        paragraph.characters += characters[Int(word.characters.lowerBound)..<Int(word.characters.upperBound)]
        for index in firstCharacter..<paragraph.characters.count {
            paragraph.characters[index].offset &+= Int32(truncatingIfNeeded: start)
        }
        paragraph.characters[firstCharacter].attributes.is_line_break = start > 0 ? 1 : 0
        var (byte, character) = (start, firstCharacter)
        for part in parts[Int(word.parts.lowerBound)..<Int(word.parts.upperBound)] {
            let first = paragraph.glyphs.count
            paragraph.glyphs += glyphs[Int(part.glyphs.lowerBound)..<Int(part.glyphs.upperBound)]
            for index in first..<paragraph.glyphs.count {
                paragraph.glyphs[index].cluster &+= Int32(truncatingIfNeeded: start)
            }
            let (endByte, endCharacter) = (byte + Int(part.bytes), character + Int(part.characters))
            if let last = paragraph.items.last, !piece.isRightToLeft, last.face == Int(part.face),
                last.script == part.script,
                unsafe UInt(bitPattern: last.language) == part.language, last.isUppercase == part.isUppercase
            {
                let index = paragraph.items.count - 1
                paragraph.items[index].bytes = last.bytes.lowerBound..<endByte
                paragraph.items[index].characters = last.characters.lowerBound..<endCharacter
                paragraph.items[index].glyphs = last.glyphs.lowerBound..<paragraph.glyphs.count
            } else {
                unsafe paragraph.items.append(
                    TextItem(
                        bytes: byte..<endByte, characters: character..<endCharacter, level: piece.isRightToLeft ? 1 : 0,
                        script: part.script, language: OpaquePointer(bitPattern: part.language), face: Int(part.face),
                        span: LineCapture.span(
                            at: piece.bytes.lowerBound + byte, piece, styled.spans, near: piece.spans.lowerBound),
                        isUppercase: part.isUppercase, glyphs: first..<paragraph.glyphs.count))
            }
            (byte, character) = (endByte, endCharacter)
        }
    }

    /// Where the word ends that begins at `start`, with the blanks behind it.
    static func scan(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ seed: UInt64) -> (
        end: Int, hash: UInt64
    ) {
        var (end, hash) = (start, seed)
        while unsafe end < text.count && text[end] != 0x20 {
            unsafe hash = (hash ^ UInt64(text[end])) &* 0x0000_0100_0000_01B3
            end += 1
        }
        let word = end
        while unsafe end < text.count && text[end] == 0x20 { end += 1 }
        hash = (hash ^ UInt64(truncatingIfNeeded: end - word)) &* 0x0000_0100_0000_01B3
        hash = unsafe (hash ^ UInt64(kind(text, end))) &* 0x0000_0100_0000_01B3
        return (end, hash ^ hash >> 29)
    }

    /// Letters of most alphabets begin with one of a few bytes.
    static func kind(_ text: UnsafeBufferPointer<UInt8>, _ byte: Int) -> UInt8 {
        if byte >= text.count { return 0 }
        let first = unsafe text[byte]
        if first >= 0x80 { return first }
        return (0x61...0x7A).contains(first | 0x20) ? 1 : 2
    }

    func find(_ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ key: Key) -> Int? {
        index.first(hash) { number in
            let word = words[number]
            return unsafe word.key == key && word.bytes.count == range.count
                && word.next == Self.kind(text, range.upperBound)
                && bytes[Int(word.bytes.lowerBound)..<Int(word.bytes.upperBound)].elementsEqual(text[range])
        }
    }
}

extension StyledText {
    /// Whether some spans are in one style, and no rare attributes have a say in their shapes.
    func isPlain(_ range: Range<Int>) -> Bool {
        let style = spans[range.lowerBound].style
        return spans[range].allSatisfy { $0.isPlain && $0.style == style }
    }
}

// What is kept of paragraphs that went through all stages.
extension WordCache {
    /// Keeps the words of a paragraph that went through all stages, as far as they are the same in every other.
    mutating func learn(_ piece: Piece, _ styled: StyledText, _ paragraph: Paragraph) {
        let text = unsafe paragraph.text
        guard styled.isPlain(piece.spans), text.count > 0,
            var script = unsafe WarmSet.firstScript(text, 0..<text.count)
        else { return }
        let style = styled.spans[piece.spans.lowerBound].style
        let level: UInt8 = piece.isRightToLeft ? 1 : 0
        var (start, item) = (0, 0)
        while start < text.count {
            let key = Key(style: style, script: script, isRightToLeft: piece.isRightToLeft)
            let (end, hash) = unsafe Self.scan(text, start, key.seed)
            while item < paragraph.items.count && paragraph.items[item].bytes.upperBound <= start { item += 1 }
            if item == paragraph.items.count { return }
            var last = item
            while last + 1 < paragraph.items.count && paragraph.items[last].bytes.upperBound < end { last += 1 }
            script = paragraph.items[last].script
            if end - start <= Self.longest,
                paragraph.items[item...last].allSatisfy({
                    $0.kind == .text && $0.level == level && $0.face >= 0 && !$0.glyphs.isEmpty && !$0.wasCut
                }),
                unsafe find(hash, text, start..<end, key) == nil, met.hasMet(hash)
            {
                unsafe keep(start..<end, item...last, hash, key, script, text, paragraph)
            }
            start = end
        }
    }

    private mutating func keep(
        _ range: Range<Int>, _ items: ClosedRange<Int>, _ hash: UInt64, _ key: Key, _ script: PangoScript,
        _ text: UnsafeBufferPointer<UInt8>, _ paragraph: Paragraph
    ) {
        if !paragraph.isSafeToConcat(at: range.lowerBound, items.lowerBound)
            || !paragraph.isSafeToConcat(at: range.upperBound, items.upperBound)
        {
            return
        }
        if byteCount > Self.capacity { removeAll() }
        let firstGlyph = glyphs.count
        let first = paragraph.character(at: range.lowerBound)
        let end = paragraph.character(at: range.upperBound)
        var word = Word(
            key: key, bytes: Int32(bytes.count)..<Int32(bytes.count + range.count),
            characters: Int32(characters.count)..<Int32(characters.count + end - first),
            parts: Int32(parts.count)..<Int32(parts.count), script: script,
            next: unsafe Self.kind(text, range.upperBound),
            nextFace: -1, nextScript: script, firstFace: Int32(paragraph.items[items.lowerBound].face),
            firstScript: paragraph.items[items.lowerBound].script,
            lastFace: Int32(paragraph.items[items.upperBound].face), start: .usual, end: .usual, hasOddBrackets: false,
            isScripted: false)
        unsafe describe(&word, text, range)
        if let next = paragraph.items[items.upperBound...].first(where: { $0.bytes.upperBound > range.upperBound }) {
            word.nextFace = next.level == paragraph.items[items.upperBound].level ? Int32(next.face) : -2
            word.nextScript = next.script
        }
        // The last letter's font: the blanks may have another.
        var blank = range.upperBound
        while unsafe blank > range.lowerBound && text[blank - 1] == 0x20 { blank -= 1 }
        if blank < range.upperBound, let item = paragraph.items[items].last(where: { $0.bytes.lowerBound < blank }),
            item.face != paragraph.items[items.upperBound].face
        {
            word.lastFace = -2
        }
        for index in items {
            let item = paragraph.items[index]
            let own = item.characters.clamped(to: first..<end)
            let start = glyphs.count
            for i in paragraph.glyphs(of: item, own) {
                var glyph = paragraph.glyphs[i]
                glyph.cluster &-= Int32(truncatingIfNeeded: range.lowerBound)
                glyphs.append(glyph)
            }
            unsafe parts.append(
                Part(
                    bytes: paragraph.characters[own.upperBound].offset - paragraph.characters[own.lowerBound].offset,
                    characters: Int32(own.count), face: Int32(item.face), script: item.script,
                    language: UInt(bitPattern: item.language), glyphs: Int32(start)..<Int32(glyphs.count),
                    isUppercase: item.isUppercase))
        }
        word.parts = word.parts.lowerBound..<Int32(parts.count)
        for index in first..<end {
            var character = paragraph.characters[index]
            character.offset &-= Int32(truncatingIfNeeded: range.lowerBound)
            characters.append(character)
        }
        unsafe bytes += text[range]
        words.append(word)
        index.append(hash)
        byteCount += MemoryLayout<Word>.stride + 16 + range.count
        byteCount += word.characters.count * MemoryLayout<Paragraph.Character>.stride
        byteCount += word.parts.count * MemoryLayout<Part>.stride
        byteCount += (glyphs.count - firstGlyph) * MemoryLayout<ShapedGlyph>.stride
    }

    private func describe(_ word: inout Word, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        var scalars = unsafe UTF8Scalars(text, range)
        var (isFirst, depth) = (true, 0)
        while let scalar = scalars.next() {
            if scalar == 0x20 { continue }
            let edge = Self.edge(scalar)
            if isFirst { word.start = Self.start(edge, scalar) }
            isFirst = false
            word.end = edge
            if WarmSet.isReal(WarmSet.script(scalar)) { word.isScripted = true }
            if WarmSet.mayBePaired(scalar) {
                let type = g_unichar_type(scalar)
                depth +=
                    type == G_UNICODE_OPEN_PUNCTUATION || type == G_UNICODE_INITIAL_PUNCTUATION || scalar == 0x3C
                    ? 1 : -1
                if depth < 0 { word.hasOddBrackets = true }
            }
        }
        if depth != 0 { word.hasOddBrackets = true }
        if isFirst { (word.start, word.end) = (.unsure, .unsure) }
    }

    private static func edge(_ scalar: UInt32) -> Edge {
        switch g_unichar_type(scalar) {
        case G_UNICODE_OPEN_PUNCTUATION, G_UNICODE_INITIAL_PUNCTUATION: return .opening
        case G_UNICODE_FINAL_PUNCTUATION: return .quote
        case G_UNICODE_FORMAT, G_UNICODE_CONTROL, G_UNICODE_LINE_SEPARATOR, G_UNICODE_PARAGRAPH_SEPARATOR,
            G_UNICODE_SPACE_SEPARATOR, G_UNICODE_UNASSIGNED, G_UNICODE_PRIVATE_USE, G_UNICODE_SURROGATE:
            return .unsure
        default: break
        }
        if scalar == 0x22 || scalar == 0x27 { return .quote }
        return g_unichar_break_type(scalar) == G_UNICODE_BREAK_BEFORE_AND_AFTER ? .unsure : .usual
    }

    /// The same for what a word begins with.
    private static func start(_ edge: Edge, _ scalar: UInt32) -> Edge {
        switch g_unichar_type(scalar) {
        case G_UNICODE_UPPERCASE_LETTER, G_UNICODE_LOWERCASE_LETTER, G_UNICODE_TITLECASE_LETTER, G_UNICODE_OTHER_LETTER,
            G_UNICODE_MODIFIER_LETTER, G_UNICODE_DECIMAL_NUMBER, G_UNICODE_OTHER_SYMBOL, G_UNICODE_CURRENCY_SYMBOL:
            let type = g_unichar_break_type(scalar)
            return type == G_UNICODE_BREAK_NON_STARTER || type == G_UNICODE_BREAK_CONDITIONAL_JAPANESE_STARTER
                ? .unsure : .usual
        default: break
        }
        switch scalar {
        case 0x28: return .opening
        case 0x22, 0x27: return .usual
        case 0x23, 0x26, 0x2A, 0x2B, 0x2D, 0x40, 0x5F, 0x7E: return .usual
        default: return .unsure
        }
    }
}

extension Paragraph {
    /// Whether text on one side of `byte` has no say in the shapes on the other; `index` is the item that ends or
    /// begins there, or holds it.
    func isSafeToConcat(at byte: Int, _ index: Int) -> Bool {
        let item = items[index]
        if byte <= item.bytes.lowerBound || byte >= item.bytes.upperBound { return true }
        let own = character(at: byte)
        if !characters[own].beginsCluster { return false }
        let found = glyphs(of: item, own..<own + 1)
        return !found.isEmpty && found.allSatisfy { glyphs[$0].isSafeToConcat }
    }
}
