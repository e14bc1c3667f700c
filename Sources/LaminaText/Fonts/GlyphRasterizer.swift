internal import CPango

/// Draws single glyphs. What stands on whole pixels is byte-identical to `cairo_show_glyphs`: FreeType draws outlines
/// for cairo, too, which before 1.18 knows no fractions of a pixel. With the font lock held only.
enum GlyphRasterizer {
    /// Beyond this many pixels to the em, the outline is filled: cairo keeps what it rasterises, and such glyphs are
    /// drawn once.
    private static let outlineThreshold = 256.0
    /// No side of an image is longer; what lies outside is cut.
    private static let sideLimit = 16_384.0

    /// `failed` when there is no memory for it. `stroke` is in pixels, `quarter` in quarters of one.
    static func rasterize(
        _ font: RasterFont, glyph: UInt32, stroke: Double, quarter: Int, _ held: borrowing FontLock.Held
    ) -> GlyphImage {
        let byPath = stroke > 0 || (!font.hasColor && font.pixelSize > outlineThreshold)
        if !byPath, !font.hasColor, let style = font.outlines,
            let image = outline(of: glyph, font, style, quarter: quarter)
        {
            return image
        }
        // The outline of a picture stays with it.
        let moves = byPath && !font.hasColor
        let shift = moves ? Double(quarter) / 4 : 0
        var image = unsafe draw(font.font, glyph, hasColor: font.hasColor, byPath, stroke, shift: shift)
        image.keepsToPixels = !moves
        return image
    }

    /// Through cairo.
    private static func draw(
        _ font: OpaquePointer, _ glyph: UInt32, hasColor: Bool, _ byPath: Bool, _ stroke: Double, shift: Double
    ) -> GlyphImage {
        var glyph = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
        var extents = cairo_text_extents_t()
        unsafe cairo_scaled_font_glyph_extents(font, &glyph, 1, &extents)
        guard unsafe cairo_scaled_font_status(font) == CAIRO_STATUS_SUCCESS else { return .failed }
        guard let box = Box(extents, limit: sideLimit, margin: (stroke / 2).rounded(.up)) else { return .empty }
        if hasColor && !byPath {
            // A colour font also has plain glyphs: those come out in the colour they are drawn with.
            let black = unsafe draw(font, &glyph, box, CAIRO_FORMAT_ARGB32, white: false)
            let white = unsafe draw(font, &glyph, box, CAIRO_FORMAT_ARGB32, white: true)
            if !black.isFinal || !white.isFinal { return .failed }
            if black.pixels == white.pixels { return black.trimmed() }
        }
        return unsafe draw(font, &glyph, box, CAIRO_FORMAT_A8, byPath: byPath, stroke: stroke, shift: shift).trimmed()
    }

