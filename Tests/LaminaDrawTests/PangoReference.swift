import CCairo
import CPango
import LaminaGeometry
import LaminaText
import Testing

/// A text and how it is drawn, for ours and for Pango's way.
struct TextCase: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var family = "DejaVu Sans"
    var size = 14.0
    var width = 376.0
    var testDescription: String { name }

    /// On whole pixels: cairo knows others since 1.18 only, and Pango asks for them where advances are not rounded.
    static let fonts = {
        var configuration = FontConfiguration()
        configuration.glyphPositions = .wholePixels
        return try! FontSystem(configuration)
    }()

    var measured: MeasuredText {
        var attributes = CharacterAttributes()
        attributes.family = family
        attributes.size = size
        var builder = AttributedTextBuilder(attributes: attributes)
        builder.append(text)
        return TextEngine(Self.fonts).measure(builder.build(), TextLayoutOptions(), maximumWidth: width)
    }

    /// As cairo draws the glyphs that a C program would have, but under the font lock: tests run side by side.
    func show(on canvas: Canvas, x: Double, y: Double, color: Color, alignment: PangoAlignment = PANGO_ALIGN_LEFT) {
        withFontLock { showAlone(on: canvas, x: x, y: y, color: color, alignment: alignment) }
    }

    private func showAlone(on canvas: Canvas, x: Double, y: Double, color: Color, alignment: PangoAlignment) {
        canvas.cairo { cairo in
            let map = pango_cairo_font_map_new()
            let context = pango_font_map_create_context(map)
            pango_context_set_language(context, pango_language_from_string("en"))
            let options = cairo_font_options_create()
            cairo_surface_get_font_options(cairo_get_target(cairo), options)
            cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
            cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
            cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
            pango_cairo_context_set_font_options(context, options)
            pango_context_set_round_glyph_positions(context, 0)
            cairo_font_options_destroy(options)
            let layout = pango_layout_new(context)
            let description = pango_font_description_from_string("\(family) \(size)px")
            pango_layout_set_font_description(layout, description)
            pango_font_description_free(description)
            pango_layout_set_text(layout, text, -1)
            pango_layout_set_width(layout, Int32(width * 1024))
            pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
            pango_layout_set_alignment(layout, alignment)
            setSource(cairo, color)
            showGlyphs(of: layout, on: cairo, x: x, y: y)
            g_object_unref(UnsafeMutableRawPointer(layout))
            g_object_unref(UnsafeMutableRawPointer(context))
            g_object_unref(UnsafeMutableRawPointer(map))
        }
    }
}

/// What `pango_cairo_show_layout` draws, but for this: without metrics hinting cairo takes glyphs to be as large as
/// before hinting, and cuts off the rows that hinting adds; so each is drawn with a font that has it. The glyphs stand
/// on whole pixels, as before cairo 1.18, which knows fractions.
func showGlyphs(of layout: OpaquePointer?, on cairo: OpaquePointer?, x: Double, y: Double) {
    let lines = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(lines) }
    repeat {
        var logical = PangoRectangle()
        pango_layout_iter_get_line_extents(lines, nil, &logical)
        var start = logical.x
        var node = pango_layout_iter_get_line_readonly(lines)?.pointee.runs
        while let run = node {
            let item = run.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee
            let baseline = pango_layout_iter_get_baseline(lines) - item.y_offset
            var glyphs: [cairo_glyph_t] = []
            for index in 0..<Int(item.glyphs.pointee.num_glyphs) {
                let info = item.glyphs.pointee.glyphs[index]
                // PANGO_GLYPH_EMPTY
                if info.glyph != 0x0FFF_FFFF {
                    glyphs.append(
                        cairo_glyph_t(
                            index: UInt(info.glyph), x: wholePixel(x + Double(start + info.geometry.x_offset) / 1024),
                            y: wholePixel(y + Double(baseline + info.geometry.y_offset) / 1024)))
                }
                start += info.geometry.width
            }
            let font = lamina_pango_scaled_font(item.item.pointee.analysis.font)
            var (matrix, identity) = (cairo_matrix_t(), cairo_matrix_t())
            cairo_scaled_font_get_font_matrix(font, &matrix)
            cairo_matrix_init_identity(&identity)
            let options = cairo_font_options_create()
            cairo_scaled_font_get_font_options(font, options)
            cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON)
            let hinted = cairo_scaled_font_create(
                cairo_scaled_font_get_font_face(font), &matrix, &identity, options)
            cairo_set_scaled_font(cairo, hinted)
            cairo_show_glyphs(cairo, glyphs, Int32(glyphs.count))
            cairo_scaled_font_destroy(hinted)
            cairo_font_options_destroy(options)
            node = run.pointee.next
        }
    } while pango_layout_iter_next_line(lines) != 0
}

/// The nearest one, as cairo rounds: halves up.
private func wholePixel(_ place: Double) -> Double { (place + 0.5).rounded(.down) }
