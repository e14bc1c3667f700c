internal import CPango
internal import LaminaGeometry

/// A Pango font as this engine knows it; the metrics are 1/1024 units, positions from the baseline upwards.
struct CapturedFont {
    var id: FontID
    var underlinePosition: Int32
    var underlineThickness: Int32
    var strikethroughPosition: Int32
    var strikethroughThickness: Int32
}

/// Copies what Pango laid out into plain values. Vertical positions are 1/1024 units from the top of the whole text.
@safe struct LineCapture {
    private(set) var lines: [TextLine] = []
    private(set) var runs: [GlyphRun] = []
    private(set) var glyphs: [PositionedGlyph] = []
    private(set) var decorations: [Decoration] = []
    private(set) var widestLine: Int32 = 0
    private(set) var bottom = 0
    /// Whether a line ends elsewhere than where its paragraph or the author does.
    private(set) var isWrapped = false
    private var lastBaseline = 0
    /// The font that was looked up last.
    private var lastPointer: UnsafeMutablePointer<PangoFont>?
    private var lastFont: CapturedFont?

    /// Forgets everything but the memory, unless that is a lot.
    mutating func reset() {
        if glyphs.capacity > 16_384 {
            self = LineCapture()
            return
        }
        lines.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        glyphs.removeAll(keepingCapacity: true)
        decorations.removeAll(keepingCapacity: true)
        (widestLine, bottom, lastBaseline, isWrapped) = (0, 0, 0, false)
        unsafe (lastPointer, lastFont) = (nil, nil)
    }

    /// Where a capture stood, to go back to.
    struct Mark {
        fileprivate var counts: (lines: Int, runs: Int, glyphs: Int, decorations: Int)
        fileprivate var widestLine: Int32
        fileprivate var bottom: Int
        fileprivate var lastBaseline: Int
        fileprivate var isWrapped: Bool
    }

    var mark: Mark {
        Mark(
            counts: (lines.count, runs.count, glyphs.count, decorations.count), widestLine: widestLine, bottom: bottom,
            lastBaseline: lastBaseline, isWrapped: isWrapped)
    }

    /// Forgets everything since `mark`.
    mutating func rewind(_ mark: Mark) {
        lines.removeSubrange(mark.counts.lines...)
        runs.removeSubrange(mark.counts.runs...)
        glyphs.removeSubrange(mark.counts.glyphs...)
        decorations.removeSubrange(mark.counts.decorations...)
        widestLine = mark.widestLine
        bottom = mark.bottom
        lastBaseline = mark.lastBaseline
        isWrapped = mark.isWrapped
    }

    /// What `append` found.
    struct Appended {
        /// Whether Pango put an ellipsis in place of text.
        var isEllipsized: Bool
        /// Whether the layout has more lines than were taken.
        var hasMore: Bool
    }

    /// Where a line lies, 1/1024 units from the top of the text; 64 bits, because a few megabytes of lines leave Pango's 32.
    private struct Place {
        var top: Int
        var baseline: Int
        var bottom: Int
        var width: Int32
    }

    /// Appends the lines of `layout` (at most `limit`, 0 for all); nil, with nothing changed, when it uses a font that is not in `fonts`.
    mutating func append(
        _ layout: OpaquePointer, _ piece: Piece, _ spans: [StyledSpan], spacing: Float,
        fonts: [UnsafeMutablePointer<PangoFont>: CapturedFont], limit: Int
    ) -> Appended? {
        let before = mark
        let iterator = unsafe pango_layout_get_iter(layout)
        defer { unsafe pango_layout_iter_free(iterator) }
        // Where no font could be found, Pango 1.50 takes the height of a line from uninitialised memory.
        let em = unsafe Self.lacksFont(layout) ? Int(spans[piece.spans.lowerBound].units) : 0
        var count = 0
        var shift = bottom
        var hasMore = false
        repeat {
            if limit > 0 && count == limit {
                hasMore = true
                break
            }
            guard let line = unsafe pango_layout_iter_get_line_readonly(iterator) else { break }
            var logical = PangoRectangle()
            unsafe pango_layout_iter_get_line_extents(iterator, nil, &logical)
            var place = Place(top: bottom, baseline: bottom + em, bottom: bottom + em * 5 / 4, width: logical.width)
            if em == 0 {
                let baseline = unsafe Int(pango_layout_iter_get_baseline(iterator))
                if count == 0 && spacing != 0 && !lines.isEmpty {
                    // As pango-layout.c get_line_extents_layout_coords does between the paragraphs of one layout.
                    var height: Int32 = 0
                    unsafe pango_layout_line_get_height(line, &height)
                    shift = Int(Float(lastBaseline) + spacing * Float(height)) - baseline
                }
                place.top = Int(logical.y) + shift
                place.baseline = baseline + shift
                place.bottom = place.top + Int(logical.height)
            }
            // A line is wrapped when another follows it, unless the author asked for that with U+2028; to take that for a wrap, too, is safe.
            if count > 0 { isWrapped = true }
            guard unsafe capture(line, piece, spans, fonts, place) else {
                rewind(before)
                return nil
            }
            count += 1
        } while unsafe pango_layout_iter_next_line(iterator) != 0
        if hasMore { isWrapped = true }
        return unsafe Appended(isEllipsized: pango_layout_is_ellipsized(layout) != 0, hasMore: hasMore)
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

    private mutating func capture(
        _ line: UnsafeMutablePointer<PangoLayoutLine>, _ piece: Piece, _ spans: [StyledSpan],
        _ fonts: [UnsafeMutablePointer<PangoFont>: CapturedFont], _ place: Place
    ) -> Bool {
        let firstRun = runs.count
        let firstDecoration = decorations.count
        let start = unsafe piece.bytes.lowerBound + Int(line.pointee.start_index)
        var end = unsafe start + Int(line.pointee.length)
        var x: Int32 = 0
        var next = unsafe line.pointee.runs
        while let node = unsafe next {
            let item = unsafe node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self)
            guard let width = unsafe capture(item, piece, spans, fonts, x) else { return false }
            let pangoItem = unsafe item.pointee.item.pointee
            if unsafe Int32(pangoItem.analysis.flags) & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS != 0 {
                end = unsafe piece.bytes.lowerBound + Int(pangoItem.offset)
            }
            x &+= width
            unsafe next = node.pointee.next
        }
        lines.append(
            TextLine(
                runs: firstRun..<runs.count, decorations: firstDecoration..<decorations.count,
                baseline: Double(place.baseline) / 1024, top: Double(place.top) / 1024,
                bottom: Double(place.bottom) / 1024, width: Double(place.width) / 1024,
                bytes: min(start, piece.bytes.upperBound)..<min(end, piece.bytes.upperBound),
                isRightToLeft: piece.isRightToLeft))
        widestLine = max(widestLine, place.width)
        bottom = max(bottom, place.bottom)
        lastBaseline = place.baseline
        return true
    }

