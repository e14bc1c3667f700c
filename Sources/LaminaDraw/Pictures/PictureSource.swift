public import LaminaGeometry
internal import LaminaLock

/// The room that a picture is for, in pixels: it is decoded in the size in which it is shown there, and never enlarged.
public struct PictureRoom: Hashable, Sendable {
    public enum Mode: Int32, Sendable {
        /// All of it is seen.
        case fit = 0
        /// All of the room is covered.
        case fill = 1
        /// The room's own sides.
        case exact = 2
    }

    public var width: Int
    public var height: Int
    public var mode: Mode

    /// Both at least 1.
    public init(width: Int, height: Int, mode: Mode = .fit) {
        self.width = width
        self.height = height
        self.mode = mode
    }

    /// What a picture of this size becomes. `grows`: also a larger one.
    public func size(_ width: Int, _ height: Int, grows: Bool = false) -> (width: Int, height: Int) {
        if mode == .exact {
            return grows ? (self.width, self.height) : (min(self.width, width), min(self.height, height))
        }
        let across = Double(self.width) / Double(width)
        let down = Double(self.height) / Double(height)
        let factor = mode == .fit ? min(across, down) : max(across, down)
        if factor >= 1 && !grows { return (width, height) }
        let most = grows ? PixelBuffer.maximumSide : max(width, height)
        func side(_ length: Int) -> Int { max(1, Int(min(Double(most), (Double(length) * factor).rounded()))) }
        return (side(width), side(height))
    }

    /// The middle of a picture that covers the room, with the room's size or, if it is smaller, its proportions; nil
    /// for all of it.
    func cover(_ width: Int, _ height: Int) -> PixelRect? {
        let factor = min(1, Double(width) / Double(self.width), Double(height) / Double(self.height))
        let across = max(1, min(width, Int((Double(self.width) * factor).rounded())))
        let down = max(1, min(height, Int((Double(self.height) * factor).rounded())))
        if across == width && down == height { return nil }
        return PixelRect(x: (width - across) / 2, y: (height - down) / 2, width: across, height: down)
    }
}

/// A picture file in memory, of which the headers are read and the pixels are decoded as often as they are wanted. Any
/// thread.
public final class PictureSource: Sendable {
    private let file: EncodedPicture
    private let picture: ParsedPicture
    private let limits: WorkLimits
    /// For messages.
    private let path: String?

    /// Copies the bytes. Fails as `PictureFile.info` does, with `outOfRange` beyond the limits, and with `outOfMemory`.
    @safe public convenience init(_ bytes: UnsafeRawBufferPointer, limits: WorkLimits = WorkLimits())
        throws(LaminaError)
    {
        try self.init(try EncodedPicture(copying: bytes), limits: limits)
    }

    /// The bytes of a file. Fails with `io` and the system's reason when it cannot be read, and as the other one.
    public convenience init(path: String, limits: WorkLimits = WorkLimits()) throws(LaminaError) {
        try self.init(EncodedPicture(try FileReading.read(path)), path, limits)
    }

    /// The same of a file in a folder, `path` being relative to it and leading nowhere else. What is said of others
    /// tells nothing of them.
    public convenience init(
        path: String, within folder: String, limits: WorkLimits = WorkLimits()
    ) throws(LaminaError) {
        try self.init(EncodedPicture(try FileReading.read(path, within: folder)), path, limits)
    }

    /// A file that is in memory.
    public convenience init(_ file: EncodedPicture, limits: WorkLimits) throws(LaminaError) {
        try self.init(file, nil, limits)
    }

    private init(_ file: EncodedPicture, _ path: String?, _ limits: WorkLimits) throws(LaminaError) {
        self.file = file
        self.limits = limits
        self.path = path
        do throws(LaminaError) {
            picture = try ParsedPicture(PictureBytes(file.bytes), limits: limits)
            try limits.checkFrames(picture.frames.count)
        } catch {
            throw Self.named(error, path)
        }
    }

    private static func named(_ error: LaminaError, _ path: String?) -> LaminaError {
        path.map { LaminaError(error.code, "'\($0)': \(error.message)") } ?? error
    }

    private var bytes: PictureBytes { PictureBytes(file.bytes) }

