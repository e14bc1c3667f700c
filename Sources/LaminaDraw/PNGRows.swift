internal import CDeflate
internal import Glibc
internal import LaminaGeometry

/// The rows of a picture on their way into the data of a PNG.
@safe struct PNGRows: ~Copyable {
    /// Which differences suit a smooth picture is found out for every so many rows.
    private static let filterRows = 8
    /// Room left of rows for the neighbour that the first pixel does not have, and behind them for what reads whole words.
    private static let margin = 16

    private let buffer: PixelBuffer
    private let channels: Int
    private let rowBytes: Int
    private var writer: DeflateWriter
    private var matcher: PixelMatcher
    private let memory: HeapBytes
    /// The row's straight bytes, those of the row above, its differences, and those of a filter on trial.
    private let current: UnsafeMutablePointer<UInt8>
    private let above: UnsafeMutablePointer<UInt8>
    private var differences: UnsafeMutablePointer<UInt8>
    private var trial: UnsafeMutablePointer<UInt8>
    /// Bytes before compression.
    private var offset = 0
    /// Adler-32 of them (RFC 1950): the sum of the bytes, and the sum of these sums.
    private var sums: (UInt32, UInt32) = (1, 0)
    private var isSmooth = false
    private var smoothRows = 0
    private var smoothFilter = PNGFilter.above
    /// Pixels of the last row that repeated nothing.
    private var repeatsNothing = 0

    init(_ buffer: PixelBuffer, channels: Int, behind file: consuming HeapBytes) throws(LaminaError) {
        let space = buffer.width * channels + 2 * Self.margin
        let writer = try DeflateWriter(behind: file, channels: channels)
        let matcher = try PixelMatcher(width: buffer.width, channels: channels)
        let memory = try HeapBytes(capacity: 4 * space)
        self.buffer = buffer
        self.channels = channels
        rowBytes = buffer.width * channels
        self.writer = writer
        self.matcher = matcher
        self.memory = memory
        let start = unsafe self.memory.start
        unsafe start.initialize(repeating: 0, count: 4 * space)
        unsafe current = start + Self.margin
        unsafe above = current + space
        unsafe differences = above + space
        unsafe trial = differences + space
    }

    /// Adds the next row.
    mutating func add(_ row: Int) throws(LaminaError) {
        if writer.isFull { try writer.endBlock() }
        let pixels = unsafe UnsafePointer(buffer.words + row * buffer.wordStride)
        let pixelsAbove = unsafe row > 0 ? pixels - buffer.wordStride : pixels
        if row > 0, unsafe memcmp(pixels, pixelsAbove, buffer.width * 4) == 0 {
            addSame()
            return
        }
        unsafe write(pixels, to: current)
        // The first row is like none, so that nothing can be said after it.
        if row > 1 { try unsafe judge(pixels, pixelsAbove) }
        if isSmooth {
            unsafe write(pixelsAbove, to: above)
            chooseFilter()
            try unsafe add(differences, smoothFilter)
        } else {
            try unsafe add(current, .none)
        }
    }

    /// Zeros, as differences to the row above.
    private mutating func addSame() {
        writer.add(byte: PNGFilter.above.rawValue)
        writer.add(byte: 0)
        if rowBytes > 3 {
            writer.add(repeated: rowBytes - 1, from: 1)
        } else {
            for _ in 1..<rowBytes { writer.add(byte: 0) }
        }
        sums.0 = (sums.0 + 2) % 65521
        sums.1 = UInt32((UInt64(sums.1) + UInt64(rowBytes + 1) * UInt64(sums.0)) % 65521)
        offset += rowBytes + 1
    }

    private mutating func judge(_ pixels: UnsafePointer<UInt32>, _ above: UnsafePointer<UInt32>) throws(LaminaError) {
        // A row of which nearly all repeats is no photo's.
        if !isSmooth && repeatsNothing * 32 <= buffer.width { return }
        let smoothness = unsafe RowSmoothness(pixels, above: above, width: buffer.width)
        let was = isSmooth
        isSmooth = smoothness.isSmooth(repeatsNothing: was ? buffer.width : repeatsNothing)
        // Differences want other codes than bytes.
        if isSmooth != was && writer.isWorthABlock { try writer.endBlock() }
    }

    /// Fills `differences`.
    private mutating func chooseFilter() {
        func apply(_ filter: PNGFilter, to output: UnsafeMutablePointer<UInt8>) {
            unsafe filter.apply(current, above: above, count: rowBytes, channels: channels, to: output)
        }
        if smoothRows % Self.filterRows == 0 {
            var least = Int.max
            for filter in PNGFilter.allCases where filter != .none {
                unsafe apply(filter, to: trial)
                let weight = unsafe PNGFilter.weight(trial, count: rowBytes)
                if weight < least {
                    (least, smoothFilter) = (weight, filter)
                    unsafe swap(&trial, &differences)
                }
            }
        } else {
            unsafe apply(smoothFilter, to: differences)
        }
        smoothRows += 1
    }

    private mutating func add(_ bytes: UnsafePointer<UInt8>, _ filter: PNGFilter) throws(LaminaError) {
        sums.0 = (sums.0 + UInt32(filter.rawValue)) % 65521
        sums.1 = (sums.1 + sums.0) % 65521
        let checksum = unsafe libdeflate_adler32(sums.1 << 16 | sums.0, bytes, rowBytes)
        sums = (checksum & 0xffff, checksum >> 16)
        repeatsNothing = try unsafe matcher.add(bytes, filter: filter.rawValue, at: offset, to: &writer)
        offset += rowBytes + 1
    }

    private func write(_ pixels: UnsafePointer<UInt32>, to output: UnsafeMutablePointer<UInt8>) {
        if channels == 3 {
            unsafe StraightBytes.writeRGB(pixels, count: buffer.width, to: output)
        } else {
            unsafe StraightBytes.writeRGBA(pixels, count: buffer.width, to: output)
        }
    }

    /// Ends the data; gives the file back.
    consuming func finish() throws(LaminaError) -> HeapBytes {
        let checksum = sums.1 << 16 | sums.0
        var file = try writer.finish()
        try file.reserve(4)
        file.append(bigEndian: checksum)
        return file
    }
}
