public import LaminaGeometry

/// What the beginning of a picture's file says.
public struct PictureInfo: Equatable, Sendable {
    public let format: PictureFormat
    /// Turned upright.
    public let width: Int
    public let height: Int
    /// Whether pixels may be transparent.
    public let hasAlpha: Bool
}

extension PictureFile {
    /// What the headers of the file say; nothing is decoded. Fails with `io` for what is no picture of a format that is
    /// read, and with `outOfRange` for one of more than 32767 pixels a side or 1 GiB.
    @safe public static func info(_ bytes: UnsafeRawBufferPointer) throws(LaminaError) -> PictureInfo {
        let picture = try ParsedPicture(PictureBytes(bytes), limits: WorkLimits())
        let swaps = picture.orientation.swapsSides
        return PictureInfo(
            format: picture.format, width: swaps ? picture.height : picture.width,
            height: swaps ? picture.width : picture.height, hasAlpha: picture.hasAlpha)
    }

    /// Looks at the first bytes only: fails with `io` for what is no picture of a format that is read.
    @safe public static func recognize(_ bytes: UnsafeRawBufferPointer) throws(LaminaError) {
        try ParsedPicture.recognize(PictureBytes(bytes))
    }

    /// What to say of a file that ends too early.
    static func incomplete(_ kind: String, _ bytes: PictureBytes) -> LaminaError {
        LaminaError(.io, "the \(kind) is incomplete: it ends after \(bytes.count) bytes")
    }

    /// The picture in a file's bytes, its memory from `pool`, turned upright; of an animation the picture for
    /// readers without. Fails as `info` does, with `io` for a damaged one, and with `outOfMemory`; with
    /// `outOfRange` beyond `limits`, before there is memory for it. Without limits there is none but that of a bitmap.
    @safe public static func decode(
        _ bytes: UnsafeRawBufferPointer, pool: BitmapPool, limits: WorkLimits? = nil
    ) throws(LaminaError) -> Bitmap {
        let limits = limits ?? .unlimitedPictures
        let bytes = PictureBytes(bytes)
        let picture = try ParsedPicture(bytes, limits: limits)
        return try picture.decode(
            bytes, for: nil, turns: true, isPartial: false, pool: pool, limits: limits, watch: nil)
    }
}

extension StraightBytes {
    /// Turns bytes of red, green, blue and straight alpha into premultiplied words, in place; rounds as cairo does.
    static func premultiply(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
        for index in 0..<count {
            let straight = UInt32(bigEndian: unsafe pixels[index])
            let alpha = straight & 255
            let color = straight >> 8
            unsafe pixels[index] =
                alpha == 255 ? 0xff00_0000 | color : alpha << 24 | Pixel.multiply(color, alpha) & 0x00ff_ffff
        }
    }

    /// As `premultiply`, of colours that are premultiplied already; none may be more than its alpha.
    static func reorder(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
        for index in 0..<count {
            let word = UInt32(bigEndian: unsafe pixels[index])
            let alpha = word & 255
            let (red, green, blue) = (min(word >> 24, alpha), min(word >> 16 & 255, alpha), min(word >> 8 & 255, alpha))
            unsafe pixels[index] = alpha << 24 | red << 16 | green << 8 | blue
        }
    }

    /// As `premultiply`, of a picture that says it has no alpha: a WebP or QOI file may still hold some, which its
    /// format's own reader drops too.
    static func withoutAlpha(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
        for index in 0..<count { unsafe pixels[index] = 0xff00_0000 | UInt32(bigEndian: pixels[index]) >> 8 }
    }
}
