internal import LaminaGeometry

/// What a picture file says of itself, whatever its format: everything but its pixels.
struct ParsedPicture {
    enum Detail {
        case png(PNGFile)
        case jpeg(JPEGFile)
        case webp(WebPFile)
        case gif(GIFFile)
        case qoi
        case svg
        case heif
        case jxl(JXLFile)
        case lottie
    }

    let detail: Detail
    let format: PictureFormat
    /// As stored, before it is turned.
    let width: Int
    let height: Int
    let hasAlpha: Bool
    var orientation = PictureOrientation.upright
    var frames: [PictureFrame] = []
    /// 0 for ever.
    var plays = 1

    /// Fails with `io` for bytes that do not begin as a picture of a format that is read.
    static func recognize(_ bytes: PictureBytes) throws(LaminaError) {
        _ = try format(of: bytes)
    }

    private static func format(of bytes: PictureBytes) throws(LaminaError) -> PictureFormat {
        if bytes.begins([0x89, 0x50, 0x4e, 0x47]) { return .png }
        if bytes.begins([0xff, 0xd8, 0xff]) { return .jpeg }
        if bytes.says("RIFF", at: 0) { return .webp }
        if bytes.says("GIF87a", at: 0) || bytes.says("GIF89a", at: 0) { return .gif }
        if bytes.says("qoif", at: 0) { return .qoi }
        if bytes.begins([0xff, 0x0a]) || bytes.says("JXL \r\n", at: 4) && bytes.big32(0) == 12 { return .jxl }
        if let format = bytes.brand { return format }
        if SVGReader.recognizes(bytes) { return .svg }
        if LottieFile.recognizes(bytes) { return .lottie }
        if bytes.count == 0 { throw LaminaError(.io, "there are no bytes, where those of a picture should be") }
        throw LaminaError(
            .io, "these bytes are not a PNG, JPEG, WebP, GIF, QOI, SVG, AVIF, HEIF, JPEG XL or Lottie picture")
    }

    /// Reads the headers. Fails with `io` for what is no picture of a format that is read, with `outOfRange` for one
    /// of more than 32767 pixels a side or 1 GiB.
    init(_ bytes: PictureBytes, limits: WorkLimits) throws(LaminaError) {
        format = try Self.format(of: bytes)
        switch format {
        case .png:
            let file = try PNGFile(bytes)
            (detail, width, height, hasAlpha) = (.png(file), file.width, file.height, file.hasAlpha)
            (orientation, frames, plays) = (file.orientation, file.frames, file.plays)
        case .jpeg:
            let file = try JPEGFile(bytes)
            (detail, width, height, hasAlpha) = (.jpeg(file), file.width, file.height, false)
            orientation = file.orientation
        case .webp:
            let file = try WebPFile(bytes)
            (detail, width, height, hasAlpha) = (.webp(file), file.width, file.height, file.hasAlpha)
            (orientation, frames, plays) = (file.orientation, file.frames, file.plays)
        case .gif:
            let file = try GIFFile(bytes, maximumFrames: max(limits.pictureFrames, limits.pictureFrames &+ 1))
            (detail, width, height, hasAlpha) = (.gif(file), file.width, file.height, true)
            (frames, plays) = (file.frames, file.plays)
        case .svg:
            (detail, (width, height), hasAlpha) = (.svg, try SVGReader(bytes).size, true)
        case .avif, .heif:
            let file = try HEIFReader(bytes, format)
            (detail, width, height, hasAlpha) = (.heif, file.width, file.height, file.hasAlpha)
        case .jxl:
            let file = try JXLFile(bytes, limits: limits)
            (detail, width, height, hasAlpha) = (.jxl(file), file.width, file.height, file.hasAlpha)
            (frames, plays) = (file.frames, file.plays)
        case .lottie:
            _ = try LottieLibrary.find()
            let file = try LottieFile(bytes, limits: limits)
            (detail, width, height, hasAlpha) = (.lottie, file.width, file.height, true)
            // It says nothing of how often; all that play it do so for ever.
            (frames, plays) = (file.frames, 0)
        case .qoi, .raw:
            if bytes.count < 14 { throw PictureFile.incomplete("QOI picture", bytes) }
            (detail, width, height, hasAlpha) = (.qoi, bytes.big32(4), bytes.big32(8), bytes[12] != 3)
        }
        try checkSize()
    }

