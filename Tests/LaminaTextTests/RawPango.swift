import CCairo
import CPango
import LaminaText

/// Whether HarfBuzz says of most words that their neighbours have no say in them; since its eighth version it is more
/// careful.
let keepsMostWords = hb_version_atleast(8, 0, 0) == 0

/// Whether Pango moves the last word of a text to a line of its own for a blank behind it.
func movesWord(_ text: String) -> Bool {
    pango_version() > 15_100 && (text.hasSuffix(" ") || text.contains(" \n"))
}

/// A layout made as a C program would (the standard card's way), to compare with. It works under the font lock, since
/// tests run side by side and Pango's and cairo's fonts are not made for that.
final class RawPango {
    private let map: UnsafeMutablePointer<PangoFontMap>
    private let context: OpaquePointer
    let layout: OpaquePointer

    init(
        _ font: String, spacing: Float = 0, ellipsizes: Bool = false, lines: Int32 = 0, width: Double = -1,
        size: Double? = nil
    ) {
        (map, context, layout) = withFontLock {
            let map = pango_cairo_font_map_new()!
            let context = pango_font_map_create_context(map)!
            let options = cairo_font_options_create()
            cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
            cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
            cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
            pango_cairo_context_set_font_options(context, options)
            pango_context_set_round_glyph_positions(context, 0)
            cairo_font_options_destroy(options)
            pango_context_set_language(context, pango_language_from_string("en"))
            return (map, context, pango_layout_new(context)!)
        }
        let description = pango_font_description_from_string(font)
        if let size { pango_font_description_set_absolute_size(description, (size * 1024).rounded()) }
        pango_layout_set_font_description(layout, description)
        pango_font_description_free(description)
        pango_layout_set_width(layout, width < 0 ? -1 : Int32(width * 1024))
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        if ellipsizes { pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END) }
        if lines > 0 { pango_layout_set_height(layout, -lines) }
        if spacing != 0 { pango_layout_set_line_spacing(layout, spacing) }
    }

    /// For the texts to come.
    var width: Double {
        get { Double(pango_layout_get_width(layout)) / 1024 }
        set { pango_layout_set_width(layout, newValue < 0 ? -1 : Int32(newValue * 1024)) }
    }

    var lines: Int32 {
        get { -pango_layout_get_height(layout) }
        set { pango_layout_set_height(layout, -newValue) }
    }

    deinit {
        withFontLock {
            g_object_unref(UnsafeMutableRawPointer(layout))
            g_object_unref(UnsafeMutableRawPointer(context))
            g_object_unref(UnsafeMutableRawPointer(map))
        }
    }

    struct Line: Equatable {
        var baseline: Int32
        var width: Int32
        /// glyph, x, y
        var glyphs: [[Int32]]
    }

    struct Result: Equatable {
        var lines: [Line] = []
        var width: Int32 = 0
        var height: Int32 = 0
    }

    func lay(_ text: String) -> Result {
        withFontLock {
            pango_layout_set_text(layout, text, -1)
            return read()
        }
    }

    func lay(markup: String) -> Result {
        withFontLock {
            pango_layout_set_markup(layout, markup, -1)
            return read()
        }
    }

    private func read() -> Result {
        var result = Result()
        let iterator = pango_layout_get_iter(layout)
        defer { pango_layout_iter_free(iterator) }
        repeat {
            var logical = PangoRectangle()
            pango_layout_iter_get_line_extents(iterator, nil, &logical)
            var line = Line(baseline: pango_layout_iter_get_baseline(iterator), width: logical.width, glyphs: [])
            var x: Int32 = 0
            var node = pango_layout_iter_get_line_readonly(iterator)!.pointee.runs
            while let run = node {
                let item = run.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee
                let string = item.glyphs.pointee
                for i in 0..<Int(string.num_glyphs) {
                    let info = string.glyphs[i]
                    if info.glyph != 0x0FFF_FFFF {
                        line.glyphs.append([
                            Int32(bitPattern: info.glyph), x + info.geometry.x_offset,
                            info.geometry.y_offset - item.y_offset,
                        ])
                    }
                    x += info.geometry.width
                }
                node = run.pointee.next
            }
            result.lines.append(line)
        } while pango_layout_iter_next_line(iterator) != 0
        var extents = PangoRectangle()
        pango_layout_get_extents(layout, nil, &extents)
        (result.width, result.height) = (extents.width, extents.height)
        return result
    }
}
