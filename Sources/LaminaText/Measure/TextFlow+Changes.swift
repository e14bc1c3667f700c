internal import LaminaGeometry

/// What a layout says about itself to one that takes most of it over.
struct LayoutNotes: Sendable {
    /// Whether a line ends elsewhere than where its paragraph or the author does.
    var isWrapped: Bool
    /// Whether a line ends within a word, which alone is too wide.
    var breaksWords: Bool
    /// Whether another width, however close, may give something else.
    var isExact: Bool
    /// Whether no line ends above the end of one before it.
    var isStacked: Bool
    /// The fonts that the text names, where there are several.
    var styles: Set<FontStyle>
    /// How many looks were found when all of the text was laid out; each change adds some.
    var looks: Int

    /// How many looks of changes are kept before all of the text is laid out anew.
    static let spareLooks = 4096
}

// A text of which one paragraph changed: that paragraph is laid out, and the lines before and behind it are those of
// the text that it was made from. What a paragraph takes from those above it is its direction, where it has none of its
// own, and the height at which it begins.
extension TextFlow {
    /// Lays out what lies between `start` and `end`, and takes over the rest; nil where that cannot be.
    mutating func update(
        _ old: MeasuredText, _ former: FormerText, _ start: Int, _ end: Int
    ) -> MeasuredText? {
        let first = old.lines.firstIndex(inOrder: { $0.bytes.lowerBound >= start })
        guard first < old.lines.count, old.lines[first].bytes.lowerBound == start, begin(old, first) else { return nil }
        var at = start
        while !engine.mustStop(source) {
            let (paragraphEnd, next) = paragraph(at: at)
            resolveDirection(at..<paragraphEnd)
            if needsParagraphs { beginParagraph(at) }
            _ = lay(at..<paragraphEnd)
            guard let next else { return join(old, first..<old.lines.count, former, shift: 0) }
            // Not where a separator of two or three bytes may have been completed, or parted.
            if next >= former.replaced.lowerBound + former.count + 3,
                let line = Self.line(of: next - former.shift, old), let shift = shift(old, line, former)
            {
                return join(old, first..<line, former, shift: shift)
            }
            if next >= end { return nil }
            at = next
        }
        return nil
    }

    /// Takes the state over in which line `first` is laid out; false where what is above it is laid out otherwise now.
    private mutating func begin(_ old: MeasuredText, _ first: Int) -> Bool {
        if first == 0 { return true }
        // The direction of the whole text may decide that of its first paragraph.
        let (end, _) = paragraph(at: 0)
        resolveDirection(0..<end)
        if needsParagraphs { beginParagraph(0) }
        if isRightToLeft != old.lines[0].isRightToLeft { return false }
        isRightToLeft = old.lines[first - 1].isRightToLeft
        if needsParagraphs {
            let direction = isRightToLeft
            beginParagraph(old.lines[first - 1].bytes.lowerBound)
            (isRightToLeft, isExact) = (direction, false)
        }
        capture.begin(below: old.lines[first - 1])
        return true
    }

    /// The first line of the paragraph that begins at `byte`.
    private static func line(of byte: Int, _ old: MeasuredText) -> Int? {
        let line = old.lines.firstIndex(inOrder: { $0.bytes.lowerBound >= byte })
        return line < old.lines.count && old.lines[line].bytes.lowerBound == byte ? line : nil
    }

    /// By how much the lines from `line` on stand lower now, 1/1024 units; nil where they do not stand as they did.
    private func shift(_ old: MeasuredText, _ line: Int, _ former: FormerText) -> Int? {
        let before = old.lines[line - 1]
        if before.isRightToLeft != isRightToLeft || !capture.isStacked { return nil }
        if needsParagraphs || !former.paragraphs.isEmpty {
            let style = style(at: before.bytes.lowerBound, in: former.paragraphs)
            if Int(lengthUnits(style.spaceAfter)) != format.paragraph?.spaceAfter ?? 0 { return nil }
        }
        let shift = capture.bottom - Int(before.bottom * 1024)
        if format.spacing != 0 && capture.lastBaseline - Int(before.baseline * 1024) != shift { return nil }
        return shift
    }

