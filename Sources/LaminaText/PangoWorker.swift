internal import CPango

/// One engine's Pango objects: a font map, a context, and the one layout that lays out everything. Not shared between threads.
@safe final class PangoWorker {
    let layout: OpaquePointer
    /// The fonts that this was made for.
    let generation: UInt32
    private let map: GuardedFontMap
    let context: OpaquePointer
    let language: OpaquePointer?
    /// One per style of the engine, in its order.
    var descriptions: [OpaquePointer] = unsafe []
    /// The same for languages of their own; nil takes the configuration's.
    var languages: [OpaquePointer?] = unsafe []
    private var isRightToLeft = false
    /// What the layout has now; Pango compares descriptions field by field.
    private var baseStyle = -1
    var hasAttributes = false
    var hasParagraph = false

    init(_ fonts: FontSystem, _ held: borrowing FontLock.Held) {
        let made = GuardedFontMap(held)
        map = made
        generation = unsafe fonts.withSource(held) { config, generation in
            if let config = unsafe config { unsafe lamina_pango_font_map_use(made.map, config) }
            return generation
        }
        unsafe context = pango_font_map_create_context(map.map)
        unsafe language = pango_language_from_string(fonts.configuration.language)
        unsafe pango_context_set_language(context, language)
        unsafe pango_context_set_base_dir(context, PANGO_DIRECTION_LTR)
        let options = unsafe Self.fontOptions(fonts.configuration)
        unsafe pango_cairo_context_set_font_options(context, options)
        unsafe cairo_font_options_destroy(options)
        unsafe pango_cairo_context_set_resolution(context, 96)
        unsafe layout = pango_layout_new(context)
        unsafe pango_layout_set_auto_dir(layout, 0)
    }

    /// Gives everything back; the owner calls it last, because a deinit cannot be handed the lock.
    func destroy(_ held: borrowing FontLock.Held) {
        unsafe descriptions.forEach { unsafe pango_font_description_free($0) }
        unsafe descriptions.removeAll()
        unsafe languages.removeAll()
        unsafe g_object_unref(UnsafeMutableRawPointer(layout))
        unsafe g_object_unref(UnsafeMutableRawPointer(context))
        map.destroy(held)
    }

    /// Whether texts may lack letters because there was no thread to look for fonts on.
    var lacksThreads: Bool { map.lacksThreads }

    /// Returns the language that the style's text is in.
    @discardableResult
    func addStyle(_ style: FontStyle) -> OpaquePointer? {
        let description = unsafe pango_font_description_new()!
        unsafe pango_font_description_set_family(description, style.family)
        unsafe pango_font_description_set_absolute_size(description, Double(style.units))
        unsafe pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(style.weight)))
        unsafe pango_font_description_set_style(description, style.slant.pango)
        if style.caps != .normal { unsafe pango_font_description_set_variant(description, style.caps.pango) }
        if style.stretch != 5 {
            unsafe pango_font_description_set_stretch(description, PangoStretch(rawValue: UInt32(style.stretch) - 1))
        }
        if !style.variations.isEmpty { unsafe pango_font_description_set_variations(description, style.variations) }
        unsafe descriptions.append(description)
        let own = unsafe style.language.isEmpty ? nil : pango_language_from_string(style.language)
        unsafe languages.append(own)
        return unsafe own ?? language
    }

    /// Hands a piece to the layout; nothing is laid out yet.
    func prepare(
        _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ styled: StyledText, _ format: LineFormat
    ) {
        if piece.isRightToLeft != isRightToLeft {
            isRightToLeft = piece.isRightToLeft
            unsafe pango_context_set_base_dir(context, isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
        }
        let base = styled.spans[piece.spans.lowerBound]
        setBaseStyle(base.style)
        if unsafe piece.spans.count > 1 || hasAttributes || base.rare >= 0 || languages[base.style] != nil {
            unsafe setAttributes(text, piece, styled)
        }
        if format.paragraph != nil || hasParagraph { setParagraph(format, piece.beginsParagraph) }
        unsafe pango_layout_set_width(layout, format.width)
        unsafe pango_layout_set_wrap(layout, format.wrap.pango)
        unsafe pango_layout_set_line_spacing(layout, format.paragraph == nil ? format.spacing : 0)
        unsafe pango_layout_set_ellipsize(layout, piece.ellipsizes ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE)
        unsafe pango_layout_set_height(layout, piece.maximumLines > 0 ? -Int32(clamping: piece.maximumLines) : -1)
        if piece.addsEllipsis {
            var copy = unsafe [UInt8](text[piece.bytes])
            copy += [0xE2, 0x80, 0xA6]
            unsafe copy.withUnsafeBytes { unsafe setText($0) }
        } else {
            unsafe setText(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[piece.bytes])))
        }
    }

    private func setBaseStyle(_ style: Int) {
        if style == baseStyle { return }
        unsafe pango_layout_set_font_description(layout, descriptions[style])
        baseStyle = style
    }

    /// Copies the text; that also makes Pango forget the last layout.
    private func setText(_ bytes: UnsafeRawBufferPointer) {
        if let harmless = unsafe BidiGuard.harmless(bytes) {
            unsafe harmless.withUnsafeBytes { unsafe copyToLayout($0) }
        } else {
            unsafe copyToLayout(bytes)
        }
    }

    private func copyToLayout(_ bytes: UnsafeRawBufferPointer) {
        if let base = bytes.baseAddress, bytes.count > 0 {
            unsafe pango_layout_set_text(layout, base.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
        } else {
            unsafe pango_layout_set_text(layout, "", 0)
        }
    }

    /// Lays out an ellipsis beside the sample, so that Pango has the fonts for that.
    func layOutEllipsis(_ text: UnsafeBufferPointer<UInt8>, _ sample: WarmSet.Sample, _ held: borrowing FontLock.Held) {
        var end = min(sample.bytes.upperBound, sample.bytes.lowerBound + 8)
        while unsafe end > sample.bytes.lowerBound && end < text.count && text[end] & 0xC0 == 0x80 { end -= 1 }
        unsafe pango_layout_set_attributes(layout, nil)
        hasAttributes = false
        if let language = unsafe languages[sample.style] {
            let list = unsafe pango_attr_list_new()
            unsafe pango_attr_list_insert(list, pango_attr_language_new(language))
            unsafe pango_layout_set_attributes(layout, list)
            unsafe pango_attr_list_unref(list)
            hasAttributes = true
        }
        if hasParagraph { setParagraph(LineFormat(width: 1, wrap: .word, spacing: 0), true) }
        setBaseStyle(sample.style)
        unsafe pango_layout_set_width(layout, 1)
        unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        unsafe pango_layout_set_height(layout, -1)
        unsafe setText(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[sample.bytes.lowerBound..<end])))
        _ = unsafe pango_layout_get_line_count(layout)
    }

    /// Those of an image surface, which has metrics hinting on, with the configured rendering; all explicit, so that cairo derives no second scaled font.
    private static func fontOptions(_ configuration: FontConfiguration) -> OpaquePointer {
        let options = unsafe cairo_font_options_create()!
        let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
        unsafe cairo_surface_get_font_options(surface, options)
        unsafe cairo_surface_destroy(surface)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON)
        switch configuration.antialias {
        case .gray: unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        case .none: unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_NONE)
        }
        switch configuration.hintStyle {
        case .none: unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        case .slight: unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
        case .medium: unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_MEDIUM)
        case .full: unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_FULL)
        }
        return unsafe options
    }
}
