internal import CTurboJPEG
internal import CWebP
internal import Glibc
public import LaminaGeometry

/// What the beginning of a picture's file says.
public struct PictureInfo: Equatable, Sendable {
    public let format: PictureFormat
    public let width: Int
    public let height: Int
    /// Whether pixels may be transparent.
    public let hasAlpha: Bool
}

extension PictureFile {
    /// What the beginning of the file says; nothing is decoded. Fails with `io` for what is no picture of a format that
    /// is read, with `outOfRange` for one of more than 32767 pixels a side or 1 GiB, and with `unsupported` for a
    /// moving one.
    @safe public static func info(_ bytes: UnsafeRawBufferPointer) throws(LaminaError) -> PictureInfo {
        let info = try unsafe read(bytes)
        let side = PixelBuffer.maximumSide
        if info.width < 1 || info.height < 1 {
            throw LaminaError(
                .io, "the picture is incomplete or damaged: its header specifies \(info.width) x \(info.height) pixels"
            )
        }
        guard 1...side ~= info.width, 1...side ~= info.height,
            info.width * info.height <= BitmapPool.maximumBitmapBytes / 4
        else {
            throw LaminaError(
                .outOfRange,
                "the picture has \(info.width) x \(info.height) pixels; the limits are \(side) a side and 1 GiB decoded"
            )
        }
        return info
    }

    private static func read(_ bytes: UnsafeRawBufferPointer) throws(LaminaError) -> PictureInfo {
        func begins(_ start: [UInt8]) -> Bool { unsafe bytes.starts(with: start) }
        func number(_ offset: Int) -> Int {
            unsafe Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self).bigEndian)
        }
        if begins([0x89, 0x50, 0x4e, 0x47]) {
            if bytes.count < 33 { throw unsafe incomplete("PNG", bytes) }
            try unsafe PNGDecoder.checkFirstChunk(bytes)
            let hasAlpha = unsafe bytes[25] == 4 || bytes[25] == 6 || PNGDecoder.hasClearColor(bytes)
            return PictureInfo(format: .png, width: number(16), height: number(20), hasAlpha: hasAlpha)
        }
        if begins(Array("qoif".utf8)) {
            if bytes.count < 14 { throw unsafe incomplete("QOI picture", bytes) }
            return PictureInfo(format: .qoi, width: number(4), height: number(8), hasAlpha: unsafe bytes[12] != 3)
        }
        if begins([0xff, 0xd8, 0xff]) { return try unsafe JPEGDecoder.info(bytes) }
        if begins(Array("RIFF".utf8)) { return try unsafe WebPDecoder.info(bytes) }
        throw LaminaError(.io, "these bytes are not a PNG, JPEG, WebP or QOI picture")
    }

    /// What to say of a file that ends too early.
    static func incomplete(_ kind: String, _ bytes: UnsafeRawBufferPointer) -> LaminaError {
        LaminaError(.io, "the \(kind) is incomplete: it ends after \(bytes.count) bytes")
    }

    /// As the other `decode`, from a file; fails with `io` and the system's reason when it cannot be read.
    public static func decode(
        path: String, pool: BitmapPool, limits: WorkLimits? = nil
    ) throws(LaminaError) -> Bitmap {
        try decode(try FileReading.read(path), path, pool, limits)
    }

    /// The same of a file in a folder, `path` being relative to it and leading nowhere else. What is said of others
    /// tells nothing of them.
    public static func decode(
        path: String, within folder: String, pool: BitmapPool, limits: WorkLimits? = nil
    ) throws(LaminaError) -> Bitmap {
        try decode(try FileReading.read(path, within: folder), path, pool, limits)
    }

    private static func decode(
        _ file: consuming HeapBytes, _ path: String, _ pool: BitmapPool, _ limits: WorkLimits?
    ) throws(LaminaError) -> Bitmap {
        do {
            return try decode(file.bytes, pool: pool, limits: limits)
        } catch {
            throw LaminaError(error.code, "'\(path)': \(error.message)")
        }
    }

    /// The picture in a file's bytes, its memory from `pool`. Fails as `info` does, with `io` for a damaged one, and
    /// with `outOfMemory`; with `outOfRange` beyond `limits`, before there is memory for it.
    @safe public static func decode(
        _ bytes: UnsafeRawBufferPointer, pool: BitmapPool, limits: WorkLimits? = nil
    ) throws(LaminaError) -> Bitmap {
        let info = try info(bytes)
        try limits?.checkPicture(width: info.width, height: info.height)
        if info.format == .png { return try PNG.decode(bytes, pool: pool) }
        let bitmap = try pool.take(width: info.width, height: info.height, cleared: false)
        try bitmap.withPixels { (pixels) throws(LaminaError) in
            switch info.format {
            case .jpeg: try unsafe JPEGDecoder.decode(bytes, into: pixels)
            case .webp: try unsafe WebPDecoder.decode(bytes, into: pixels)
            default: try unsafe QOIDecoder.decode(bytes, into: pixels)
            }
            // What the decoders leave are bytes in the order of RGBA.
            for row in 0..<pixels.height {
                let line = unsafe pixels.words + row * pixels.wordStride
                if info.hasAlpha {
                    unsafe StraightBytes.premultiply(line, count: pixels.width)
                } else {
                    unsafe StraightBytes.withoutAlpha(line, count: pixels.width)
                }
            }
            bitmap.isOpaque = !info.hasAlpha || pixels.isOpaque
        }
        return bitmap
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

    /// As `premultiply`, of a picture that says it has no alpha: a WebP or QOI file may still hold some, which its
    /// format's own reader drops too.
    static func withoutAlpha(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
        for index in 0..<count { unsafe pixels[index] = 0xff00_0000 | UInt32(bigEndian: pixels[index]) >> 8 }
    }
}

