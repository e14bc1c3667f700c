public import LaminaGeometry

/// Collects text and attributes; `build` makes the immutable `AttributedText`.
public struct AttributedTextBuilder: Sendable {
    private var utf8: [UInt8] = []
    private var base: CharacterAttributes
    private var changes: [AttributeChange] = []
    private var paragraphs: [ParagraphSpan] = []

    /// An empty text; `attributes` hold wherever nothing else is said.
    public init(attributes: CharacterAttributes = CharacterAttributes()) {
        base = attributes
    }

    /// Starts with `bytes`, which must be well-formed UTF-8: otherwise fails with `invalidArgument`, naming the offset.
    /// NUL bytes become spaces, so that offsets stay.
    public init(utf8 bytes: [UInt8], attributes: CharacterAttributes = CharacterAttributes()) throws(LaminaError) {
        base = attributes
        try append(utf8: bytes)
    }

    /// The number of bytes so far.
    public var count: Int { utf8.count }

    /// Appends `bytes`, which must be well-formed UTF-8: otherwise fails with `invalidArgument`, naming the offset
    /// within `bytes`, and changes nothing.
    public mutating func append(utf8 bytes: [UInt8], attributes: CharacterAttributes? = nil) throws(LaminaError) {
        try UTF8Check.check(bytes, "the text")
        let start = utf8.count
        // Pango takes a NUL for the end of the text; a space has the same length, so offsets stay.
        if UTF8Check.containsNUL(bytes) {
            utf8.append(contentsOf: bytes.lazy.map { $0 == 0 ? 0x20 : $0 })
        } else if utf8.isEmpty {
            utf8 = bytes
        } else {
            utf8.append(contentsOf: bytes)
        }
        if let attributes, !bytes.isEmpty {
            changes.append(AttributeChange(bytes: start..<utf8.count, attributes: attributes))
        }
    }

    /// Appends `text`; NUL characters become spaces.
    public mutating func append(_ text: String, attributes: CharacterAttributes? = nil) {
        let start = utf8.count
        utf8.append(contentsOf: text.utf8.lazy.map { $0 == 0 ? 0x20 : $0 })
        if let attributes, utf8.count > start {
            changes.append(AttributeChange(bytes: start..<utf8.count, attributes: attributes))
        }
    }

    /// Appends the text of `other` and its changes.
    mutating func append(_ other: AttributedTextBuilder) {
        let start = utf8.count
        if start == 0 {
            (utf8, changes) = (other.utf8, other.changes)
            return
        }
        utf8.append(contentsOf: other.utf8)
        for change in other.changes {
            let bytes = change.bytes.lowerBound + start..<change.bytes.upperBound + start
            changes.append(AttributeChange(bytes: bytes, attributes: change.attributes))
        }
    }

    /// Gives `bytes` the attributes that are not nil; what is nil stays as it was. Fails with `outOfRange` beyond the
    /// text and with `invalidArgument` inside a UTF-8 sequence, naming the offset.
    public mutating func set(_ attributes: CharacterAttributes, bytes: Range<Int>) throws(LaminaError) {
        try UTF8Check.check(bytes, in: utf8)
        if !bytes.isEmpty { changes.append(AttributeChange(bytes: bytes, attributes: attributes)) }
    }

    /// Sets the paragraphs that touch `bytes`, wholly, and replaces what was said of them before. Fails like `set`.
    public mutating func set(_ style: ParagraphStyle, bytes: Range<Int>) throws(LaminaError) {
        try UTF8Check.check(bytes, in: utf8)
        var start = bytes.lowerBound
        while start > 0 && utf8[start - 1] != 0x0A && utf8[start - 1] != 0x0D { start -= 1 }
        var end = max(bytes.lowerBound, bytes.upperBound - 1)
        while end < utf8.count && utf8[end] != 0x0A && utf8[end] != 0x0D { end += 1 }
        end = min(end + 1, utf8.count)
        put(ParagraphSpan(bytes: start..<max(end, start), style: style))
    }

