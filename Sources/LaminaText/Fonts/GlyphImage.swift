/// The pixels of one glyph and where they lie; empty for blanks.
public struct GlyphImage: Sendable, Equatable {
    /// Device pixels.
    public var width: Int
    /// Device pixels.
    public var height: Int
    /// From the glyph's origin to the left edge, device pixels.
    public var left: Int
    /// From the baseline to the top edge, device pixels, negative upwards.
    public var top: Int
    /// Whether `pixels` is premultiplied ARGB32 in the machine's byte order (4 bytes a pixel) and not coverage (1 byte
    /// a pixel).
    public var isColor: Bool
    /// Whether this is the image on every quarter of a pixel: a picture, which would only be blurred.
    public var keepsToPixels = false
    /// Rows from the top, without padding.
    public var pixels: [UInt8]
    /// False when there was no memory to draw the glyph: another time it may look otherwise.
    public var isFinal = true

    /// The image of a glyph that shows nothing.
    public static let empty = GlyphImage(width: 0, height: 0, left: 0, top: 0, isColor: false, pixels: [])

    /// What stands in for a glyph that could not be drawn.
    static let failed = {
        var image = GlyphImage.empty
        image.isFinal = false
        return image
    }()

    /// An image of pixels that are already there.
    public init(width: Int, height: Int, left: Int, top: Int, isColor: Bool, pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.left = left
        self.top = top
        self.isColor = isColor
        self.pixels = pixels
    }

    /// Without the empty rows and columns at the edges.
    func trimmed() -> GlyphImage {
        let bytes = isColor ? 4 : 1
        var (x0, y0, x1, y1) = (width, height, 0, 0)
        for y in 0..<height {
            for x in 0..<width {
                let at = (y * width + x) * bytes
                if pixels[at..<at + bytes].allSatisfy({ $0 == 0 }) { continue }
                (x0, x1, y0, y1) = (min(x0, x), max(x1, x + 1), min(y0, y), y + 1)
            }
        }
        if x0 >= x1 { return isFinal ? .empty : .failed }
        if x0 == 0 && y0 == 0 && x1 == width && y1 == height { return self }
        var kept: [UInt8] = []
        kept.reserveCapacity((x1 - x0) * (y1 - y0) * bytes)
        for y in y0..<y1 { kept += pixels[(y * width + x0) * bytes..<(y * width + x1) * bytes] }
        var result = self
        (result.width, result.height, result.left, result.top) = (x1 - x0, y1 - y0, left + x0, top + y0)
        result.pixels = kept
        return result
    }
}
