/// How far what stands behind a change moves.
public struct TextShift: Equatable, Sendable {
    var bytes = 0
    /// Downwards, logical units; whole numbers of 1/1024.
    var height = 0.0
    var lines = 0
    var runs = 0
    var glyphs = 0
    var decorations = 0
    var graphemes = 0
    var looks = 0

    static let none = TextShift()

    static func + (a: TextShift, b: TextShift) -> TextShift {
        TextShift(
            bytes: a.bytes + b.bytes, height: a.height + b.height, lines: a.lines + b.lines, runs: a.runs + b.runs,
            glyphs: a.glyphs + b.glyphs, decorations: a.decorations + b.decorations,
            graphemes: a.graphemes + b.graphemes, looks: a.looks + b.looks)
    }
}

/// Part of a text that knows its place in it.
public protocol TextPart: Sendable {
    func moved(by shift: TextShift) -> Self
}

/// An array, or stretches of arrays that other texts have, too, one behind the other: what a text that was changed has
/// in common with the text that it was made from is kept once. Reading an element of several stretches takes the
/// logarithm of their number.
public struct Joined<Element: TextPart>: RandomAccessCollection, Sendable {
    private struct Stretch: Sendable {
        let elements: [Element]
        /// Of `elements`.
        var own: Range<Int>
        /// Of the whole.
        var start: Int
        var shift: TextShift

        var end: Int { start + own.count }

        func element(_ index: Int) -> Element {
            let element = elements[own.lowerBound + index - start]
            return shift == .none ? element : element.moved(by: shift)
        }
    }

    /// All there is, unless there are stretches.
    private let whole: [Element]
    private let stretches: [Stretch]
    public let endIndex: Int
    public var startIndex: Int { 0 }
    /// Stretches that are together no longer than this become one.
    private static var shortest: Int { 256 }

    init(_ elements: [Element]) {
        (whole, stretches, endIndex) = (elements, [], elements.count)
    }

    private init(_ stretches: [Stretch]) {
        (whole, self.stretches, endIndex) = ([], stretches, stretches.last?.end ?? 0)
    }

    public subscript(index: Int) -> Element {
        if stretches.isEmpty { return whole[index] }
        return stretches[stretch(of: index)].element(index)
    }

    /// Some elements in their order; their indexes are others where there are stretches.
    public subscript(bounds: Range<Int>) -> ArraySlice<Element> {
        if stretches.isEmpty { return whole[bounds] }
        if bounds.isEmpty { return [] }
        let found = stretches[stretch(of: bounds.lowerBound)]
        if bounds.upperBound <= found.end && found.shift == .none {
            let first = found.own.lowerBound + bounds.lowerBound - found.start
            return found.elements[first..<first + bounds.count]
        }
        return bounds.map { self[$0] }[...]
    }

    private func stretch(of index: Int) -> Int { stretches.firstIndex(inOrder: { $0.end > index }) }

    /// The same with other elements in place of some; what stands behind them moves by `tail`.
    func replacing(_ range: Range<Int>, with elements: [Element], moved: TextShift = .none, tail: TextShift) -> Self {
        var result: [Stretch] = []
        result.reserveCapacity(stretches.count + 3)
        let all =
            stretches.isEmpty ? [Stretch(elements: whole, own: 0..<whole.count, start: 0, shift: .none)] : stretches
        for stretch in all where stretch.start < range.lowerBound {
            var stretch = stretch
            let count = Swift.min(stretch.own.count, range.lowerBound - stretch.start)
            stretch.own = stretch.own.lowerBound..<stretch.own.lowerBound + count
            Self.append(stretch, to: &result, isNear: stretch.end == range.lowerBound)
        }
        Self.append(
            Stretch(elements: elements, own: 0..<elements.count, start: 0, shift: moved), to: &result, isNear: true)
        var isFirst = true
        for stretch in all where stretch.end > range.upperBound {
            var stretch = stretch
            let skipped = Swift.max(0, range.upperBound - stretch.start)
            stretch.own = stretch.own.lowerBound + skipped..<stretch.own.upperBound
            stretch.shift = stretch.shift + tail
            Self.append(stretch, to: &result, isNear: isFirst)
            isFirst = false
        }
        return Self(result)
    }

    /// Appends a stretch, whatever start it has; those beside a change are made one where they are short.
    private static func append(_ stretch: Stretch, to result: inout [Stretch], isNear: Bool) {
        if stretch.own.isEmpty { return }
        var stretch = stretch
        stretch.start = result.last?.end ?? 0
        if isNear, let last = result.last, last.own.count + stretch.own.count <= shortest {
            let own = (stretch.start..<stretch.end).map(stretch.element)
            let elements = (last.start..<last.end).map(last.element) + own
            result[result.count - 1] = Stretch(
                elements: elements, own: 0..<elements.count, start: last.start, shift: .none)
            return
        }
        result.append(stretch)
    }
}

extension Joined: Equatable where Element: Equatable {
    public static func == (a: Self, b: Self) -> Bool {
        if a.stretches.isEmpty && b.stretches.isEmpty { return a.whole == b.whole }
        return a.count == b.count && a.elementsEqual(b)
    }
}

extension Joined: Hashable where Element: Hashable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for element in self { hasher.combine(element) }
    }
}

private func moved(_ range: Range<Int>, _ by: Int) -> Range<Int> { range.lowerBound + by..<range.upperBound + by }

extension TextLine: TextPart {
    public func moved(by shift: TextShift) -> TextLine {
        var line = self
        line.runs = LaminaText.moved(runs, shift.runs)
        line.decorations = LaminaText.moved(decorations, shift.decorations)
        line.graphemes = LaminaText.moved(graphemes, shift.graphemes)
        line.bytes = LaminaText.moved(bytes, shift.bytes)
        (line.top, line.baseline, line.bottom) = (top + shift.height, baseline + shift.height, bottom + shift.height)
        return line
    }
}

extension GlyphRun: TextPart {
    public func moved(by shift: TextShift) -> GlyphRun {
        GlyphRun(
            font: font, color: color, glyphs: LaminaText.moved(glyphs, shift.glyphs),
            look: look < 0 ? look : look + Int32(truncatingIfNeeded: shift.looks))
    }
}

extension Decoration: TextPart {
    public func moved(by shift: TextShift) -> Decoration {
        var decoration = self
        if look >= 0 { decoration.look += Int32(truncatingIfNeeded: shift.looks) }
        return decoration
    }
}

extension PlacedAttachment: TextPart {
    public func moved(by shift: TextShift) -> PlacedAttachment {
        var attachment = self
        attachment.byte += shift.bytes
        attachment.line += shift.lines
        return attachment
    }
}

extension PlacedGrapheme: TextPart {
    func moved(by shift: TextShift) -> PlacedGrapheme {
        var grapheme = self
        let by = Int32(truncatingIfNeeded: shift.bytes)
        grapheme.bytes = bytes.lowerBound + by..<bytes.upperBound + by
        return grapheme
    }
}

extension PositionedGlyph: TextPart {
    public func moved(by shift: TextShift) -> PositionedGlyph { self }
}

extension RareAttributes: TextPart {
    public func moved(by shift: TextShift) -> RareAttributes { self }
}

extension TextSpan: TextPart {
    public func moved(by shift: TextShift) -> TextSpan {
        TextSpan(bytes: LaminaText.moved(bytes, shift.bytes), attributes: attributes)
    }
}

extension ParagraphSpan: TextPart {
    public func moved(by shift: TextShift) -> ParagraphSpan {
        ParagraphSpan(bytes: LaminaText.moved(bytes, shift.bytes), style: style)
    }
}
