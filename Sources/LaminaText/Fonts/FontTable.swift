internal import CPango

/// A font at a scale, borrowed from its table.
@safe struct RasterFont {
    let font: OpaquePointer
    /// Pixels to the em.
    let pixelSize: Double
    /// Whether glyphs may carry their own colours.
    let hasColor: Bool
    /// nil where only cairo knows how.
    let outlines: OutlineStyle?
}

/// How FreeType reads and draws a font's outlines: as cairo has it do it (cairo-ft-font.c, `_get_pattern_ft_options`
/// and `_cairo_ft_options_merge`).
@safe struct OutlineStyle {
    /// FT_LOAD_...
    private(set) var flags = Int32(FT_LOAD_IGNORE_GLOBAL_ADVANCE_WIDTH)
    let isMonochrome: Bool
    /// Whether strokes are made thicker, for want of a bold font.
    let isEmboldened: Bool

    /// nil without a pattern, and for vertical text.
    init?(_ font: OpaquePointer, _ pattern: OpaquePointer?, _ options: OpaquePointer) {
        guard let pattern = unsafe pattern, unsafe cairo_scaled_font_get_type(font) == CAIRO_FONT_TYPE_FT,
            unsafe boolean(pattern, "verticallayout") != true
        else { return nil }
        let isSmooth = unsafe boolean(pattern, "antialias") ?? true
        unsafe isMonochrome = !isSmooth || cairo_font_options_get_antialias(options) == CAIRO_ANTIALIAS_NONE
        unsafe isEmboldened = boolean(pattern, "embolden") ?? false
        let isUnhinted =
            unsafe isSmooth && (boolean(pattern, "hinting") == false || integer(pattern, "hintstyle") == FC_HINT_NONE)
        if unsafe isSmooth && (isUnhinted || boolean(pattern, "embeddedbitmap") != true) {
            flags |= Int32(FT_LOAD_NO_BITMAP)
        }
        if unsafe boolean(pattern, "autohint") == true { flags |= Int32(FT_LOAD_FORCE_AUTOHINT) }
        if isMonochrome { flags |= Int32(FT_LOAD_MONOCHROME) }
        let style = unsafe isUnhinted ? CAIRO_HINT_STYLE_NONE : cairo_font_options_get_hint_style(options)
        if style == CAIRO_HINT_STYLE_NONE {
            flags |= Int32(FT_LOAD_NO_HINTING)
        } else if isMonochrome {
            flags |= Self.target(FT_RENDER_MODE_MONO)
        } else if style == CAIRO_HINT_STYLE_SLIGHT {
            flags |= Self.target(FT_RENDER_MODE_LIGHT)
        }
    }

    /// The macro FT_LOAD_TARGET_.
    private static func target(_ mode: FT_Render_Mode) -> Int32 { Int32(mode.rawValue & 15) << 16 }
}

private func integer(_ pattern: OpaquePointer, _ object: String) -> Int32? {
    var value: Int32 = 0
    return unsafe FcPatternGetInteger(pattern, object, 0, &value) == FcResultMatch ? value : nil
}

private func boolean(_ pattern: OpaquePointer, _ object: String) -> Bool? {
    var value: FcBool = 0
    return unsafe FcPatternGetBool(pattern, object, 0, &value) == FcResultMatch ? value != 0 : nil
}

/// The scaled fonts of a `FontSystem`, interned: the same face, size and options from two engines' font maps is one
/// `FontID`, so that glyph caches are shared and results do not depend on which thread measured. Touched with the font
/// lock held only.
@safe struct FontTable: ~Copyable {
    /// A reference to a scaled font and how it was asked for.
    @safe private struct Entry {
        /// Nil while it is closed.
        var font: OpaquePointer?
        var lastUse = 0
        /// Whether the font is known by more than its address, which another may take once it is closed.
        let isNamed: Bool
        /// A font that cairo had no memory for once is of no use any more, and does not tell its face: this makes it
        /// anew.
        let recipe: Recipe
        var size: Double { recipe.matrix.yy }
        let hasColor: Bool
        let outlines: OutlineStyle?
    }

