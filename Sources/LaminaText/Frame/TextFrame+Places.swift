public import LaminaGeometry

/// What is shown at a place.
public struct TextHit: Equatable, Sendable {
    public enum Part: Int32, Sendable {
        case text = 0
        /// What stands where text was cut.
        case token = 1
        /// What follows the token.
        case message = 2
    }

    /// The character's first byte.
    public var byte: Int
    /// Whether the place is in the half of the character that its reader reaches last; false where the position behind
    /// the character belongs to another line.
    public var isTrailing: Bool
    /// The character's bytes; empty for token and message.
    public var character: Range<Int>
    /// Whether the place is on the character, and not only nearest to it.
    public var isInside: Bool
    public var part: Part
}

// Places of a frame made by `TextEngine.withCharacters`; linear in the characters of a line.
extension TextFrame {
    /// The line that a position belongs to; the later one where a line was wrapped.
    public func line(of byte: Int) -> Int {
        max(0, measured.lines.firstIndex(inOrder: { $0.bytes.lowerBound > byte }) - 1)
    }

    /// Whether the next line goes on where this one ends, so that the position between them belongs to that one.
    func isWrapped(_ line: Int) -> Bool {
        let (lines, next) = (measured.lines, line + 1)
        return next < lines.count && lines[next].bytes.lowerBound == lines[line].bytes.upperBound
    }

    func top(of line: Int) -> Double { origin.y + measured.lines[line].top }

    func height(of line: Int) -> Double { measured.lines[line].bottom - measured.lines[line].top }

    /// Rectangles that cover `bytes` where they are shown, line by line from left to right, as high as their lines.
    public func rects(of bytes: Range<Int>) -> [Rect] {
        var result: [Rect] = []
        let last = measured.lines.firstIndex(inOrder: { $0.bytes.lowerBound >= bytes.upperBound })
        // What is shown of the end of a text that is cut may be far behind the beginning of its line.
        for index in min(line(of: bytes.lowerBound), last)..<last {
            let line = measured.lines[index]
            let start = lineStart(index)
            var open: (x: Int32, end: Int32)?
            func close() {
                guard let found = open, found.end > found.x else { return }
                result.append(
                    Rect(
                        x: start + Double(pangoUnits: found.x), y: top(of: index),
                        width: Double(pangoUnits: found.end - found.x),
                        height: height(of: index)))
            }
            for grapheme in measured.graphemes[line.graphemes] {
                let isWanted =
                    grapheme.part == .text && Int(grapheme.bytes.lowerBound) < bytes.upperBound
                    && Int(grapheme.bytes.upperBound) > bytes.lowerBound
                if !isWanted { continue }
                if let found = open, found.end == grapheme.x {
                    open = (found.x, grapheme.x &+ grapheme.width)
                } else {
                    close()
                    open = (grapheme.x, grapheme.x &+ grapheme.width)
                }
            }
            close()
        }
        return result
    }

    /// Where token or message stand; empty when they do not.
    public func rects(of part: TextHit.Part) -> [Rect] {
        var result: [Rect] = []
        for (index, line) in measured.lines.enumerated() {
            let found = measured.graphemes[line.graphemes].filter { $0.part.rawValue == UInt8(part.rawValue) }
            guard let left = found.map(\.x).min(), let right = found.map({ $0.x &+ $0.width }).max() else { continue }
            result.append(
                Rect(
                    x: lineStart(index) + Double(pangoUnits: left), y: top(of: index),
                    width: Double(pangoUnits: right - left),
                    height: height(of: index)))
        }
        return part == .text ? [] : result
    }

