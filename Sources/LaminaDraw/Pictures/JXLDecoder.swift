internal import CCodecs
internal import LaminaGeometry

/// What a JPEG XL says of itself.
struct JXLFile {
    /// Upright.
    let width: Int
    let height: Int
    let hasAlpha: Bool
    /// Those of an animation; empty for a picture.
    let frames: [PictureFrame]
    /// 0 for ever.
    let plays: Int
    fileprivate let isPremultiplied: Bool
    fileprivate let isGrey: Bool

    /// Fails with `unsupported` without libjxl, and with `io` for a file that ends before its size.
    init(_ bytes: PictureBytes, limits: WorkLimits) throws(LaminaError) {
        let reader = try JXLReader(bytes, events: LAMINA_JXL_BASIC_INFO)
        let watch = DecodingWatch(microseconds: limits.pictureMicroseconds)
        while try reader.advance(watch) != LAMINA_JXL_BASIC_INFO {}
        let info = try reader.info()
        let swaps = info.orientation >= 5
        (width, height) = (Int(swaps ? info.height : info.width), Int(swaps ? info.width : info.height))
        hasAlpha = info.alpha_bits > 0
        isPremultiplied = info.alpha_premultiplied != 0
        isGrey = info.color_channels == 1
        plays = info.have_animation != 0 ? Int(info.loops) : 1
        let side = PixelBuffer.maximumSide
        // One more than there may be tells that there are too many.
        let most = max(limits.pictureFrames, limits.pictureFrames &+ 1)
        frames =
            info.have_animation != 0 && width <= side && height <= side
            ? try Self.frames(bytes, info, width, height, atMost: most, watch)
            : []
    }

    /// Goes through a file without drawing. One that ends early has the frames that begin in it.
    private static func frames(
        _ bytes: PictureBytes, _ info: lamina_jxl_info, _ width: Int, _ height: Int, atMost most: Int,
        _ watch: DecodingWatch
    ) throws(LaminaError) -> [PictureFrame] {
        let reader = try JXLReader(bytes, events: LAMINA_JXL_FRAME)
        let tick = info.ticks > 0 ? 1000 * Double(info.seconds) / Double(info.ticks) : 0
        let rect = PixelRect(x: 0, y: 0, width: width, height: height)
        var frames: [PictureFrame] = []
        do throws(LaminaError) {
            while frames.count < most {
                guard try reader.advance(watch) == LAMINA_JXL_FRAME else { continue }
                frames.append(
                    PictureFrame(
                        rect: rect, milliseconds: Double(try reader.frameDuration()) * tick, disposal: .none,
                        blendsOver: false, data: 0..<0))
            }
        } catch {
            // So does the end.
            if error.code != .io { throw error }
        }
        return frames
    }
}

/// JPEG XL to pixels, by libjxl, which turns them upright and puts the frames of an animation together. For one thread
/// at a time.
final class JXLFrames: FrameReader {
    private let file: JXLFile
    private let bytes: PictureBytes
    private let whole: HeapBytes
    private var reader: JXLReader
    /// The frame that comes next.
    private var next = 0

    /// The bytes have to stay.
    init(_ bytes: PictureBytes, _ file: JXLFile) throws(LaminaError) {
        self.bytes = bytes
        self.file = file
        whole = try HeapBytes(capacity: file.width * file.height * 4)
        reader = try Self.makeReader(bytes)
    }

    private static func makeReader(_ bytes: PictureBytes) throws(LaminaError) -> JXLReader {
        try JXLReader(bytes, events: LAMINA_JXL_COLOR_ENCODING | LAMINA_JXL_FULL_IMAGE)
    }

    var byteCount: Int { whole.capacity }

