internal import LaminaGeometry

/// A Pango font as this engine knows it; the metrics are 1/1024 units, positions from the baseline upwards.
struct CapturedFont {
    var id: FontID
    var ascent: Int32
    var descent: Int32
    var underlinePosition: Int32
    var underlineThickness: Int32
    var strikethroughPosition: Int32
    var strikethroughThickness: Int32
    var capHeight: Int32 = 0
    var xHeight: Int32 = 0
}

/// Collects the lines of a text as plain values. Vertical positions are 1/1024 units from the top of the whole text.
struct LineCapture {
    var lines: [TextLine] = []
    var runs: [GlyphRun] = []
    var glyphs: [PositionedGlyph] = []
    var decorations: [Decoration] = []
    var attachments: [PlacedAttachment] = []
    var graphemes: [PlacedGrapheme] = []
    var missingGlyphs = 0
    private(set) var widestLine: Int32 = 0
    private(set) var bottom = 0
    /// Whether a line ends elsewhere than where its paragraph or the author does.
    var isWrapped = false
    /// Whether a line ends within a word, which alone is too wide.
    var breaksWords = false
    /// Whether to keep where each character stands.
    var keepsGraphemes = false
    /// The byte at which the line after the last one begins, when the layout had more lines than were taken.
    private(set) var nextLineStart = 0
    /// Between the lines that are there and the next paragraph.
    var paragraphGap = 0
    private(set) var lastBaseline = 0
    /// Whether lines that stand above are not among these.
    private var continues = false
    /// Whether there is a line above the next one.
    var hasLines: Bool { continues || !lines.isEmpty }
    /// Whether no line ends above the end of one before it.
    private(set) var isStacked = true
    /// The border that is open: where its box ends, before the padding on its right.
    var openBox: (border: TextBorder, fill: Color?, end: Int32)?
    /// The span of the last run, near which the next one's is.
    var lastSpan = 0
    /// Where it stood before the last line.
    var beforeLast: Mark?

    /// Forgets everything but the memory, unless that is a lot.
    mutating func reset() {
        if glyphs.capacity > 16_384 || !attachments.isEmpty || keepsGraphemes {
            self = LineCapture()
            return
        }
        lines.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        glyphs.removeAll(keepingCapacity: true)
        decorations.removeAll(keepingCapacity: true)
        (widestLine, bottom, lastBaseline, isWrapped, missingGlyphs, paragraphGap) = (0, 0, 0, false, 0, 0)
        (continues, isStacked, breaksWords) = (false, true, false)
    }

    /// Goes on below a line that is not among these.
    mutating func begin(below line: TextLine) {
        (bottom, lastBaseline, continues) = (Int(line.bottom * 1024), Int(line.baseline * 1024), true)
    }

    /// Where a capture stood, to go back to.
    struct Mark {
        fileprivate var counts: (lines: Int, runs: Int, glyphs: Int, decorations: Int, attachments: Int, graphemes: Int)
        fileprivate var widestLine: Int32
        fileprivate var bottom: Int
        fileprivate var lastBaseline: Int
        fileprivate var isWrapped: Bool
        fileprivate var breaksWords: Bool
        fileprivate var missingGlyphs: Int
    }

    var mark: Mark {
        Mark(
            counts: (
                lines.count, runs.count, glyphs.count, decorations.count, attachments.count, graphemes.count
            ),
            widestLine: widestLine, bottom: bottom, lastBaseline: lastBaseline, isWrapped: isWrapped,
            breaksWords: breaksWords, missingGlyphs: missingGlyphs)
    }

    /// Forgets everything since `mark`.
    mutating func rewind(_ mark: Mark) {
        lines.removeSubrange(mark.counts.lines...)
        runs.removeSubrange(mark.counts.runs...)
        glyphs.removeSubrange(mark.counts.glyphs...)
        decorations.removeSubrange(mark.counts.decorations...)
        attachments.removeSubrange(mark.counts.attachments...)
        graphemes.removeSubrange(mark.counts.graphemes...)
        widestLine = mark.widestLine
        bottom = mark.bottom
        lastBaseline = mark.lastBaseline
        isWrapped = mark.isWrapped
        breaksWords = mark.breaksWords
        missingGlyphs = mark.missingGlyphs
    }

    /// Forgets the last line, as if it had not been appended; for one that takes its place.
    mutating func removeLastLine() { if let beforeLast { rewind(beforeLast) } }

    /// How much of a piece was laid out.
    struct Appended {
        /// Whether an ellipsis stands in place of text.
        var isEllipsized: Bool
        /// Whether there are more lines than were taken.
        var hasMore: Bool
        /// The first byte that is not shown.
        var shown: Int
    }

    /// Where a line lies, 1/1024 units from the top of the text; 64 bits, because a few megabytes of lines leave
    /// Pango's 32.
    struct Place {
        var top: Int
        var baseline: Int
        var bottom: Int
        var width: Int32
        var ascent: Int
        var descent: Int
        /// Whether the line begins its paragraph.
        var isFirst: Bool
    }

    /// Notes that there are more lines, which begin at `byte`.
    mutating func stop(before byte: Int) {
        nextLineStart = byte
        isWrapped = true
    }

    /// Puts a line below the one before, as its paragraph's style says; half of what a line height adds lies above (CSS
    /// Inline 3, 5.1).
    func move(_ place: inout Place, _ paragraph: ParagraphFormat, _ spacing: Float, height fontHeight: Int32) {
        let natural = place.ascent + place.descent
        var height = natural
        if paragraph.lineHeight > 0 {
            height = paragraph.lineHeight
        } else if paragraph.lineHeightFactor > 0 {
            height = Int((Double(natural) * paragraph.lineHeightFactor).rounded())
        }
        let gap = !hasLines ? 0 : paragraph.lineGap + (place.isFirst ? paragraphGap : 0)
        place.top = bottom + gap
        place.baseline = place.top + place.ascent + (height - natural) / 2
        place.bottom = place.top + height
        if spacing != 0 && hasLines && height == natural {
            place.baseline = lastBaseline + Int(spacing * Float(fontHeight)) + gap
            place.top = place.baseline - place.ascent
            place.bottom = place.baseline + place.descent
        }
    }

    /// Leaves room above the next line.
    mutating func skip(to top: Int) {
        if top > bottom { (lastBaseline, bottom) = (lastBaseline + top - bottom, top) }
    }

    /// Has the last line stand in a slot, logical units, and be aligned there up to `end`.
    mutating func settle(in slot: ClosedRange<Double>, end: Double? = nil) {
        guard let last = lines.indices.last, lines[last].slot == nil else { return }
        lines[last].slot = slot.lowerBound...max(slot.lowerBound, end ?? slot.upperBound)
        widestLine = max(widestLine, lengthUnits(slot.lowerBound + Double(pangoUnits: lines[last].reach)))
    }

    /// Takes over the numbers of a line that was captured.
    mutating func close(_ line: TextLine, _ place: Place) {
        lines.append(line)
        widestLine = max(widestLine, place.width &+ Int32(lengthUnits(line.leading + line.trailing)))
        if place.bottom < bottom { isStacked = false }
        bottom = max(bottom, place.bottom)
        lastBaseline = place.baseline
    }
}
