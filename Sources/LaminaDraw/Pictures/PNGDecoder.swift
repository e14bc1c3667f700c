internal import CIgzip
internal import LaminaGeometry

/// The pixels of a PNG, row by row: chunks, checksums and filters by ourselves, the compression by ISA-L. Of the file
/// nothing is copied but a part of 64 kB and two rows.
enum PNGDecoder {
    /// Refuses what has something else where a PNG has its header. Xcode makes such files for iPhones, which only
    /// Apple's libraries read.
    static func checkFirstChunk(_ bytes: PictureBytes) throws(LaminaError) {
        if bytes.says("IHDR", at: 12) { return }
        if bytes.says("CgBI", at: 12) {
            throw LaminaError(
                .unsupported,
                "the PNG is in Apple's CgBI format for iPhones, which is not supported; pngcrush converts it")
        }
        throw LaminaError(.io, "the PNG is damaged: it does not begin with a header")
    }

    /// The words that the pixels of a file become in `PictureRows`.
    static func words(_ file: PNGFile) -> PictureRows.Words { file.hasAlpha ? .straight : .opaque }

    /// Decodes the pixels that begin with the chunk at `start` into rows of their size. `isPartial`: also what is there
    /// of a chunk that the file ends in.
    static func decode(
        _ bytes: PictureBytes, _ file: PNGFile, from start: Int?, into rows: PictureRows, isPartial: Bool = false,
        pool: BitmapPool
    ) throws(LaminaError) {
        if let damage = file.damage { throw PNGFile.damaged(damage) }
        if file.kind == .palette && file.palette.isEmpty { throw PNGFile.damaged("it has no palette") }
        guard let start else { throw PNGFile.damaged("it has no pixels") }
        let stream = try PNGStream(bytes, from: start, isPartial: isPartial)
        if file.isInterlaced {
            try decodeInterlaced(stream, file, into: rows, pool: pool)
        } else {
            let lines = try PNGLines(file, width: rows.width)
            for _ in 0..<rows.height {
                try lines.read(stream)
                unsafe lines.expand(to: rows.room)
                try rows.endRow()
            }
        }
    }

    /// Adam7 (PNG 1.2, 2.6): where each pass begins and how far its pixels are apart.
    private static let passes: [(x: Int, y: Int, dx: Int, dy: Int)] = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]

    /// All of the picture is needed before its first row is there.
    private static func decodeInterlaced(
        _ stream: PNGStream, _ file: PNGFile, into rows: PictureRows, pool: BitmapPool
    ) throws(LaminaError) {
        let whole = try pool.take(width: rows.width, height: rows.height, cleared: false)
        let line = try HeapBytes(capacity: (rows.width + 2) * 4)
        let pixels = unsafe UnsafeMutableRawPointer(line.start).assumingMemoryBound(to: UInt32.self)
        for pass in passes where pass.x < rows.width && pass.y < rows.height {
            let count = (rows.width - pass.x + pass.dx - 1) / pass.dx
            let lines = try PNGLines(file, width: count)
            for row in stride(from: pass.y, to: rows.height, by: pass.dy) {
                try lines.read(stream)
                try rows.watch.check()
                unsafe lines.expand(to: pixels)
                whole.withPixels { target in
                    let place = unsafe target.words + row * target.wordStride + pass.x
                    for index in 0..<count { unsafe place[index * pass.dx] = pixels[index] }
                }
            }
        }
        for row in 0..<rows.height {
            whole.withPixels { source in
                unsafe rows.room.update(from: source.words + row * source.wordStride, count: rows.width)
            }
            try rows.endRow()
        }
    }
}

/// What the chunks with pixels hold, decompressed part by part.
@safe final class PNGStream {
    private static let room = 64 << 10

    private let bytes: PictureBytes
    private let state: HeapBytes
    /// The chunk that comes next, and what is left of the last one.
    private var next: Int
    private var rest: Range<Int>
    private let isFrame: Bool
    private let isPartial: Bool
    /// Whether `rest` is of a chunk that the file ends in.
    private var isCut = false
    private var isBegun = false
    private var isEnded = false
    /// Whether more may come of the bytes that were read: there was no room for all of it.
    private var isFull = false
    /// What was decompressed and not taken.
    private var output: HeapBytes
    private var taken = 0