    func draw(
        _ frame: Int, size: (width: Int, height: Int), pool: BitmapPool, watch: DecodingWatch
    ) throws(LaminaError) -> Bitmap {
        if frame < next - 1 { (reader, next) = (try Self.makeReader(bytes), 0) }
        while next <= frame {
            switch try reader.advance(watch) {
            case LAMINA_JXL_COLOR_ENCODING: reader.wantSRGB(isGrey: file.isGrey)
            case LAMINA_JXL_NEED_IMAGE_OUT_BUFFER: unsafe try reader.setRoom(whole.start, whole.capacity)
            case LAMINA_JXL_FULL_IMAGE: next += 1
            default: break
            }
        }
        let rows = try PictureRows(
            width: file.width, height: file.height, size: size,
            words: !file.hasAlpha ? .opaque : file.isPremultiplied ? .premultipliedBytes : .straight, pool: pool,
            watch: watch)
        for row in 0..<file.height {
            unsafe UnsafeMutableRawPointer(rows.room).copyMemory(
                from: whole.start + row * file.width * 4, byteCount: file.width * 4)
            try rows.endRow()
        }
        return rows.finish()
    }
}

/// A decoder of libjxl's.
@safe private final class JXLReader {
    /// The bytes that are handed over at a time, between which a decode can be given up.
    private static let step = 64 << 10

    private let jxl: lamina_jxl
    private let handle: OpaquePointer
    private let bytes: PictureBytes
    private var given = 0

    init(_ bytes: PictureBytes, events: Int) throws(LaminaError) {
        jxl = try JXLLibrary.find().functions
        guard let handle = jxl.create(nil) else { throw LaminaError.noCodecMemory(.jxl) }
        unsafe self.handle = handle
        self.bytes = bytes
        _ = unsafe jxl.subscribe_events(handle, Int32(events))
    }

    deinit { unsafe jxl.destroy(handle) }

    /// What the decoder comes to next. Fails at the end of the file.
    func advance(_ watch: DecodingWatch) throws(LaminaError) -> Int {
        while true {
            try watch.check()
            switch unsafe Int(jxl.process_input(handle)) {
            case LAMINA_JXL_ERROR: throw LaminaError(.io, "the JPEG XL picture is damaged")
            case LAMINA_JXL_NEED_MORE_INPUT:
                given -= unsafe jxl.release_input(handle)
                let part = bytes.part(given..<min(bytes.count, given + Self.step))
                if part.count == 0 || given + part.count == lastEnd { throw PictureFile.incomplete("JPEG XL", bytes) }
                let start = unsafe part.raw.baseAddress?.assumingMemoryBound(to: UInt8.self)
                _ = unsafe jxl.set_input(handle, start, part.count)
                given += part.count
                lastEnd = given
                if given == bytes.count { unsafe jxl.close_input(handle) }
            case LAMINA_JXL_SUCCESS: throw LaminaError(.io, "the JPEG XL has no more pictures")
            case let event: return event
            }
        }
    }

    /// Up to where bytes were given the last time: a decoder that asks for more without more being there has none.
    private var lastEnd = -1

    func info() throws(LaminaError) -> lamina_jxl_info {
        var info = lamina_jxl_info()
        guard unsafe jxl.get_basic_info(handle, &info) == 0 else {
            throw LaminaError(.io, "the JPEG XL picture is damaged")
        }
        return info
    }

    /// In ticks.
    func frameDuration() throws(LaminaError) -> UInt32 {
        var frame = lamina_jxl_frame()
        guard unsafe jxl.get_frame_header(handle, &frame) == 0 else {
            throw LaminaError(.io, "the JPEG XL picture is damaged")
        }
        return frame.duration
    }

    /// A wish: pictures that are stored without loss in other colours stay in them.
    func wantSRGB(isGrey: Bool) {
        var colors = lamina_jxl_srgb(isGrey)
        _ = unsafe jxl.set_preferred_color_profile(handle, &colors)
    }

    func setRoom(_ pixels: UnsafeMutablePointer<UInt8>, _ count: Int) throws(LaminaError) {
        var format = lamina_jxl_format(channels: 4, type: 2, endianness: 0, align: 0)
        guard unsafe jxl.set_image_out_buffer(handle, &format, pixels, count) == 0 else {
            throw LaminaError(.io, "the JPEG XL picture is damaged: it is not as large as it says")
        }
    }
}
