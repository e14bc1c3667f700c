public import LaminaGeometry

/// A font interned in its `FontSystem`: face, size and rendering options. Valid as long as the font system lives.
public struct FontID: Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// One glyph and where its origin stands, in 1/1024 logical units from the start of the line and from its baseline (y down).
public struct PositionedGlyph: Equatable, Sendable {
    public var glyph: UInt32
    public var x: Int32
    public var y: Int32

    public init(glyph: UInt32, x: Int32, y: Int32) {
        self.glyph = glyph
        self.x = x
        self.y = y
    }
}

/// Consecutive glyphs of one font and colour; `glyphs` indexes `MeasuredText.glyphs`.
public struct GlyphRun: Equatable, Sendable {
    public var font: FontID
    /// nil draws in the colour that the drawing call gives.
    public var color: Color?
    public var glyphs: Range<Int>

    public init(font: FontID, color: Color?, glyphs: Range<Int>) {
        self.font = font
        self.color = color
        self.glyphs = glyphs
    }
}

/// A filled rectangle that belongs to a line (underline, strikethrough); 1/1024 logical units, x from the start of the line, y from its baseline.
public struct Decoration: Equatable, Sendable {
    public var color: Color?
    public var x: Int32
    public var y: Int32
    public var width: Int32
    public var height: Int32

    public init(color: Color?, x: Int32, y: Int32, width: Int32, height: Int32) {
        self.color = color
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// One laid-out line. Its start is where alignment puts it: `MeasuredText.lineOffset` gives that for the width it is drawn in.
public struct TextLine: Equatable, Sendable {
    /// Indexes `MeasuredText.runs` and `MeasuredText.decorations`.
    public var runs: Range<Int>
    public var decorations: Range<Int>
    /// From the top of the text, logical units.
    public var baseline: Double
    public var top: Double
    public var bottom: Double
    /// Advance width of the line without trailing white space, logical units.
    public var width: Double
    /// The source text that the line shows, in UTF-8 bytes.
    public var bytes: Range<Int>
    /// The paragraph's resolved base direction.
    public var isRightToLeft: Bool

    public init(
        runs: Range<Int>, decorations: Range<Int>, baseline: Double, top: Double, bottom: Double, width: Double,
        bytes: Range<Int>, isRightToLeft: Bool
    ) {
        self.runs = runs
        self.decorations = decorations
        self.baseline = baseline
        self.top = top
        self.bottom = bottom
        self.width = width
        self.bytes = bytes
        self.isRightToLeft = isRightToLeft
    }
}