    /// The old lines, with those that were laid out now in place of `replaced`; those behind stand lower by `shift`.
    private func join(
        _ old: MeasuredText, _ replaced: Range<Int>, _ former: FormerText, shift: Int
    ) -> MeasuredText {
        let isLast = replaced.upperBound == old.lines.count
        let height = isLast ? capture.bottom : Int(old.size.height * 1024) + shift
        let joined = JoinedLines(old, replaced, capture, former.shift, height: Double(pangoUnits: shift))
        let widest = joined.widths.reduce(0, max)
        let notes = LayoutNotes(
            isWrapped: old.notes.isWrapped || capture.isWrapped,
            breaksWords: old.notes.breaksWords || capture.breaksWords, isExact: old.notes.isExact || isExact,
            isStacked: capture.isStacked, styles: old.notes.styles.union(styled.styles), looks: old.notes.looks)
        let size = Size(width: Double(pangoUnits: widest), height: Double(pangoUnits: height))
        return MeasuredText(
            old, joined, looks: styled.rare, size: size, widthsAlike: widthsAlike(widest, notes), notes: notes)
    }
}

/// The arrays of a text of which some lines were replaced.
struct JoinedLines {
    let lines: Joined<TextLine>
    let runs: Joined<GlyphRun>
    let glyphs: Joined<PositionedGlyph>
    let decorations: Joined<Decoration>
    let attachments: Joined<PlacedAttachment>
    let graphemes: Joined<PlacedGrapheme>
    let widths: [Int32]
    let missingGlyphs: Int
    let tallestLine: Double

    init(_ old: MeasuredText, _ replaced: Range<Int>, _ new: LineCapture, _ bytes: Int, height: Double) {
        func range<Element>(_ all: Joined<Element>, _ part: KeyPath<TextLine, Range<Int>>) -> Range<Int> {
            func start(_ line: Int) -> Int {
                line < old.lines.count ? old.lines[line][keyPath: part].lowerBound : all.count
            }
            return start(replaced.lowerBound)..<start(replaced.upperBound)
        }
        let ownRuns = range(old.runs, \.runs)
        func glyph(_ run: Int) -> Int { run < old.runs.count ? old.runs[run].glyphs.lowerBound : old.glyphs.count }
        let ownGlyphs = glyph(ownRuns.lowerBound)..<glyph(ownRuns.upperBound)
        let (ownDecorations, ownGraphemes) = (range(old.decorations, \.decorations), range(old.graphemes, \.graphemes))
        func attachment(_ line: Int) -> Int { old.attachments.firstIndex(inOrder: { $0.line >= line }) }
        let ownAttachments = attachment(replaced.lowerBound)..<attachment(replaced.upperBound)
        // The new ones are counted from 0, and have their heights and bytes.
        let moved = TextShift(
            lines: replaced.lowerBound, runs: ownRuns.lowerBound, glyphs: ownGlyphs.lowerBound,
            decorations: ownDecorations.lowerBound, graphemes: ownGraphemes.lowerBound, looks: old.looks.count)
        let tail = TextShift(
            bytes: bytes, height: height, lines: new.lines.count - replaced.count,
            runs: new.runs.count - ownRuns.count, glyphs: new.glyphs.count - ownGlyphs.count,
            decorations: new.decorations.count - ownDecorations.count,
            graphemes: new.graphemes.count - ownGraphemes.count)
        lines = old.lines.replacing(replaced, with: new.lines, moved: moved, tail: tail)
        runs = old.runs.replacing(ownRuns, with: new.runs, moved: moved, tail: tail)
        glyphs = old.glyphs.replacing(ownGlyphs, with: new.glyphs, tail: tail)
        decorations = old.decorations.replacing(ownDecorations, with: new.decorations, moved: moved, tail: tail)
        graphemes = old.graphemes.replacing(ownGraphemes, with: new.graphemes, tail: tail)
        attachments = old.attachments.replacing(ownAttachments, with: new.attachments, moved: moved, tail: tail)
        var widths = old.widths
        widths.replaceSubrange(replaced, with: new.lines.map(\.reach))
        self.widths = widths
        missingGlyphs =
            old.missingGlyphs + new.missingGlyphs - replaced.reduce(0) { $0 + Int(old.lines[$1].missingGlyphs) }
        tallestLine = new.lines.reduce(old.tallestLine ?? 0) { max($0, $1.bottom - $1.top) }
    }
}
