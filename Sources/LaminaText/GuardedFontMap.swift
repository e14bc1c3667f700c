internal import CPango

/// A Pango font map that looks for fonts only when there are threads for that. From the first time that there are none it has those fonts only
/// that it found before, so that it never finds more than its engine knows of. By itself Pango ends the process then (`ThreadSupply`).
///
/// The map gets functions of its own, a copy of its class's with one replaced. All maps of ours share the copy, which is never freed: Pango's
/// threads may hold a map longer than its owner does. Used by one thread at a time.
@safe final class GuardedFontMap {
    /// What Pango looks for fonts by, and remembers (`PangoFcFontsetKey`); all else is the same for all of an engine's.
    private struct Question: Hashable {
        var description: UInt32
        var language: UInt
    }

    let map: UnsafeMutablePointer<PangoFontMap>
    private let original: UnsafeMutablePointer<PangoFontMapClass>
    private var answered: Set<Question> = []
    /// Whether fonts were not looked for.
    private(set) var lacksThreads = false

    // Written once, with the font lock held.
    nonisolated(unsafe) private static var guarded: UnsafeMutablePointer<PangoFontMapClass>?

    init(_ held: borrowing FontLock.Held) {
        unsafe map = lamina_pango_font_map_new()!
        unsafe original = lamina_pango_font_map_class(map)
        if let functions = unsafe Self.guarded ?? Self.makeFunctions(map, original) {
            unsafe Self.guarded = functions
            unsafe lamina_pango_font_map_set_owner(map, Unmanaged.passUnretained(self).toOpaque())
            unsafe lamina_pango_font_map_set_class(map, functions)
        }
    }

    /// Gives the map its own functions back, without which GObject would not free it, and then the map; the owner calls it last, because a deinit cannot be
    /// handed the lock.
    func destroy(_ held: borrowing FontLock.Held) {
        unsafe lamina_pango_font_map_set_class(map, original)
        unsafe lamina_pango_font_map_free(map)
    }

    private static func makeFunctions(
        _ map: UnsafeMutablePointer<PangoFontMap>, _ original: UnsafeMutablePointer<PangoFontMapClass>
    ) -> UnsafeMutablePointer<PangoFontMapClass>? {
        let size = unsafe lamina_class_size(map, "LaminaFontMapProbe")
        if size == 0 { return nil }
        let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        unsafe block.copyMemory(from: original, byteCount: size)
        let functions = unsafe block.assumingMemoryBound(to: PangoFontMapClass.self)
        unsafe functions.pointee.load_fontset = { map, context, description, language in
            guard let map = unsafe map, let owner = unsafe lamina_pango_font_map_owner(map) else {
                return unsafe lamina_pango_no_fonts(language)
            }
            return unsafe Unmanaged<GuardedFontMap>.fromOpaque(owner)._withUnsafeGuaranteedRef {
                unsafe $0.load(context, description, language)
            }
        }
        return unsafe functions
    }

    private func load(
        _ context: OpaquePointer?, _ description: OpaquePointer?, _ language: OpaquePointer?
    ) -> UnsafeMutablePointer<PangoFontset>? {
        let question = unsafe Question(
            description: pango_font_description_hash(description), language: UInt(bitPattern: language))
        if !answered.contains(question) {
            if lacksThreads || !ThreadSupply.has(ThreadSupply.neededForFonts) {
                lacksThreads = true
                return unsafe lamina_pango_no_fonts(language)
            }
            answered.insert(question)
        }
        return unsafe original.pointee.load_fontset(map, context, description, language)
    }
}