    /// What cairo makes a scaled font of; both are references.
    @safe private struct Recipe {
        let face: OpaquePointer
        let options: OpaquePointer
        var matrix = cairo_matrix_t()

        init(_ font: OpaquePointer) {
            unsafe face = cairo_font_face_reference(cairo_scaled_font_get_font_face(font))
            unsafe options = cairo_font_options_create()
            unsafe cairo_scaled_font_get_font_options(font, options)
            unsafe cairo_scaled_font_get_font_matrix(font, &matrix)
        }

        /// The font at a scale, a reference; nil when there is no memory for it.
        func font(scale: Double) -> OpaquePointer? {
            var matrix = matrix
            matrix.xx *= scale
            matrix.xy *= scale
            matrix.yx *= scale
            matrix.yy *= scale
            var identity = cairo_matrix_t()
            unsafe cairo_matrix_init_identity(&identity)
            guard let made = unsafe cairo_scaled_font_create(face, &matrix, &identity, options) else { return nil }
            if unsafe cairo_scaled_font_status(made) == CAIRO_STATUS_SUCCESS { return unsafe made }
            unsafe cairo_scaled_font_destroy(made)
            return nil
        }

        func release() {
            unsafe cairo_font_face_destroy(face)
            unsafe cairo_font_options_destroy(options)
        }
    }

    /// The scaled font for an already interned one at another scale.
    private struct ScaledKey: Hashable {
        var id: UInt32
        var scale: Double
    }

    /// At most this many fonts at other scales are kept; a zoom gesture would otherwise pile them up.
    private static let scaledCapacity = 256

    /// FreeType fails beyond some 100,000 px and takes other sizes of the face with it; memory ends much earlier.
    private static let sizeLimit = 8192.0
    private static let colorSizeLimit = 1024.0

    /// Beyond this many open fonts those are closed that were not used for longest: a size that is animated makes one
    /// with each step. What is left of them, their recipes, names them for texts that may still be drawn.
    private static let openCapacity = 256

    private var entries: [Entry] = []
    private(set) var openFonts = 0
    private var uses = 0
    private var ids: [String: FontID] = [:]
    private var scaled: [ScaledKey: OpaquePointer] = unsafe [:]

    init() {}

    /// Gives every font back; the owner calls it last, because a deinit cannot be handed the lock.
    mutating func removeAll(_ held: borrowing FontLock.Held) {
        for index in entries.indices {
            close(index)
            entries[index].recipe.release()
        }
        unsafe scaled.values.forEach { unsafe cairo_scaled_font_destroy($0) }
        entries.removeAll()
        unsafe scaled.removeAll()
        ids.removeAll()
    }

    /// The identity of `font`, whose `pattern` names its file; both are borrowed. nil when its file cannot be opened,
    /// or for want of memory.
    mutating func intern(_ font: OpaquePointer, pattern: OpaquePointer?, _ held: borrowing FontLock.Held) -> FontID? {
        let key = unsafe Self.identity(font, pattern)
        if let id = ids[key] { return id }
        let recipe = unsafe Recipe(font)
        let isWhole = unsafe cairo_font_options_status(recipe.options) == CAIRO_STATUS_SUCCESS
        let opened = unsafe isWhole ? lamina_scaled_font_open(font) : -1
        if opened < 0 {
            recipe.release()
            return nil
        }
        let id = FontID(rawValue: UInt32(entries.count))
        unsafe entries.append(
            Entry(
                font: cairo_scaled_font_reference(font), isNamed: pattern != nil, recipe: recipe, hasColor: opened != 0,
                outlines: OutlineStyle(font, pattern, recipe.options)))
        ids[key] = id
        noteOpen(entries.count - 1)
        return id
    }

    private mutating func noteOpen(_ index: Int) {
        openFonts += 1
        uses += 1
        entries[index].lastUse = uses
        if openFonts <= Self.openCapacity { return }
        let open = entries.indices.filter { unsafe entries[$0].font != nil && entries[$0].isNamed }
            .sorted { entries[$0].lastUse < entries[$1].lastUse }
        for other in open.prefix(Self.openCapacity / 4) { close(other) }
    }

