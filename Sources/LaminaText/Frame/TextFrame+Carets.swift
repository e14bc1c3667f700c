public import LaminaGeometry

/// Where the caret stands for a position between characters. The two differ where text changes direction.
public struct TextCaret: Equatable, Sendable {
    /// Where text in the paragraph's direction goes in.
    public var strong: Rect
    /// Where text in the other direction goes in.
    public var weak: Rect
    public var line: Int
    public var isRightToLeft: Bool
}

/// The carets of one line; 1/1024 logical units from its start.
struct LineCarets {
    /// Where a character is entered or left, and how deep its run lies between changes of direction.
    private struct Edge {
        var x: Int32
        var level: UInt8

        var isRightToLeft: Bool { level & 1 == 1 }
    }

    private let start: Edge
    private let end: Edge
    /// Where shown text ends because the rest is hidden.
    private let cut: Int?

    init(_ line: TextLine, hidden: Range<Int>) {
        let (width, level): (Int32, UInt8) = (lengthUnits(line.width), line.isRightToLeft ? 1 : 0)
        start = Edge(x: line.isRightToLeft ? width : 0, level: level)
        end = Edge(x: line.isRightToLeft ? 0 : width, level: level)
        cut = hidden.isEmpty ? nil : hidden.lowerBound
    }

    /// The carets at `byte`, as pango_layout_get_cursor_pos has them: the trailing edge of the character that ends
    /// there, and the leading edge of the one that begins there; at the line's ends its edges. Also whether the strong
    /// one stands in text that runs to the left.
    func caret(at byte: Int, between previous: PlacedGrapheme?, and next: PlacedGrapheme?) -> (
        strong: Int32, weak: Int32, runsLeft: Bool
    ) {
        let before = previous.map { Edge(x: $0.trailingEdge, level: $0.level) } ?? start
        let after = next.map { Edge(x: $0.leadingEdge, level: $0.level) } ?? end
        if next == nil && previous != nil && byte == cut {
            // What is before decides.
            let isOther = before.isRightToLeft != end.isRightToLeft
            return (isOther ? end.x : before.x, before.x, end.isRightToLeft)
        }
        // Both may run as the paragraph does, and yet stand apart, where numbers follow one another in text of the
        // other direction.
        let takesBefore =
            before.isRightToLeft == end.isRightToLeft
            && (after.isRightToLeft != before.isRightToLeft || before.level < after.level)
        return takesBefore
            ? (before.x, after.x, before.isRightToLeft) : (after.x, before.x, after.isRightToLeft)
    }
}

extension TextFrame {
    /// The caret before the character at `byte`; linear in the characters of the line.
    public func caret(at byte: Int) -> TextCaret {
        let index = line(of: byte)
        let line = measured.lines[index]
        let graphemes = measured.graphemes[line.graphemes]
        let start = Int32(clamping: position(byte, in: index))
        let next = graphemes.first { $0.part == .text && $0.bytes.contains(start) }
        let previous = graphemes.first { $0.part == .text && $0.bytes.upperBound == start && !$0.bytes.isEmpty }
        let found = LineCarets(line, hidden: measured.hidden).caret(at: Int(start), between: previous, and: next)
        func rect(_ x: Int32) -> Rect {
            Rect(x: lineStart(index) + Double(pangoUnits: x), y: top(of: index), width: 0, height: height(of: index))
        }
        return TextCaret(
            strong: rect(found.strong), weak: rect(found.weak), line: index, isRightToLeft: line.isRightToLeft)
    }

    /// Where a caret for `byte` stands among those of its line: before the character that the byte is in, at the end of
    /// the line between the two bytes of a line's end, and where text is left out, before that.
    func position(_ byte: Int, in index: Int) -> Int {
        let line = measured.lines[index]
        if measured.hidden.contains(byte) { return measured.hidden.lowerBound }
        if byte >= line.bytes.upperBound { return line.bytes.upperBound }
        let own = Int32(clamping: byte)
        let character = measured.graphemes[line.graphemes].first { $0.part == .text && $0.bytes.contains(own) }
        return character.map { Int($0.bytes.lowerBound) } ?? byte
    }

    /// The positions of a line, from left to right by their strong carets; of those that stand in the same place, as
    /// their text runs.
    func stops(in index: Int) -> [(byte: Int, x: Int32)] {
        let line = measured.lines[index]
        var (previous, next): ([Int: PlacedGrapheme], [Int: PlacedGrapheme]) = ([:], [:])
        for grapheme in measured.graphemes[line.graphemes] where grapheme.part == .text && !grapheme.bytes.isEmpty {
            let (first, behind) = (Int(grapheme.bytes.lowerBound), Int(grapheme.bytes.upperBound))
            if next[first] == nil { next[first] = grapheme }
            if previous[behind] == nil { previous[behind] = grapheme }
        }
        var bytes = Set(next.keys).union(previous.keys)
        if bytes.isEmpty { bytes.insert(line.bytes.lowerBound) }
        // What lies behind the end of a wrapped line is the next one's.
        let end = index + 1 < measured.lines.count ? measured.lines[index + 1].bytes.lowerBound : .max
        let carets = LineCarets(line, hidden: measured.hidden)
        return bytes.filter { $0 < end }
            .map { (byte: $0, caret: carets.caret(at: $0, between: previous[$0], and: next[$0])) }
            .sorted { a, b in
                if a.caret.strong != b.caret.strong { return a.caret.strong < b.caret.strong }
                if a.caret.runsLeft != b.caret.runsLeft { return b.caret.runsLeft }
                return a.caret.runsLeft ? a.byte > b.byte : a.byte < b.byte
            }
            .map { ($0.byte, $0.caret.strong) }
    }
}
