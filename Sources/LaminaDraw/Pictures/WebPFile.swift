internal import CWebP
internal import LaminaGeometry

/// What the chunks of a WebP say (the container specification). The chunks of an animation are read by ourselves;
/// libwebp reads the frames.
struct WebPFile {
    let width: Int
    let height: Int
    let hasAlpha: Bool
    let isAnimated: Bool
    private(set) var frames: [PictureFrame] = []
    private(set) var plays = 1
    private(set) var orientation = PictureOrientation.upright
    /// Whether it ends within a chunk.
    private(set) var isCut = false

    /// Fails with `io` for what is no WebP, or ends before its size.
    init(_ bytes: PictureBytes) throws(LaminaError) {
        var features = WebPBitstreamFeatures()
        let status = unsafe WebPGetFeatures(
            bytes.raw.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, &features)
        guard status == VP8_STATUS_OK else { throw LaminaError(.io, "the WebP is damaged or incomplete") }
        (width, height) = (Int(features.width), Int(features.height))
        isAnimated = features.has_animation != 0
        hasAlpha = features.has_alpha != 0 || isAnimated
        if bytes.says("VP8X", at: 12) {
            readChunks(bytes)
        } else {
            isCut = 20 + bytes.little32(16) > bytes.count
        }
    }

    private mutating func readChunks(_ bytes: PictureBytes) {
        // What stands behind is no part of the file.
        let end = min(bytes.count, 8 + bytes.little32(4))
        var at = 12
        while at + 8 <= end {
            let length = bytes.little32(at + 4)
            let body = at + 8..<at + 8 + length
            if body.upperBound > bytes.count {
                isCut = true
                return
            }
            if isAnimated, bytes.says("ANIM", at: at), length >= 6 {
                plays = bytes.little16(at + 12)
            } else if isAnimated, bytes.says("ANMF", at: at) {
                guard readFrame(bytes, body) else {
                    isCut = true
                    return
                }
            } else if bytes.says("EXIF", at: at), orientation == .upright {
                orientation = PictureOrientation(exif: bytes.part(body))
            }
            at = body.upperBound + length & 1
        }
    }

    /// False for a frame that is none: those before it are shown.
    private mutating func readFrame(_ bytes: PictureBytes, _ body: Range<Int>) -> Bool {
        let at = body.lowerBound
        guard body.count > 16 + 8 else { return false }
        let rect = PixelRect(
            x: 2 * bytes.little24(at), y: 2 * bytes.little24(at + 3), width: bytes.little24(at + 6) + 1,
            height: bytes.little24(at + 9) + 1)
        if rect.maxX > width || rect.maxY > height { return false }
        let flags = bytes[at + 15]
        frames.append(
            PictureFrame(
                rect: rect, milliseconds: Double(bytes.little24(at + 12)),
                disposal: flags & 1 != 0 ? .background : .none, blendsOver: flags & 2 == 0,
                data: at + 16..<body.upperBound))
        return true
    }
}

/// WebP to pixels, by libwebp.
enum WebPDecoder {
    /// The bytes that are handed over at a time, between which a decode can be given up.
    private static let step = 64 << 10

    /// The picture, or a frame, in this size. A smaller one is scaled while it is decoded: of one without transparency
    /// only some rows are there at a time.
    static func decode(
        _ bytes: PictureBytes, width: Int, height: Int, hasAlpha: Bool, size: (width: Int, height: Int),
        isPartial: Bool, pool: BitmapPool, watch: DecodingWatch
    ) throws(LaminaError) -> Bitmap {
        let isScaled = size != (width, height)
        let bitmap = try pool.take(width: size.width, height: size.height, cleared: isPartial)
        try bitmap.withPixels { (pixels) throws(LaminaError) in
            var config = unsafe WebPDecoderConfig()
            guard unsafe WebPInitDecoderConfig(&config) != 0 else {
                throw LaminaError(.backend, "libwebp has another version than the one it was compiled with.")
            }
            unsafe config.options.use_scaling = isScaled ? 1 : 0
            unsafe config.options.scaled_width = Int32(size.width)
            unsafe config.options.scaled_height = Int32(size.height)
            // Straight where nothing is scaled, to be premultiplied as all other pictures are; else libwebp's own.
            unsafe config.output.colorspace = isScaled ? scaledMode : MODE_RGBA
            unsafe config.output.is_external_memory = 1
            unsafe config.output.u.RGBA.rgba = UnsafeMutableRawPointer(pixels.words).assumingMemoryBound(to: UInt8.self)
            unsafe config.output.u.RGBA.stride = Int32(pixels.stride)
            unsafe config.output.u.RGBA.size = pixels.stride * (pixels.height - 1) + pixels.width * 4
            unsafe try read(bytes, width, height, &config, isPartial: isPartial, watch)
            if isScaled { return }
            for row in 0..<pixels.height {
                let line = unsafe pixels.words + row * pixels.wordStride
                if hasAlpha {
                    unsafe StraightBytes.premultiply(line, count: pixels.width)
                } else {
                    unsafe StraightBytes.withoutAlpha(line, count: pixels.width)
                }
            }
        }
        bitmap.isOpaque = !hasAlpha || bitmap.withPixels { $0.isOpaque }
        if isScaled && !hasAlpha { bitmap.withPixels { $0.setOpaque() } }
        return bitmap
    }

    /// Premultiplied ARGB32.
    private static var scaledMode: WEBP_CSP_MODE { UInt32(1).littleEndian == 1 ? MODE_bgrA : MODE_Argb }

    private static func read(
        _ bytes: PictureBytes, _ width: Int, _ height: Int, _ config: UnsafeMutablePointer<WebPDecoderConfig>,
        isPartial: Bool, _ watch: DecodingWatch
    ) throws(LaminaError) {
        let data = unsafe bytes.raw.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let status = unsafe WebPGetFeatures(data, bytes.count, &config.pointee.input)
        guard status == VP8_STATUS_OK, unsafe Int(config.pointee.input.width) == width,
            unsafe Int(config.pointee.input.height) == height
        else { throw LaminaError(.io, "the WebP is damaged: a frame is not as large as it says") }
        guard let decoder = unsafe WebPIDecode(data, 0, config) else {
            throw LaminaError(.outOfMemory, "no memory for the decoder of a WebP")
        }
        defer { unsafe WebPIDelete(decoder) }
        var given = 0
        var state = VP8_STATUS_SUSPENDED
        while given < bytes.count && state == VP8_STATUS_SUSPENDED {
            try watch.check()
            given = min(bytes.count, given + step)
            state = unsafe WebPIUpdate(decoder, data, given)
        }
        if state == VP8_STATUS_OUT_OF_MEMORY { throw LaminaError(.outOfMemory, "no memory for the decoder of a WebP") }
        if state != VP8_STATUS_OK && !isPartial {
            throw LaminaError(.io, "the WebP is damaged or incomplete")
        }
    }
}
