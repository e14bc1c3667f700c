internal import Glibc
internal import LaminaGeometry

/// Coverage of a stretch of pixels, for what is drawn by other means than one colour: shadows, gradients, outlines.
@safe struct CoverageField {
    let bounds: PixelRect
    private(set) var bytes: [UInt8]

    /// More is not drawn: no text that is seen needs it.
    private static let maximumBytes = 64 << 20

    /// Nothing covered; nil when the rectangle is empty or enormous.
    init?(_ bounds: PixelRect) {
        if bounds.isEmpty || bounds.width > Self.maximumBytes / bounds.height { return nil }
        self.bounds = bounds
        bytes = [UInt8](repeating: 0, count: bounds.width * bounds.height)
    }

    /// Adds a glyph; what is outside is left out.
    mutating func add(_ glyph: CachedGlyph, x: Int, y: Int) {
        guard let pixels = glyph.rows(x: 0, y: 0) else { return }
        let area = PixelRect(x: x, y: y, width: glyph.width, height: glyph.height).intersection(bounds)
        if area.isEmpty { return }
        for row in area.y..<area.maxY {
            for column in area.x..<area.maxX {
                let at = (row - bounds.y) * bounds.width + column - bounds.x
                // Premultiplied ARGB32 in the machine's byte order: alpha is the fourth byte of little-endian words.
                let coverage = pixels.byte(glyph.isColor ? (column - x) * 4 + 3 : column - x, row: row - y)
                bytes[at] = UInt8(clamping: UInt(bytes[at]) + UInt(coverage))
            }
        }
    }

    /// Adds a rectangle.
    mutating func add(_ rect: PixelRect) {
        let area = rect.intersection(bounds)
        if area.isEmpty { return }
        for row in area.y..<area.maxY {
            let start = (row - bounds.y) * bounds.width + area.x - bounds.x
            for at in start..<start + area.width { bytes[at] = 255 }
        }
    }

    /// Takes away what another field covers.
    mutating func cut(by other: CoverageField) {
        let area = bounds.intersection(other.bounds)
        if area.isEmpty { return }
        for row in area.y..<area.maxY {
            let own = (row - bounds.y) * bounds.width - bounds.x
            let theirs = (row - other.bounds.y) * other.bounds.width - other.bounds.x
            for column in area.x..<area.maxX {
                let left = UInt32(bytes[own + column]) * UInt32(255 - other.bytes[theirs + column])
                bytes[own + column] = UInt8((left + 127) / 255)
            }
        }
    }

    /// Takes over the coverage of a shape whose mask begins at (0, 0).
    mutating func add(_ mask: CoverageMask) {
        let area = PixelRect(x: 0, y: 0, width: mask.width, height: mask.height).intersection(bounds)
        for row in area.y..<area.maxY {
            let start = (row - bounds.y) * bounds.width - bounds.x
            for column in area.x..<area.maxX { bytes[start + column] = mask.rows(x: 0, y: 0).byte(column, row: row) }
        }
    }

    /// From here on boxes make a Gaussian (SVG 1.1, feGaussianBlur): narrower ones are off by up to a third.
    private static let leastBoxDeviation = 2.0

    /// The width of the boxes that make a Gaussian.
    private static func boxSize(of deviation: Double) -> Int {
        Int((deviation * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
    }

    /// How far `blur` smears, in pixels: 0 when it changes nothing.
    static func reach(of deviation: Double) -> Int {
        if deviation < leastBoxDeviation { return SmallBlur.reach(of: deviation) }
        return (3 * boxSize(of: deviation) + 1) / 2 + 1
    }

    /// Smears the coverage like a Gaussian: by itself when it is small, otherwise by three passes of a box.
    mutating func blur(deviation: Double) {
        var line = [UInt8](repeating: 0, count: max(bounds.width, bounds.height))
        if deviation < Self.leastBoxDeviation {
            let blur = SmallBlur(deviation: deviation)
            if blur.reach == 0 { return }
            for row in 0..<bounds.height {
                blur.smear(&bytes, start: row * bounds.width, step: 1, count: bounds.width, &line)
            }
            for column in 0..<bounds.width {
                blur.smear(&bytes, start: column, step: bounds.width, count: bounds.height, &line)
            }
            return
        }
        let size = Self.boxSize(of: deviation)
        for pass in 0..<3 {
            // An even box has no middle: one pass leans left, one right, and the last is one wider.
            let width = size % 2 == 0 && pass == 2 ? size + 1 : size
            let left = size % 2 == 0 && pass == 1 ? size / 2 - 1 : size / 2
            for row in 0..<bounds.height {
                smear(start: row * bounds.width, step: 1, count: bounds.width, width, left, &line)
            }
            for column in 0..<bounds.width {
                smear(start: column, step: bounds.width, count: bounds.height, width, left, &line)
            }
        }
    }

    private mutating func smear(start: Int, step: Int, count: Int, _ width: Int, _ left: Int, _ line: inout [UInt8]) {
        for i in 0..<count { line[i] = bytes[start + i * step] }
        var sum = 0
        // The window of the first pixel is left...(width - left - 1) around it.
        for i in 0..<min(count, width - left - 1) { sum += Int(line[i]) }
        for i in 0..<count {
            let enters = i + width - left - 1
            if enters < count { sum += Int(line[enters]) }
            let leaves = i - left - 1
            if leaves >= 0 { sum -= Int(line[leaves]) }
            bytes[start + i * step] = UInt8((sum + width / 2) / width)
        }
    }

    /// Draws a colour over the pixels that are covered.
    func fill(_ pixel: UInt32, clip: PixelRect, on buffer: PixelBuffer) {
        let area = bounds.intersection(clip).intersection(buffer.bounds)
        if area.isEmpty { return }
        let first = (area.y - bounds.y) * bounds.width + area.x - bounds.x
        MaskRows.with(bytes, from: first, stride: bounds.width) { rows in
            MaskBlend.fill(area, FlatColor(pixel), mask: rows, on: buffer)
        }
    }

    /// The same with a colour for each pixel.
    func fill(_ ramp: ColorRamp, clip: PixelRect, on buffer: PixelBuffer) {
        let area = bounds.intersection(clip).intersection(buffer.bounds)
        if area.isEmpty { return }
        for row in area.y..<area.maxY {
            for column in area.x..<area.maxX {
                let factor = UInt32(bytes[(row - bounds.y) * bounds.width + column - bounds.x])
                if factor == 0 { continue }
                let source = Pixel.multiply(ramp.pixel(x: column, y: row), factor)
                buffer.draw(source, x: column, y: row)
            }
        }
    }
}
