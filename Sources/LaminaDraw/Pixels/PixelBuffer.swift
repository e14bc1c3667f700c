public import LaminaGeometry

/// Pixels in memory that someone else owns: a bitmap's or the host's. Premultiplied ARGB32, native byte order, as cairo
/// and pixman have it.
///
/// Painting uses device coordinates; `originX`, `originY` is the device pixel that the first pixel in memory shows, so
/// that part of a larger picture is drawn with the coordinates of the whole and rounds as the whole does.
/// The caller keeps the memory alive and away from other threads while it is painted on.
@safe public struct PixelBuffer {
    /// The longest side that cairo and pixman accept.
    public static let maximumSide = 32767

    /// Pixels.
    public let width: Int
    /// Pixels.
    public let height: Int
    /// Bytes from one row to the next.
    public let stride: Int
    /// The device pixel that the first column shows.
    public var originX: Int
    /// The device pixel that the first row shows.
    public var originY: Int
    let words: UnsafeMutablePointer<UInt32>

    /// Fails with `invalidArgument` for NULL or unaligned memory or a stride that does not hold a row of whole pixels,
    /// and with `outOfRange` for a side outside 0...32767.
    public init(
        baseAddress: UnsafeMutableRawPointer?, width: Int, height: Int, stride: Int, originX: Int = 0, originY: Int = 0
    ) throws(LaminaError) {
        guard 0...Self.maximumSide ~= width, 0...Self.maximumSide ~= height else {
            throw LaminaError(
                .outOfRange, "a pixel buffer is \(width) x \(height); each side must be 0 to 32767 pixels")
        }
        guard stride >= width * 4, stride % 4 == 0, stride <= Int(Int32.max) else {
            throw LaminaError(
                .invalidArgument,
                "the stride is \(stride) bytes; it must be a multiple of 4 and at least \(width * 4), the width in bytes"
            )
        }
        guard let baseAddress = unsafe baseAddress, UInt(bitPattern: baseAddress) % 4 == 0 else {
            throw LaminaError(
                .invalidArgument, "the address of the pixels must not be NULL and must be a multiple of 4")
        }
        unsafe self.init(
            words: baseAddress.assumingMemoryBound(to: UInt32.self), width: width, height: height, stride: stride)
        self.originX = originX
        self.originY = originY
    }

    /// For memory whose shape is known to be right.
    init(words: UnsafeMutablePointer<UInt32>, width: Int, height: Int, stride: Int) {
        unsafe self.words = words
        self.width = width
        self.height = height
        self.stride = stride
        originX = 0
        originY = 0
    }

    /// The first byte of the first row.
    public var baseAddress: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(words) }

    /// The device pixels that the memory shows.
    public var bounds: PixelRect { PixelRect(x: originX, y: originY, width: width, height: height) }

    /// The first rows.
    public func cut(rows: Int) -> PixelBuffer {
        var result = unsafe PixelBuffer(words: words, width: width, height: min(rows, height), stride: stride)
        result.originX = originX
        result.originY = originY
        return result
    }

    /// Pixels from one row to the next.
    var wordStride: Int { stride / 4 }

    /// The address of a device pixel, which must be inside `bounds`.
    func address(x: Int, y: Int) -> UnsafeMutablePointer<UInt32> {
        unsafe words + ((y - originY) * wordStride + (x - originX))
    }

    /// Draws a colour over one device pixel, which must be inside `bounds`.
    func draw(_ pixel: UInt32, x: Int, y: Int) {
        assert(PixelRect(x: x, y: y, width: 1, height: 1).isInside(bounds))
        let target = unsafe address(x: x, y: y)
        unsafe target.pointee = unsafe Pixel.over(pixel, target.pointee)
    }

    /// Takes over the device pixels of a rectangle, which must be inside both.
    func copy(_ rect: PixelRect, from source: PixelBuffer) {
        assert(rect.isInside(bounds) && rect.isInside(source.bounds))
        for row in rect.y..<rect.maxY {
            unsafe address(x: rect.x, y: row).update(from: source.address(x: rect.x, y: row), count: rect.width)
        }
    }
}

extension PixelRect {
    /// Where all three rectangles overlap; holds for any numbers, also those whose edges leave the range of Int.
    static func visible(_ rect: PixelRect, clip: PixelRect, in bounds: PixelRect) -> PixelRect {
        rect.saturated.intersection(clip.saturated).intersection(bounds)
    }

    func isInside(_ other: PixelRect) -> Bool { isEmpty || intersection(other) == self }

    func moved(x dx: Int, y dy: Int) -> PixelRect { PixelRect(x: x + dx, y: y + dy, width: width, height: height) }

    /// The same rectangle with edges within 2^40, so that sums of a few edges cannot overflow.
    var saturated: PixelRect {
        let limit = 1 << 40
        if x.magnitude < limit, y.magnitude < limit, width.magnitude < limit, height.magnitude < limit { return self }
        func edge(_ start: Int, _ length: Int) -> Int {
            let (sum, overflow) = start.addingReportingOverflow(length)
            return overflow ? (start > 0 ? limit : -limit) : min(max(sum, -limit), limit)
        }
        let left = edge(x, 0)
        let top = edge(y, 0)
        return PixelRect(x: left, y: top, width: edge(x, width) - left, height: edge(y, height) - top)
    }
}
