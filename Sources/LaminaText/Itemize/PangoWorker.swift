internal import CPango

/// One engine's Pango objects: a font map and a context, which find fonts. Not shared between threads.
@safe final class PangoWorker {
    /// The fonts that this was made for.
    let generation: UInt32
    private let map: UnsafeMutablePointer<PangoFontMap>
    let context: OpaquePointer
    let language: OpaquePointer?
    /// One per style of the engine, in its order.
    var descriptions: [OpaquePointer] = unsafe []
    /// The same for languages of their own; nil takes the configuration's.
    var languages: [OpaquePointer?] = unsafe []
    /// What the context has now; Pango compares descriptions field by field.
    private var baseStyle = -1

    init(_ fonts: FontSystem, _ held: borrowing FontLock.Held) {
        fonts.noteUse(held)
        let made = unsafe lamina_pango_font_map_new()!
        unsafe map = made
        generation = unsafe fonts.withSource(held) { config, generation in
            if let config = unsafe config { unsafe lamina_pango_font_map_use(made, config) }
            return generation
        }
        unsafe context = pango_font_map_create_context(made)
        unsafe language = pango_language_from_string(fonts.configuration.language)
        unsafe pango_context_set_language(context, language)
        unsafe pango_context_set_base_dir(context, PANGO_DIRECTION_LTR)
        let options = unsafe Self.fontOptions(fonts.configuration)
        unsafe pango_cairo_context_set_font_options(context, options)
        unsafe cairo_font_options_destroy(options)
        unsafe pango_cairo_context_set_resolution(context, 96)
        unsafe pango_context_set_round_glyph_positions(context, 0)
    }

    /// Gives everything back; the owner calls it last, because a deinit cannot be handed the lock.
    func destroy(_ held: borrowing FontLock.Held) {
        unsafe descriptions.forEach { unsafe pango_font_description_free($0) }
        unsafe descriptions.removeAll()
        unsafe languages.removeAll()
        unsafe g_object_unref(UnsafeMutableRawPointer(context))
        unsafe lamina_pango_font_map_free(map)
    }

    /// Whether texts may lack letters because there was no thread to look for fonts on.
    private(set) var lacksThreads = false

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

    /// Pango's items of a piece, whose `bytes` are these; the caller's. Looks for fonts, with the font lock held,
    /// unless all are known.
    func itemize(
        _ bytes: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ styled: StyledText
    ) -> UnsafeMutablePointer<GList>? {
        let base = styled.spans[piece.spans.lowerBound].style
        if base != baseStyle {
            unsafe pango_context_set_font_description(context, descriptions[base])
            baseStyle = base
        }
        let attributes = unsafe attributes(piece, styled, base)
        defer { unsafe pango_attr_list_unref(attributes) }
        guard let start = bytes.baseAddress else { return nil }
        return unsafe pango_itemize_with_base_dir(
            context, piece.isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR,
            UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self), 0, Int32(bytes.count), attributes, nil)
    }

    /// Has Pango look for the fonts of a style in a language, with the threads that it needs for that; false without
    /// threads.
    func load(_ style: Int, _ language: OpaquePointer?, _ held: borrowing FontLock.Held) -> Bool {
        if !hasThreads(held) { return false }
        guard let fonts = unsafe pango_context_load_fontset(context, descriptions[style], language) else {
            return false
        }
        unsafe g_object_unref(UnsafeMutableRawPointer(fonts))
        return true
    }

    /// Pango's items of a short text in one style; the caller's. With the font lock held.
    func itemize(_ text: [UInt8], _ style: Int, fallsBack: Bool) -> UnsafeMutablePointer<GList>? {
        let list = unsafe pango_attr_list_new()
        defer { unsafe pango_attr_list_unref(list) }
        unsafe pango_attr_list_insert(list, pango_attr_font_desc_new(descriptions[style]))
        if let language = unsafe languages[style] {
            unsafe pango_attr_list_insert(list, pango_attr_language_new(language))
        }
        unsafe pango_attr_list_insert(list, pango_attr_fallback_new(fallsBack ? 1 : 0))
        return unsafe text.withUnsafeBytes { bytes in
            unsafe pango_itemize(
                context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), 0, Int32(bytes.count), list, nil)
        }
    }

    /// What decides fonts: the styles and languages of the spans that have others than the piece's first.
    private func attributes(_ piece: Piece, _ styled: StyledText, _ base: Int) -> OpaquePointer? {
        let list = unsafe pango_attr_list_new()
        if unsafe piece.spans.count == 1 && languages[base] == nil { return unsafe list }
        func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?, _ bytes: Range<Int>) {
            guard let attribute = unsafe attribute else { return }
            unsafe attribute.pointee.start_index = UInt32(bytes.lowerBound)
            unsafe attribute.pointee.end_index = UInt32(bytes.upperBound)
            unsafe pango_attr_list_insert(list, attribute)
        }
        for index in piece.spans {
            let span = styled.spans[index]
            let range = span.bytes.clamped(to: piece.bytes)
            let bytes = range.lowerBound - piece.bytes.lowerBound..<range.upperBound - piece.bytes.lowerBound
            if span.style != base { unsafe add(pango_attr_font_desc_new(descriptions[span.style]), bytes) }
            if let language = unsafe languages[span.style] { unsafe add(pango_attr_language_new(language), bytes) }
        }
        return unsafe list
    }

    /// Whether Pango may look for fonts now; it would end the process where there are no threads for that. Once there
    /// were none, texts lack letters until the engine starts anew.
    func hasThreads(_ held: borrowing FontLock.Held) -> Bool {
        if !lacksThreads && !ThreadSupply.has(ThreadSupply.neededForFonts) { lacksThreads = true }
        return !lacksThreads
    }

    /// Those of an image surface, with the configured rendering and without metrics hinting, as in GTK 4: text is as
    /// wide and as high as its fonts have it at every scale. All explicit, so that cairo derives no second scaled font.
    private static func fontOptions(_ configuration: FontConfiguration) -> OpaquePointer {
        let options = unsafe cairo_font_options_create()!
        let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
        unsafe cairo_surface_get_font_options(surface, options)
        unsafe cairo_surface_destroy(surface)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
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

extension FontSlant {
    var pango: PangoStyle {
        switch self {
        case .upright: return PANGO_STYLE_NORMAL
        case .italic: return PANGO_STYLE_ITALIC
        case .oblique: return PANGO_STYLE_OBLIQUE
        }
    }
}

extension FontCaps {
    var pango: PangoVariant {
        switch self {
        case .normal: return PANGO_VARIANT_NORMAL
        case .small: return PANGO_VARIANT_SMALL_CAPS
        case .allSmall: return PANGO_VARIANT_ALL_SMALL_CAPS
        }
    }
}
