internal import CPango

/// A Pango font that asks cairo for each glyph's extents once, and then with the font lock held. By itself Pango remembers 256 glyphs, one for
/// each value of their number's low bits, and asks cairo again for the others; cairo forgets glyphs too once many fonts are in use, and reads
/// them anew from files that other threads open and close. Two threads that lay out text would meet there (reference: cairo 1.16,
/// `_cairo_ft_unscaled_font_lock_face` and `_has_unlocked_face`; `_cairo_scaled_glyph_page_pluck`).
///
/// The font gets functions of its own, a copy of its class's with one replaced. No other font of the process is touched. Like the font
/// map that the font is from, this belongs to one engine, and is used by one thread at a time.
@safe final class GuardedFont {
    private struct Extents {
        var glyph: PangoGlyph
        var ink: PangoRectangle
        var logical: PangoRectangle
    }

    /// Stands in front of the copied class, so that the font leads here.
    private static let headerSize = 16
    /// PANGO_GLYPH_INVALID_INPUT, which valid text never has.
    private static let noGlyph = PangoGlyph.max
    /// Glyphs that are remembered; at the limit all are forgotten.
    private static let limit = 1 << 14

    private let font: UnsafeMutablePointer<PangoFont>
    private let original: UnsafeMutablePointer<PangoFontClass>
    private let block: UnsafeMutableRawPointer
    /// Open addressing, at most half full; a power of two long.
    private var table: ContiguousArray<Extents>
    private var count = 0
    /// Whether cairo gave the font up, for want of memory; it then has nothing to say of any glyph.
    private(set) var isBroken = false

    /// Keeps a reference to the font until `release`.
    init(_ font: UnsafeMutablePointer<PangoFont>, _ held: borrowing FontLock.Held) {
        unsafe self.font = font
        unsafe original = lamina_pango_font_class(font)
        let size = unsafe lamina_class_size(font, "LaminaFontProbe")
        unsafe block = .allocate(byteCount: Self.headerSize + size, alignment: 16)
        table = Self.emptyTable(256)
        unsafe g_object_ref(UnsafeMutableRawPointer(font))
        if size == 0 { return }
        let copied = unsafe block + Self.headerSize
        unsafe copied.copyMemory(from: original, byteCount: size)
        let functions = unsafe copied.assumingMemoryBound(to: PangoFontClass.self)
        unsafe functions.pointee.get_glyph_extents = { font, glyph, ink, logical in
            guard let font = unsafe font else { return }
            let header = unsafe UnsafeRawPointer(lamina_pango_font_class(font)) - GuardedFont.headerSize
            unsafe Unmanaged<GuardedFont>.fromOpaque(header.load(as: UnsafeRawPointer.self))._withUnsafeGuaranteedRef {
                unsafe $0.getExtents(glyph, ink, logical)
            }
        }
        unsafe block.storeBytes(
            of: UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()), as: UnsafeRawPointer.self)
        unsafe lamina_pango_font_set_class(font, functions)
    }

    /// Gives the font its own functions back, and the reference; the owner calls it last, because a deinit cannot be handed the lock.
    func release(_ held: borrowing FontLock.Held) {
        unsafe lamina_pango_font_set_class(font, original)
        unsafe g_object_unref(UnsafeMutableRawPointer(font))
        unsafe block.deallocate()
    }

    private func getExtents(
        _ glyph: PangoGlyph, _ ink: UnsafeMutablePointer<PangoRectangle>?,
        _ logical: UnsafeMutablePointer<PangoRectangle>?
    ) {
        var place = place(of: glyph)
        if table[place].glyph != glyph || glyph == Self.noGlyph {
            let extents = ask(glyph)
            if count * 2 >= table.count { grow() }
            place = self.place(of: glyph)
            if table[place].glyph == Self.noGlyph { count += 1 }
            table[place] = extents
        }
        if let ink = unsafe ink { unsafe ink.pointee = table[place].ink }
        if let logical = unsafe logical { unsafe logical.pointee = table[place].logical }
    }

    private func ask(_ glyph: PangoGlyph) -> Extents {
        var extents = Extents(glyph: glyph, ink: PangoRectangle(), logical: PangoRectangle())
        FontLock.withLock { _ in
            unsafe original.pointee.get_glyph_extents(font, glyph, &extents.ink, &extents.logical)
            if let scaled = unsafe lamina_pango_scaled_font(font) {
                isBroken = unsafe cairo_scaled_font_status(scaled) != CAIRO_STATUS_SUCCESS
            }
        }
        return extents
    }

    /// Where `glyph` is, or would be.
    private func place(of glyph: PangoGlyph) -> Int {
        let mask = table.count - 1
        var place = Int(truncatingIfNeeded: glyph) & mask
        while table[place].glyph != glyph && table[place].glyph != Self.noGlyph { place = (place + 1) & mask }
        return place
    }

    private func grow() {
        let former = table
        count = 0
        if former.count >= Self.limit * 2 {
            table = Self.emptyTable(256)
            return
        }
        table = Self.emptyTable(former.count * 2)
        for extents in former where extents.glyph != Self.noGlyph {
            table[place(of: extents.glyph)] = extents
            count += 1
        }
    }

    private static func emptyTable(_ size: Int) -> ContiguousArray<Extents> {
        ContiguousArray(
            repeating: Extents(glyph: noGlyph, ink: PangoRectangle(), logical: PangoRectangle()), count: size)
    }
}
