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

    /// `pango_cairo_show_layout`, as a C program would have it, but under the font lock: tests run side by side.
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
            cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON)
            pango_cairo_context_set_font_options(context, options)
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
            cairo_move_to(cairo, x, y)
            pango_cairo_show_layout(cairo, layout)
            g_object_unref(UnsafeMutableRawPointer(layout))
            g_object_unref(UnsafeMutableRawPointer(context))
            g_object_unref(UnsafeMutableRawPointer(map))
        }
    }
}
