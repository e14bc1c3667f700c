internal import LaminaGeometry
internal import LaminaText

/// A glyph and the device pixel of its first pixel.
struct PlacedGlyph {
    let glyph: CachedGlyph
    let x: Int
    let y: Int

    var bounds: PixelRect { PixelRect(x: x, y: y, width: glyph.width, height: glyph.height) }

    func touches(_ rect: PixelRect) -> Bool {
        x < rect.maxX && y < rect.maxY && x + glyph.width > rect.x && y + glyph.height > rect.y
    }
}

/// The pixels that glyphs take together.
struct RunExtent {
    private var left = Int.max
    private var top = Int.max
    private var right = Int.min
    private var bottom = Int.min
    private var lastX = Int.min
    /// Whether each glyph begins where the one before does, or right of that.
    private(set) var isSorted = true

    mutating func add(_ entry: PlacedGlyph) {
        isSorted = isSorted && entry.x >= lastX
        lastX = entry.x
        left = min(left, entry.x)
        top = min(top, entry.y)
        right = max(right, entry.x + entry.glyph.width)
        bottom = max(bottom, entry.y + entry.glyph.height)
    }

    var bounds: PixelRect { PixelRect(x: left, y: top, width: right - left, height: bottom - top) }
}

/// Where a line stands, and the rounding from its units to device pixels.
struct LinePlace {
    /// The text's left edge, logical.
    let x: Double
    /// From there to the line's start, logical.
    let offset: Double
    /// The text's top edge, logical.
    let y: Double
    /// From there to the line's baseline, logical.
    let baseline: Double
    let scale: Double
    /// No glyph reaches farther from its origin, in pixels: 16 times the line's height.
    let reach: Double
    let visible: PixelRect
    /// The text's corner, as whole pixels and what is left, logical.
    private let wholeX, wholeY: Double
    private let firstColumn, firstRow: Int
    private let restX, restY: Double
    /// Glyphs outside of these are too far away to show; in pixels from `whole`.
    private let leftmost, rightmost, topmost, lowest: Double

    init(
        x: Double, offset: Double, y: Double, baseline: Double, scale: Double, reach: Double, visible: PixelRect
    ) {
        (self.x, self.offset, self.y, self.baseline) = (x, offset, y, baseline)
        (self.scale, self.reach, self.visible) = (scale, reach, visible)
        (wholeX, restX) = Self.split(x, scale)
        (wholeY, restY) = Self.split(y, scale)
        (firstColumn, firstRow) = (Int(wholeX), Int(wholeY))
        leftmost = max(Double(visible.x) - reach, -1e12) - wholeX
        rightmost = min(Double(visible.maxX) + reach, 1e12) - wholeX
        topmost = max(Double(visible.y) - reach, -1e12) - wholeY
        lowest = min(Double(visible.maxY) + reach, 1e12) - wholeY
    }

    /// A corner that is on a whole pixel but for the last bits is put there: a text that has a bitmap of its own is
    /// drawn from 0, and glyphs that stand half way between two pixels shall go to the same one in both.
    private static func split(_ length: Double, _ scale: Double) -> (whole: Double, rest: Double) {
        let pixels = length * scale
        let whole = pixels.rounded()
        return abs(pixels - whole) < 1e-6 && abs(whole) < 1e12 ? (whole, 0) : (0, length)
    }

    /// The pixel column at which the text begins.
    var left: Double { (restX * scale).rounded() + wholeX }

    var isVisible: Bool {
        let y = (self.y + baseline) * scale
        return y + reach >= Double(visible.y) && y - reach <= Double(visible.maxY)
    }

    /// Puts a glyph at the nearest step of its column and on the nearest row; nil when it is blank, or too far away to
    /// show. As cairo's `_cairo_lround` has it, halves go up, to the right and down. The order of the sums is Pango's,
    /// so that the last bit is, too.
    @inline(__always)  // For each glyph; a call would write the result to memory and read it again.
    func place(_ position: PositionedGlyph, _ glyphs: ScaledGlyphs) -> PlacedGlyph? {
        let x = (restX + (offset + Double(pangoUnits: position.x))) * scale
        let y = (restY + (baseline + Double(pangoUnits: position.y))) * scale
        // Written so that not a number is too far as well.
        guard x >= leftmost, x <= rightmost, y >= topmost, y <= lowest else { return nil }
        let steps = Self.floor(x * glyphs.stepsPerPixel + 0.5)
        var glyph = glyphs[position.glyph, steps & glyphs.stepMask]
        var column = steps &>> glyphs.stepBits
        if glyph.keepsToPixels {
            column = Self.floor(x + 0.5)
            glyph = glyphs[position.glyph, 0]
        }
        if glyph.width == 0 { return nil }
        return PlacedGlyph(
            glyph: glyph, x: column &+ firstColumn &+ glyph.left, y: Self.floor(y + 0.5) &+ firstRow &+ glyph.top)
    }

    /// Without the C library's, which is a call where processors of any age are to run this.
    private static func floor(_ value: Double) -> Int {
        let whole = Int(value)
        return Double(whole) > value ? whole - 1 : whole
    }

    /// At least one pixel thick and on whole pixels: sharp where Pango's are blurred.
    func pixels(of decoration: Decoration) -> PixelRect {
        func edge(_ value: Double, from whole: Double) -> Int {
            Int(min(max((value * scale + 0.5).rounded(.down) + whole, -1e9), 1e9))
        }
        let start = restX + (offset + Double(pangoUnits: decoration.x))
        let top = restY + (baseline + Double(pangoUnits: decoration.y))
        if !start.isFinite || !top.isFinite { return .empty }
        let left = edge(start, from: wholeX)
        return PixelRect(
            x: left, y: edge(top, from: wholeY),
            width: edge(start + Double(pangoUnits: decoration.width), from: wholeX) - left,
            height: max(1, edge(Double(pangoUnits: decoration.height), from: 0)))
    }
}
