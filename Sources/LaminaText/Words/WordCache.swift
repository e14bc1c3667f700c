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
            WordCache.seed ^ UInt64(truncatingIfNeeded: style) &* 0x9E37_79B9_7F4A_7C15
                ^ UInt64(UInt32(bitPattern: script.rawValue)) << 33 ^ (isRightToLeft ? 1 << 32 : 0)
        }
    }

    static let seed: UInt64 = 0xCBF2_9CE4_8422_2325
    /// What all of it may take, in bytes; at the limit all words are forgotten.
    static let capacity = 1 << 20
    /// Longer ones seldom come again.
    static let longest = 64

    /// Another style begins at a byte of a word.
    struct Switch: Equatable {
        var byte: Int32
        var style: Int32
    }

    var table: [Int32] = []
    var switches: [Switch] = []
    /// Of the word that is looked for.
    var wanted: [Switch] = []
    var words: [Word] = []
    var bytes: [UInt8] = []
    var characters: [Paragraph.Character] = []
    var parts: [Part] = []
    var glyphs: [ShapedGlyph] = []
    /// Words that were met once. Keeping a word costs a tenth of shaping it, and most words do not come again.
    var seen = [UInt64](repeating: 0, count: 4096)
    /// What `compose` found, before it takes anything over.
    var found: [(word: Int32, start: Int32)] = []

    /// What the words take, in bytes.
    var byteCount = 0
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

    /// Fills `paragraph` with the text that it has, when all of its words are known; false, with nothing changed, when
    /// one is not.
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

    /// Notes where other styles begin in a word; false where letters are spaced or raised.
    mutating func findSwitches(
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
    static func kind(_ text: UnsafeBufferPointer<UInt8>, _ byte: Int) -> UInt8 {
        if byte >= text.count { return 0 }
        let first = unsafe text[byte]
        if first >= 0x80 { return first }
        return (0x61...0x7A).contains(first | 0x20) ? 1 : 2
    }

    func find(_ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ key: Key) -> Int? {
        if table.isEmpty { return nil }
        var place = Int(truncatingIfNeeded: hash) & (table.count - 1)
        while table[place] >= 0 {
            let word = words[Int(table[place])]
            if word.hash == hash, word.key == key, word.bytes.count == range.count,
                unsafe word.next == Self.kind(text, range.upperBound),
                unsafe holds(word, text, range)
            {
                return Int(table[place])
            }
            place = (place + 1) & (table.count - 1)
        }
        return nil
    }

    func holds(_ word: Word, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        if word.switches.count != wanted.count { return false }
        for (index, own) in wanted.enumerated() where switches[Int(word.switches.lowerBound) + index] != own {
            return false
        }
        var i = Int(word.bytes.lowerBound)
        for byte in range {
            if unsafe bytes[i] != text[byte] { return false }
            i += 1
        }
        return true
    }
}
