internal import LaminaGeometry
internal import Synchronization

/// A stretch of an `AttributedText` with the same attributes throughout.
public struct TextSpan: Hashable, Sendable {
    /// UTF-8 bytes; both ends stand between code points.
    public let bytes: Range<Int>
    /// What is drawn how; complete, with everything inherited from the text's base attributes.
    public let attributes: CharacterAttributes
}

/// An immutable text with attributes, made by `AttributedTextBuilder`; any thread may use it. Its last few measurements
/// stay with it and keep the `FontSystem` they belong to alive.
public final class AttributedText: Sendable, Hashable {
    /// Valid UTF-8 without NUL bytes.
    public let utf8: [UInt8]
    /// In order, without gaps or overlaps, covering the text; empty for the empty text.
    public let spans: Joined<TextSpan>
    /// Where paragraphs are set in a way of their own; in order, without overlaps.
    public let paragraphs: Joined<ParagraphSpan>
    /// Of the whole text; the spans' attributes already include them.
    public let baseAttributes: CharacterAttributes
    /// Whether some of the text is room for children of the node that shows it.
    public let holdsChildren: Bool
    let measurements = TextMeasurements()
    /// What the text was made from, as long as that helps to measure it.
    let former: FormerText?
    /// 0 until somebody asks: most texts are never compared.
    private let knownHash = Atomic<Int>(0)

    convenience init(
        utf8: [UInt8], spans: [TextSpan], paragraphs: [ParagraphSpan] = [], baseAttributes: CharacterAttributes
    ) {
        self.init(
            utf8: utf8, spans: Joined(spans), paragraphs: Joined(paragraphs), baseAttributes: baseAttributes,
            holdsChildren: spans.contains { Self.holdsChildren($0) })
    }

    init(
        utf8: [UInt8], spans: Joined<TextSpan>, paragraphs: Joined<ParagraphSpan>, baseAttributes: CharacterAttributes,
        holdsChildren: Bool, former: FormerText? = nil
    ) {
        self.paragraphs = paragraphs
        self.utf8 = utf8
        self.spans = spans
        self.baseAttributes = baseAttributes
        self.holdsChildren = holdsChildren
        self.former = former
    }

    /// A text of one look.
    convenience init(utf8: [UInt8], look: CharacterAttributes) {
        self.init(utf8: utf8, spans: [TextSpan(bytes: 0..<utf8.count, attributes: look)], baseAttributes: look)
    }

    /// An equal text that keeps no measurements.
    var withoutMeasurements: AttributedText {
        AttributedText(
            utf8: utf8, spans: spans, paragraphs: paragraphs, baseAttributes: baseAttributes,
            holdsChildren: holdsChildren)
    }

    /// How far shadows, outlines and borders reach out of the letters, logical units.
    public var effectReach: Double {
        let padding = effectPadding
        return max(max(padding.top, padding.bottom), max(padding.left, padding.right))
    }

    /// The same on each side.
    var effectPadding: EdgeInsets {
        var result = EdgeInsets.zero
        func reach(_ x: Double, _ y: Double, _ margin: Double) {
            result.left = max(result.left, margin - x)
            result.right = max(result.right, margin + x)
            result.top = max(result.top, margin - y)
            result.bottom = max(result.bottom, margin + y)
        }
        for span in spans where span.attributes.hasRare {
            let rare = span.attributes.rare
            if let border = rare.border {
                let (padding, width) = (border.padding, border.width)
                result.left = max(result.left, padding.left + width)
                result.right = max(result.right, padding.right + width)
                result.top = max(result.top, padding.top + width)
                result.bottom = max(result.bottom, padding.bottom + width)
            }
            if let stroke = rare.stroke { reach(0, 0, stroke.width / 2) }
            for shadow in rare.shadows ?? [] { reach(shadow.x, shadow.y, max(shadow.blur, 0)) }
        }
        return result
    }

    /// The attributes of the character at `byte`; those of the last one beyond the end.
    public func attributes(at byte: Int) -> CharacterAttributes {
        let index = spanIndex(at: byte)
        return index < spans.count ? spans[index].attributes : spans.last?.attributes ?? baseAttributes
    }

    /// The number of the span that `byte` is in; their count beyond the end.
    func spanIndex(at byte: Int) -> Int {
        spans.firstIndex(inOrder: { $0.bytes.upperBound > byte })
    }

    /// Made once; two threads that ask at the same time find the same.
    private var hash: Int {
        let known = knownHash.load(ordering: .relaxed)
        if known != 0 { return known }
        var hasher = Hasher()
        hasher.combine(utf8)
        hasher.combine(spans)
        hasher.combine(paragraphs)
        hasher.combine(baseAttributes)
        let made = hasher.finalize()
        knownHash.store(made, ordering: .relaxed)
        return made
    }

    /// Whether both show the same text with the same attributes; quick when they differ or are the same object.
    public static func == (a: AttributedText, b: AttributedText) -> Bool {
        a === b
            || (a.hash == b.hash && a.utf8 == b.utf8 && a.spans == b.spans && a.paragraphs == b.paragraphs
                && a.baseAttributes == b.baseAttributes)
    }

    /// Feeds a hash of the whole text, which is kept.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
