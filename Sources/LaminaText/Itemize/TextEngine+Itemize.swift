internal import CPango

// Items: Pango decides direction, script, language and font.
extension TextEngine {
    /// Fills `paragraph` with the items of a piece.
    func itemize(
        _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ styled: StyledText, into paragraph: inout Paragraph
    ) {
        guard let worker, unsafe paragraph.text.count > 0 else { return }
        var isWarm = unsafe warm.covers(text, piece, styled.spans, marks: false)
        if !isWarm && piece.bytes.count > 2 * Self.coldBytes {
            unsafe meet(text, piece, styled)
            isWarm = unsafe warm.covers(text, piece, styled.spans, marks: false)
        }
        if isWarm {
            let items = unsafe worker.itemize(paragraph.text, piece, styled)
            if unsafe !appendItems(items, piece, styled, into: &paragraph) {
                FontLock.withLock { held in
                    unsafe intern(items, held)
                    _ = unsafe appendItems(items, piece, styled, into: &paragraph)
                }
            }
            unsafe Self.free(items)
            return
        }
        FontLock.withLock { held in
            if unsafe !load(text, piece, styled, held) {
                paragraph.appendWithoutFont(piece)
                return
            }
            let items = unsafe worker.itemize(paragraph.text, piece, styled)
            unsafe intern(items, held)
            _ = unsafe appendItems(items, piece, styled, into: &paragraph)
            unsafe Self.free(items)
            _ = unsafe warm.covers(text, piece, styled.spans, marks: true)
        }
    }

    /// Has Pango find the fonts of a long piece part by part, so that other threads need not wait for the font lock
    /// until all of it is done.
    private func meet(_ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ styled: StyledText) {
        var start = piece.bytes.lowerBound
        while start < piece.bytes.upperBound {
            var end = min(start + Self.coldBytes, piece.bytes.upperBound)
            while unsafe end < piece.bytes.upperBound && text[end] & 0xC0 == 0x80 { end += 1 }
            let part = Self.part(start..<end, of: piece, styled)
            if unsafe !warm.covers(text, part, styled.spans, marks: false) {
                FontLock.withLock { held in
                    guard let worker, unsafe load(text, part, styled, held) else { return }
                    unsafe withHarmless(text, part.bytes) { bytes in
                        let items = unsafe worker.itemize(bytes, part, styled)
                        unsafe intern(items, held)
                        unsafe Self.free(items)
                    }
                    _ = unsafe warm.covers(text, part, styled.spans, marks: true)
                }
            }
            start = end
        }
    }

    /// Looks for the fonts of a piece, one set after the other, since each takes threads; false without threads. One
    /// more set may be needed, that of emoji.
    private func load(
        _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ styled: StyledText, _ held: borrowing FontLock.Held
    ) -> Bool {
        guard let worker else { return false }
        for unsafe(style, language) in unsafe warm.unknownLanguages(text, piece, styled.spans) {
            if unsafe !worker.load(style, language, held) { return false }
        }
        return worker.hasThreads(held)
    }

    /// A part of a piece, with the spans that it touches.
    private static func part(_ bytes: Range<Int>, of piece: Piece, _ styled: StyledText) -> Piece {
        var part = piece
        part.bytes = bytes
        var spans = piece.spans
        while spans.count > 1 && styled.spans[spans.lowerBound].bytes.upperBound <= bytes.lowerBound {
            spans = spans.lowerBound + 1..<spans.upperBound
        }
        while spans.count > 1 && styled.spans[spans.upperBound - 1].bytes.lowerBound >= bytes.upperBound {
            spans = spans.lowerBound..<spans.upperBound - 1
        }
        part.spans = spans
        return part
    }

    /// Calls `body` with bytes of the text, some of them replaced where fribidi must not have them.
    func withHarmless<Result>(
        _ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let own = unsafe UnsafeBufferPointer(rebasing: text[bytes])
        guard let changed = unsafe BidiGuard.harmless(UnsafeRawBufferPointer(own)) else { return unsafe body(own) }
        return unsafe changed.withUnsafeBufferPointer { unsafe body($0) }
    }

    /// Makes every font of the items known.
    private func intern(_ items: UnsafeMutablePointer<GList>?, _ held: borrowing FontLock.Held) {
        var next = unsafe items
        while let node = unsafe next {
            let analysis = unsafe node.pointee.data.assumingMemoryBound(to: PangoItem.self).pointee.analysis
            if let font = unsafe analysis.font { _ = unsafe intern(font, analysis.language, held) }
            unsafe next = node.pointee.next
        }
    }

    static func free(_ items: UnsafeMutablePointer<GList>?) {
        unsafe g_list_free_full(items) { item in unsafe pango_item_free(item?.assumingMemoryBound(to: PangoItem.self)) }
    }

