public import LaminaGeometry

/// A step from one picture to another.
public enum PictureStep: Hashable, Sendable {
    /// The part, in shares of the picture.
    case crop(Rect)
    /// The size for a room, never larger; of a room that is to be covered, what is beyond it on both sides is cut off.
    case resize(PictureRoom)
    /// Corners of this radius in pixels, and a border inside of the edges. A radius beyond half of the shorter side is
    /// that half: a circle of a square.
    case round(radius: Double, border: Double, color: Color)
    /// A stencil in this colour.
    case tint(Color)
    /// A Gaussian blur with this standard deviation in pixels; edges go on as they are.
    case blur(Double)

    /// How large a picture of `width` x `height` pixels is afterwards.
    public func size(ofWidth width: Int, height: Int) -> (width: Int, height: Int) {
        switch self {
        case .crop(let source):
            let part = PixelRect(part: source, ofWidth: width, height: height)
            return (part.width, part.height)
        case .resize(let room):
            let whole = room.size(width, height)
            guard room.mode == .fill, let part = room.cover(whole.width, whole.height) else { return whole }
            return (part.width, part.height)
        case .round, .tint, .blur: return (width, height)
        }
    }

    /// Fails with `outOfMemory`, and as the watch does. The picture stays as it is.
    public func apply(to bitmap: Bitmap, pool: BitmapPool, watch: DecodingWatch) throws(LaminaError) -> Bitmap {
        try watch.check()
        switch self {
        case .crop(let source):
            let part = PixelRect(part: source, ofWidth: bitmap.width, height: bitmap.height)
            return try bitmap.withPixels { (pixels) throws(LaminaError) in try pool.copy(pixels.part(part)) }
        case .resize(let room):
            let size = room.size(bitmap.width, bitmap.height)
            let rows = try PictureRows(
                width: bitmap.width, height: bitmap.height, size: size, words: .premultiplied, pool: pool, watch: watch)
            for row in 0..<bitmap.height {
                bitmap.withPixels { source in
                    unsafe rows.room.update(from: source.words + row * source.wordStride, count: source.width)
                }
                try rows.endRow()
            }
            let whole = rows.finish()
            guard room.mode == .fill, let part = room.cover(whole.width, whole.height) else { return whole }
            return try whole.withPixels { (pixels) throws(LaminaError) in try pool.copy(pixels.part(part)) }
        case .round(let radius, let border, let color):
            let result = try copy(bitmap, pool)
            result.round(radius: radius, border: border, color: color)
            result.isOpaque = result.withPixels { $0.isOpaque }
            return result
        case .tint(let color):
            let result = try copy(bitmap, pool)
            result.tint(color)
            return result
        case .blur(let deviation):
            let result = try copy(bitmap, pool)
            try PictureBlur(deviation: deviation).apply(to: result, pool: pool, watch: watch)
            result.isOpaque = bitmap.isOpaque
            return result
        }
    }

    private func copy(_ bitmap: Bitmap, _ pool: BitmapPool) throws(LaminaError) -> Bitmap {
        let result = try bitmap.withPixels { (pixels) throws(LaminaError) in try pool.copy(pixels) }
        result.isOpaque = bitmap.isOpaque
        return result
    }
}

extension PixelRect {
    /// The part of a picture in whole pixels, of which it has one at least.
    public init(part: Rect, ofWidth width: Int, height: Int) {
        func span(_ start: Double, _ length: Double, _ count: Int) -> (start: Int, length: Int) {
            let first = min(Int((start * Double(count)).rounded()), count - 1)
            return (first, max(1, min(Int(((start + length) * Double(count)).rounded()), count) - first))
        }
        let across = span(part.minX, part.size.width, width)
        let down = span(part.minY, part.size.height, height)
        self.init(x: across.start, y: down.start, width: across.length, height: down.length)
    }
}

extension Bitmap {
    /// Cuts the corners off and paints a border within the edges.
    fileprivate func round(radius: Double, border: Double, color: Color) {
        let (across, down) = (Double(width) / 2, Double(height) / 2)
        let radius = min(radius, across, down)
        let border = min(border, across, down)
        let line = color.pixel
        /// How much of a pixel is within the rounded rectangle so far inside of the edges, by its middle's distance.
        func coverage(_ x: Double, _ y: Double, inset: Double) -> UInt32 {
            let corner = max(0, radius - inset)
            let (dx, dy) = (abs(x - across) - (across - inset - corner), abs(y - down) - (down - inset - corner))
            let outside = (max(dx, 0) * max(dx, 0) + max(dy, 0) * max(dy, 0)).squareRoot() + min(max(dx, dy), 0)
            return Pixel.factor(corner + 0.5 - outside)
        }
        withPixels { pixels in
            for row in 0..<pixels.height {
                let words = unsafe pixels.words + row * pixels.wordStride
                for column in 0..<pixels.width {
                    let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
                    var pixel = unsafe words[column]
                    if border > 0 {
                        pixel = Pixel.over(Pixel.multiply(line, 255 - coverage(x, y, inset: border)), pixel)
                    }
                    if radius > 0 { pixel = Pixel.multiply(pixel, coverage(x, y, inset: 0)) }
                    unsafe words[column] = pixel
                }
            }
        }
    }
}
