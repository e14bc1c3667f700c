internal import CPango

/// What ends a line that is cut; lengths are 1/1024 units.
struct Ellipsis {
    /// What decides it (ellipsize.c `shape_ellipsis`).
    struct Key: Hashable {
        /// Of the engine: that of the first hidden character.
        var style: Int
        /// Whether that character is a wide one, as in Chinese: Pango then asks for another sign.
        var isBeforeWide: Bool
    }

    let font: CapturedFont
    let glyphs: [PositionedGlyph]
    let width: Int32
    /// Of a line, above and below its baseline.
    let ascent: Int32
    let descent: Int32
    /// What a line spacing factor multiplies.
    let height: Int32

    /// Whether a line of the face is no taller for it.
    func isWithin(_ face: WordCache.Face) -> Bool {
        ascent <= face.ascent && descent <= face.descent && height <= face.height
    }
}

extension WordCache {
    /// Nil when that is not known yet, and an answer without one where only Pango can set it.
    mutating func ellipsis(_ key: Ellipsis.Key) -> Ellipsis?? {
        if let known = ellipses[key] { return known }
        guard let sharing, let style = sharing.style(key.style),
            let shared = sharing.words.ellipsis(style, key.isBeforeWide, generation: sharing.generation)
        else { return nil }
        ellipses[key] = .some(shared)
        return .some(shared)
    }
}

extension PangoWorker {
    /// The sign by itself, as ellipsize.c shapes it: in the style's own font, or three dots in whichever font has them.
    func itemizeEllipsis(_ key: Ellipsis.Key) -> (item: UnsafeMutablePointer<PangoItem>, text: [UInt8])? {
        let sign: [UInt8] = key.isBeforeWide ? [0xE2, 0x8B, 0xAF] : [0xE2, 0x80, 0xA6]
        let scalar: gunichar = key.isBeforeWide ? 0x22EF : 0x2026
        guard let item = unsafe itemize(sign, key.style, fallsBack: false) else { return nil }
        if let font = unsafe item.pointee.analysis.font, unsafe pango_font_has_char(font, scalar) != 0 {
            return unsafe (item, sign)
        }
        unsafe pango_item_free(item)
        let dots: [UInt8] = [0x2E, 0x2E, 0x2E]
        return unsafe itemize(dots, key.style, fallsBack: true).map { unsafe ($0, dots) }
    }

    /// The only item of a short text.
    private func itemize(_ text: [UInt8], _ style: Int, fallsBack: Bool) -> UnsafeMutablePointer<PangoItem>? {
        let attributes = unsafe pango_attr_list_new()
        defer { unsafe pango_attr_list_unref(attributes) }
        unsafe pango_attr_list_insert(attributes, pango_attr_font_desc_new(descriptions[style]))
        if let language = unsafe languages[style] {
            unsafe pango_attr_list_insert(attributes, pango_attr_language_new(language))
        }
        unsafe pango_attr_list_insert(attributes, pango_attr_fallback_new(fallsBack ? 1 : 0))
        let items = unsafe text.withUnsafeBytes { bytes in
            unsafe pango_itemize(
                context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), 0, Int32(bytes.count), attributes, nil)
        }
        defer { unsafe g_list_free(items) }
        return unsafe items?.pointee.data.assumingMemoryBound(to: PangoItem.self)
    }
}

extension TextEngine {
    /// Has Pango choose an ellipsis; whether lines can be put together with it.
    func learnEllipsis(_ key: Ellipsis.Key) -> Bool {
        guard let worker else { return false }
        let made = FontLock.withLock { held -> Ellipsis? in
            guard let (item, text) = unsafe worker.itemizeEllipsis(key) else { return nil }
            defer { unsafe pango_item_free(item) }
            return unsafe ellipsis(text, item.pointee.analysis, held)
        }
        if worker.lacksThreads { return false }
        words.keep(made, key)
        return made != nil
    }

    private func ellipsis(
        _ text: [UInt8], _ whole: PangoAnalysis, _ held: borrowing FontLock.Held
    ) -> Ellipsis? {
        guard let pointer = unsafe whole.font else { return nil }
        let analysis = unsafe WordHarvest.plain(whole)
        let font = unsafe intern(pointer, analysis.language, held)
        guard let string = unsafe pango_glyph_string_new() else { return nil }
        defer { unsafe pango_glyph_string_free(string) }
        unsafe text.withUnsafeBufferPointer { unsafe WordShaping.shape($0, analysis, into: string) }
        var glyphs: [PositionedGlyph] = []
        var x: Int32 = 0
        for n in unsafe 0..<Int(string.pointee.num_glyphs) {
            let info = unsafe string.pointee.glyphs[n]
            if info.glyph & pangoGlyphUnknownFlag != 0 || info.glyph == pangoGlyphEmpty { return nil }
            glyphs.append(
                PositionedGlyph(glyph: info.glyph, x: x &+ info.geometry.x_offset, y: info.geometry.y_offset))
            x &+= info.geometry.width
        }
        var logical = PangoRectangle()
        unsafe pango_glyph_string_extents(string, pointer, nil, &logical)
        let metrics = unsafe pango_font_get_metrics(pointer, analysis.language)
        defer { unsafe pango_font_metrics_unref(metrics) }
        return unsafe Ellipsis(
            font: font, glyphs: glyphs, width: x, ascent: -logical.y, descent: logical.height + logical.y,
            height: pango_font_metrics_get_height(metrics))
    }
}
