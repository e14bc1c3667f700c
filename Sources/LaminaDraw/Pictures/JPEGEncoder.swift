internal import CTurboJPEG
internal import LaminaGeometry

/// Pixels to JPEG, by libjpeg-turbo. Its TurboJPEG interface returns failures; libjpeg's own would jump over Swift's
/// frames.
@safe struct JPEGEncoder: ~Copyable {
    private let start: UnsafeMutablePointer<UInt8>
    private let count: Int

    deinit {
        unsafe tjFree(start)
    }

    /// The file, valid as long as its owner.
    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: start, count: count) }

    /// Colour at half the resolution below quality 90, as is usual; from there on at full.
    init(_ buffer: PixelBuffer, _ encoding: PictureEncoding) throws(LaminaError) {
        let opaque = try Self.opaque(buffer, over: encoding.background)
        guard let compressor = unsafe tjInitCompress() else {
            throw LaminaError(.outOfMemory, "no memory for the compressor of a JPEG")
        }
        defer { unsafe tjDestroy(compressor) }
        var file: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        let sampling = encoding.quality < 90 ? TJSAMP_420 : TJSAMP_444
        let failed = unsafe tjCompress2(
            compressor, opaque.start, Int32(buffer.width), Int32(buffer.width * 4), Int32(buffer.height),
            Int32(TJPF_RGBX.rawValue), &file, &size, Int32(sampling.rawValue), min(max(encoding.quality, 1), 100), 0)
        guard failed == 0, let file = unsafe file else {
            unsafe tjFree(file)
            let reason = unsafe tjGetErrorStr2(compressor).map { unsafe String(cString: $0) } ?? "no reason given"
            throw LaminaError(.backend, "the JPEG cannot be written: \(reason)")
        }
        unsafe start = unsafe file
        count = Int(size)
    }

    /// Rows of red, green, blue and 255, over a background where they are not opaque.
    private static func opaque(_ buffer: PixelBuffer, over background: Color) throws(LaminaError) -> HeapBytes {
        var color = background
        color.alpha = 1
        let ground = color.pixel
        let result = try HeapBytes(capacity: buffer.width * buffer.height * 4)
        let words = unsafe UnsafeMutableRawPointer(result.start)
        for row in 0..<buffer.height {
            let pixels = unsafe buffer.words + row * buffer.wordStride
            for column in 0..<buffer.width {
                let pixel = unsafe Pixel.over(pixels[column], ground)
                unsafe words.storeBytes(
                    of: (pixel << 8 | 255).bigEndian, toByteOffset: (row * buffer.width + column) * 4, as: UInt32.self)
            }
        }
        return result
    }
}
