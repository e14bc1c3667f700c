internal import CPango

extension Double {
    /// A length that Pango counts in 1/1024 units.
    @inlinable
    public init(pangoUnits: Int32) { self = Double(pangoUnits) / 1024 }

    /// The same of what may be longer than Pango's numbers: many lines below each other.
    @inline(__always)
    init(pangoUnits: Int) { self = Double(pangoUnits) / 1024 }
}

// The macros of pango-glyph.h, which Swift does not see.

/// PANGO_GLYPH_EMPTY: nothing is drawn.
let pangoGlyphEmpty: PangoGlyph = 0x0FFF_FFFF
/// PANGO_GLYPH_UNKNOWN_FLAG: no font has the character, whose number is in the other bits.
let pangoGlyphUnknownFlag: PangoGlyph = 0x1000_0000