    /// Takes the items over; false, with nothing changed, when one has a font that is not known.
    private func appendItems(
        _ list: UnsafeMutablePointer<GList>?, _ piece: Piece, _ styled: StyledText, into paragraph: inout Paragraph
    ) -> Bool {
        var span = piece.spans.lowerBound
        var character = 0
        var next = unsafe list
        while let node = unsafe next {
            let found = unsafe node.pointee.data.assumingMemoryBound(to: PangoItem.self).pointee
            unsafe next = node.pointee.next
            let bytes = unsafe Int(found.offset)..<Int(found.offset) + Int(found.length)
            var item = unsafe TextItem(
                bytes: bytes, characters: character..<character + Int(found.num_chars), level: found.analysis.level,
                script: PangoScript(Int32(found.analysis.script)), language: found.analysis.language, face: -1,
                span: span)
            character += unsafe Int(found.num_chars)
            if let font = unsafe found.analysis.font {
                guard let face = unsafe face(of: font) else {
                    paragraph.items.removeAll(keepingCapacity: true)
                    return false
                }
                item.face = face
            }
            unsafe item.isUppercase = Self.isUppercase(found.analysis)
            let first = unsafe paragraph.text[bytes.lowerBound]
            if first == 0x09 {
                item.kind = .tab
                paragraph.hasTabs = true
            }
            if first == 0xE2 && bytes.count == 3, unsafe paragraph.text[bytes.lowerBound + 1] == 0x80,
                unsafe paragraph.text[bytes.lowerBound + 2] == 0xA8
            {
                item.kind = .lineSeparator
            }
            span = append(item, piece, styled, span, to: &paragraph)
        }
        return true
    }

    /// Appends an item, in parts where spans differ in more than what Pango was asked for; returns the last one's span.
    private func append(
        _ item: TextItem, _ piece: Piece, _ styled: StyledText, _ hint: Int, to paragraph: inout Paragraph
    ) -> Int {
        var rest = item
        var span = hint
        while true {
            let start = rest.bytes.lowerBound + piece.bytes.lowerBound
            span = LineCapture.span(at: start, piece, styled.spans, near: span)
            rest.span = span
            let rare = styled.rare(of: span)
            set(&rest, rare, styled)
            // The first span that is set otherwise ends the part.
            var last = span
            while last + 1 < piece.spans.upperBound,
                styled.spans[last].bytes.upperBound - piece.bytes.lowerBound < rest.bytes.upperBound,
                styled.isSetAlike(last, last + 1)
            {
                last += 1
            }
            let end =
                last + 1 < piece.spans.upperBound
                ? styled.spans[last].bytes.upperBound - piece.bytes.lowerBound : Int.max
            if end >= rest.bytes.upperBound {
                paragraph.items.append(rest)
                return span
            }
            var part = rest
            let middle = paragraph.character(at: end)
            part.bytes = rest.bytes.lowerBound..<end
            part.characters = rest.characters.lowerBound..<middle
            rest.bytes = end..<rest.bytes.upperBound
            rest.characters = middle..<rest.characters.upperBound
            paragraph.items.append(part)
        }
    }

    private func set(_ item: inout TextItem, _ rare: RareAttributes?, _ styled: StyledText) {
        guard let rare else {
            item.letterSpacing = 0
            item.rise = 0
            if item.kind == .attachment { item.kind = .text }
            return
        }
        item.rise = styled.units(rare.rise)
        if rare.attachment != nil {
            item.kind = .attachment
            item.letterSpacing = 0
        } else {
            if item.kind == .attachment { item.kind = .text }
            item.letterSpacing = item.kind == .text ? styled.units(rare.letterSpacing) : 0
        }
    }

    private static func isUppercase(_ analysis: PangoAnalysis) -> Bool {
        var next = unsafe analysis.extra_attrs
        while let node = unsafe next {
            let attribute = unsafe node.pointee.data.assumingMemoryBound(to: PangoAttribute.self)
            if unsafe attribute.pointee.klass.pointee.type == PANGO_ATTR_TEXT_TRANSFORM { return true }
            unsafe next = node.pointee.next
        }
        return false
    }
}

extension StyledText {
    /// Whether letters of two spans are spaced, raised and replaced in the same way.
    func isSetAlike(_ a: Int, _ b: Int) -> Bool {
        let (first, second) = (spans[a].rare, spans[b].rare)
        if first == second { return first < 0 || rare[Int(first)].attachment == nil }
        let (one, other) = (rare(of: a), rare(of: b))
        return one?.attachment == nil && other?.attachment == nil
            && one?.letterSpacing ?? 0 == other?.letterSpacing ?? 0
            && one?.rise ?? 0 == other?.rise ?? 0
    }
}

extension Paragraph {
    /// Makes one item of a text that no font could be looked for.
    mutating func appendWithoutFont(_ piece: Piece) {
        unsafe items.append(
            TextItem(
                bytes: 0..<text.count, characters: 0..<characterCount, level: piece.isRightToLeft ? 1 : 0,
                script: PANGO_SCRIPT_COMMON, language: nil, face: -1, span: piece.spans.lowerBound))
    }
}
