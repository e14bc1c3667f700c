internal import LaminaGeometry

extension LineCapture {
    /// Appends the lines that `words` has composed, as if Pango had laid them out; false, with nothing changed, when a span begins
    /// inside of a word.
    mutating func append(
        _ words: borrowing WordCache, _ index: Int, _ piece: Piece, _ text: StyledText, _ format: LineFormat
    ) -> Bool {
        if piece.spans.count > 1 {
            var span = piece.spans.lowerBound
            for word in words.found where !word.bytes.isEmpty {
                span = Self.span(at: word.bytes.lowerBound, piece, text.spans, near: span)
                if Self.span(at: word.bytes.upperBound - 1, piece, text.spans, near: span) != span { return false }
            }
        }
        let face = words.faces[index]
        let height = Int(face.ascent) + Int(face.descent)
        var baseline = Int(face.ascent)
        var shift = bottom
        if format.spacing != 0 && !lines.isEmpty {
            // As pango-layout.c get_line_extents_layout_coords does between the paragraphs of one layout.
            shift = Int(Float(lastBaseline) + format.spacing * Float(face.height)) - baseline
        }
        for number in words.lines.indices {
            if number > 0 {
                isWrapped = true
                // The same, within a layout.
                baseline =
                    format.spacing == 0
                    ? baseline + height : Int(Float(baseline) + format.spacing * Float(face.height))
            }
            let top = baseline - Int(face.ascent) + shift
            let place = Place(
                top: top, baseline: baseline + shift, bottom: top + height, width: words.lines[number].width,
                ascent: Int(face.ascent), descent: Int(face.descent), isFirst: number == 0 && piece.beginsParagraph)
            append(words, number, face, piece, text, place)
        }
        return true
    }

    private mutating func append(
        _ words: borrowing WordCache, _ number: Int, _ face: WordCache.Face, _ piece: Piece, _ text: StyledText,
        _ place: Place
    ) {
        let line = words.lines[number].words
        let cut = number == words.lines.count - 1 ? words.cut : nil
        let (firstRun, firstDecoration) = (runs.count, decorations.count)
        var stretch = Stretch(
            span: piece.spans.lowerBound, font: face.font, first: glyphs.count, start: 0, rise: 0)
        var x: Int32 = 0
        for step in 0..<line.count {
            let n = piece.isRightToLeft ? line.upperBound - 1 - step : line.lowerBound + step
            let word = words.found[n]
            if piece.spans.count > 1 { move(&stretch, to: word.bytes.lowerBound, x, piece, text) }
            let shape = words.words[word.index]
            let first = Int(shape.firstGlyph)
            for i in first..<first + Int(shape.glyphCount) {
                var glyph = words.glyphs[i]
                glyph.x &+= x
                glyphs.append(glyph)
            }
            x &+= shape.traits.width
            // The space where a line is broken is not there.
            if step + 1 == line.count && cut?.glyphs == nil { break }
            if piece.spans.count > 1 {
                let space = piece.isRightToLeft ? word.bytes.lowerBound - 1 : word.bytes.upperBound
                move(&stretch, to: space, x, piece, text)
            }
            glyphs.append(PositionedGlyph(glyph: face.space.glyph, x: x &+ face.space.x, y: face.space.y))
            x &+= face.spaceWidth
        }
        if let cut {
            if let count = cut.glyphs, count > 0 {
                let word = words.found[line.upperBound]
                if piece.spans.count > 1 { move(&stretch, to: word.bytes.lowerBound, x, piece, text) }
                let first = Int(words.words[word.index].firstGlyph)
                for i in first..<first + count {
                    var glyph = words.glyphs[i]
                    glyph.x &+= x
                    glyphs.append(glyph)
                }
            }
            close(stretch, text, max(stretch.start, cut.x))
            append(cut.ellipsis, at: cut.x, byte: cut.byte, piece, text, place, near: stretch.span)
        } else {
            close(stretch, text, max(stretch.start, x))
        }
        let isLast = number == words.lines.count - 1
        let start = words.found[line.lowerBound].bytes.lowerBound
        let bytes =
            start..<(cut?.byte
            ?? (isLast ? piece.bytes.upperBound : words.found[line.upperBound - 1].bytes.upperBound + 1))
        close(
            TextLine(
                place, runs: firstRun..<runs.count, decorations: firstDecoration..<decorations.count,
                graphemes: graphemes.count..<graphemes.count, bytes: bytes, isRightToLeft: piece.isRightToLeft), place)
    }

    /// Goes on in the span that `byte` belongs to.
    mutating func move(
        _ stretch: inout Stretch, to byte: Int, _ x: Int32, _ piece: Piece, _ text: StyledText
    ) {
        let at = Self.span(at: byte, piece, text.spans, near: stretch.span)
        if at == stretch.span { return }
        close(stretch, text, max(stretch.start, x))
        (stretch.span, stretch.first, stretch.start) = (at, glyphs.count, x)
    }
}
