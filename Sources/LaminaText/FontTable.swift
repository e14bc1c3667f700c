internal import CPango

/// The scaled fonts of a `FontSystem`, interned: the same face, size and options from two engines' font maps is one `FontID`, so that
/// glyph caches are shared and results do not depend on which thread measured. Touched with the font lock held only.
@safe struct FontTable: ~Copyable {
    /// A reference to a scaled font and how it was asked for.
    @safe private struct Entry {
        var font: OpaquePointer
        /// A font that cairo had no memory for once is of no use any more, and does not tell its face: this makes it anew.
        let recipe: Recipe
        var size: Double { recipe.matrix.yy }
        /// Decides whether glyphs may carry their own colours.
        let hasColor: Bool
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

    private var entries: [Entry] = []
    private var ids: [String: FontID] = [:]
    private var scaled: [ScaledKey: OpaquePointer] = unsafe [:]

    init() {}

    /// Gives every font back; the owner calls it last, because a deinit cannot be handed the lock.
    mutating func removeAll(_ held: borrowing FontLock.Held) {
        for entry in entries {
            unsafe lamina_scaled_font_close(entry.font)
            unsafe cairo_scaled_font_destroy(entry.font)
            entry.recipe.release()
        }
        unsafe scaled.values.forEach { unsafe cairo_scaled_font_destroy($0) }
        entries.removeAll()
        unsafe scaled.removeAll()
        ids.removeAll()
    }

    /// The identity of `font`, whose `pattern` names its file; both are borrowed. nil when its file cannot be opened.
    mutating func intern(_ font: OpaquePointer, pattern: OpaquePointer?, _ held: borrowing FontLock.Held) -> FontID? {
        let key = unsafe Self.identity(font, pattern)
        if let id = ids[key] { return id }
        let opened = unsafe lamina_scaled_font_open(font)
        if opened < 0 { return nil }
        let id = FontID(rawValue: UInt32(entries.count))
        unsafe entries.append(
            Entry(font: cairo_scaled_font_reference(font), recipe: Recipe(font), hasColor: opened != 0))
        ids[key] = id
        return id
    }

    /// Whether there is such a font, although it may be impossible to use for the time being.
    func contains(_ id: FontID) -> Bool { entries.indices.contains(Int(id.rawValue)) }

    /// The font to rasterise `id` with at `scale`, borrowed; nil when there is no such font, or no memory for it.
    mutating func font(
        _ id: FontID, scale: Double, _ held: borrowing FontLock.Held
    ) -> (font: OpaquePointer, pixelSize: Double, hasColor: Bool)? {
        guard contains(id), mend(Int(id.rawValue)) else { return nil }
        let entry = entries[Int(id.rawValue)]
        let scale = min(scale, (entry.hasColor ? Self.colorSizeLimit : Self.sizeLimit) / max(entry.size, 1))
        if scale == 1 { return unsafe (entry.font, entry.size, entry.hasColor) }
        let key = ScaledKey(id: id.rawValue, scale: scale)
        if let known = unsafe scaled[key] {
            if unsafe cairo_scaled_font_status(known) == CAIRO_STATUS_SUCCESS {
                return unsafe (known, entry.size * scale, entry.hasColor)
            }
            unsafe cairo_scaled_font_destroy(known)
            unsafe scaled[key] = nil
        }
        guard let made = unsafe entry.recipe.font(scale: scale) else { return nil }
        if unsafe scaled.count >= Self.scaledCapacity {
            unsafe scaled.values.forEach { unsafe cairo_scaled_font_destroy($0) }
            unsafe scaled.removeAll()
        }
        unsafe scaled[key] = made
        return unsafe (made, entry.size * scale, entry.hasColor)
    }

    /// Makes a font anew that cairo gave up; false when that fails too.
    private mutating func mend(_ index: Int) -> Bool {
        let broken = unsafe entries[index].font
        if unsafe cairo_scaled_font_status(broken) == CAIRO_STATUS_SUCCESS { return true }
        guard let made = unsafe entries[index].recipe.font(scale: 1) else { return false }
        if unsafe lamina_scaled_font_open(made) < 0 {
            unsafe cairo_scaled_font_destroy(made)
            return false
        }
        unsafe cairo_scaled_font_destroy(broken)
        unsafe entries[index].font = made
        return true
    }

    /// Everything that a glyph's shape depends on. Pointers would not do: cairo makes a second scaled font for the same face when two
    /// patterns differ in something that does not matter, such as the language that was asked for.
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
            var value: Int32 = 0
            if unsafe FcPatternGetInteger(pattern, object, 0, &value) != FcResultMatch { value = -1 }
            key += "|\(value)"
        }
        for object in ["embolden", "hinting", "autohint", "antialias", "embeddedbitmap", "verticallayout"] {
            var value: FcBool = 0
            if unsafe FcPatternGetBool(pattern, object, 0, &value) != FcResultMatch { value = -1 }
            key += "|\(value)"
        }
        return key
    }
}