/// JPEG to pixels, by libjpeg-turbo.
enum JPEGDecoder {
    static func info(_ bytes: UnsafeRawBufferPointer) throws(LaminaError) -> PictureInfo {
        let decoder = try Decoder()
        return try unsafe decoder.info(bytes)
    }

    static func decode(_ bytes: UnsafeRawBufferPointer, into pixels: PixelBuffer) throws(LaminaError) {
        let decoder = try Decoder()
        _ = try unsafe decoder.info(bytes)
        // A file that repeats its picture thousands of times would take hours.
        let failed = unsafe tjDecompress2(
            decoder.handle, bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count),
            UnsafeMutableRawPointer(pixels.words).assumingMemoryBound(to: UInt8.self), Int32(pixels.width),
            Int32(pixels.stride), Int32(pixels.height), Int32(TJPF_RGBA.rawValue), TJFLAG_LIMITSCANS)
        if failed != 0 && !decoder.isHarmless { throw decoder.failure }
        // Of several complaints libjpeg says the first one only.
        if unsafe failed != 0 && !isWhole(bytes) { throw unsafe PictureFile.incomplete("JPEG", bytes) }
    }

    /// Whether the picture's own end follows its last part; a smaller picture in it, which has an end too, comes
    /// before.
    private static func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
        for at in stride(from: bytes.count - 2, through: 2, by: -1) where unsafe bytes[at] == 0xff {
            if unsafe bytes[at + 1] == 0xd9 { return true }
            if unsafe bytes[at + 1] == 0xda { return false }
        }
        return false
    }

    @safe private struct Decoder: ~Copyable {
        let handle: tjhandle

        init() throws(LaminaError) {
            guard let handle = unsafe tjInitDecompress() else {
                throw LaminaError(.outOfMemory, "no memory for the decoder of a JPEG")
            }
            unsafe self.handle = unsafe handle
        }

        deinit {
            _ = unsafe tjDestroy(handle)
        }

        /// Whether the last complaint is of something that leaves the picture as it was meant: a version of JFIF or a
        /// mark of Adobe's that is not known, or bytes too many between two segments. Other warnings (jerror.h) are of
        /// pixels that are not there.
        var isHarmless: Bool {
            guard unsafe tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue),
                let reason = unsafe tjGetErrorStr2(handle)
            else { return false }
            // Not contains(): for that Swift links its regular expressions, a megabyte.
            func says(_ words: String) -> Bool { unsafe strstr(reason, words) != nil }
            if says("JFIF revision") || says("Adobe color transform") { return true }
            // Before a restart marker they are part of the pixels.
            return says("extraneous bytes before marker 0x")
                && !(0xd0...0xd7).contains(Int(unsafe String(cString: reason).suffix(2), radix: 16) ?? 0xd0)
        }

        var failure: LaminaError {
            let reason = unsafe tjGetErrorStr2(handle).map { unsafe String(cString: $0) } ?? "no reason given"
            return LaminaError(.io, "the JPEG cannot be decoded: \(reason)")
        }

        func info(_ bytes: UnsafeRawBufferPointer) throws(LaminaError) -> PictureInfo {
            var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
            let failed = unsafe tjDecompressHeader3(
                handle, bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), &width, &height, &sampling,
                &space)
            // Of a file without a size it says that there is none, or nothing.
            if unsafe width < 1 && endsEarly(bytes) { throw unsafe PictureFile.incomplete("JPEG", bytes) }
            if failed != 0 && !isHarmless { throw failure }
            if space == Int32(TJCS_CMYK.rawValue) || space == Int32(TJCS_YCCK.rawValue) {
                throw LaminaError(.unsupported, "the JPEG has CMYK colours, which are not supported")
            }
            return PictureInfo(format: .jpeg, width: Int(width), height: Int(height), hasAlpha: false)
        }
    }
}

