internal import CPango

/// A stretch of a paragraph in one font, direction, script and language, as Pango's itemizer found it, and what it was
/// shaped into.
@safe struct TextItem {
    enum Kind {
        case text
        /// As wide as the way to the next tab stop.
        case tab
        /// U+2028, after which a line ends.
        case lineSeparator
        /// Room for something of the host's.
        case attachment
    }

    var kind = Kind.text
    /// Of the paragraph's text.
    var bytes: Range<Int>
    /// Of the paragraph's characters.
    var characters: Range<Int>
    /// The depth between changes of direction (UAX 9, BD2); odd levels run to the left.
    var level: UInt8
    var script: PangoScript
    var language: OpaquePointer?
    /// Of the engine's faces; -1 where there is no font at all.
    var face: Int
    /// The span that the item begins in.
    var span: Int
    /// Whether small letters are set as small capitals of a font that has none of its own.
    var isUppercase = false
    /// Added to every character, half on either side; 1/1024 units.
    var letterSpacing: Int32 = 0
    /// 1/1024 units upwards.
    var rise: Int32 = 0
    /// Of the paragraph's glyphs, from left to right; empty until the item is shaped.
    var glyphs: Range<Int> = 0..<0

    /// Whether the item was cut where its shapes could not be.
    var wasCut = false

    var isRightToLeft: Bool { level & 1 == 1 }
}

/// A glyph of an item; lengths are 1/1024 units.
struct ShapedGlyph {
    /// `pangoGlyphEmpty` for nothing; with `pangoGlyphUnknownFlag` a character that no font has.
    var glyph: UInt32
    /// The byte of the paragraph at which the glyph's cluster begins.
    var cluster: Int32
    var advance: Int32
    var x: Int32
    /// Downwards.
    var y: Int32
    /// Whether the text may be cut before this cluster without other shapes on either side.
    var isSafe: Bool
    /// Whether other text on one side of the cluster's beginning would change nothing on the other.
    var isSafeToConcat = true
}
