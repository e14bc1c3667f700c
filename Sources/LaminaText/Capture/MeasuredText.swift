public import LaminaGeometry

/// A text laid out at a width: immutable, shareable between threads, and everything that drawing needs, without Pango.
public final class MeasuredText: Sendable, Equatable {
    /// The fonts that the runs name; kept alive by this.
    public let fonts: FontSystem
    /// Width of the widest line (not the width asked for) and the height of all lines, exact, in logical units.
    public let size: Size
    /// From top to bottom; never empty.
    public let lines: Joined<TextLine>
    /// Of all lines, in order; within a line from left to right.
    public let runs: Joined<GlyphRun>
    /// Of all runs, in order.
    public let glyphs: Joined<PositionedGlyph>
    /// Of all lines, in order.
    public let decorations: Joined<Decoration>
    /// What `GlyphRun.look` and `Decoration.look` index: the looks that are more than a colour.
    public let looks: Joined<RareAttributes>
    /// Of all lines, in order.
    public let attachments: Joined<PlacedAttachment>
    /// Of all lines, in order, within a line from left to right; empty unless asked for.
    let graphemes: Joined<PlacedGrapheme>
    /// The source text that is left out because of `maximumLines`, in UTF-8 bytes; empty when nothing is.
    public let hidden: Range<Int>
    /// Whether something visible is left out because of `maximumLines`.
    public let isTruncated: Bool
    /// Characters for which no font was found.
    public let missingGlyphs: Int
    /// The height of the tallest line, logical units, where lines can be searched by height; nil for most texts.
    public let tallestLine: Double?
    /// Every width from the first to the last one gives this same result; 1/1024 units, and `Int32.max` is no limit.
    let widthsAlike: ClosedRange<Int32>
    /// What a change of the text needs to know.
    let notes: LayoutNotes
    /// Of each line, with its indents, 1/1024 units; empty where `tallestLine` is nil.
    let widths: [Int32]

    /// Whether the text is as narrow as it is only because words are broken or left out.
    public var breaksWords: Bool { notes.breaksWords || isTruncated }

    init(
        fonts: FontSystem, size: Size, content: borrowing LineCapture, looks: [RareAttributes], hidden: Range<Int>?,
        widthsAlike: ClosedRange<Int32>, notes: LayoutNotes
    ) {
        self.fonts = fonts
        self.size = size
        lines = Joined(Self.exact(content.lines))
        tallestLine = Self.tallest(content.lines)
        widths = tallestLine == nil ? [] : content.lines.map(\.reach)
        runs = Joined(Self.exact(content.runs))
        glyphs = Joined(Self.exact(content.glyphs))
        decorations = Joined(Self.exact(content.decorations))
        attachments = Joined(content.attachments)
        graphemes = Joined(content.graphemes)
        missingGlyphs = content.missingGlyphs
        self.looks = Joined(looks)
        self.notes = notes
        self.hidden = hidden ?? 0..<0
        isTruncated = hidden != nil
        self.widthsAlike = widthsAlike
    }

    /// A text most of whose lines are those of another; `looks` are those of the new lines.
    init(
        _ old: MeasuredText, _ joined: JoinedLines, looks: [RareAttributes], size: Size,
        widthsAlike: ClosedRange<Int32>, notes: LayoutNotes
    ) {
        fonts = old.fonts
        self.size = size
        (lines, runs, glyphs, decorations) = (joined.lines, joined.runs, joined.glyphs, joined.decorations)
        (attachments, graphemes) = (joined.attachments, joined.graphemes)
        (widths, missingGlyphs, tallestLine) = (joined.widths, joined.missingGlyphs, joined.tallestLine)
        self.looks =
            looks.isEmpty
            ? old.looks : old.looks.replacing(old.looks.count..<old.looks.count, with: looks, tail: .none)
        hidden = 0..<0
        isTruncated = false
        self.widthsAlike = widthsAlike
        self.notes = notes
    }

    /// A copy that takes no more memory than it needs.
    private static func exact<Element>(_ array: [Element]) -> [Element] {
        if array.isEmpty { return [] }
        return unsafe array.withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// Every width from the first to the last one gives this same result.
    public var validWidths: ClosedRange<Double> {
        let (lower, upper) = (widthsAlike.lowerBound, widthsAlike.upperBound)
        return Double(pangoUnits: lower)...(upper == .max ? Double.infinity : Double(pangoUnits: upper))
    }

    /// At least 1: the empty text has one empty line.
    public var lineCount: Int { lines.count }
    /// From the top of the text, logical units.
    public var firstBaseline: Double { lines.first?.baseline ?? 0 }
    /// From the top of the text, logical units.
    public var lastBaseline: Double { lines.last?.baseline ?? 0 }

    /// Where a line starts, from the left edge of a box `width` wide (negative when the line sticks out on the left).
    /// In an infinite box lines stand in one as wide as the widest line.
    public func lineOffset(_ line: Int, alignment: TextAlignment, width: Double) -> Double {
        let line = lines[line]
        var (start, box) = (0.0, width.isFinite ? width : size.width)
        if let slot = line.slot { (start, box) = (slot.lowerBound, slot.upperBound - slot.lowerBound) }
        let (left, right) = line.isRightToLeft ? (line.trailing, line.leading) : (line.leading, line.trailing)
        return start + left
            + Self.start(line.alignment ?? alignment, line.isRightToLeft, box: box - left - right, width: line.width)
    }

    private static func start(_ alignment: TextAlignment, _ isRightToLeft: Bool, box: Double, width: Double) -> Double {
        let free = box - width
        switch alignment {
        case .left: return 0
        case .right: return free
        case .natural, .justify: return isRightToLeft ? free : 0
        case .opposite: return isRightToLeft ? 0 : free
        case .center:
            // As pango-layout.c get_x_offset: half the space, in whole units when both widths are whole units.
            let half = (free * 512).rounded(.towardZero) / 1024
            let isWhole = box == box.rounded() && width == width.rounded()
            return isWhole ? (half + 0.5).rounded(.down) : half
        }
    }

    /// Whether both are laid out alike; the font systems must be the same.
    public static func == (a: MeasuredText, b: MeasuredText) -> Bool {
        a === b
            || (a.fonts === b.fonts && a.size == b.size && a.lines == b.lines && a.runs == b.runs
                && a.glyphs == b.glyphs && a.decorations == b.decorations && a.looks == b.looks
                && a.attachments == b.attachments && a.hidden == b.hidden && a.isTruncated == b.isTruncated
                && a.widthsAlike == b.widthsAlike)
    }
}
