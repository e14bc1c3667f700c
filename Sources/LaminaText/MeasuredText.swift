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

/// One glyph and where its origin stands, in 1/1024 logical units from the start of the line and from its baseline (y down).
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

    /// A run of glyphs.
    public init(font: FontID, color: Color?, glyphs: Range<Int>) {
        self.font = font
        self.color = color
        self.glyphs = glyphs
    }
}

/// A filled rectangle that belongs to a line (underline, strikethrough); 1/1024 logical units, x from the start of the line, y from its baseline.
public struct Decoration: Equatable, Sendable {
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

    /// A filled rectangle.
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
    /// Indexes `MeasuredText.decorations`.
    public var decorations: Range<Int>
    /// From the top of the text, logical units.
    public var baseline: Double
    /// From the top of the text, logical units.
    public var top: Double
    /// From the top of the text, logical units.
    public var bottom: Double
    /// Advance width of the line, logical units. White space counts at the end of a paragraph, not where a line was wrapped (as in Pango).
    public var width: Double
    /// The source text that the line shows, in UTF-8 bytes.
    public var bytes: Range<Int>
    /// The paragraph's resolved base direction.
    public var isRightToLeft: Bool

    /// A line of runs that lie elsewhere.
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

/// A text laid out at a width: immutable, shareable between threads, and everything that drawing needs, without Pango.
public final class MeasuredText: Sendable, Equatable {
    /// The fonts that the runs name; kept alive by this.
    public let fonts: FontSystem
    /// Width of the widest line (not the width asked for) and the height of all lines, exact, in logical units.
    public let size: Size
    /// From top to bottom; never empty.
    public let lines: [TextLine]
    /// Of all lines, in order; within a line from left to right.
    public let runs: [GlyphRun]
    /// Of all runs, in order.
    public let glyphs: [PositionedGlyph]
    /// Of all lines, in order.
    public let decorations: [Decoration]
    /// Whether something visible is left out because of `maximumLines`.
    public let isTruncated: Bool
    /// Every width from the first to the last one gives this same result.
    public let validWidths: ClosedRange<Double>

    init(
        fonts: FontSystem, size: Size, lines: [TextLine], runs: [GlyphRun], glyphs: [PositionedGlyph],
        decorations: [Decoration], isTruncated: Bool, validWidths: ClosedRange<Double>
    ) {
        self.fonts = fonts
        self.size = size
        self.lines = lines
        self.runs = runs
        self.glyphs = glyphs
        self.decorations = decorations
        self.isTruncated = isTruncated
        self.validWidths = validWidths
    }

    /// At least 1: the empty text has one empty line.
    public var lineCount: Int { lines.count }
    /// From the top of the text, logical units.
    public var firstBaseline: Double { lines.first?.baseline ?? 0 }
    /// From the top of the text, logical units.
    public var lastBaseline: Double { lines.last?.baseline ?? 0 }

    /// Where a line starts, from the left edge of a box `width` wide (negative when the line sticks out on the left). In an infinite box lines stand in one as wide as the widest line.
    public func lineOffset(_ line: Int, alignment: TextAlignment, width: Double) -> Double {
        let box = width.isFinite ? width : size.width
        let free = box - lines[line].width
        switch alignment {
        case .left: return 0
        case .right: return free
        case .natural: return lines[line].isRightToLeft ? free : 0
        case .center:
            // As pango-layout.c get_x_offset: half the space, in whole units when both widths are whole units.
            let half = (free * 512).rounded(.towardZero) / 1024
            let isWhole = box == box.rounded() && lines[line].width == lines[line].width.rounded()
            return isWhole ? (half + 0.5).rounded(.down) : half
        }
    }

    /// Whether both are laid out alike; the font systems must be the same.
    public static func == (a: MeasuredText, b: MeasuredText) -> Bool {
        a === b
            || (a.fonts === b.fonts && a.size == b.size && a.lines == b.lines && a.runs == b.runs
                && a.glyphs == b.glyphs && a.decorations == b.decorations && a.isTruncated == b.isTruncated
                && a.validWidths == b.validWidths)
    }
}