extension JPEGDecoder {
    /// Whether the file ends before the marker segment with its size does (ITU T.81, B.1.1 and B.2.2).
    fileprivate static func endsEarly(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var at = 2
        while at + 4 <= bytes.count {
            guard unsafe bytes[at] == 0xff else { return false }
            let marker = unsafe bytes[at + 1]
            switch marker {
            case 0xff: at += 1
            case 0x01, 0xd0...0xd8: at += 2
            case 0xd9, 0xda: return false
            default:
                unsafe at += 2 + Int(bytes[at + 2]) * 256 + Int(bytes[at + 3])
                let isFrame = 0xc0...0xcf ~= marker && marker != 0xc4 && marker != 0xc8 && marker != 0xcc
                if isFrame { return at > bytes.count }
            }
        }
        return true
    }
}

/// WebP to pixels, by libwebp.
enum WebPDecoder {
    static func info(_ bytes: UnsafeRawBufferPointer) throws(LaminaError) -> PictureInfo {
        var features = WebPBitstreamFeatures()
        let status = unsafe WebPGetFeatures(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &features)
        guard status == VP8_STATUS_OK else { throw LaminaError(.io, "the WebP is damaged or incomplete") }
        if features.has_animation != 0 {
            throw LaminaError(.unsupported, "the WebP is animated; only still pictures are supported")
        }
        return PictureInfo(
            format: .webp, width: Int(features.width), height: Int(features.height), hasAlpha: features.has_alpha != 0)
    }

    static func decode(_ bytes: UnsafeRawBufferPointer, into pixels: PixelBuffer) throws(LaminaError) {
        let target = unsafe UnsafeMutableRawPointer(pixels.words).assumingMemoryBound(to: UInt8.self)
        let size = pixels.stride * (pixels.height - 1) + pixels.width * 4
        let decoded = unsafe WebPDecodeRGBAInto(
            bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, target, size, Int32(pixels.stride))
        if unsafe decoded == nil { throw LaminaError(.io, "the WebP is damaged or incomplete") }
    }
}

/// QOI to pixels, as the format's page describes it.
enum QOIDecoder {
    static func decode(_ bytes: UnsafeRawBufferPointer, into pixels: PixelBuffer) throws(LaminaError) {
        var seen = [UInt32](repeating: 0, count: 64)
        var pixel: UInt32 = 255
        var run = 0
        var at = 14
        func next() throws(LaminaError) -> UInt32 {
            guard at < bytes.count else { throw unsafe PictureFile.incomplete("QOI picture", bytes) }
            at += 1
            return unsafe UInt32(bytes[at - 1])
        }
        func add(_ red: UInt32, _ green: UInt32, _ blue: UInt32) {
            let sums = (pixel >> 24 &+ red, pixel >> 16 &+ green, pixel >> 8 &+ blue)
            pixel = (sums.0 & 255) << 24 | (sums.1 & 255) << 16 | (sums.2 & 255) << 8 | pixel & 255
        }
        for row in 0..<pixels.height {
            let line = unsafe pixels.words + row * pixels.wordStride
            for column in 0..<pixels.width {
                if run > 0 {
                    run -= 1
                } else {
                    let tag = try next()
                    switch tag {
                    case 0xfe: pixel = try next() << 24 | next() << 16 | next() << 8 | pixel & 255
                    case 0xff: pixel = try next() << 24 | next() << 16 | next() << 8 | next()
                    case 0x00..<0x40: pixel = seen[Int(tag)]
                    case 0x40..<0x80: add((tag >> 4 & 3) &- 2, (tag >> 2 & 3) &- 2, (tag & 3) &- 2)
                    case 0x80..<0xc0:
                        let more = try next()
                        let green = (tag & 63) &- 32
                        add(green &+ (more >> 4) &- 8, green, green &+ (more & 15) &- 8)
                    default: run = Int(tag & 63)
                    }
                    let (r, g, b, a) = (pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
                    seen[Int((r * 3 + g * 5 + b * 7 + a * 11) % 64)] = pixel
                }
                unsafe line[column] = pixel.bigEndian
            }
        }
        // Eight bytes mark the end.
        guard at + 8 <= bytes.count else { throw unsafe PictureFile.incomplete("QOI picture", bytes) }
    }
}
