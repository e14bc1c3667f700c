/// Draws on pixel buffers with the caches it needs for that: one per worker and one for the owner thread.
///
/// Not Sendable: a painter is used by one thread at a time, which is why nothing in it is locked. All rectangles are
/// device pixels. What leaves the clip or the buffer is cut off first, so no number, however large, can reach outside
/// the memory.
public final class Painter {
    /// Gives the memory for what is painted apart.
    public let pool: BitmapPool
    var masks = MaskCache()
    var shadows = ShadowCache()
    var glyphCache = GlyphCache()
    /// The glyphs of the run that is being drawn, and their coverage; kept for their memory.
    var placed: [PlacedGlyph] = []
    var strip = GlyphStrip()
    var colorTables = ColorTables()
    /// Of the picture that is being scaled; kept for their memory.
    var scaledTaps = ScaledTaps()

    /// `pool` gives the memory for groups.
    public init(pool: BitmapPool) {
        self.pool = pool
    }

    /// What the glyphs in the cache take, with the tables that find them; it is emptied beyond 16 MiB.
    public var glyphBytes: Int { glyphCache.byteCount }

    /// Drops what is cached; drawing goes on as before, slower at first.
    public func trim() {
        masks = MaskCache()
        shadows = ShadowCache()
        glyphCache = GlyphCache()
        placed = []
        strip = GlyphStrip()
        scaledTaps = ScaledTaps()
    }
}