    /// By FreeType; nil when the glyph is a bitmap, or too large.
    private static func outline(
        of glyph: UInt32, _ font: RasterFont, _ style: OutlineStyle, quarter: Int
    ) -> GlyphImage? {
        guard let face = unsafe cairo_ft_scaled_font_lock_face(font.font) else { return .failed }
        defer { unsafe cairo_ft_scaled_font_unlock_face(font.font) }
        let loaded = unsafe FT_Load_Glyph(face, glyph, style.flags)
        if loaded != 0 { return loaded == outOfMemory ? .failed : .empty }
        guard let slot = unsafe face.pointee.glyph else { return .empty }
        if unsafe slot.pointee.format != FT_GLYPH_FORMAT_OUTLINE { return nil }
        if style.isEmboldened { unsafe FT_GlyphSlot_Embolden(slot) }
        unsafe FT_Outline_Translate(&slot.pointee.outline, quarter * 16, 0)
        let drawn = unsafe FT_Render_Glyph(slot, style.isMonochrome ? FT_RENDER_MODE_MONO : FT_RENDER_MODE_NORMAL)
        if drawn != 0 { return drawn == outOfMemory ? .failed : nil }
        let bitmap = unsafe slot.pointee.bitmap
        let (width, height) = unsafe (Int(bitmap.width), Int(bitmap.rows))
        if max(width, height) > Int(sideLimit) { return nil }
        guard width > 0, height > 0, let buffer = unsafe bitmap.buffer else { return .empty }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height)
        for y in 0..<height {
            let row = unsafe buffer + y * Int(bitmap.pitch)
            if style.isMonochrome {
                for x in 0..<width { unsafe pixels.append(row[x >> 3] << (x & 7) & 128 == 0 ? 0 : 255) }
            } else {
                unsafe pixels.append(contentsOf: UnsafeBufferPointer(start: row, count: width))
            }
        }
        return unsafe GlyphImage(
            width: width, height: height, left: Int(slot.pointee.bitmap_left), top: -Int(slot.pointee.bitmap_top),
            isColor: false, pixels: pixels
        ).trimmed()
    }

    /// FT_Err_Out_Of_Memory.
    private static let outOfMemory: FT_Error = 0x40

    /// The pixels that a glyph may touch.
    private struct Box {
        let left: Int
        let top: Int
        let width: Int
        let height: Int

        init?(_ extents: cairo_text_extents_t, limit: Double, margin: Double) {
            let edges = [
                extents.x_bearing, extents.y_bearing, extents.x_bearing + extents.width,
                extents.y_bearing + extents.height,
            ]
            if !edges.allSatisfy(\.isFinite) || extents.width <= 0 || extents.height <= 0 { return nil }
            let whole = edges.map { min(max($0, -limit), limit) }
            // Some pixels more on each side: antialiasing and hinting reach beyond the extents.
            let more = Int(min(margin, limit)) + 3
            left = Int(whole[0].rounded(.down)) - more
            top = Int(whole[1].rounded(.down)) - more
            width = min(Int(whole[2].rounded(.up)) + more - left, Int(limit))
            height = min(Int(whole[3].rounded(.up)) + more - top, Int(limit))
        }
    }

    private static func draw(
        _ font: OpaquePointer, _ glyph: inout cairo_glyph_t, _ box: Box, _ format: cairo_format_t, white: Bool = false,
        byPath: Bool = false, stroke: Double = 0, shift: Double = 0
    ) -> GlyphImage {
        guard let surface = unsafe cairo_image_surface_create(format, Int32(box.width), Int32(box.height)) else {
            return .failed
        }
        defer { unsafe cairo_surface_destroy(surface) }
        guard let cairo = unsafe cairo_create(surface) else { return .failed }
        defer { unsafe cairo_destroy(cairo) }
        let component = white ? 1.0 : 0.0
        unsafe cairo_set_source_rgba(cairo, component, component, component, 1)
        unsafe cairo_set_scaled_font(cairo, font)
        glyph.x = Double(-box.left) + shift
        glyph.y = Double(-box.top)
        if byPath {
            unsafe cairo_glyph_path(cairo, &glyph, 1)
            if stroke > 0 {
                unsafe cairo_set_line_width(cairo, stroke)
                unsafe cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
                unsafe cairo_stroke(cairo)
            } else {
                unsafe cairo_fill(cairo)
            }
        } else {
            // cairo cuts a glyph at its extents, which light hinting leaves by a pixel or two, but among others at the
            // extents of all together: so the glyph is drawn among two of its kind that lie outside of the image.
            var glyphs = [glyph, glyph, glyph]
            glyphs[1].x -= Double(2 * box.width)
            glyphs[1].y -= Double(2 * box.height)
            glyphs[2].x += Double(2 * box.width)
            glyphs[2].y += Double(2 * box.height)
            unsafe cairo_show_glyphs(cairo, glyphs, 3)
        }
        unsafe cairo_surface_flush(surface)
        guard unsafe cairo_status(cairo) == CAIRO_STATUS_SUCCESS,
            let data = unsafe cairo_image_surface_get_data(surface)
        else { return .failed }
        let stride = unsafe Int(cairo_image_surface_get_stride(surface))
        let isColor = format == CAIRO_FORMAT_ARGB32
        let row = box.width * (isColor ? 4 : 1)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(row * box.height)
        for y in 0..<box.height {
            unsafe pixels.append(contentsOf: UnsafeBufferPointer(start: data + y * stride, count: row))
        }
        return GlyphImage(
            width: box.width, height: box.height, left: box.left, top: box.top, isColor: isColor, pixels: pixels)
    }
}
