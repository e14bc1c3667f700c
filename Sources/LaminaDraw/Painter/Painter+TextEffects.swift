internal import Glibc
internal import LaminaGeometry
internal import LaminaText

// Text that is more than glyphs in one colour. A few times slower than plain text, and drawn in the order of CSS Text
// Decoration 4: backgrounds, shadows, outlines and glyphs, lines.
extension Painter {
    /// What a text is drawn with, the same for all its lines.
    struct TextPass {
        let text: MeasuredText
        let origin: Point
        let width: Double
        let alignment: TextAlignment
        let color: Color
        let scale: Double
        let visible: PixelRect

        func place(_ index: Int) -> LinePlace {
            let line = text.lines[index]
            return LinePlace(
                x: origin.x, offset: text.lineOffset(index, alignment: alignment, width: width), y: origin.y,
                baseline: line.baseline, scale: scale, reach: (line.bottom - line.top) * scale * 16 + 64,
                visible: visible)
        }

        func look(_ index: Int32) -> RareAttributes? {
            index >= 0 && index < text.looks.count ? text.looks[Int(index)] : nil
        }

        /// The device pixels from corner to corner that a gradient's shares relate to.
        func ramp(_ gradient: Gradient, opacity: Float) -> ColorRamp {
            // The box around the lines, wherever alignment has put them.
            let start = text.lines.indices.map { text.lineOffset($0, alignment: alignment, width: width) }.min() ?? 0
            let left = (origin.x + start) * scale
            let top = origin.y * scale
            let boxWidth = text.size.width * scale
            let boxHeight = text.size.height * scale
            return ColorRamp(
                gradient, opacity: opacity, box: Rect(x: left, y: top, width: boxWidth, height: boxHeight))
        }
    }

    /// Draws a text that has looks of its own.
    func drawEffects(_ pass: TextPass, on buffer: PixelBuffer) {
        let text = pass.text
        for (index, line) in text.lines.enumerated() {
            let place = pass.place(index)
            for decoration in text.decorations[line.decorations] {
                if decoration.kind == .box { drawBox(decoration, pass, at: place, on: buffer) }
                if decoration.kind != .background { continue }
                let rect = place.pixels(of: decoration).intersection(pass.visible)
                if !rect.isEmpty { fill(visible: rect, (decoration.color ?? pass.color).pixel, on: buffer) }
            }
        }
        for (index, line) in text.lines.enumerated() {
            for run in text.runs[line.runs] {
                // The last shadow lies lowest.
                for shadow in (pass.look(run.look)?.shadows ?? []).reversed() {
                    drawShadow(shadow, of: run, pass, at: pass.place(index), on: buffer)
                }
            }
        }
        for (index, line) in text.lines.enumerated() {
            let place = pass.place(index)
            for run in text.runs[line.runs] { drawRun(run, pass, at: place, on: buffer) }
            for decoration in text.decorations[line.decorations]
            where decoration.kind != .background && decoration.kind != .box {
                draw(decoration, pass, at: place, on: buffer)
            }
        }
    }

    private func drawRun(_ run: GlyphRun, _ pass: TextPass, at place: LinePlace, on buffer: PixelBuffer) {
        let look = pass.look(run.look)
        if let stroke = look?.stroke, stroke.width > 0 {
            let glyphs = glyphCache.glyphs(of: run.font, in: pass.text.fonts, scale: pass.scale, stroke: stroke.width)
            coverage(of: run, pass, glyphs, at: place, in: pass.visible)?
                .fill(stroke.color.pixel, clip: pass.visible, on: buffer)
        }
        guard let gradient = look?.gradient else {
            draw(run, of: pass.text, at: place, (run.color ?? pass.color).pixel, on: buffer)
            drawInnerShadows(look, of: run, pass, at: place, on: buffer)
            return
        }
        let glyphs = glyphCache.glyphs(of: run.font, in: pass.text.fonts, scale: pass.scale)
        let ramp = pass.ramp(gradient, opacity: (run.color ?? pass.color).alpha)
        coverage(of: run, pass, glyphs, at: place, in: pass.visible)?.fill(ramp, clip: pass.visible, on: buffer)
        drawInnerShadows(look, of: run, pass, at: place, on: buffer)
    }

    /// What the edges of letters cast into them: the letters without their copies, moved and smeared.
    private func drawInnerShadows(
        _ look: RareAttributes?, of run: GlyphRun, _ pass: TextPass, at place: LinePlace, on buffer: PixelBuffer
    ) {
        for shadow in (look?.innerShadows ?? []).reversed() {
            let glyphs = glyphCache.glyphs(of: run.font, in: pass.text.fonts, scale: pass.scale)
            guard var letters = coverage(of: run, pass, glyphs, at: place, in: pass.visible) else { continue }
            if let copy = cast(shadow, of: run, pass, at: place) { letters.cut(by: copy) }
            letters.fill(shadow.color.pixel, clip: pass.visible, on: buffer)
        }
    }

