internal import CPango

/// Words that were itemized, broken and shaped before, of one engine. A paragraph all of whose words are known is put together from them, without a call to
/// Pango or HarfBuzz; every other is laid out as if there were no cache.
///
/// A word, with the blanks behind it, is the same in every paragraph of one direction: its font follows from its style, its characters and the script before it;
/// nothing is broken differently for what stands beyond a blank, but for the place before the word (`mayBreak`); and HarfBuzz says of each word that it keeps
/// whether its neighbours have a say in its shapes (`HB_GLYPH_FLAG_UNSAFE_TO_CONCAT`).
struct WordCache {
    /// A stretch of a word in one font and script.
    private struct Part {
        var bytes: Int32
        var characters: Int32
        var face: Int32
        var script: PangoScript
        var language: UInt
        /// Of `glyphs`.
        var glyphs: Range<Int32>
        var isUppercase: Bool
    }

    private struct Word {
        var hash: UInt64
        var key: Key
        /// Of `switches`: where other styles begin in it.
        var switches: Range<Int32>
        /// Of `bytes`, with what the word was found by before it.
        var bytes: Range<Int32>
        /// Of `attributes` and what goes with them.
        var characters: Range<Int32>
        var parts: Range<Int32>
        /// The script of what has none of its own and comes next.
        var script: PangoScript
        /// What the next word begins with (`kind`), and its first font and script, or -1 at the end: the blanks between two fonts go with the one that
        /// Pango prefers.
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
    private enum Edge: UInt8 {
        case usual, opening, quote
        /// Any other: whether a line may be broken there is for Pango to say.
        case unsure
    }

    /// What decides fonts and directions beside the characters.
    private struct Key: Equatable {
        var style: Int
        var script: PangoScript
        var isRightToLeft: Bool

        var seed: UInt64 {
            WordCache.seed ^ UInt64(truncatingIfNeeded: style) &* 0x9E37_79B9_7F4A_7C15
                ^ UInt64(UInt32(bitPattern: script.rawValue)) << 33 ^ (isRightToLeft ? 1 << 32 : 0)
        }
    }

    private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325
    /// What all of it may take, in bytes; at the limit all words are forgotten.
    static let capacity = 1 << 20
    /// Longer ones seldom come again.
    private static let longest = 64

    /// Another style begins at a byte of a word.
    private struct Switch: Equatable {
        var byte: Int32
        var style: Int32
    }

    private var table: [Int32] = []
    private var switches: [Switch] = []
    /// Of the word that is looked for.
    private var wanted: [Switch] = []
    private var words: [Word] = []
    private var bytes: [UInt8] = []
    private var characters: [Paragraph.Character] = []
    private var parts: [Part] = []
    private var glyphs: [ShapedGlyph] = []
    /// Words that were met once. Keeping a word costs a tenth of shaping it, and most words do not come again.
    private var seen = [UInt64](repeating: 0, count: 4096)
    /// What `compose` found, before it takes anything over.
    private var found: [(word: Int32, start: Int32)] = []

    /// What the words take, in bytes.
    private(set) var byteCount = 0
    var isEmpty: Bool { words.isEmpty }

    mutating func removeAll() {
        table.removeAll()
        words.removeAll()
        switches.removeAll()
        bytes.removeAll()
        characters.removeAll()
        parts.removeAll()
        glyphs.removeAll()
        byteCount = 0
    }

    // MARK: Known paragraphs

