internal import CPango

/// Paragraphs that went through all stages before, of one engine: items, breaks and shapes. They follow from the bytes,
/// the styles and the direction alone, so that the same paragraph at another width, or in another text, is the same
/// value. For what `WordCache` cannot put together: text that runs both ways or has no blanks, letters that join,
/// several styles.
struct ParagraphCache {
    /// What a paragraph follows from, beside its bytes and direction.
    private struct Span: Equatable {
        /// Of the paragraph's text.
        var start: Int32
        var style: Int32
        var rare: RareAttributes?
    }

    private struct Entry {
        var bytes: [UInt8]
        var isRightToLeft: Bool
        var spans: [Span]
        /// Times the lengths in `spans`.
        var scale: Double
        var paragraph: Paragraph
        /// Of which the paragraph's items have the indexes.
        var firstSpan: Int
    }

    /// What all of it may take, in bytes; at the limit all paragraphs are forgotten.
    static let capacity = 2 << 20
    /// A paragraph that takes more of it seldom comes again.
    private static let longest = 16_384

    private var entries: [UInt64: Entry] = [:]
    private var met = MetOnce()
    private(set) var byteCount = 0

    mutating func removeAll() {
        entries.removeAll()
        byteCount = 0
    }

    /// What to find a paragraph by, of that text in a piece; nil where it follows from more than that.
    func hash(_ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ styled: StyledText) -> UInt64? {
        if text.isEmpty || text.count > Self.longest { return nil }
        var hash: UInt64 = piece.isRightToLeft ? 0x9E37_79B9_7F4A_7C15 : 0xCBF2_9CE4_8422_2325
        func mix(_ value: UInt64) {
            hash = (hash ^ value) &* 0x9FB2_1C65_1E98_DF25
            hash ^= hash >> 32
        }
        for span in piece.spans {
            if let rare = styled.rare(of: span) {
                if rare.attachment != nil { return nil }
                mix(UInt64(truncatingIfNeeded: rare.hashValue))
            }
            let start = max(styled.spans[span].bytes.lowerBound - piece.bytes.lowerBound, 0)
            mix(UInt64(truncatingIfNeeded: start << 16 ^ styled.spans[span].style))
        }
        let raw = UnsafeRawBufferPointer(text)
        var at = 0
        while at + 8 <= text.count {
            mix(unsafe raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            at += 8
        }
        var rest = UInt64(truncatingIfNeeded: text.count)
        while at < text.count {
            rest = unsafe rest << 8 | UInt64(text[at])
            at += 1
        }
        mix(rest)
        return hash
    }

    /// The paragraph, without its text; nil where it is not known.
    func find(
        _ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ styled: StyledText
    ) -> Paragraph? {
        guard let entry = entries[hash], entry.isRightToLeft == piece.isRightToLeft, entry.scale == styled.scale,
            entry.spans.count == piece.spans.count, entry.bytes.count == text.count,
            unsafe entry.bytes.elementsEqual(text),
            zip(entry.spans, piece.spans).allSatisfy({ $0 == Self.span($1, piece, styled) })
        else { return nil }
        var paragraph = entry.paragraph
        let moved = piece.spans.lowerBound - entry.firstSpan
        if moved != 0 {
            for index in paragraph.items.indices { paragraph.items[index].span += moved }
        }
        return paragraph
    }

    /// Whether to keep a paragraph.
    mutating func wants(_ hash: UInt64) -> Bool { met.hasMet(hash) }

    /// Keeps a paragraph all of whose items are shaped and none was cut.
    mutating func keep(_ hash: UInt64, _ piece: Piece, _ styled: StyledText, _ paragraph: Paragraph) {
        // Where a tab goes depends on the line.
        if paragraph.hasTabs || paragraph.items.contains(where: { $0.face < 0 }) { return }
        if byteCount > Self.capacity { removeAll() }
        let text = unsafe paragraph.text
        let entry = unsafe Entry(
            bytes: [UInt8](text), isRightToLeft: piece.isRightToLeft,
            spans: piece.spans.map { Self.span($0, piece, styled) }, scale: styled.scale, paragraph: paragraph.copy,
            firstSpan: piece.spans.lowerBound)
        if let former = entries.updateValue(entry, forKey: hash) { byteCount -= Self.size(of: former) }
        byteCount += Self.size(of: entry)
    }

    private static func span(_ index: Int, _ piece: Piece, _ styled: StyledText) -> Span {
        let span = styled.spans[index]
        return Span(
            start: Int32(truncatingIfNeeded: max(span.bytes.lowerBound - piece.bytes.lowerBound, 0)),
            style: Int32(truncatingIfNeeded: span.style), rare: styled.rare(of: index))
    }

    private static func size(of entry: Entry) -> Int {
        MemoryLayout<Entry>.stride + entry.bytes.count + entry.spans.count * MemoryLayout<Span>.stride
            + entry.paragraph.size
    }
}

extension Paragraph {
    /// The same paragraph in memory of its own, as much as it needs, without its text.
    var copy: Paragraph {
        var result = Paragraph()
        result.characters = characters.map { $0 }
        result.items = items.map { $0 }
        result.glyphs = glyphs.map { $0 }
        return result
    }

    /// In bytes.
    var size: Int {
        characters.count * MemoryLayout<Character>.stride + items.count * MemoryLayout<TextItem>.stride
            + glyphs.count * MemoryLayout<ShapedGlyph>.stride
    }
}
