public import LaminaGeometry

/// What a text was made from, and where the two differ.
struct FormerText: Sendable {
    /// Of that text.
    let measurements: TextMeasurements
    let paragraphs: Joined<ParagraphSpan>
    /// Bytes of that text.
    var replaced: Range<Int>
    /// How many bytes stand in their place.
    var count: Int

    /// How far the bytes behind the change have moved.
    var shift: Int { count - replaced.count }
}

// Texts that were changed. What both have in common is shared, but for the bytes, which are copied; a text that is
// measured then lays out the paragraphs that changed, and no other.
extension AttributedText {
    /// The text with `new` in place of `bytes`. Without attributes, `new` takes over those of the first character that
    /// it replaces, or of the one before where it replaces none; attributes inherit from the whole text's. Paragraphs
    /// that `new` makes are set as the one that it begins in. Fails with `outOfRange` beyond the text and with
    /// `invalidArgument` for what is not UTF-8 or inside a sequence.
    public func replacing(
        _ bytes: Range<Int>, with new: [UInt8], attributes: CharacterAttributes? = nil
    ) throws(LaminaError) -> AttributedText {
        try UTF8Check.check(bytes, in: utf8)
        try UTF8Check.check(new, "the text")
        var changed: [UInt8] = []
        changed.reserveCapacity(utf8.count - bytes.count + new.count)
        changed += utf8[..<bytes.lowerBound]
        // As in a builder.
        changed += UTF8Check.containsNUL(new) ? new.map { $0 == 0 ? 0x20 : $0 } : new
        changed += utf8[bytes.upperBound...]
        let edited = bytes.lowerBound..<bytes.lowerBound + new.count
        let look = attributes?.inheriting(baseAttributes) ?? attributesForReplacing(bytes)
        let spans = spans(replacing: bytes, edited, look)
        let mayHoldChildren = holdsChildren || look.hasRare && look.rare.attachment?.holdsChild ?? false
        return AttributedText(
            utf8: changed, spans: spans, paragraphs: paragraphs(replacing: bytes, edited, in: changed),
            baseAttributes: baseAttributes,
            holdsChildren: mayHoldChildren && spans.contains { Self.holdsChildren($0) },
            former: former(replacing: bytes, new.count))
    }

