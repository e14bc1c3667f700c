public import LaminaGeometry

// Room for the children of the node that shows a text.
extension AttributedText {
    static func holdsChildren(_ span: TextSpan) -> Bool {
        span.attributes.hasRare && span.attributes.rare.attachment?.holdsChild ?? false
    }

    /// Where the room for each child begins, in bytes; each is one U+FFFC.
    var childBytes: [Int] {
        spans.filter(Self.holdsChildren).flatMap { span in
            span.bytes.filter { utf8[$0] & 0xC0 != 0x80 }
        }
    }

    /// The same text with room for children of these sizes; none for those that are not there. Asked again for the last
    /// sizes, it is the same object.
    public func holding(_ children: [Size]) -> AttributedText {
        if let last = measurements.held, last.sizes == children { return last.text }
        var made: [TextSpan] = []
        var number = 0
        for span in spans {
            guard Self.holdsChildren(span) else {
                made.append(span)
                continue
            }
            for start in span.bytes where utf8[start] & 0xC0 != 0x80 {
                let end = (start + 1..<span.bytes.upperBound).first { utf8[$0] & 0xC0 != 0x80 } ?? span.bytes.upperBound
                let size = number < children.count ? children[number] : .zero
                var attributes = span.attributes
                attributes.rare.attachment?.width = Self.length(size.width)
                attributes.rare.attachment?.height = Self.length(size.height)
                made.append(TextSpan(bytes: start..<end, attributes: attributes))
                number += 1
            }
        }
        let text = AttributedText(
            utf8: utf8, spans: Joined(made), paragraphs: paragraphs, baseAttributes: baseAttributes,
            holdsChildren: holdsChildren)
        measurements.held = (children, text)
        return text
    }

    /// As much as an attachment may take.
    private static func length(_ value: Double) -> Double { value.isFinite ? min(max(value, 0), 10_000) : 0 }
}

extension TextFrame {
    /// The room for each child in the frame; nil for what is not shown.
    public var childFrames: [Rect?] {
        let bytes = text.childBytes
        var frames = [Rect?](repeating: nil, count: bytes.count)
        for found in measured.attachments {
            let number = bytes.firstIndex(inOrder: { $0 >= found.byte })
            if number == bytes.count || bytes[number] != found.byte { continue }
            let line = measured.lines[found.line]
            frames[number] = Rect(
                x: lineStart(found.line) + found.x, y: origin.y + line.baseline + found.y, width: found.width,
                height: found.height)
        }
        return frames
    }
}
