internal import CPango
internal import LaminaGeometry

extension LineCapture {
    /// A run that is being captured, and where it stands.
    struct Stretch {
        var span: Int
        var face: Int
        var script: PangoScript
        var level: UInt8
        var font: CapturedFont?
        /// The first glyph.
        var first: Int
        /// 1/1024 units from the start of the line.
        var start: Int32
        /// How far the run stands above the baseline.
        var rise: Int32

        /// Whether a part is of the same item, as far as it shows.
        func continues(_ part: LinePart) -> Bool {
            face == part.face && rise == part.rise && script == part.script && level == part.level
        }
    }

    /// Appends a finished line that shows `bytes` of the layout's text.
    mutating func append(_ line: LineParts, _ place: Place, _ layout: PieceLayout, _ bytes: Range<Int>) {
        let piece = layout.piece
        let firstRun = runs.count
        let firstDecoration = decorations.count
        let firstGrapheme = graphemes.count
        let missing = missingGlyphs
        beforeLast = mark
        var x: Int32 = 0
        var open: Stretch?
        openBox = nil
        for part in line.parts {
            let width = append(part, line, layout, x, &open)
            if keepsGraphemes { addGraphemes(part, line, layout, x) }
            x &+= width
        }
        if let open { close(open, layout.styled, max(open.start, x)) }
        let start = piece.bytes.lowerBound
        var captured = TextLine(
            runs: firstRun..<runs.count, decorations: firstDecoration..<decorations.count,
            graphemes: firstGrapheme..<graphemes.count, baseline: Double(pangoUnits: place.baseline),
            top: Double(pangoUnits: place.top), bottom: Double(pangoUnits: place.bottom),
            width: Double(pangoUnits: place.width), bytes: start + bytes.lowerBound..<start + bytes.upperBound,
            isRightToLeft: piece.isRightToLeft, ascent: Double(pangoUnits: place.ascent),
            descent: Double(pangoUnits: place.descent))
        (captured.capHeight, captured.xHeight) = (Double(pangoUnits: line.capHeight), Double(pangoUnits: line.xHeight))
        captured.missingGlyphs = Int32(clamping: missingGlyphs - missing)
        if let paragraph = layout.format.paragraph {
            captured.alignment = paragraph.alignment
            captured.leading = Double(pangoUnits: place.isFirst ? paragraph.firstLineIndent : paragraph.indent)
            captured.trailing = Double(pangoUnits: paragraph.tailIndent)
        }
        close(captured, place)
    }

    /// Appends the glyphs of one part, which continue those of the part before where they look the same; returns the
    /// part's width.
    private mutating func append(
        _ part: LinePart, _ line: LineParts, _ layout: PieceLayout, _ start: Int32, _ open: inout Stretch?
    ) -> Int32 {
        let (piece, text) = (layout.piece, layout.styled)
        let base = piece.bytes.lowerBound
        var (x, first) = (start, part.glyphs.lowerBound)
        while first < part.glyphs.upperBound {
            var (span, end) = (piece.spans.lowerBound, part.glyphs.upperBound)
            if piece.spans.count > 1 {
                let near = min(max(lastSpan, piece.spans.lowerBound), piece.spans.upperBound - 1)
                span = Self.span(at: base + Int(line.glyphs[first].cluster), piece, text.spans, near: near)
                end = first + 1
                while end < part.glyphs.upperBound,
                    text.spans[span].bytes.contains(base + Int(line.glyphs[end].cluster))
                {
                    end += 1
                }
            }
            lastSpan = span
            if let known = open, known.span != span || !known.continues(part) {
                close(known, text, max(known.start, x))
                open = nil
            }
            if open == nil {
                open = Stretch(
                    span: span, face: part.face, script: part.script, level: part.level,
                    font: part.face < 0 ? nil : layout.engine.faces[part.face].metrics,
                    first: glyphs.count, start: x, rise: part.rise)
            }
            if !part.isEllipsis, let attachment = text.rare(of: span)?.attachment {
                var left = x
                for glyph in line.glyphs[first..<end] {
                    attach(attachment, text.scale, byte: base + Int(glyph.cluster), x: left)
                    left &+= glyph.advance
                }
            }
            appendGlyphs(first..<end, part, line, text.spans[span].color, &x)
            first = end
        }
        return x &- start
    }

    /// Appends glyphs that look alike.
    private mutating func appendGlyphs(
        _ range: Range<Int>, _ part: LinePart, _ line: LineParts, _ color: Color?, _ x: inout Int32
    ) {
        for index in range {
            let glyph = line.glyphs[index]
            let left = x &+ glyph.x
            x &+= glyph.advance
            if glyph.glyph < pangoGlyphEmpty {
                glyphs.append(PositionedGlyph(glyph: glyph.glyph, x: left, y: glyph.y &- part.rise))
            } else if glyph.glyph != pangoGlyphEmpty {
                missingGlyphs += 1
                box(color, left, glyph.advance, part.rise)
            }
        }
    }

    private mutating func attach(_ attachment: TextAttachment, _ scale: Double, byte: Int, x: Int32) {
        let scale = attachment.holdsChild ? 1 : scale
        attachments.append(
            PlacedAttachment(
                byte: byte, line: lines.count, x: Double(pangoUnits: x),
                y: -(attachment.rise + attachment.height) * scale,
                width: attachment.width * scale, height: attachment.height * scale))
    }

    /// The span that `byte` belongs to, looking outwards from `hint`.
    static func span(at byte: Int, _ piece: Piece, _ spans: [StyledSpan], near hint: Int) -> Int {
        var index = hint
        while index + 1 < piece.spans.upperBound && spans[index].bytes.upperBound <= byte { index += 1 }
        while index > piece.spans.lowerBound && spans[index].bytes.lowerBound > byte { index -= 1 }
        return index
    }

