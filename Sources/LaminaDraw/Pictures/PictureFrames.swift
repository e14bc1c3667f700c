public import LaminaGeometry

/// A library that draws each frame whole. For one thread at a time.
protocol FrameReader: AnyObject {
    func draw(
        _ frame: Int, size: (width: Int, height: Int), pool: BitmapPool, watch: DecodingWatch
    ) throws(LaminaError) -> Bitmap
    /// The memory between two frames, as far as it is known.
    var byteCount: Int { get }
}

/// The frames of an animation as they are shown, drawn one after another. For one thread at a time.
public final class PictureFrames {
    private let picture: ParsedPicture
    private let file: EncodedPicture
    private let limits: WorkLimits
    private let pool: BitmapPool
    private let size: (width: Int, height: Int)
    private let turns: Bool
    private var canvas: FrameCanvas
    /// Of a format of which a library draws whole frames.
    private var reader: (any FrameReader)?

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
        if let reader = try wholeFrames() {
            do throws(LaminaError) {
                return try reader.draw(index, size: size, pool: pool, watch: watch)
            } catch {
                self.reader = nil
                throw error
            }
        }
        if index < canvas.next - 1 { canvas.rewind() }
        while canvas.next <= index { try advance(watch) }
        let bitmap = try canvas.picture(size: size)
        return turns ? try picture.orientation.turned(bitmap, pool: pool) : bitmap
    }

    private func wholeFrames() throws(LaminaError) -> (any FrameReader)? {
        if let reader { return reader }
        switch picture.detail {
        case .lottie: reader = try LottieReader(PictureBytes(file.bytes))
        case .jxl(let jxl): reader = try JXLFrames(PictureBytes(file.bytes), jxl)
        default: break
        }
        return reader
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
        reader = nil
    }

    /// The memory of the canvas.
    public var byteCount: Int { canvas.byteCount + (reader?.byteCount ?? 0) }
}
