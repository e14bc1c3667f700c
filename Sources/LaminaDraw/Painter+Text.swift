public import LaminaGeometry
public import LaminaText

extension Painter {
    /// Text at a larger scale is not drawn: its glyphs would take seconds and all memory.
    public static let maximumTextScale = 256.0

    /// Draws a text with its top left corner at `origin` (logical units; the buffer's coordinates over `scale`) in a box `width` wide.
    /// `color` is for what has no colour of its own. Glyphs stand on whole pixels. A fifth of a microsecond per glyph; a glyph that this
    /// painter meets for the first time at this size costs some 10 us and the font lock.
    public func draw(
        _ text: MeasuredText, at origin: Point, width: Double, alignment: TextAlignment, color: Color, scale: Double,
        clip: PixelRect, on buffer: PixelBuffer
    ) {
        let visible = PixelRect.visible(clip, clip: clip, in: buffer.bounds)
        guard scale > 0, scale <= Self.maximumTextScale, !visible.isEmpty else { return }
        for (index, line) in text.lines.enumerated() {
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

    /// First every glyph's place, then the coverage of all together, then the colour through it.
    private func draw(
        _ run: GlyphRun, of text: MeasuredText, at place: LinePlace, _ pixel: UInt32, on buffer: PixelBuffer
    ) {
        if pixel >> 24 == 0 { return }
        let glyphs = glyphCache.glyphs(of: run.font, in: text.fonts, scale: place.scale)
        placed.removeAll(keepingCapacity: true)
        var left = Int.max, top = Int.max, right = Int.min, bottom = Int.min
        for position in text.glyphs[run.glyphs] {
            guard let origin = place.pixel(of: position) else { continue }
            let glyph = glyphs[position.glyph]
            if glyph.width == 0 { continue }
            let x = origin.x + glyph.left
            let y = origin.y + glyph.top
            if x >= place.visible.maxX || y >= place.visible.maxY || x + glyph.width <= place.visible.x
                || y + glyph.height <= place.visible.y
            {
                continue
            }
            if glyph.isColor {
                blend(glyph, x: x, y: y, opacity: pixel >> 24, in: place.visible, on: buffer)
                continue
            }
            placed.append(PlacedGlyph(glyph: glyph, x: x, y: y))
            left = min(left, x)
            top = min(top, y)
            right = max(right, x + glyph.width)
            bottom = max(bottom, y + glyph.height)
        }
        if placed.isEmpty { return }
        let bounds = PixelRect(x: left, y: top, width: right - left, height: bottom - top).intersection(place.visible)
        if placed.count > 1, strip.begin(bounds) {
            for entry in placed { strip.add(entry.glyph, x: entry.x, y: entry.y) }
            unsafe MaskBlend.fill(bounds, pixel, mask: strip.bytes, maskStride: strip.stride, on: buffer)
        } else {
            for entry in placed { blend(entry, pixel, in: place.visible, on: buffer) }
        }
    }

    private func blend(_ entry: PlacedGlyph, _ pixel: UInt32, in visible: PixelRect, on buffer: PixelBuffer) {
        let glyph = entry.glyph
        let rect = PixelRect(x: entry.x, y: entry.y, width: glyph.width, height: glyph.height).intersection(visible)
        guard !rect.isEmpty, let bytes = unsafe glyph.bytes else { return }
        unsafe MaskBlend.fill(
            rect, pixel, mask: bytes + (rect.y - entry.y) * glyph.stride + (rect.x - entry.x),
            maskStride: glyph.stride, on: buffer)
    }

    /// A colour glyph keeps its colours; only the text's opacity counts.
    private func blend(
        _ glyph: CachedGlyph, x: Int, y: Int, opacity: UInt32, in visible: PixelRect, on buffer: PixelBuffer
    ) {
        let rect = PixelRect(x: x, y: y, width: glyph.width, height: glyph.height).intersection(visible)
        guard !rect.isEmpty, let bytes = unsafe glyph.bytes else { return }
        let pixels = unsafe UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: UInt32.self)
        var image = unsafe PixelBuffer(words: pixels, width: glyph.width, height: glyph.height, stride: glyph.stride)
        image.originX = x
        image.originY = y
        copy(rect, from: image, isOpaque: false, opacity: opacity, to: buffer)
    }
}

/// A glyph and the device pixel of its first pixel.
struct PlacedGlyph {
    let glyph: CachedGlyph
    let x: Int
    let y: Int
}

/// Where a line stands, and the rounding from its units to device pixels.
struct LinePlace {
    /// The text's left edge, logical.
    let x: Double
    /// From there to the line's start, logical.
    let offset: Double
    /// The text's top edge, logical.
    let y: Double
    /// From there to the line's baseline, logical.
    let baseline: Double
    let scale: Double
    /// No glyph reaches farther from its origin, in pixels: 16 times the line's height.
    let reach: Double
    let visible: PixelRect

    var isVisible: Bool {
        let y = (self.y + baseline) * scale
        return y + reach >= Double(visible.y) && y - reach <= Double(visible.maxY)
    }

    /// The pixel of a glyph's origin; nil when the glyph is too far away to show.
    /// As cairo's `_cairo_lround` has it, halves go up. The order of the sums is Pango's, so that the last bit is, too.
    @inline(__always)
    func pixel(of glyph: PositionedGlyph) -> (x: Int, y: Int)? {
        let x = ((self.x + (offset + Double(glyph.x) / 1024)) * scale + 0.5).rounded(.down)
        let y = ((self.y + (baseline + Double(glyph.y) / 1024)) * scale + 0.5).rounded(.down)
        // Written so that not a number is too far as well.
        guard x + reach >= Double(visible.x), x - reach <= Double(visible.maxX),
            y + reach >= Double(visible.y), y - reach <= Double(visible.maxY), abs(x) < 1e12, abs(y) < 1e12
        else { return nil }
        return (Int(x), Int(y))
    }

    /// At least one pixel thick, on whole pixels.
    func pixels(of decoration: Decoration) -> PixelRect {
        func edge(_ value: Double) -> Int { Int(min(max((value * scale + 0.5).rounded(.down), -1e9), 1e9)) }
        let start = x + (offset + Double(decoration.x) / 1024)
        let top = y + (baseline + Double(decoration.y) / 1024)
        if !start.isFinite || !top.isFinite { return .empty }
        let left = edge(start)
        return PixelRect(
            x: left, y: edge(top), width: edge(start + Double(decoration.width) / 1024) - left,
            height: max(1, edge(Double(decoration.height) / 1024)))
    }
}