    /// From the chunk at `start` on, IDAT or fdAT.
    init(_ bytes: PictureBytes, from start: Int, isPartial: Bool) throws(LaminaError) {
        self.bytes = bytes
        self.isPartial = isPartial
        state = try HeapBytes(capacity: lamina_inflate_memory_size())
        output = try HeapBytes(capacity: Self.room + 64)
        next = start
        rest = start..<start
        isFrame = bytes.says("fdAT", at: start + 4)
        unsafe lamina_inflate_begin(state.start)
    }

    /// Goes to the next chunk that has bytes of the stream. False at the end of them. Fails for a wrong checksum, and
    /// for a chunk that the file ends in.
    private func advance() throws(LaminaError) -> Bool {
        while rest.isEmpty {
            guard bytes.has(next..<next + 8) else { return false }
            let isPixels = bytes.says(isFrame ? "fdAT" : "IDAT", at: next + 4)
            let length = bytes.big32(next)
            if !isPixels {
                // Pixels of the picture that all readers show are in chunks that follow each other; between those of a
                // frame others may stand, up to the next frame.
                let ends = bytes.says("fcTL", at: next + 4) || bytes.says("IEND", at: next + 4)
                if !isFrame || ends { return false }
                next += 12 + length
                continue
            }
            guard bytes.has(next..<next + 12 + length) else {
                if !isPartial || isCut { throw PictureFile.incomplete("PNG", bytes) }
                isCut = true
                rest = next + 8..<min(next + 8 + length, bytes.count)
                continue
            }
            if !PNGFile.isIntact(bytes, at: next) {
                throw PNGFile.damaged("the checksum at byte \(next + 8 + length) is wrong")
            }
            rest = next + 8 + (isFrame ? min(4, length) : 0)..<next + 8 + length
            next += 12 + length
        }
        return true
    }

    private func byte() throws(LaminaError) -> Int {
        guard try advance() else { throw PictureFile.incomplete("PNG", bytes) }
        defer { rest = rest.dropFirst() }
        return Int(bytes[rest.lowerBound])
    }

    /// The header of a zlib stream (RFC 1950, 2.2). Its checksum at the end is not asked for: those of the chunks were
    /// right.
    private func begin() throws(LaminaError) {
        isBegun = true
        let (method, flags) = (try byte(), try byte())
        if method & 15 != 8 || method >> 4 > 7 || (method << 8 | flags) % 31 != 0 || flags & 0x20 != 0 {
            throw PNGFile.damaged("its pixels are compressed in a way that no PNG's are")
        }
    }

    /// The next `count` bytes, which are valid until the next call. Fails where there are less.
    func take(_ count: Int) throws(LaminaError) -> UnsafePointer<UInt8> {
        if !isBegun { try begin() }
        if output.count - taken < count { try fill(count) }
        defer { taken += count }
        return unsafe UnsafePointer(output.start + taken)
    }

    private func fill(_ count: Int) throws(LaminaError) {
        // What is left goes to the beginning.
        let left = output.count - taken
        unsafe output.start.update(from: output.start + taken, count: left)
        (output.count, taken) = (left, 0)
        // Readers look a few bytes beyond.
        if output.capacity < count + Self.room / 2 { try output.reserve(count + Self.room) }
        while output.count < count {
            if isEnded { throw PNGFile.damaged("it has less pixels than it says") }
            if !isFull, try !advance() { throw PictureFile.incomplete("PNG", bytes) }
            try inflate()
        }
    }

    private func inflate() throws(LaminaError) {
        let part = bytes.part(rest)
        let room = UInt32(clamping: output.capacity - output.count - 64)
        var (read, written): (UInt32, UInt32) = (0, 0)
        let status = unsafe lamina_inflate_read(
            state.start, part.raw.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(clamping: part.count), &read,
            output.start + output.count, room, &written)
        if status < 0 { throw PNGFile.damaged("its pixels cannot be decompressed") }
        rest = rest.lowerBound + Int(read)..<rest.upperBound
        output.count += Int(written)
        isEnded = status == 1
        let wasFull = isFull
        isFull = written == room
        if read == 0 && written == 0 && !isEnded && !wasFull {
            throw PNGFile.damaged("its pixels cannot be decompressed")
        }
    }
}
