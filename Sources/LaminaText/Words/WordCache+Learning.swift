internal import CPango

// What is kept of paragraphs that went through all stages.
extension WordCache {
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
            hash: hash, key: key, switches: Int32(switches.count)..<Int32(switches.count + wanted.count),
            bytes: Int32(bytes.count)..<Int32(bytes.count + range.count),
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

    private mutating func insert(_ word: Word) {
        if (words.count + 1) * 2 > table.count {
            table = [Int32](repeating: -1, count: max(256, table.count * 2))
            for index in words.indices { place(index) }
        }
        words.append(word)
        place(words.count - 1)
        // As many glyphs as characters, more or less.
        let perCharacter = MemoryLayout<Paragraph.Character>.stride + MemoryLayout<ShapedGlyph>.stride
        byteCount += MemoryLayout<Word>.stride + 8 + word.bytes.count
        byteCount += word.characters.count * perCharacter + word.parts.count * MemoryLayout<Part>.stride
    }

    private mutating func place(_ index: Int) {
        var place = Int(truncatingIfNeeded: words[index].hash) & (table.count - 1)
        while table[place] >= 0 { place = (place + 1) & (table.count - 1) }
        table[place] = Int32(truncatingIfNeeded: index)
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
