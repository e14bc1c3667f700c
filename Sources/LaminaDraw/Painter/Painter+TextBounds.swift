public import LaminaGeometry
public import LaminaText

extension Painter {
    /// The pixels that drawing the text with the same arguments touches, cut to `limit`: accents and swashes reach out
    /// of a text's own box. Glyphs that this painter has not met yet are rasterised, as drawing would do next.
    public func inkBounds(
        of text: MeasuredText, at origin: Point, width: Double, alignment: TextAlignment, scale: Double,
        limit: PixelRect
    ) -> PixelRect {
        guard scale > 0, scale.isFinite, !limit.isEmpty else { return .empty }
        var bounds = PixelRect.empty
        for (index, line) in text.lines.enumerated() {
            let place = LinePlace(
                x: origin.x, offset: text.lineOffset(index, alignment: alignment, width: width), y: origin.y,
                baseline: line.baseline, scale: scale, reach: (line.bottom - line.top) * scale * 16 + 64,
                visible: limit)
            if !place.isVisible { continue }
            for run in text.runs[line.runs] {
                var extent = RunExtent()
                var isBlank = true
                let glyphs = glyphCache.glyphs(of: run.font, in: text.fonts, scale: scale)
                for position in text.glyphs[run.glyphs] {
                    guard let entry = place.place(position, glyphs) else { continue }
                    extent.add(entry)
                    isBlank = false
                }
                if !isBlank {
                    bounds = bounds.union(extent.bounds)
                    if run.look >= 0 {
                        bounds = bounds.union(reach(of: text.looks[Int(run.look)], extent.bounds, scale))
                    }
                }
            }
            for decoration in text.decorations[line.decorations] { bounds = bounds.union(place.pixels(of: decoration)) }
        }
        return bounds.intersection(limit)
    }

    /// Where shadows and outlines of glyphs within `bounds` lie.
    private func reach(of look: RareAttributes, _ bounds: PixelRect, _ scale: Double) -> PixelRect {
        func pixels(_ length: Double) -> Int { Int(min(max((length * scale).rounded(.up), -1e6), 1e6)) }
        var result = bounds
        func grow(_ margin: Int, _ x: Int, _ y: Int) {
            result = result.union(
                PixelRect(
                    x: bounds.x + x - margin, y: bounds.y + y - margin, width: bounds.width + 2 * margin,
                    height: bounds.height + 2 * margin))
        }
        if let stroke = look.stroke { grow(pixels(stroke.width / 2) + 1, 0, 0) }
        for shadow in look.shadows ?? [] {
            grow(pixels(max(shadow.blur, 0) * 1.5) + 2, pixels(shadow.x), pixels(shadow.y))
        }
        return result
    }
}
