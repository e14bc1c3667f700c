public import LaminaGeometry

/// The frames of an animation as they are shown, drawn one after another. For one thread at a time.
public final class PictureFrames {
    private let picture: ParsedPicture
    private let file: EncodedPicture
    private let limits: WorkLimits
    private let pool: BitmapPool
    private let size: (width: Int, height: Int)
    private let turns: Bool
    private var canvas: FrameCanvas
    /// Of a Lottie file, which draws each frame by itself.
    private var lottie: LottieReader?

    init(
        _ source: PictureSource, _ picture: ParsedPicture, _ file: EncodedPicture, _ room: PictureRoom?, turns: Bool,
        _ limits: WorkLimits, _ pool: BitmapPool
    ) {
        self.picture = picture
        self.file = file
        self.limits = limits
        self.pool = pool
        self.turns = turns
        size = picture.storedSize(for: room, turns: turns)
        canvas = FrameCanvas(picture, pool: pool)
    }

    public var count: Int { picture.frames.count }

    /// Frame `index` (below `count`) as it is shown. The next one costs its own pixels, any other the frames from the
    /// first one on, unless the file is a Lottie. Fails as `PictureSource.decode` does.
    public func draw(_ index: Int, watch: DecodingWatch? = nil) throws(LaminaError) -> Bitmap {
        precondition(index >= 0 && index < count)
        let watch = watch ?? DecodingWatch(microseconds: limits.pictureMicroseconds)
        if case .lottie = picture.detail { return try drawLottie(index, watch) }
        if index < canvas.next - 1 { canvas.rewind() }
        while canvas.next <= index { try advance(watch) }
        let bitmap = try canvas.picture(size: size)
        return turns ? try picture.orientation.turned(bitmap, pool: pool) : bitmap
    }

    private func drawLottie(_ index: Int, _ watch: DecodingWatch) throws(LaminaError) -> Bitmap {
        let reader: LottieReader
        if let lottie { reader = lottie } else { reader = try LottieReader(PictureBytes(file.bytes)) }
        lottie = reader
        return try reader.draw(index, size: size, pool: pool, watch: watch)
    }

    private func advance(_ watch: DecodingWatch) throws(LaminaError) {
        do throws(LaminaError) {
            try canvas.advance(PictureBytes(file.bytes), watch: watch)
        } catch {
            // What was drawn of it, or taken away for it, is no frame.
            canvas.rewind()
            throw error
        }
    }

    /// Gives up the canvas, to be drawn anew from the first frame.
    public func rewind() {
        canvas.rewind()
        lottie = nil
    }

    /// The memory of the canvas.
    public var byteCount: Int { canvas.byteCount }
}