    public var format: PictureFormat { picture.format }
    /// Pixels, as the picture is shown: turned upright.
    public var width: Int { picture.orientation.swapsSides ? picture.height : picture.width }
    public var height: Int { picture.orientation.swapsSides ? picture.width : picture.height }
    public var orientation: PictureOrientation { picture.orientation }
    /// Whether pixels may be transparent.
    public var hasAlpha: Bool { picture.hasAlpha }
    /// Those of an animation, and the only one of a GIF or WebP that could be one.
    public var frames: [PictureFrame] { picture.frames }
    public var isAnimated: Bool { picture.frames.count > 1 }
    /// How often the frames are played; 0 for ever.
    public var plays: Int { picture.plays }
    /// Whether it has no pixels of its own: it is drawn in any size.
    public var isScalable: Bool { picture.isScalable }
    /// The bytes of the file.
    public var byteCount: Int { file.bytes.count }

    /// Where scans of a progressive JPEG end: a part of the file up to there is the picture in less detail. Empty for
    /// others.
    public var scanEnds: [Int] {
        guard case .jpeg(let jpeg) = picture.detail, jpeg.isProgressive else { return [] }
        return JPEGFile.scanEnds(bytes)
    }

    /// The picture in the size for a room, or in its own, turned upright unless `turns` is false. Of an animation the
    /// picture for readers without: of a PNG its own, of others the first frame. `isPartial`: of a file that ends
    /// early, or is damaged farther on, what is there.
    ///
    /// Fails with `io` for a damaged or incomplete file, with `outOfRange` beyond the limits before there is memory for
    /// it, with `outOfMemory`, and as `watch` does.
    public func decode(
        for room: PictureRoom? = nil, turns: Bool = true, isPartial: Bool = false, pool: BitmapPool,
        watch: DecodingWatch? = nil
    ) throws(LaminaError) -> Bitmap {
        do throws(LaminaError) {
            return try picture.decode(
                bytes, for: room, turns: turns, isPartial: isPartial, pool: pool, limits: limits, watch: watch)
        } catch {
            throw Self.named(error, path)
        }
    }

    /// To draw the frames of an animation one after another.
    public func makeFrames(
        for room: PictureRoom? = nil, turns: Bool = true, pool: BitmapPool
    ) throws(LaminaError) -> PictureFrames {
        try limits.checkPicture(width: picture.width, height: picture.height)
        return PictureFrames(self, picture, file, room, turns: turns, limits, pool)
    }
}

extension ParsedPicture {
    /// See `PictureSource.decode`.
    func decode(
        _ bytes: PictureBytes, for room: PictureRoom?, turns: Bool, isPartial: Bool, pool: BitmapPool,
        limits: WorkLimits, watch: DecodingWatch?
    ) throws(LaminaError) -> Bitmap {
        let size = storedSize(for: room, turns: turns)
        try limits.check(self, shownAs: size)
        let watch = watch ?? DecodingWatch(microseconds: limits.pictureMicroseconds)
        let bitmap = try decodeStill(bytes, size: size, isPartial: isPartial, pool: pool, watch: watch)
        return turns ? try orientation.turned(bitmap, pool: pool) : bitmap
    }

    /// What the stored picture becomes for a room that it is shown in upright.
    func storedSize(for room: PictureRoom?, turns: Bool) -> (width: Int, height: Int) {
        guard let room else { return (width, height) }
        if !turns || !orientation.swapsSides { return room.size(width, height, grows: isScalable) }
        let shown = room.size(height, width)
        return (shown.height, shown.width)
    }
}

extension WorkLimits {
    /// Fails for a picture of too many pixels: those that are decoded to be shown, and those that the file has.
    func check(_ picture: ParsedPicture, shownAs size: (width: Int, height: Int)) throws(LaminaError) {
        let shown = picture.needsAllPixels ? (picture.width, picture.height) : size
        try checkPicture(width: shown.0, height: shown.1)
        try checkPictureSource(width: picture.width, height: picture.height)
    }
}

extension ParsedPicture {
    /// Whether it has no pixels of its own: it is drawn in any size.
    var isScalable: Bool { format == .svg || format == .lottie }

    /// Whether all pixels of the file stand in memory while a smaller picture is made of them.
    fileprivate var needsAllPixels: Bool {
        switch detail {
        case .png(let file): file.isInterlaced
        case .jpeg(let file): file.isProgressive
        case .webp(let file): file.isAnimated
        case .gif: true
        case .heif, .jxl: true
        case .qoi, .svg, .lottie: false
        }
    }
}
