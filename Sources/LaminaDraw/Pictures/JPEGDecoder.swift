internal import CJPEG
internal import LaminaGeometry

/// JPEG to pixels, by libjpeg-turbo, row by row; smaller ones in its transform: an eighth of each side takes one of 64
/// numbers.
enum JPEGDecoder {
    /// How much of the sides is decoded so that they are as long as is wanted at least. Other shares than these take
    /// longer than twice as many pixels do.
    static func eighths(_ width: Int, _ height: Int, for size: (width: Int, height: Int)) -> Int {
        for eighths in [1, 2, 4]
        where (width * eighths + 7) / 8 >= size.width && (height * eighths + 7) / 8 >= size.height {
            return eighths
        }
        return 8
    }

    /// The picture in this size. `isPartial`: what there is of a file that ends early, or is damaged.
    static func decode(
        _ bytes: PictureBytes, _ file: JPEGFile, size: (width: Int, height: Int), isPartial: Bool, pool: BitmapPool,
        watch: DecodingWatch
    ) throws(LaminaError) -> Bitmap {
        // Each block of 64 pixels takes a bit at least. All coefficients of a picture in scans have to stand in memory:
        // there is none for what cannot be there.
        if !isPartial, file.width * file.height / 64 > bytes.count * 8 {
            throw PictureFile.incomplete("JPEG", bytes)
        }
        let reader = try JPEGReader(bytes, watch)
        guard reader.width == file.width, reader.height == file.height else {
            throw LaminaError(.io, "the JPEG is damaged: it has more than one size")
        }
        try reader.start(eighths: eighths(file.width, file.height, for: size))
        let rows = try PictureRows(
            width: reader.shownWidth, height: reader.shownHeight, size: size, words: .premultiplied, pool: pool,
            watch: watch, cleared: isPartial)
        for _ in 0..<rows.height {
            unsafe try reader.read(to: rows.room, width: rows.width)
            try rows.endRow()
        }
        if !isPartial { try reader.finish() }
        return rows.finish()
    }
}

/// A decoder of libjpeg's.
@safe private final class JPEGReader {
    private let memory: HeapBytes
    private let watch: DecodingWatch

    private var handle: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(memory.start) }

    init(_ bytes: PictureBytes, _ watch: DecodingWatch) throws(LaminaError) {
        memory = try HeapBytes(capacity: lamina_jpeg_memory_size())
        self.watch = watch
        let status = unsafe lamina_jpeg_begin(
            handle, bytes.raw.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count,
            { context in
                guard let context = unsafe context else { return false }
                return unsafe Unmanaged<JPEGReader>.fromOpaque(context).takeUnretainedValue().watch.mustStop
            }, Unmanaged.passUnretained(self).toOpaque())
        if status < 0 { throw failure(bytes) }
        self.bytes = bytes.count
    }

    deinit { unsafe lamina_jpeg_end(handle) }

    private var bytes = 0

    var width: Int { unsafe Int(lamina_jpeg_width(handle)) }
    var height: Int { unsafe Int(lamina_jpeg_height(handle)) }
    var shownWidth: Int { unsafe Int(lamina_jpeg_shown_width(handle)) }
    var shownHeight: Int { unsafe Int(lamina_jpeg_shown_height(handle)) }

    private func failure(_ bytes: PictureBytes) -> LaminaError {
        self.bytes = bytes.count
        return failure
    }

    private var failure: LaminaError {
        if unsafe lamina_jpeg_is_stopped(handle) {
            do throws(LaminaError) {
                try watch.check()
            } catch {
                return error
            }
        }
        if unsafe lamina_jpeg_is_out_of_memory(handle) {
            return LaminaError(.outOfMemory, "no memory for the decoder of a JPEG")
        }
        if unsafe lamina_jpeg_is_cut(handle) {
            return LaminaError(.io, "the JPEG is incomplete: it ends after \(bytes) bytes")
        }
        let reason = unsafe lamina_jpeg_message(handle).map { unsafe String(cString: $0) } ?? "no reason given"
        return LaminaError(.io, "the JPEG cannot be decoded: \(reason)")
    }

    func start(eighths: Int) throws(LaminaError) {
        if unsafe lamina_jpeg_start(handle, UInt32(eighths)) < 0 { throw failure }
    }

    func read(to row: UnsafeMutablePointer<UInt32>, width: Int) throws(LaminaError) {
        let target = UnsafeMutableRawPointer(row)
        if unsafe lamina_jpeg_read(handle, target.assumingMemoryBound(to: UInt8.self)) < 0 { throw failure }
        if unsafe !lamina_jpeg_is_cmyk(handle) { return }
        // Adobe's programs write how much of each ink is not there, and readers take all such files for theirs.
        for index in 0..<width {
            let light = unsafe UInt32(bigEndian: target.load(fromByteOffset: 4 * index, as: UInt32.self))
            unsafe row[index] = 0xff00_0000 | Pixel.multiply(light >> 8, light & 255) & 0x00ff_ffff
        }
    }

    /// Fails for a file of which pixels are missing, or damaged.
    func finish() throws(LaminaError) {
        let status = unsafe lamina_jpeg_finish(handle)
        if unsafe status < 0 || lamina_jpeg_is_cut(handle) || lamina_jpeg_is_damaged(handle) { throw failure }
    }
}