    /// A border's box: filled, and with the line on the inside of its edge.
    private func drawBox(_ decoration: Decoration, _ pass: TextPass, at place: LinePlace, on buffer: PixelBuffer) {
        guard let border = pass.look(decoration.look)?.border else { return }
        let rect = place.pixels(of: decoration)
        let radius = border.radius * pass.scale
        if let fill = decoration.color { fillRounded(rect, radius: radius, fill, clip: pass.visible, on: buffer) }
        guard let color = border.color, border.width > 0 else { return }
        let width = max(1, Int((border.width * pass.scale).rounded()))
        strokeBorder(rect, radii: CornerRadii(radius), width: width, color, clip: pass.visible, on: buffer)
    }

    private func drawShadow(
        _ shadow: TextShadow, of run: GlyphRun, _ pass: TextPass, at place: LinePlace, on buffer: PixelBuffer
    ) {
        cast(shadow, of: run, pass, at: place)?.fill(shadow.color.pixel, clip: pass.visible, on: buffer)
    }

    /// A copy of a run's letters, moved and smeared.
    private func cast(
        _ shadow: TextShadow, of run: GlyphRun, _ pass: TextPass, at place: LinePlace
    ) -> CoverageField? {
        let deviation = min(max(shadow.blur, 0) / 2 * pass.scale, 250)
        let reach = Int((deviation * 3).rounded(.up)) + 1
        let (dx, dy) = (shadow.x * pass.scale, shadow.y * pass.scale)
        guard dx.magnitude < 1e6, dy.magnitude < 1e6 else { return nil }
        // What is drawn elsewhere may throw a shadow in here.
        let (left, top) = (Int(dx.rounded()), Int(dy.rounded()))
        let around = PixelRect(
            x: pass.visible.x - left - reach, y: pass.visible.y - top - reach,
            width: pass.visible.width + 2 * reach, height: pass.visible.height + 2 * reach)
        let wide = LinePlace(
            x: place.x, offset: place.offset, y: place.y, baseline: place.baseline, scale: place.scale,
            reach: place.reach, visible: around)
        let glyphs = glyphCache.glyphs(of: run.font, in: pass.text.fonts, scale: pass.scale)
        var field = coverage(of: run, pass, glyphs, at: wide, in: around, margin: reach, x: left, y: top)
        field?.blur(deviation: deviation)
        return field
    }

    /// What a run covers, moved by `x` and `y`, with `margin` free pixels around it.
    private func coverage(
        of run: GlyphRun, _ pass: TextPass, _ glyphs: ScaledGlyphs, at place: LinePlace, in area: PixelRect,
        margin: Int = 0, x: Int = 0, y: Int = 0
    ) -> CoverageField? {
        var extent = RunExtent()
        placed.removeAll(keepingCapacity: true)
        for position in pass.text.glyphs[run.glyphs] {
            guard let entry = place.place(position, glyphs), entry.touches(area) else { continue }
            placed.append(entry)
            extent.add(entry)
        }
        if placed.isEmpty { return nil }
        let bounds = extent.bounds
        let moved = PixelRect(
            x: bounds.x + x - margin, y: bounds.y + y - margin, width: bounds.width + 2 * margin,
            height: bounds.height + 2 * margin)
        let limit = PixelRect(
            x: pass.visible.x - margin, y: pass.visible.y - margin, width: pass.visible.width + 2 * margin,
            height: pass.visible.height + 2 * margin)
        guard var field = CoverageField(moved.intersection(limit)) else { return nil }
        for entry in placed { field.add(entry.glyph, x: entry.x + x, y: entry.y + y) }
        return field
    }

    private func draw(_ decoration: Decoration, _ pass: TextPass, at place: LinePlace, on buffer: PixelBuffer) {
        let whole = place.pixels(of: decoration)
        let rect = whole.intersection(pass.visible)
        if rect.isEmpty { return }
        let color = decoration.color ?? pass.color
        if decoration.kind == .wave {
            drawWave(whole, from: place.left, color.pixel, visible: rect, on: buffer)
        } else if let gradient = pass.look(decoration.look)?.gradient {
            guard var field = CoverageField(rect) else { return }
            field.add(rect)
            field.fill(pass.ramp(gradient, opacity: color.alpha), clip: rect, on: buffer)
        } else {
            fill(visible: rect, color.pixel, on: buffer)
        }
    }

    /// A sine that begins at a multiple of its length from the text's left edge, so that neighbouring waves join and
    /// the text looks the same wherever it stands.
    private func drawWave(
        _ rect: PixelRect, from left: Double, _ pixel: UInt32, visible: PixelRect, on buffer: PixelBuffer
    ) {
        let thickness = max(1, Double(rect.height) / 3)
        let swing = (Double(rect.height) - thickness) / 2
        let length = Double(rect.height) * 2
        for column in visible.x..<visible.maxX {
            let top = swing * (1 + sin((Double(column) - left + 0.5) / length * 2 * .pi))
            for row in visible.y..<visible.maxY {
                let below = Double(row - rect.y)
                let share = min(below + 1, top + thickness) - max(below, top)
                if share <= 0 { continue }
                buffer.draw(Pixel.multiply(pixel, UInt32(min(share, 1) * 255 + 0.5)), x: column, y: row)
            }
        }
    }
}
