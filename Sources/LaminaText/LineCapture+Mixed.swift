internal import LaminaGeometry

extension LineCapture {
    /// Appends the lines of the mixed paragraph that `cache` has composed, as if Pango had laid them out; false, with nothing changed, when a
    /// span begins inside of a word.
    mutating func appendMixed(
        _ cache: borrowing WordCache, _ piece: Piece, _ text: StyledText, _ format: LineFormat
    ) -> Bool {
        if piece.spans.count > 1 {
            var span = piece.spans.lowerBound
            for word in cache.mixed.words {
                span = Self.span(at: word.bytes.lowerBound, piece, text.spans, near: span)
                if Self.span(at: word.bytes.upperBound - 1, piece, text.spans, near: span) != span { return false }
            }
        }
        var baseline = Int(cache.mixed.lines[0].ascent)
        var shift = bottom
        if format.spacing != 0 && !lines.isEmpty {
            // As pango-layout.c get_line_extents_layout_coords does between the paragraphs of one layout.
            shift = Int(Float(lastBaseline) + format.spacing * Float(cache.mixed.lines[0].height)) - baseline
        }
        for number in cache.mixed.lines.indices {
            let line = cache.mixed.lines[number]
            if number > 0 {
                isWrapped = true
                // The same, within a layout.
                let before = cache.mixed.lines[number - 1]
                baseline =
                    format.spacing == 0
                    ? baseline + Int(before.descent) + Int(line.ascent)
                    : Int(Float(baseline) + format.spacing * Float(line.height))
            }
            let top = baseline - Int(line.ascent) + shift
            let place = Place(
                top: top, baseline: baseline + shift, bottom: top + Int(line.ascent) + Int(line.descent),
                width: line.width,
                ascent: Int(line.ascent), descent: Int(line.descent), isFirst: number == 0 && piece.beginsParagraph)
            append(cache, line, number == cache.mixed.lines.count - 1, piece, text, place)
        }
        return true
    }

    private mutating func append(
        _ cache: borrowing WordCache, _ line: MixedParagraph.Line, _ isLast: Bool, _ piece: Piece, _ text: StyledText,
        _ place: Place
    ) {
        let cut = isLast ? cache.mixed.cut : nil
        let (firstRun, firstDecoration) = (runs.count, decorations.count)
        var x: Int32 = 0
        var near = piece.spans.lowerBound
        for item in cache.mixed.items[line.items] {
            let run = cache.mixed.runs[item.run]
            let face = cache.faces[run.face]
            let beginning = Self.byte(of: item.elements.lowerBound, cache)
            near = Self.span(at: beginning, piece, text.spans, near: near)
            var stretch = Stretch(span: near, font: face.font, first: glyphs.count, start: x, rise: item.rise)
            for step in 0..<item.elements.count {
                let element =
                    run.level & 1 == 0 ? item.elements.lowerBound + step : item.elements.upperBound - 1 - step
                if piece.spans.count > 1 { move(&stretch, to: Self.byte(of: element, cache), x, piece, text) }
                let word = cache.mixed.words[element / 2]
                if element & 1 == 1 {
                    if word.spaceRun == MixedParagraph.Word.noSpace { continue }
                    glyphs.append(
                        PositionedGlyph(
                            glyph: face.space.glyph, x: x &+ face.space.x, y: face.space.y &- item.rise))
                    x &+= word.space
                    continue
                }
                let shape = cache.words[word.index]
                let first = Int(shape.firstGlyph)
                let shown = element == cut?.last ? cut?.glyphs : nil
                for i in first..<first + (shown ?? Int(shape.glyphCount)) {
                    let glyph = cache.glyphs[i]
                    glyphs.append(PositionedGlyph(glyph: glyph.glyph, x: glyph.x &+ x, y: glyph.y &- item.rise))
                }
                if shown == nil { x &+= shape.traits.width } else if let cut { x = cut.x }
            }
            close(stretch, text, max(stretch.start, x))
        }
        if let cut { append(cut.ellipsis, at: cut.x, byte: cut.byte, piece, text, place, near: near) }
        let last = cache.mixed.words[line.words.upperBound - 1]
        let end = last.bytes.upperBound + (last.spaceRun >= 0 ? 1 : 0)
        let start = cache.mixed.words[line.words.lowerBound].bytes.lowerBound
        close(
            TextLine(
                place, runs: firstRun..<runs.count, decorations: firstDecoration..<decorations.count,
                graphemes: graphemes.count..<graphemes.count,
                bytes: start..<(cut?.byte ?? (isLast ? piece.bytes.upperBound : end)),
                isRightToLeft: piece.isRightToLeft), place)
    }

    /// Where an element of a mixed line begins in the text.
    private static func byte(of element: Int, _ cache: borrowing WordCache) -> Int {
        let bytes = cache.mixed.words[element / 2].bytes
        return element & 1 == 0 ? bytes.lowerBound : bytes.upperBound
    }
}
