internal import Glibc
internal import LaminaGeometry

/// The rows of a picture as PNG wants them before compression: each with its filter (PNG 9.2), chosen for what
/// compresses well and fast.
///
/// Letters and flat areas repeat, so that their bytes are best left as they are: differences make files an eighth
/// larger. A row that is the one above is all zeros as a difference to it. Only where many pixels are a little unlike
/// their neighbours, as in photos and slanting gradients, differences are smaller than bytes; those to the left and
/// `paeth` compress alike there, within 1%.
struct PNGRows: ~Copyable {
    private static let plain: UInt8 = 0
    private static let left: UInt8 = 1
    private static let above: UInt8 = 2
    /// Of so many pixels of a row one is to be a little unlike. Of rows of photos nearly all are, of small text at most
    /// 15%.
    private static let smoothShare = 5
    /// How many pixels of a row are looked at for that, at most.
    private static let samples = 40

    private var width = 0
    private var channels = 0
    /// The rows written last, each with its filter before it. Where a row whose filter is `above` was, all others are
    /// zeros.
    private(set) var bytes: HeapBytes

    init() throws(LaminaError) {
        bytes = try HeapBytes(capacity: 0)
    }

    /// Makes room for so many rows of a picture.
    mutating func makeRoom(_ rows: Int, width: Int, channels: Int) throws(LaminaError) {
        let rowBytes = width * channels + 1
        let isAsBefore = rowBytes == self.width * self.channels + 1 && rows * rowBytes <= bytes.capacity
        if rows * rowBytes > bytes.capacity { bytes = try HeapBytes(capacity: rows * rowBytes) }
        (self.width, self.channels) = (width, channels)
        if isAsBefore { return }
        for start in stride(from: 0, to: bytes.capacity, by: rowBytes) { unsafe bytes.start[start] = Self.plain }
    }

    /// Replaces the rows, and adds them to the checksum.
    mutating func write(_ rows: Range<Int>, of buffer: PixelBuffer, _ checksum: inout Adler32) {
        let rowBytes = width * channels
        precondition(rows.count * (rowBytes + 1) <= bytes.capacity)
        bytes.count = 0
        for row in rows {
            let pixels = unsafe UnsafePointer(buffer.words + row * buffer.wordStride)
            let before = unsafe UnsafePointer(buffer.words + max(0, row - 1) * buffer.wordStride)
            let start = unsafe bytes.start + bytes.count
            let output = unsafe start + 1
            bytes.count += rowBytes + 1
            if row > 0, unsafe memcmp(pixels, before, 4 * width) == 0 {
                if unsafe start[0] != Self.above {
                    unsafe start[0] = Self.above
                    unsafe output.initialize(repeating: 0, count: rowBytes)
                }
                unsafe checksum.add(start, count: 1)
                checksum.addZeros(rowBytes)
                continue
            }
            if channels == 3 {
                unsafe StraightBytes.writeRGB(pixels, count: width, to: output)
            } else {
                unsafe StraightBytes.writeRGBA(pixels, count: width, to: output)
            }
            let isSmooth = unsafe Self.isSmooth(pixels, above: before, count: width)
            unsafe start[0] = isSmooth ? Self.left : Self.plain
            if isSmooth { unsafe Self.subtractLeft(output, count: rowBytes, channels: channels) }
            unsafe checksum.add(start, count: rowBytes + 1)
        }
    }

    /// Whether enough pixels are neither the one above nor the one on their left, but near this one. Some next to each
    /// other are looked at together, in places spread over the row.
    private static func isSmooth(
        _ pixels: UnsafePointer<UInt32>, above: UnsafePointer<UInt32>, count: Int
    ) -> Bool {
        typealias Pixels = SIMD4<UInt32>
        guard count > Pixels.scalarCount else { return false }
        let places = samples / Pixels.scalarCount
        let step = max(Pixels.scalarCount, (count + places - 1) / places)
        var (seen, found) = (0, Pixels.zero)
        var index = 1
        while index <= count - Pixels.scalarCount {
            seen += Pixels.scalarCount
            let (here, up) = unsafe (UnsafeRawPointer(pixels + index), UnsafeRawPointer(above + index))
            let pixel = unsafe here.loadUnaligned(as: Pixels.self)
            let left = unsafe (here - 4).loadUnaligned(as: Pixels.self)
            let isOther = unsafe (pixel .!= left) .& (pixel .!= up.loadUnaligned(as: Pixels.self))
            found.replace(with: found &+ 1, where: isOther .& isNear(pixel, left))
            index += step
        }
        return found.wrappedSum() * UInt32(smoothShare) > UInt32(seen)
    }

    /// Whether all colour channels are at most 16 apart.
    private static func isNear(_ one: SIMD4<UInt32>, _ other: SIMD4<UInt32>) -> SIMDMask<SIMD4<Int32>> {
        let (one, other) = unsafe (
            unsafeBitCast(one, to: SIMD16<UInt8>.self), unsafeBitCast(other, to: SIMD16<UInt8>.self)
        )
        // From 16 below to 15 above, which as a byte is from 0 to 31.
        let apart = one &- other &+ 16
        return unsafe unsafeBitCast(apart, to: SIMD4<UInt32>.self) & 0x00e0_e0e0 .== 0
    }

    /// In place, from the right: what is on the left of a byte has to be itself still.
    private static func subtractLeft(_ bytes: UnsafeMutablePointer<UInt8>, count: Int, channels: Int) {
        var index = count
        let wide = 32
        while index - wide >= channels {
            index -= wide
            let at = unsafe UnsafeMutableRawPointer(bytes + index)
            let left = unsafe (at - channels).loadUnaligned(as: SIMD32<UInt8>.self)
            unsafe at.storeBytes(of: at.loadUnaligned(as: SIMD32<UInt8>.self) &- left, as: SIMD32<UInt8>.self)
        }
        while index > channels {
            index -= 1
            unsafe bytes[index] &-= bytes[index - channels]
        }
    }
}
