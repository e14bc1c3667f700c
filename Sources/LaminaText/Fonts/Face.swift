internal import CPango

/// A font that Pango chose, as one engine knows it; lengths are 1/1024 units.
@safe struct Face {
    /// A reference, which the engine gives back.
    let font: UnsafeMutablePointer<PangoFont>
    /// HarfBuzz' view of the font; it belongs to the font. Immutable, so that shaping with it needs no lock.
    let shaping: OpaquePointer
    let metrics: CapturedFont
    /// What a line spacing factor multiplies.
    let height: Int32
    /// The OpenType features that the font's pattern asks for.
    let features: [hb_feature_t]
    /// How wide the box is that stands for a character which the font lacks: as wide as it is high, and no higher than
    /// letters.
    let boxWidth: Int32
    /// What a line ends with that is broken in a word; nil where the font has no hyphen.
    let hyphen: (scalar: UInt32, width: Int32)?

    /// Keeps a reference to `font`. With the font lock held: metrics come from cairo.
    init(
        _ font: UnsafeMutablePointer<PangoFont>, _ id: FontID, _ language: OpaquePointer?,
        _ held: borrowing FontLock.Held
    ) {
        unsafe self.font = font
        unsafe g_object_ref(UnsafeMutableRawPointer(font))
        let shaping = unsafe pango_font_get_hb_font(font)!
        unsafe self.shaping = shaping
        let metrics = unsafe pango_font_get_metrics(font, language)
        defer { unsafe pango_font_metrics_unref(metrics) }
        // What a line is high for a glyph of the font, which is not what Pango's metrics say of fonts of pictures.
        var box = PangoRectangle()
        unsafe pango_font_get_glyph_extents(font, pangoGlyphEmpty, nil, &box)
        unsafe self.metrics = CapturedFont(
            id: id, ascent: 0 &- box.y, descent: box.height &+ box.y,
            underlinePosition: pango_font_metrics_get_underline_position(metrics),
            underlineThickness: pango_font_metrics_get_underline_thickness(metrics),
            strikethroughPosition: pango_font_metrics_get_strikethrough_position(metrics),
            strikethroughThickness: pango_font_metrics_get_strikethrough_thickness(metrics),
            capHeight: Self.metric(HB_OT_METRICS_TAG_CAP_HEIGHT, shaping),
            xHeight: Self.metric(HB_OT_METRICS_TAG_X_HEIGHT, shaping))
        unsafe height = pango_font_metrics_get_height(metrics)
        boxWidth = Self.boxWidth(ascent: 0 &- box.y)
        var found = [hb_feature_t](repeating: hb_feature_t(), count: 32)
        var count: guint = 0
        unsafe found.withUnsafeMutableBufferPointer {
            unsafe pango_font_get_features(font, $0.baseAddress, guint($0.count), &count)
        }
        features = Array(found.prefix(Int(count)))
        unsafe hyphen = Self.findHyphen(shaping)
    }

    /// The same where there is no font; of the ascent of letters.
    static func boxWidth(ascent: Int32) -> Int32 { max(0, ascent) / 4 * 3 }

    /// What the font's tables say, or else the height of a letter.
    private static func metric(_ tag: hb_ot_metrics_tag_t, _ font: OpaquePointer) -> Int32 {
        var value: hb_position_t = 0
        unsafe hb_ot_metrics_get_position_with_fallback(font, tag, &value)
        return max(0, value)
    }

    private static func findHyphen(_ font: OpaquePointer) -> (scalar: UInt32, width: Int32)? {
        for scalar: UInt32 in [0x2010, 0x2D] {
            var glyph: hb_codepoint_t = 0
            if unsafe hb_font_get_nominal_glyph(font, scalar, &glyph) != 0 {
                return unsafe (scalar, hb_font_get_glyph_h_advance(font, glyph))
            }
        }
        return nil
    }
}