    /// A text of the same look throughout with another string. In a long one, what the two strings begin and end with
    /// is not laid out again. Fails with `invalidArgument` for what is not UTF-8.
    public func with(string new: [UInt8]) throws(LaminaError) -> AttributedText {
        let isPlain = paragraphs.isEmpty && spans.count == 1 && spans[0].attributes == baseAttributes
        if !isPlain || utf8.count < Self.longString {
            return try AttributedTextBuilder(utf8: new, attributes: baseAttributes).build()
        }
        let least = min(utf8.count, new.count)
        var start = 0
        while start < least && utf8[start] == new[start] { start += 1 }
        while start > 0 && !(UTF8Check.isBoundary(utf8, start) && UTF8Check.isBoundary(new, start)) { start -= 1 }
        var end = 0
        while end < least - start && utf8[utf8.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        while end > 0 && !UTF8Check.isBoundary(utf8, utf8.count - end) { end -= 1 }
        return try replacing(
            start..<utf8.count - end, with: Array(new[start..<new.count - end]), attributes: baseAttributes)
    }

    /// Shorter ones are laid out sooner than compared.
    private static let longString = 4096

    private func attributesForReplacing(_ bytes: Range<Int>) -> CharacterAttributes {
        var found = attributes(at: bytes.isEmpty ? max(0, bytes.lowerBound - 1) : bytes.lowerBound)
        // What stands for something else cannot be written.
        if found.hasRare && found.rare.attachment != nil { found.rare.attachment = nil }
        return found
    }

    private func spans(
        replacing bytes: Range<Int>, _ edited: Range<Int>, _ look: CharacterAttributes
    ) -> Joined<TextSpan> {
        let tail = TextShift(bytes: edited.count - bytes.count)
        let first = bytes.lowerBound > 0 ? spanIndex(at: bytes.lowerBound - 1) : 0
        let end = min(spanIndex(at: bytes.upperBound) + 1, spans.count)
        var made: [TextSpan] = []
        func append(_ bytes: Range<Int>, _ attributes: CharacterAttributes) {
            if bytes.isEmpty { return }
            if let last = made.last, last.attributes == attributes {
                made[made.count - 1] = TextSpan(bytes: last.bytes.lowerBound..<bytes.upperBound, attributes: attributes)
            } else {
                made.append(TextSpan(bytes: bytes, attributes: attributes))
            }
        }
        for span in spans[min(first, end)..<end] {
            append(span.bytes.lowerBound..<min(span.bytes.upperBound, bytes.lowerBound), span.attributes)
            if span.bytes.upperBound >= bytes.lowerBound { break }
        }
        append(edited, look)
        for span in spans[min(first, end)..<end] where span.bytes.upperBound > bytes.upperBound {
            let start = max(span.bytes.lowerBound, bytes.upperBound)
            append(start + tail.bytes..<span.bytes.upperBound + tail.bytes, span.attributes)
        }
        return spans.replacing(min(first, end)..<end, with: made, tail: tail)
    }

    private func paragraphs(
        replacing bytes: Range<Int>, _ edited: Range<Int>, in changed: [UInt8]
    ) -> Joined<ParagraphSpan> {
        if paragraphs.isEmpty { return paragraphs }
        let tail = TextShift(bytes: edited.count - bytes.count)
        // The paragraph in which the change ends is the one that it began in, unless it ends with one.
        var end = edited.upperBound
        if end > 0 && !Self.endsParagraph(changed, end) {
            while end < changed.count && changed[end] != 0x0A && changed[end] != 0x0D { end += 1 }
            if end < changed.count { end += 1 }
        }
        let formerEnd = end - tail.bytes
        func first(_ byte: Int) -> Int {
            paragraphs.firstIndex(inOrder: { $0.bytes.upperBound > byte || $0.bytes.lowerBound >= byte })
        }
        let (own, next) = (first(bytes.lowerBound), first(formerEnd))
        var made: [ParagraphSpan] = []
        if own < paragraphs.count, paragraphs[own].bytes.lowerBound <= bytes.lowerBound {
            let start = paragraphs[own].bytes.lowerBound
            if end > start { made.append(ParagraphSpan(bytes: start..<end, style: paragraphs[own].style)) }
        }
        if next < paragraphs.count, next != own || !paragraphs[next].bytes.isEmpty {
            let behind = paragraphs[next]
            let (start, stop) = (max(behind.bytes.lowerBound, formerEnd), behind.bytes.upperBound)
            let rest = start + tail.bytes..<stop + tail.bytes
            if let last = made.last, last.style == behind.style, last.bytes.upperBound == rest.lowerBound {
                made[0] = ParagraphSpan(bytes: last.bytes.lowerBound..<rest.upperBound, style: last.style)
            } else {
                made.append(ParagraphSpan(bytes: rest, style: behind.style))
            }
        }
        return paragraphs.replacing(own..<min(next + 1, paragraphs.count), with: made, tail: tail)
    }

    /// Whether a paragraph ends before `byte`, as builders part them.
    private static func endsParagraph(_ bytes: [UInt8], _ byte: Int) -> Bool {
        byte == 0 || bytes[byte - 1] == 0x0A || bytes[byte - 1] == 0x0D
    }

    /// What measuring the changed text can take over: from this text, or, when nobody measured it, from the one that
    /// it was made from.
    private func former(replacing bytes: Range<Int>, _ count: Int) -> FormerText? {
        guard let former, measurements.isEmpty else {
            return FormerText(measurements: measurements, paragraphs: paragraphs, replaced: bytes, count: count)
        }
        // One change that covers both.
        let before = former.replaced.lowerBound..<former.replaced.lowerBound + former.count
        let (start, end) = (min(before.lowerBound, bytes.lowerBound), max(before.upperBound, bytes.upperBound))
        return FormerText(
            measurements: former.measurements, paragraphs: former.paragraphs, replaced: start..<end - former.shift,
            count: end - start + count - bytes.count)
    }
}