    private func checkSize() throws(LaminaError) {
        let side = PixelBuffer.maximumSide
        if width < 1 || height < 1 {
            throw LaminaError(
                .io, "the picture is incomplete or damaged: its header specifies \(width) x \(height) pixels")
        }
        guard width <= side, height <= side, width * height <= BitmapPool.maximumBitmapBytes / 4 else {
            throw LaminaError(
                .outOfRange,
                "the picture has \(width) x \(height) pixels; the limits are \(side) a side and 1 GiB decoded")
        }
    }

    /// The picture that a reader without animations shows, as stored: of a PNG its own, of others the first frame.
    func decodeStill(
        _ bytes: PictureBytes, size: (width: Int, height: Int), isPartial: Bool, pool: BitmapPool, watch: DecodingWatch
    ) throws(LaminaError) -> Bitmap {
        switch detail {
        case .png(let file):
            let rows = try PictureRows(
                width: width, height: height, size: size, words: PNGDecoder.words(file), pool: pool, watch: watch,
                cleared: isPartial)
            do throws(LaminaError) {
                try PNGDecoder.decode(bytes, file, from: file.pixels, into: rows, isPartial: isPartial, pool: pool)
            } catch {
                if !isPartial || error.code != .io { throw error }
            }
            return rows.finish()
        case .jpeg(let file):
            return try JPEGDecoder.decode(
                bytes, file, size: size, isPartial: isPartial, pool: pool, watch: watch)
        case .webp(let file) where !file.isAnimated:
            // libwebp is content when it has what it needs of the last bytes.
            if file.isCut && !isPartial { throw PictureFile.incomplete("WebP", bytes) }
            return try WebPDecoder.decode(
                bytes, width: width, height: height, hasAlpha: hasAlpha, size: size, isPartial: isPartial, pool: pool,
                watch: watch)
        case .qoi:
            let rows = try PictureRows(
                width: width, height: height, size: size, words: hasAlpha ? .straight : .opaque, pool: pool,
                watch: watch, cleared: isPartial)
            do throws(LaminaError) {
                try QOIDecoder.decode(bytes, into: rows)
            } catch {
                if !isPartial || error.code != .io { throw error }
            }
            return rows.finish()
        case .svg: return try SVGReader(bytes).draw(size: size, pool: pool, watch: watch)
        case .heif: return try HEIFReader(bytes, format).decode(size: size, pool: pool, watch: watch)
        case .lottie: return try LottieReader(bytes).draw(0, size: size, pool: pool, watch: watch)
        case .jxl(let file): return try JXLFrames(bytes, file).draw(0, size: size, pool: pool, watch: watch)
        case .webp, .gif:
            var frames = FrameCanvas(self, pool: pool)
            try frames.advance(bytes, watch: watch)
            return try frames.picture(size: size)
        }
    }
}

extension PictureBytes {
    /// What a file of boxes is (ISO 14496-12, 4.3), as far as it is a picture: its own brand, or one that it is
    /// compatible with.
    fileprivate var brand: PictureFormat? {
        guard says("ftyp", at: 4) else { return nil }
        var isHEIF = false
        for at in [8] + stride(from: 16, to: min(big32(0), count, 256), by: 4) {
            if says("avif", at: at) || says("avis", at: at) { return .avif }
            if ["heic", "heix", "heim", "heis", "mif1", "hevc"].contains(where: { says($0, at: at) }) { isHEIF = true }
        }
        return isHEIF ? .heif : nil
    }
}