    /// Appends the glyphs of one run; returns its width, or nil for an unknown font.
    private mutating func capture(
        _ run: UnsafeMutablePointer<PangoGlyphItem>, _ piece: Piece, _ spans: [StyledSpan],
        _ fonts: [UnsafeMutablePointer<PangoFont>: CapturedFont], _ start: Int32
    ) -> Int32? {
        let item = unsafe run.pointee.item.pointee
        let string = unsafe run.pointee.glyphs.pointee
        var font: CapturedFont?
        if let pointer = unsafe item.analysis.font {
            if unsafe pointer == lastPointer {
                font = lastFont
            } else {
                guard let known = unsafe fonts[pointer] else { return nil }
                font = known
                unsafe (lastPointer, lastFont) = (pointer, known)
            }
        }
        let base = unsafe piece.bytes.lowerBound + Int(item.offset)
        var span = Self.span(at: base, piece, spans, near: piece.spans.lowerBound)
        var stretch = (glyph: glyphs.count, x: start)
        var x = start
        for i in unsafe 0..<Int(string.num_glyphs) {
            if piece.spans.count > 1 {
                let at = unsafe Self.span(at: base + Int(string.log_clusters[i]), piece, spans, near: span)
                if at != span {
                    close(spans[span], font, stretch.glyph, stretch.x..<max(stretch.x, x))
                    (span, stretch) = (at, (glyphs.count, x))
                }
            }
            let info = unsafe string.glyphs[i]
            let left = x &+ info.geometry.x_offset
            if info.glyph & 0x1000_0000 != 0 {
                box(spans[span].color, left, info.geometry.width)
            } else if info.glyph != 0x0FFF_FFFF {
                unsafe glyphs.append(
                    PositionedGlyph(glyph: info.glyph, x: left, y: info.geometry.y_offset &- run.pointee.y_offset))
            }
            x &+= info.geometry.width
        }
        close(spans[span], font, stretch.glyph, stretch.x..<max(stretch.x, x))
        return x &- start
    }

    /// The span that `byte` belongs to, looking outwards from `hint`.
    private static func span(at byte: Int, _ piece: Piece, _ spans: [StyledSpan], near hint: Int) -> Int {
        var index = hint
        while index + 1 < piece.spans.upperBound && spans[index].bytes.upperBound <= byte { index += 1 }
        while index > piece.spans.lowerBound && spans[index].bytes.lowerBound > byte { index -= 1 }
        return index
    }

    /// Ends a stretch of glyphs with the same font and span.
    private mutating func close(_ span: StyledSpan, _ font: CapturedFont?, _ first: Int, _ x: Range<Int32>) {
        guard let font else { return }
        if first < glyphs.count {
            runs.append(GlyphRun(font: font.id, color: span.color, glyphs: first..<glyphs.count))
        }
        if x.isEmpty { return }
        if span.underline { rule(span.color, x, font.underlinePosition, font.underlineThickness) }
        if span.strikethrough { rule(span.color, x, font.strikethroughPosition, font.strikethroughThickness) }
    }

    private mutating func rule(_ color: Color?, _ x: Range<Int32>, _ position: Int32, _ thickness: Int32) {
        decorations.append(
            Decoration(
                color: color, x: x.lowerBound, y: -position, width: x.upperBound - x.lowerBound, height: thickness))
    }

    /// The outline that stands for a character no font has.
    private mutating func box(_ color: Color?, _ left: Int32, _ width: Int32) {
        let inset: Int32 = 1024
        let line: Int32 = 1024
        let (w, h) = (width - 2 * inset, width)
        if w <= 2 * line { return }
        for (x, y, width, height) in [
            (left + inset, -h, w, line), (left + inset, -line, w, line), (left + inset, -h + line, line, h - 2 * line),
            (left + inset + w - line, -h + line, line, h - 2 * line),
        ] { decorations.append(Decoration(color: color, x: x, y: y, width: width, height: height)) }
    }
}