    private mutating func close(_ index: Int) {
        guard let font = unsafe entries[index].font else { return }
        unsafe lamina_scaled_font_close(font)
        unsafe cairo_scaled_font_destroy(font)
        unsafe entries[index].font = nil
        openFonts -= 1
    }

    /// Whether there is such a font, although it may be impossible to use for the time being.
    func contains(_ id: FontID) -> Bool { entries.indices.contains(Int(id.rawValue)) }

    /// The font to rasterise `id` with at `scale`; nil when there is no such font, or no memory for it.
    mutating func font(_ id: FontID, scale: Double, _ held: borrowing FontLock.Held) -> RasterFont? {
        guard contains(id), let own = unsafe open(Int(id.rawValue)) else { return nil }
        let entry = entries[Int(id.rawValue)]
        func found(_ font: OpaquePointer) -> RasterFont {
            unsafe RasterFont(
                font: font, pixelSize: entry.size * scale, hasColor: entry.hasColor, outlines: entry.outlines)
        }
        let scale = min(scale, (entry.hasColor ? Self.colorSizeLimit : Self.sizeLimit) / max(entry.size, 1))
        if scale == 1 { return unsafe found(own) }
        let key = ScaledKey(id: id.rawValue, scale: scale)
        if let known = unsafe scaled[key] {
            if unsafe cairo_scaled_font_status(known) == CAIRO_STATUS_SUCCESS { return unsafe found(known) }
            unsafe cairo_scaled_font_destroy(known)
            unsafe scaled[key] = nil
        }
        guard let made = unsafe entry.recipe.font(scale: scale) else { return nil }
        if unsafe scaled.count >= Self.scaledCapacity {
            unsafe scaled.values.forEach { unsafe cairo_scaled_font_destroy($0) }
            unsafe scaled.removeAll()
        }
        unsafe scaled[key] = made
        return unsafe found(made)
    }

    /// The font, made anew when it was closed or cairo gave it up; nil when that fails.
    private mutating func open(_ index: Int) -> OpaquePointer? {
        uses += 1
        entries[index].lastUse = uses
        let former = unsafe entries[index].font
        if let former = unsafe former, unsafe cairo_scaled_font_status(former) == CAIRO_STATUS_SUCCESS {
            return unsafe former
        }
        guard let made = unsafe entries[index].recipe.font(scale: 1) else { return nil }
        if unsafe lamina_scaled_font_open(made) < 0 {
            unsafe cairo_scaled_font_destroy(made)
            return nil
        }
        if let former = unsafe former { unsafe cairo_scaled_font_destroy(former) }
        unsafe entries[index].font = made
        if unsafe former == nil { noteOpen(index) }
        return unsafe made
    }

    /// Everything that a glyph's shape depends on. Pointers would not do: cairo makes a second scaled font for the same
    /// face when two patterns differ in something that does not matter, such as the language that was asked for.
    private static func identity(_ font: OpaquePointer, _ pattern: OpaquePointer?) -> String {
        guard let pattern = unsafe pattern else { return "font at \(UInt(bitPattern: font))" }
        var matrix = cairo_matrix_t()
        unsafe cairo_scaled_font_get_font_matrix(font, &matrix)
        let options = unsafe cairo_font_options_create()
        defer { unsafe cairo_font_options_destroy(options) }
        unsafe cairo_scaled_font_get_font_options(font, options)
        var key = unsafe "\(matrix.xx) \(matrix.xy) \(matrix.yx) \(matrix.yy) \(cairo_font_options_hash(options))"
        for object in ["file", "fontvariations"] {
            var value: UnsafeMutablePointer<FcChar8>? = nil
            if unsafe FcPatternGetString(pattern, object, 0, &value) == FcResultMatch, let value = unsafe value {
                unsafe key += "|" + String(cString: value)
            } else {
                key += "|"
            }
        }
        for object in ["index", "hintstyle", "rgba", "lcdfilter"] {
            unsafe key += "|\(integer(pattern, object) ?? -1)"
        }
        for object in ["embolden", "hinting", "autohint", "antialias", "embeddedbitmap", "verticallayout"] {
            key += unsafe boolean(pattern, object).map { $0 ? "|1" : "|0" } ?? "|"
        }
        return key
    }
}