    /// Ends a stretch of glyphs with the same font and span.
    mutating func close(_ stretch: Stretch, _ text: StyledText, _ end: Int32) {
        guard let font = stretch.font else { return }
        let span = text.spans[stretch.span]
        if span.rare >= 0 {
            closeRare(stretch, font, span, text, text.rare[Int(span.rare)], end)
            return
        }
        if stretch.first < glyphs.count {
            runs.append(GlyphRun(font: font.id, color: span.color, glyphs: stretch.first..<glyphs.count))
        }
        if stretch.start >= end { return }
        if span.underline != .none { underline(stretch, font, span, span.color, -1, end) }
        if span.strikethrough {
            rule(span.color, -1, stretch.start..<end, -font.strikethroughPosition, font.strikethroughThickness)
        }
    }

    private mutating func closeRare(
        _ stretch: Stretch, _ font: CapturedFont, _ span: StyledSpan, _ text: StyledText, _ rare: RareAttributes,
        _ end: Int32
    ) {
        let look = rare.hasEffects ? span.rare : -1
        if stretch.first < glyphs.count {
            runs.append(GlyphRun(font: font.id, color: span.color, glyphs: stretch.first..<glyphs.count, look: look))
        }
        if stretch.start >= end { return }
        let x = stretch.start..<end
        if let border = rare.border {
            box(border, rare.background, text, look: span.rare, x, stretch, font)
        } else if let background = rare.background {
            rule(background, -1, x, -font.ascent - stretch.rise, font.ascent + font.descent, .background)
        }
        if span.underline != .none {
            underline(
                stretch, font, span, rare.underlineColor ?? span.color, rare.underlineColor == nil ? look : -1, end)
        }
        if span.strikethrough {
            rule(
                rare.strikethroughColor ?? span.color, rare.strikethroughColor == nil ? look : -1, x,
                -font.strikethroughPosition - stretch.rise, font.strikethroughThickness)
        }
        if rare.overline == true {
            rule(
                rare.overlineColor ?? span.color, rare.overlineColor == nil ? look : -1, x, -font.ascent - stretch.rise,
                font.underlineThickness)
        }
    }

    /// A raised letter does not raise its underline: a link with an exponent has one straight line.
    private mutating func underline(
        _ stretch: Stretch, _ font: CapturedFont, _ span: StyledSpan, _ color: Color?, _ look: Int32, _ end: Int32
    ) {
        let x = stretch.start..<end
        let thickness = font.underlineThickness
        switch span.underline {
        case .none: break
        case .single: rule(color, look, x, -font.underlinePosition, thickness)
        case .low: rule(color, look, x, font.descent, thickness)
        case .double:
            rule(color, look, x, -font.underlinePosition, thickness)
            rule(color, look, x, -font.underlinePosition + 2 * max(thickness, 1024), thickness)
        case .wavy: rule(color, look, x, -font.underlinePosition - thickness / 2, max(3 * thickness, 3072), .wave)
        }
    }

    private mutating func rule(
        _ color: Color?, _ look: Int32, _ x: Range<Int32>, _ y: Int32, _ height: Int32,
        _ kind: Decoration.Kind = .rule
    ) {
        decorations.append(
            Decoration(
                kind: kind, color: color, x: x.lowerBound, y: y, width: x.upperBound &- x.lowerBound, height: height,
                look: look))
    }

    /// Draws a border around a stretch, or widens that of the stretch before, which is the same and ends there.
    private mutating func box(
        _ border: TextBorder, _ fill: Color?, _ text: StyledText, look: Int32, _ x: Range<Int32>, _ stretch: Stretch,
        _ font: CapturedFont
    ) {
        let width = text.units(border.width)
        func side(_ padding: Double) -> Int32 { text.units(padding) &+ width }
        let right = x.upperBound &+ side(border.padding.right)
        let top = -font.ascent &- stretch.rise &- side(border.padding.top)
        let bottom = font.descent &- stretch.rise &+ side(border.padding.bottom)
        let former = decorations.lastIndex { $0.kind == .box }
        if let open = openBox, open.border == border, open.fill == fill, open.end == x.lowerBound, let former {
            let box = decorations[former]
            let (highest, lowest) = (min(box.y, top), max(box.y &+ box.height, bottom))
            (decorations[former].y, decorations[former].height) = (highest, lowest &- highest)
            decorations[former].width = right &- box.x
        } else {
            let left = x.lowerBound &- side(border.padding.left)
            decorations.append(
                Decoration(
                    kind: .box, color: fill, x: left, y: top, width: right &- left, height: bottom &- top, look: look))
        }
        openBox = (border, fill, x.upperBound)
    }

    /// The outline that stands for a character no font has: within its line, whatever its size.
    private mutating func box(_ color: Color?, _ left: Int32, _ width: Int32, _ rise: Int32) {
        // Letters that stand closer or farther apart, or in a text without an end, have a say in the width.
        if width <= 0 || width > 1 << 26 { return }
        let line = max(width / 10, 1)
        let (x, bottom, side) = (left &+ line, 0 &- rise, width &- 2 * line)
        let top = bottom &- side
        for (x, y, width, height) in [
            (x, top, side, line), (x, bottom &- line, side, line), (x, top &+ line, line, side - 2 * line),
            (x &+ side - line, top &+ line, line, side - 2 * line),
        ] { decorations.append(Decoration(color: color, x: x, y: y, width: width, height: height)) }
    }
}