    /// Fills `paragraph` with the text that it has, when all of its words are known; false, with nothing changed, when one is not.
    mutating func compose(_ piece: Piece, _ styled: StyledText, into paragraph: inout Paragraph) -> Bool {
        if words.isEmpty { return false }
        let text = unsafe paragraph.text
        guard text.count > 0, var script = unsafe WarmSet.firstScript(text, 0..<text.count) else { return false }
        found.removeAll(keepingCapacity: true)
        var (start, span) = (0, piece.spans.lowerBound)
        var before = Edge.usual
        let firstScript = script
        var (isMixed, hasOddBrackets) = (false, false)
        while start < text.count {
            let base = start + piece.bytes.lowerBound
            while span + 1 < piece.spans.upperBound && styled.spans[span].bytes.upperBound <= base { span += 1 }
            if !styled.spans[span].isPlain { return false }
            let key = Key(style: styled.spans[span].style, script: script, isRightToLeft: piece.isRightToLeft)
            var (end, hash) = unsafe Self.scan(text, start, key.seed)
            if !findSwitches(start..<end, span, piece, styled, &hash) { return false }
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

    /// Whether a line may be broken between two words and the blanks between them, as UAX 14 has it since its first version (LB18), whatever else they are.
    private static func isSure(_ before: Edge, _ after: Edge) -> Bool {
        switch (before, after) {
        case (.unsure, _), (_, .unsure), (.opening, _), (.quote, .opening): return false
        default: return true
        }
    }

    private func append(
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
            if let last = paragraph.items.last, !piece.isRightToLeft, last.face == Int(part.face), last.script == part.script,
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
    private static func scan(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ seed: UInt64) -> (end: Int, hash: UInt64) {
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

    /// Notes where other styles begin in a word; false where letters are spaced or raised.
    private mutating func findSwitches(
        _ range: Range<Int>, _ span: Int, _ piece: Piece, _ styled: StyledText, _ hash: inout UInt64
    ) -> Bool {
        wanted.removeAll(keepingCapacity: true)
        let end = range.upperBound + piece.bytes.lowerBound
        var (last, style) = (span, styled.spans[span].style)
        while last + 1 < piece.spans.upperBound && styled.spans[last].bytes.upperBound < end {
            last += 1
            if !styled.spans[last].isPlain { return false }
            if styled.spans[last].style == style { continue }
            style = styled.spans[last].style
            let byte = styled.spans[last].bytes.lowerBound - piece.bytes.lowerBound - range.lowerBound
            wanted.append(Switch(byte: Int32(truncatingIfNeeded: byte), style: Int32(truncatingIfNeeded: style)))
            hash = (hash ^ UInt64(truncatingIfNeeded: byte << 20 ^ style)) &* 0x9E37_79B9_7F4A_7C15
        }
        return true
    }

    /// Letters of most alphabets begin with one of a few bytes.
    private static func kind(_ text: UnsafeBufferPointer<UInt8>, _ byte: Int) -> UInt8 {
        if byte >= text.count { return 0 }
        let first = unsafe text[byte]
        if first >= 0x80 { return first }
        return (0x61...0x7A).contains(first | 0x20) ? 1 : 2
    }

    private func find(_ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ key: Key) -> Int? {
        if table.isEmpty { return nil }
        var place = Int(truncatingIfNeeded: hash) & (table.count - 1)
        while table[place] >= 0 {
            let word = words[Int(table[place])]
            if word.hash == hash, word.key == key, word.bytes.count == range.count, unsafe word.next == Self.kind(text, range.upperBound),
                unsafe holds(word, text, range)
            {
                return Int(table[place])
            }
            place = (place + 1) & (table.count - 1)
        }
        return nil
    }

    private func holds(_ word: Word, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        if word.switches.count != wanted.count { return false }
        for (index, own) in wanted.enumerated() where switches[Int(word.switches.lowerBound) + index] != own { return false }
        var i = Int(word.bytes.lowerBound)
        for byte in range {
            if unsafe bytes[i] != text[byte] { return false }
            i += 1
        }
        return true
    }

    // MARK: Learning

    /// Keeps the words of a paragraph that went through all stages, as far as they are the same in every other.
    mutating func learn(_ piece: Piece, _ styled: StyledText, _ paragraph: Paragraph) {
        let text = unsafe paragraph.text
        guard text.count > 0, var script = unsafe WarmSet.firstScript(text, 0..<text.count) else { return }
        let level: UInt8 = piece.isRightToLeft ? 1 : 0
        var (start, span, item) = (0, piece.spans.lowerBound, 0)
        while start < text.count {
            let base = start + piece.bytes.lowerBound
            while span + 1 < piece.spans.upperBound && styled.spans[span].bytes.upperBound <= base { span += 1 }
            let key = Key(style: styled.spans[span].style, script: script, isRightToLeft: piece.isRightToLeft)
            var (end, hash) = unsafe Self.scan(text, start, key.seed)
            let isPlain = styled.spans[span].isPlain && findSwitches(start..<end, span, piece, styled, &hash)
            while item < paragraph.items.count && paragraph.items[item].bytes.upperBound <= start { item += 1 }
            if item == paragraph.items.count { return }
            var last = item
            while last + 1 < paragraph.items.count && paragraph.items[last].bytes.upperBound < end { last += 1 }
            script = paragraph.items[last].script
            if isPlain && end - start <= Self.longest,
                paragraph.items[item...last].allSatisfy({
                    $0.kind == .text && $0.level == level && $0.face >= 0 && !$0.glyphs.isEmpty && !$0.wasCut
                }),
                unsafe find(hash, text, start..<end, key) == nil
            {
                let place = Int(truncatingIfNeeded: hash >> 32) & (seen.count - 1)
                if seen[place] == hash {
                    unsafe keep(start..<end, item...last, hash, key, script, text, paragraph)
                } else {
                    seen[place] = hash
                }
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
        let first = paragraph.character(at: range.lowerBound)
        let end = paragraph.character(at: range.upperBound)
        var word = Word(
            hash: hash, key: key, switches: Int32(switches.count)..<Int32(switches.count + wanted.count), bytes: Int32(bytes.count)..<Int32(bytes.count + range.count),
            characters: Int32(characters.count)..<Int32(characters.count + end - first),
            parts: Int32(parts.count)..<Int32(parts.count), script: script, next: unsafe Self.kind(text, range.upperBound),
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
            let firstGlyph = glyphs.count
            for i in paragraph.glyphs(of: item, own) {
                var glyph = paragraph.glyphs[i]
                glyph.cluster &-= Int32(truncatingIfNeeded: range.lowerBound)
                glyphs.append(glyph)
            }
            unsafe parts.append(
                Part(
                    bytes: paragraph.characters[own.upperBound].offset - paragraph.characters[own.lowerBound].offset,
                    characters: Int32(own.count), face: Int32(item.face), script: item.script,
                    language: UInt(bitPattern: item.language), glyphs: Int32(firstGlyph)..<Int32(glyphs.count),
                    isUppercase: item.isUppercase))
        }
        word.parts = word.parts.lowerBound..<Int32(parts.count)
        for index in first..<end {
            var character = paragraph.characters[index]
            character.offset &-= Int32(truncatingIfNeeded: range.lowerBound)
            characters.append(character)
        }
        unsafe bytes += text[range]
        switches += wanted
        insert(word)
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
                depth += type == G_UNICODE_OPEN_PUNCTUATION || type == G_UNICODE_INITIAL_PUNCTUATION || scalar == 0x3C ? 1 : -1
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

    private mutating func insert(_ word: Word) {
        if (words.count + 1) * 2 > table.count {
            table = [Int32](repeating: -1, count: max(256, table.count * 2))
            for index in words.indices { place(index) }
        }
        words.append(word)
        place(words.count - 1)
        byteCount +=
            MemoryLayout<Word>.stride + 8 + word.bytes.count + word.characters.count * MemoryLayout<Paragraph.Character>.stride
            + word.parts.count * MemoryLayout<Part>.stride + word.characters.count * MemoryLayout<ShapedGlyph>.stride
    }

    private mutating func place(_ index: Int) {
        var place = Int(truncatingIfNeeded: words[index].hash) & (table.count - 1)
        while table[place] >= 0 { place = (place + 1) & (table.count - 1) }
        table[place] = Int32(truncatingIfNeeded: index)
    }
}

extension Paragraph {
    /// Whether text on one side of `byte` has no say in the shapes on the other; `index` is the item that ends or begins there, or holds it.
    func isSafeToConcat(at byte: Int, _ index: Int) -> Bool {
        let item = items[index]
        if byte <= item.bytes.lowerBound || byte >= item.bytes.upperBound { return true }
        let own = character(at: byte)
        if !characters[own].beginsCluster { return false }
        let found = glyphs(of: item, own..<own + 1)
        return !found.isEmpty && found.allSatisfy { glyphs[$0].isSafeToConcat }
    }
}