    /// Puts a paragraph in the place of what is there. Takes the logarithm of the number of paragraphs, and moves those
    /// behind it.
    private mutating func put(_ paragraph: ParagraphSpan) {
        // Only at the end of the text can one have no bytes; what came to stand there since has another.
        if let last = paragraphs.last, last.bytes.isEmpty { paragraphs.removeLast() }
        let range = paragraph.bytes
        let first = paragraphs.firstIndex(inOrder: { $0.bytes.upperBound > range.lowerBound })
        let next = max(first, paragraphs.firstIndex(inOrder: { $0.bytes.lowerBound >= range.upperBound }))
        if first == next {
            paragraphs.insert(paragraph, at: first)
            return
        }
        var pieces = [paragraph]
        let (before, after) = (paragraphs[first], paragraphs[next - 1])
        if before.bytes.lowerBound < range.lowerBound {
            let rest = before.bytes.lowerBound..<range.lowerBound
            pieces.insert(ParagraphSpan(bytes: rest, style: before.style), at: 0)
        }
        if after.bytes.upperBound > range.upperBound {
            pieces.append(ParagraphSpan(bytes: range.upperBound..<after.bytes.upperBound, style: after.style))
        }
        paragraphs.replaceSubrange(first..<next, with: pieces)
    }

    /// Appends room for something of the host's: U+FFFC, which stands for it in the string.
    public mutating func append(
        _ attachment: TextAttachment, attributes: CharacterAttributes = CharacterAttributes()
    ) {
        var attributes = attributes
        attributes.rare.attachment = attachment
        append("\u{FFFC}", attributes: attributes)
    }

    /// Appends `bytes` between the controls that make them run in a direction, or by themselves, paragraph by
    /// paragraph, since controls reach no farther (UAX 9, X8). They are part of the text, so that positions mean the
    /// same to everybody. Fails like `append`.
    public mutating func append(
        utf8 bytes: [UInt8], running direction: TextDirection, attributes: CharacterAttributes? = nil
    ) throws(LaminaError) {
        let (opening, closing): (String, String)
        switch direction {
        case .natural: (opening, closing) = ("\u{2068}", "\u{2069}")
        case .leftToRight: (opening, closing) = ("\u{202D}", "\u{202C}")
        case .rightToLeft: (opening, closing) = ("\u{202E}", "\u{202C}")
        }
        var directed: [UInt8] = []
        var isOpen = false
        var at = 0
        while at < bytes.count {
            let breakLength = Self.paragraphBreak(bytes, at)
            if (breakLength > 0) == isOpen {
                directed += (isOpen ? closing : opening).utf8
                isOpen.toggle()
            }
            let next = at + max(breakLength, 1)
            directed += bytes[at..<next]
            at = next
        }
        if isOpen { directed += closing.utf8 }
        if UTF8Check.firstInvalidByte(bytes) != nil { directed = bytes }
        try append(utf8: directed, attributes: attributes)
    }

    /// How many bytes end a paragraph at `at`: line feed, carriage return, U+2029; 0 when none do.
    private static func paragraphBreak(_ bytes: [UInt8], _ at: Int) -> Int {
        if bytes[at] == 0x0A || bytes[at] == 0x0D { return 1 }
        return bytes[at] == 0xE2 && bytes[at...].starts(with: [0xE2, 0x80, 0xA9]) ? 3 : 0
    }

    /// Appends room for a child of the node that will show the text: the first such room is for its first child, and so
    /// on.
    public mutating func appendChild(rise: Double, attributes: CharacterAttributes = CharacterAttributes()) {
        var attachment = TextAttachment(width: 0, height: 0, rise: rise)
        attachment.holdsChild = true
        append(attachment, attributes: attributes)
    }

    /// The text as it is now. Takes time in the number of attribute changes, times its logarithm.
    public func build() -> AttributedText {
        var resolver = SpanResolver(changes: changes, base: base)
        return AttributedText(
            utf8: utf8, spans: resolver.spans(of: utf8.count), paragraphs: paragraphs, baseAttributes: base)
    }
}
