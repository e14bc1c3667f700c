public import LaminaGeometry
public import LaminaText

extension Painter {
    /// Text at a larger scale is not drawn: its glyphs would take seconds and all memory.
    public static let maximumTextScale = 256.0

    /// Draws a text with its top left corner at `origin` (logical units; the buffer's coordinates over `scale`) in a
    /// box `width` wide. `color` is for what has no colour of its own. Glyphs stand on whole rows and, sideways, on
    /// quarters of a pixel or whole ones, as their fonts' configuration has it. A fifth of a microsecond per glyph; a
    /// glyph that this painter meets for the first time at this size and quarter costs some 10 us and the font lock.
    public func draw(
        _ text: MeasuredText, at origin: Point, width: Double, alignment: TextAlignment, color: Color, scale: Double,
        clip: PixelRect, on buffer: PixelBuffer
    ) {
        let visible = PixelRect.visible(clip, clip: clip, in: buffer.bounds)
        guard scale > 0, scale <= Self.maximumTextScale, !visible.isEmpty else { return }
        if !text.looks.isEmpty || text.decorations.contains(where: { $0.kind != .rule }) {
            let pass = TextPass(
                text: text, origin: origin, width: width, alignment: alignment, color: color, scale: scale,
                visible: visible)
            drawEffects(pass, on: buffer)
            return
        }
        // One pixel more than the reach of the tallest line, for what dividing loses.
        let farthest = (text.tallestLine ?? 0) * scale * 16 + 65
        let near = text.lines(
            from: (Double(visible.y) - farthest) / scale - origin.y,
            to: (Double(visible.maxY) + farthest) / scale - origin.y)
        for index in near {
            let line = text.lines[index]
            let offset = text.lineOffset(index, alignment: alignment, width: width)
            let place = LinePlace(
                x: origin.x, offset: offset, y: origin.y, baseline: line.baseline, scale: scale,
                reach: (line.bottom - line.top) * scale * 16 + 64, visible: visible)
            if !place.isVisible { continue }
            for run in text.runs[line.runs] {
                draw(run, of: text, at: place, (run.color ?? color).pixel, on: buffer)
            }
            for decoration in text.decorations[line.decorations] {
                let rect = place.pixels(of: decoration).intersection(visible)
                if !rect.isEmpty { fill(visible: rect, (decoration.color ?? color).pixel, on: buffer) }
            }
        }
    }

    /// First every glyph's place, then the colour through each of them, or through those together that may overlap.
    func draw(
        _ run: GlyphRun, of text: MeasuredText, at place: LinePlace, _ pixel: UInt32, on buffer: PixelBuffer
    ) {
        if pixel >> 24 == 0 { return }
        let glyphs = glyphCache.glyphs(of: run.font, in: text.fonts, scale: place.scale)
        placed.removeAll(keepingCapacity: true)
        var extent = RunExtent()
        for position in text.glyphs[run.glyphs] {
            guard let entry = place.place(position, glyphs), entry.touches(place.visible) else { continue }
            if entry.glyph.isColor {
                blend(entry, opacity: pixel >> 24, in: place.visible, on: buffer)
            } else {
                placed.append(entry)
                extent.add(entry)
            }
        }
        if placed.isEmpty { return }
        let table = colorTables.table(pixel, ground: buffer.ground(of: extent.bounds.intersection(place.visible)))
        var first = 0
        while first < placed.count {
            let end = extent.isSorted ? endOfOverlap(first) : placed.count
            if end == first + 1 {
                blend(placed[first], table, in: place.visible, on: buffer)
            } else {
                blend(first..<end, table, in: place.visible, on: buffer)
            }
            first = end
        }
    }

    /// One past the last of the glyphs from `first` on that share columns with one before.
    private func endOfOverlap(_ first: Int) -> Int {
        var right = placed[first].bounds.maxX
        var end = first + 1
        while end < placed.count && placed[end].x < right {
            right = max(right, placed[end].bounds.maxX)
            end += 1
        }
        return end
    }

    private func blend(
        _ range: Range<Int>, _ table: ColorTable, in visible: PixelRect, on buffer: PixelBuffer
    ) {
        var extent = RunExtent()
        for index in range { extent.add(placed[index]) }
        let bounds = extent.bounds.intersection(visible)
        guard strip.begin(bounds) else {
            for index in range { blend(placed[index], table, in: visible, on: buffer) }
            return
        }
        for index in range { strip.add(placed[index].glyph, x: placed[index].x, y: placed[index].y) }
        MaskBlend.fill(bounds, table, mask: strip.rows, on: buffer)
    }

    private func blend(
        _ entry: PlacedGlyph, _ table: ColorTable, in visible: PixelRect, on buffer: PixelBuffer
    ) {
        let glyph = entry.glyph
        var rect = entry.bounds.intersection(visible)
        guard !rect.isEmpty, let rows = glyph.rows(x: rect.x - entry.x, y: rect.y - entry.y) else { return }
        // The zeros that follow each row change nothing, and eight pixels at once are less work than the last few by
        // themselves.
        if rect.x + glyph.stride <= visible.maxX && rect.width == glyph.width { rect.width = glyph.stride }
        MaskBlend.fill(rect, table, mask: rows, on: buffer)
    }

    /// A colour glyph keeps its colours; only the text's opacity counts.
    private func blend(_ entry: PlacedGlyph, opacity: UInt32, in visible: PixelRect, on buffer: PixelBuffer) {
        let glyph = entry.glyph
        let rect = entry.bounds.intersection(visible)
        guard !rect.isEmpty, let image = glyph.pixels(x: entry.x, y: entry.y) else { return }
        copy(rect, from: image, isOpaque: false, opacity: opacity, to: buffer)
    }
}
