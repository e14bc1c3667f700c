public import LaminaGeometry

/// How a picture is written.
public enum PictureFormat: Int32, Sendable {
    case png = 0
    case jpeg = 1
    case webp = 2
    case qoi = 3
    /// Rows of red, green, blue and straight alpha, a byte each, and nothing else.
    case raw = 4
    // These are read only.
    case gif = 5
    case svg = 6
    case avif = 7
    case heif = 8
    case jxl = 9
    case lottie = 10
}

/// How a picture is written, in detail.
public struct PictureEncoding: Sendable {
    public var format: PictureFormat
    /// 1...100, of JPEG and WebP.
    public var quality: Int32
    /// WebP only: exactly these pixels.
    public var isLossless: Bool
    /// What lies behind what is clear in a JPEG, which has no transparency.
    public var background: Color

    public init(_ format: PictureFormat, quality: Int32 = 85, isLossless: Bool = false, background: Color = .white) {
        self.format = format
        self.quality = quality
        self.isLossless = isLossless
        self.background = background
    }
}

/// Writing pictures. All functions may be called on any thread, on pixels that no other thread writes to.
public enum PictureFile {
    /// Calls `body` with the picture as the bytes of a file. Fails with `outOfRange` for a buffer without pixels or
    /// with more than the format takes, with `outOfMemory`, with `backend` when the format's library refuses, and as
    /// `body` does.
    @safe public static func encode<R: ~Copyable>(
        _ buffer: PixelBuffer, _ encoding: PictureEncoding, _ body: (UnsafeRawBufferPointer) throws(LaminaError) -> R
    ) throws(LaminaError) -> R {
        guard buffer.width > 0, buffer.height > 0 else {
            throw LaminaError(
                .outOfRange, "a picture needs at least one pixel; the buffer is \(buffer.width) x \(buffer.height)")
        }
        switch encoding.format {
        case .png:
            let file = try PNGEncoder.encode(buffer)
            return try unsafe body(file.bytes)
        case .jpeg:
            let file = try JPEGEncoder(buffer, encoding)
            return try unsafe body(file.bytes)
        case .webp:
            let file = try WebPEncoder(buffer, encoding)
            return try unsafe body(file.bytes)
        case .qoi:
            let file = try QOIEncoder.encode(buffer)
            return try unsafe body(file.bytes)
        case .raw:
            let file = try StraightBytes.rgba(buffer)
            return try unsafe body(file.bytes)
        case .gif, .svg, .avif, .heif, .jxl, .lottie:
            throw LaminaError(
                .unsupported,
                "\(encoding.format.name) files are read only; PNG, JPEG, WebP, QOI and raw pictures are written")
        }
    }

    /// Writes the picture to a file, which appears whole or not at all (see `PNG.write`).
    public static func write(_ buffer: PixelBuffer, _ encoding: PictureEncoding, to path: String) throws(LaminaError) {
        try encode(buffer, encoding) { (bytes) throws(LaminaError) in
            try FileReplacement.write(bytes, to: path)
        }
    }
}

extension StraightBytes {
    /// All pixels, row after row without gaps.
    static func rgba(_ buffer: PixelBuffer) throws(LaminaError) -> HeapBytes {
        let rowBytes = buffer.width * 4
        var result = try HeapBytes(capacity: rowBytes * buffer.height)
        for row in 0..<buffer.height {
            unsafe writeRGBA(
                buffer.words + row * buffer.wordStride, count: buffer.width, to: result.start + row * rowBytes)
        }
        result.count = rowBytes * buffer.height
        return result
    }
}