    /// What is nearest to a place: the line at its height, and the character there.
    public func hit(_ point: Point) -> TextHit {
        let y = point.y - origin.y
        // From line to line the lower edge goes down, unless a style has them overlap.
        let index =
            measured.notes.isStacked
            ? min(measured.lines.firstIndex(inOrder: { y < $0.bottom }), measured.lines.count - 1)
            : measured.lines.firstIndex { y < $0.bottom } ?? measured.lines.count - 1
        let line = measured.lines[index]
        let start = lineStart(index)
        let graphemes = measured.graphemes[line.graphemes]
        guard let first = graphemes.first, let last = graphemes.last else {
            return TextHit(
                byte: line.bytes.lowerBound, isTrailing: false,
                character: line.bytes.lowerBound..<line.bytes.lowerBound, isInside: false, part: .text)
        }
        let x = (point.x - start) * 1024
        let inLine = y >= line.top && y < line.bottom && x >= Double(first.x) && x < Double(last.x &+ last.width)
        if x < Double(first.x) || x >= Double(last.x &+ last.width), let edge = edge(index, isLeft: x < Double(first.x))
        {
            return edge
        }
        let found = graphemes.first { x < Double($0.x &+ $0.width) } ?? last
        let isRightHalf = x >= Double(found.x) + Double(found.width) / 2
        return hit(on: found, index, isTrailing: isRightHalf != found.isRightToLeft, isInside: inLine)
    }

    private func hit(on found: PlacedGrapheme, _ index: Int, isTrailing: Bool, isInside: Bool) -> TextHit {
        // As in pango_layout_line_x_to_index: the position behind the last character of a wrapped line is where the
        // next one begins, and a caret there would leave the line that was meant.
        let isLast = isWrapped(index) && Int(found.bytes.upperBound) >= measured.lines[index].bytes.upperBound
        return TextHit(
            byte: Int(found.bytes.lowerBound), isTrailing: isTrailing && !isLast,
            character: Int(found.bytes.lowerBound)..<Int(found.bytes.upperBound), isInside: isInside,
            part: TextHit.Part(rawValue: Int32(found.part.rawValue)) ?? .text)
    }

    /// What is nearest to a place beside a line: its first or last character, as it is read, whatever stands at that
    /// edge (as in pango_layout_line_x_to_index). Nil where token or message stand there.
    private func edge(_ index: Int, isLeft: Bool) -> TextHit? {
        let line = measured.lines[index]
        let graphemes = measured.graphemes[line.graphemes]
        guard let outer = isLeft ? graphemes.first : graphemes.last, outer.part == .text else { return nil }
        let text = graphemes.lazy.filter { $0.part == .text }
        let isStart = isLeft != line.isRightToLeft
        guard
            let found = isStart
                ? text.min(by: { $0.bytes.lowerBound < $1.bytes.lowerBound })
                : text.max(by: { $0.bytes.lowerBound < $1.bytes.lowerBound })
        else { return nil }
        return hit(on: found, index, isTrailing: !isStart, isInside: false)
    }
}

/// A link that was found at a place.
public struct TextLinkHit: Equatable, Sendable {
    public var link: UInt64
    /// All of the link that is shown.
    public var bytes: Range<Int>
}

extension TextFrame {
    /// The link at a place, or the nearest in a square of 44 around it, in Texture's order (TX-14): the place itself,
    /// left, right, above, below, corners.
    public func link(at point: Point) -> TextLinkHit? {
        let (near, far) = (-22.0, 22.0)
        let offsets: [(Double, Double)] = [
            (0, 0), (near, 0), (far, 0), (0, near), (0, far), (near, near), (far, near), (near, far), (far, far),
        ]
        for (x, y) in offsets {
            let hit = hit(Point(x: point.x + x, y: point.y + y))
            if !hit.isInside || hit.part != .text { continue }
            if let link = link(of: hit.byte) { return link }
        }
        return nil
    }

    /// The link that the character at `byte` belongs to, as far as it is shown.
    public func link(of byte: Int) -> TextLinkHit? {
        guard let found = text.link(of: byte) else { return nil }
        var bytes = found.bytes
        let hidden = measured.hidden
        if !hidden.isEmpty {
            if byte < hidden.lowerBound {
                bytes = bytes.lowerBound..<min(bytes.upperBound, hidden.lowerBound)
            } else {
                bytes = max(bytes.lowerBound, min(hidden.upperBound, byte))..<bytes.upperBound
            }
        }
        return TextLinkHit(link: found.link, bytes: bytes)
    }
}
