public import LaminaGeometry

/// A font interned in its `FontSystem`: face, size and rendering options. Valid as long as the font system lives.
public struct FontID: Hashable, Sendable {
    /// The index in the font system's table.
    public let rawValue: UInt32

    /// The font of a number that came from `rawValue`.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// One glyph and where its origin stands, in 1/1024 logical units from the start of the line and from its baseline (y
/// down).
public struct PositionedGlyph: Equatable, Sendable {
    /// The glyph's index in its font.
    public var glyph: UInt32
    /// From the start of the line, 1/1024 logical units.
    public var x: Int32
    /// From the baseline, downwards, 1/1024 logical units.
    public var y: Int32

    /// A glyph at a position.
    public init(glyph: UInt32, x: Int32, y: Int32) {
        self.glyph = glyph
        self.x = x
        self.y = y
    }
}

/// Consecutive glyphs of one font and colour; `glyphs` indexes `MeasuredText.glyphs`.
public struct GlyphRun: Equatable, Sendable {
    /// What to hand to `FontSystem.rasterize`.
    public var font: FontID
    /// nil draws in the colour that the drawing call gives.
    public var color: Color?
    /// Indexes `MeasuredText.glyphs`.
    public var glyphs: Range<Int>
    /// Indexes `MeasuredText.looks`; -1 for a run in one colour.
    public var look: Int32 = -1

    /// A run of glyphs.
    public init(font: FontID, color: Color?, glyphs: Range<Int>, look: Int32 = -1) {
        self.font = font
        self.color = color
        self.glyphs = glyphs
        self.look = look
    }
}

/// A filled rectangle that belongs to a line (underline, strikethrough); 1/1024 logical units, x from the start of the
/// line, y from its baseline.
public struct Decoration: Equatable, Sendable {
    /// What fills the rectangle.
    public enum Kind: Sendable {
        case rule
        /// Lies beneath the text.
        case background
        /// Runs up and down within the rectangle.
        case wave
        /// A box with the border of its look, filled, beneath the text.
        case box
    }

    public var kind = Kind.rule
    /// nil draws in the colour that the drawing call gives.
    public var color: Color?
    /// The left edge, from the start of the line, 1/1024 logical units.
    public var x: Int32
    /// The top edge, from the baseline, downwards, 1/1024 logical units.
    public var y: Int32
    /// 1/1024 logical units.
    public var width: Int32
    /// 1/1024 logical units.
    public var height: Int32
    /// Indexes `MeasuredText.looks`; -1 for a decoration in one colour.
    public var look: Int32 = -1
}

/// Room in a line for something of the host's.
public struct PlacedAttachment: Equatable, Sendable {
    /// The byte of the text where it stands.
    public var byte: Int
    public var line: Int
    /// From the start of the line, logical units.
    public var x: Double
    /// The top edge, from the baseline, downwards, logical units.
    public var y: Double
    public var width: Double
    public var height: Double
}

/// Where a character, as its reader sees it, stands; 1/1024 logical units from the start of the line.
struct PlacedGrapheme: Equatable, Sendable {
    /// What is shown there.
    enum Part: UInt8, Sendable {
        case text, token, message
    }

    var bytes: Range<Int32>
    var x: Int32
    var width: Int32
    /// How deep the character's run lies between changes of direction (UAX 9, BD2).
    var level: UInt8
    var part = Part.text

    /// Odd levels run to the left.
    var isRightToLeft: Bool { level & 1 == 1 }
    /// The edge that its reader comes to first.
    var leadingEdge: Int32 { isRightToLeft ? x &+ width : x }
    var trailingEdge: Int32 { isRightToLeft ? x : x &+ width }
}

/// One laid-out line. Its start is where alignment puts it: `MeasuredText.lineOffset` gives that for the width it is
/// drawn in.
public struct TextLine: Equatable, Sendable {
    /// Indexes `MeasuredText.runs` and `MeasuredText.decorations`.
    public var runs: Range<Int>
    /// Indexes `MeasuredText.decorations`.
    public var decorations: Range<Int>
    /// Indexes `MeasuredText.graphemes`.
    var graphemes: Range<Int>
    /// From the top of the text, logical units.
    public var baseline: Double
    /// From the top of the text, logical units.
    public var top: Double
    /// From the top of the text, logical units.
    public var bottom: Double
    /// Advance width of the line, logical units. White space counts at the end of a paragraph, not where a line was
    /// wrapped (as in Pango).
    public var width: Double
    /// The source text that the line shows, in UTF-8 bytes.
    public var bytes: Range<Int>
    /// The paragraph's resolved base direction.
    public var isRightToLeft: Bool
    /// The paragraph's own alignment.
    public var alignment: TextAlignment?
    /// Indents where the line starts and ends, logical units.
    public var leading = 0.0
    public var trailing = 0.0
    /// From where to where the line may go, when it stands beside something; logical units from the text's left edge.
    public var slot: ClosedRange<Double>?
    /// Of the letters, as their fonts have it, above the baseline, logical units.
    public var ascent: Double
    /// The same below the baseline.
    public var descent: Double
    /// Of capitals, in the font that the line begins with, above the baseline, logical units; 0 without a font.
    public var capHeight = 0.0
    /// The same of small letters without ascenders.
    public var xHeight = 0.0
    /// Characters in it for which no font was found.
    var missingGlyphs: Int32 = 0

    /// How wide a text must be for the line, 1/1024 units.
    var reach: Int32 { Int32(clamping: Int(width * 1024)) &+ lengthUnits(leading + trailing) }
}
