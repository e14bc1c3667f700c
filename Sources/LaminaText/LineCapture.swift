internal import CPango
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
}

/// Copies what Pango laid out into plain values. Vertical positions are 1/1024 units from the top of the whole text.
@safe struct LineCapture {
    typealias Fonts = [UnsafeMutablePointer<PangoFont>: CapturedFont]

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
    /// Whether to keep where each character stands.
    var keepsGraphemes = false
    /// Where characters begin in the text of the piece; only with `keepsGraphemes`.
    var characterStarts: [Bool] = []
    /// The byte at which the line after the last one begins, when the layout had more lines than were taken.
    private(set) var nextLineStart = 0
    /// Between the lines that are there and the next paragraph.
    var paragraphGap = 0
    private(set) var lastBaseline = 0
    /// The span of the last run, near which the next one's is.
    var lastSpan = 0
    /// The fonts that were looked up, a few of them: runs of a text in several scripts take turns.
    var recentFonts: [(pointer: UnsafeMutablePointer<PangoFont>, font: CapturedFont)] = unsafe []

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
        unsafe recentFonts.removeAll(keepingCapacity: true)
    }

    /// Where a capture stood, to go back to.
    struct Mark {
        fileprivate var counts: (lines: Int, runs: Int, glyphs: Int, decorations: Int, attachments: Int, graphemes: Int)
        fileprivate var widestLine: Int32
        fileprivate var bottom: Int
        fileprivate var lastBaseline: Int
        fileprivate var isWrapped: Bool
        fileprivate var missingGlyphs: Int
    }

    var mark: Mark {
        Mark(
            counts: (
                lines.count, runs.count, glyphs.count, decorations.count, attachments.count, graphemes.count
            ),
            widestLine: widestLine, bottom: bottom, lastBaseline: lastBaseline, isWrapped: isWrapped,
            missingGlyphs: missingGlyphs)
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
        missingGlyphs = mark.missingGlyphs
    }

    /// Forgets the last line, as if it had not been appended; for one that takes its place.
    mutating func removeLastLine() {
        guard let line = lines.popLast() else { return }
        runs.removeSubrange(line.runs.lowerBound...)
        decorations.removeSubrange(line.decorations.lowerBound...)
        graphemes.removeSubrange(line.graphemes.lowerBound...)
        attachments.removeAll { $0.line == lines.count }
        glyphs.removeSubrange((runs.last?.glyphs.upperBound ?? 0)...)
        widestLine = 0
        bottom = 0
        for line in lines {
            widestLine = max(widestLine, lengthUnits(line.width + line.leading + line.trailing))
            bottom = max(bottom, Int(line.bottom * 1024))
        }
        lastBaseline = Int((lines.last?.baseline ?? 0) * 1024)
    }

    /// What `append` found.
    struct Appended {
        /// Whether Pango put an ellipsis in place of text.
        var isEllipsized: Bool
        /// Whether the layout has more lines than were taken.
        var hasMore: Bool
    }

    /// Where a line lies, 1/1024 units from the top of the text; 64 bits, because a few megabytes of lines leave Pango's 32.
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

    /// Appends the lines of `layout` (at most `limit`, 0 for all); nil, with nothing changed, when it uses a font that is not in `fonts`.
    mutating func append(
        _ layout: OpaquePointer, _ piece: Piece, _ text: StyledText, _ format: LineFormat, fonts: Fonts, limit: Int
    ) -> Appended? {
        let before = mark
        let iterator = unsafe pango_layout_get_iter(layout)
        defer { unsafe pango_layout_iter_free(iterator) }
        // Where no font could be found, Pango 1.50 takes the height of a line from uninitialised memory.
        let em = unsafe Self.lacksFont(layout) ? Int(text.spans[piece.spans.lowerBound].units) : 0
        if keepsGraphemes { unsafe findCharacters(layout) }
        var count = 0
        var shift = bottom
        var hasMore = false
        repeat {
            if limit > 0 && count == limit {
                hasMore = true
                if let line = unsafe pango_layout_iter_get_line_readonly(iterator) {
                    unsafe nextLineStart = piece.bytes.lowerBound + Int(line.pointee.start_index)
                }
                break
            }
            guard let line = unsafe pango_layout_iter_get_line_readonly(iterator) else { break }
            var logical = PangoRectangle()
            unsafe pango_layout_iter_get_line_extents(iterator, nil, &logical)
            var place = Place(
                top: bottom, baseline: bottom + em, bottom: bottom + em * 5 / 4, width: logical.width, ascent: em,
                descent: em / 4, isFirst: count == 0 && piece.beginsParagraph)
            if em == 0 {
                let baseline = unsafe Int(pango_layout_iter_get_baseline(iterator))
                place.ascent = baseline - Int(logical.y)
                place.descent = Int(logical.height) - place.ascent
                if count == 0 && format.spacing != 0 && !lines.isEmpty && format.paragraph == nil {
                    // As pango-layout.c get_line_extents_layout_coords does between the paragraphs of one layout.
                    var height: Int32 = 0
                    unsafe pango_layout_line_get_height(line, &height)
                    shift = Int(Float(lastBaseline) + format.spacing * Float(height)) - baseline
                }
                place.top = Int(logical.y) + shift
                place.baseline = baseline + shift
                place.bottom = place.top + Int(logical.height)
            }
            if let paragraph = format.paragraph {
                if paragraph.isJustified {
                    unsafe place.width = takeBackHyphen(line, layout, format, isFirst: count == 0, place.width)
                }
                unsafe move(&place, paragraph, format.spacing, line)
            }
            // A line is wrapped when another follows it, unless the author asked for that with U+2028; to take that for a wrap, too, is safe.
            if count > 0 { isWrapped = true }
            guard unsafe capture(line, piece, text, fonts, place, format.paragraph) else {
                rewind(before)
                return nil
            }
            count += 1
        } while unsafe pango_layout_iter_next_line(iterator) != 0
        if hasMore { isWrapped = true }
        return unsafe Appended(isEllipsized: pango_layout_is_ellipsized(layout) != 0, hasMore: hasMore)
    }

    /// Puts a line below the one before, as its paragraph's style says; half of what a line height adds lies above (CSS Inline 3, 5.1).
    private func move(
        _ place: inout Place, _ paragraph: ParagraphFormat, _ spacing: Float,
        _ line: UnsafeMutablePointer<PangoLayoutLine>
    ) {
        let natural = place.ascent + place.descent
        var height = natural
        if paragraph.lineHeight > 0 {
            height = paragraph.lineHeight
        } else if paragraph.lineHeightFactor > 0 {
            height = Int((Double(natural) * paragraph.lineHeightFactor).rounded())
        }
        let gap = lines.isEmpty ? 0 : paragraph.lineGap + (place.isFirst ? paragraphGap : 0)
        place.top = bottom + gap
        place.baseline = place.top + place.ascent + (height - natural) / 2
        place.bottom = place.top + height
        if spacing != 0 && !lines.isEmpty && height == natural {
            var fontHeight: Int32 = 0
            unsafe pango_layout_line_get_height(line, &fontHeight)
            place.baseline = lastBaseline + Int(spacing * Float(fontHeight)) + gap
            place.top = place.baseline - place.ascent
            place.bottom = place.baseline + place.descent
        }
    }

    private static func lacksFont(_ layout: OpaquePointer) -> Bool {
        var lines = unsafe pango_layout_get_lines_readonly(layout)
        while let lineNode = unsafe lines {
            var runs = unsafe lineNode.pointee.data.assumingMemoryBound(to: PangoLayoutLine.self).pointee.runs
            while let runNode = unsafe runs {
                let item = unsafe runNode.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee.item!
                if unsafe item.pointee.analysis.font == nil { return true }
                unsafe runs = runNode.pointee.next
            }
            unsafe lines = lineNode.pointee.next
        }
        return false
    }

    /// Leaves room above the next line.
    mutating func skip(to top: Int) {
        if top > bottom { (lastBaseline, bottom) = (lastBaseline + top - bottom, top) }
    }

    /// Makes the text at least as wide as this, in logical units.
    mutating func widen(to width: Double) {
        widestLine = max(widestLine, lengthUnits(width))
    }

    /// Appends the sign that ends a line that is cut, from `x` on; it takes what room the text leaves, as Pango's does.
    mutating func append(
        _ ellipsis: Ellipsis, at x: Int32, byte: Int, _ piece: Piece, _ text: StyledText, _ place: Place, near: Int
    ) {
        let stretch = Stretch(
            span: Self.span(at: byte, piece, text.spans, near: near), font: ellipsis.font, first: glyphs.count,
            start: x, rise: 0)
        for var glyph in ellipsis.glyphs {
            glyph.x &+= x
            glyphs.append(glyph)
        }
        close(stretch, text, max(x, place.width))
    }

    /// Takes over the numbers of a line that was captured.
    mutating func close(_ line: TextLine, _ place: Place) {
        lines.append(line)
        widestLine = max(widestLine, place.width &+ Int32(lengthUnits(line.leading + line.trailing)))
        bottom = max(bottom, place.bottom)
        lastBaseline = place.baseline
    }
}

extension TextLine {
    /// A line that lies there.
    @inline(__always)
    init(
        _ place: LineCapture.Place, runs: Range<Int>, decorations: Range<Int>, graphemes: Range<Int>, bytes: Range<Int>,
        isRightToLeft: Bool
    ) {
        self.init(
            runs: runs, decorations: decorations, graphemes: graphemes, baseline: Double(pangoUnits: place.baseline),
            top: Double(pangoUnits: place.top), bottom: Double(pangoUnits: place.bottom),
            width: Double(pangoUnits: place.width), bytes: bytes, isRightToLeft: isRightToLeft,
            ascent: Double(pangoUnits: place.ascent), descent: Double(pangoUnits: place.descent))
    }
}
