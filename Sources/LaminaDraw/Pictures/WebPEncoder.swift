internal import CWebP
internal import LaminaGeometry

/// Pixels to WebP, by libwebp.
@safe struct WebPEncoder: ~Copyable {
    private let start: UnsafeMutablePointer<UInt8>
    private let count: Int

    deinit {
        unsafe WebPFree(start)
    }

    /// The file, valid as long as its owner.
    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: start, count: count) }

    init(_ buffer: PixelBuffer, _ encoding: PictureEncoding) throws(LaminaError) {
        let limit = Int(WEBP_MAX_DIMENSION)
        guard buffer.width <= limit, buffer.height <= limit else {
            throw LaminaError(
                .outOfRange,
                "\(buffer.width) x \(buffer.height) pixels are too many for a WebP: \(limit) a side at most")
        }
        let pixels = try StraightBytes.rgba(buffer)
        let (width, height, stride) = (Int32(buffer.width), Int32(buffer.height), Int32(buffer.width * 4))
        var file: UnsafeMutablePointer<UInt8>?
        let size =
            encoding.isLossless
            ? unsafe WebPEncodeLosslessRGBA(pixels.start, width, height, stride, &file)
            : unsafe WebPEncodeRGBA(
                pixels.start, width, height, stride, Float(min(max(encoding.quality, 1), 100)), &file)
        guard size > 0, let file = unsafe file else {
            unsafe WebPFree(file)
            throw LaminaError(.outOfMemory, "the WebP cannot be written; memory has probably run out")
        }
        unsafe start = unsafe file
        count = size
    }
}
