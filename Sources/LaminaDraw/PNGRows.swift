internal import Glibc

/// The rows of a picture as PNG wants them before compression: each with its filter (PNG 9.2), chosen for what compresses well and fast.
///
/// Letters and flat areas repeat, so that their bytes are best left as they are: differences make files an eighth larger. A row
/// that is the one above is all zeros as a difference to it. Only where many pixels are a little unlike their neighbours, as in
/// photos and slanting gradients, differences are smaller than bytes; those to the left and `paeth` compress alike there, within 1%.
enum PNGRows {
    private static let plain: UInt8 = 0
    private static let left: UInt8 = 1
    private static let above: UInt8 = 2
    /// Of so many pixels of a row one is to be a little unlike. Of rows of photos nearly all are, of small text at most 15%.
    private static let smoothShare = 5
    /// How many pixels of a row are looked at for that, at most.
    private static let samples = 40

    /// Appends these rows, for which there has to be room, and adds them to the checksum.
    static func write(
        _ rows: Range<Int>, of buffer: PixelBuffer, channels: Int, to result: inout HeapBytes,
        _ checksum: inout Adler32
    ) {
        let (width, rowBytes) = (buffer.width, buffer.width * channels)
        precondition(result.count + rows.count * (rowBytes + 1) <= result.capacity)
        for row in rows {
            let pixels = unsafe UnsafePointer(buffer.words + row * buffer.wordStride)
            let before = unsafe UnsafePointer(buffer.words + max(0, row - 1) * buffer.wordStride)
            let start = unsafe result.start + result.count
            if row > 0, unsafe memcmp(pixels, before, 4 * width) == 0 {
                result.append(above)
                unsafe checksum.add(start, count: 1)
                unsafe (start + 1).initialize(repeating: 0, count: rowBytes)
                checksum.addZeros(rowBytes)
                result.count += rowBytes
                continue
            }
            let isSmooth = unsafe isSmooth(pixels, above: before, count: width)
            result.append(isSmooth ? left : plain)
            let output = unsafe start + 1
            if channels == 3 {
                unsafe StraightBytes.writeRGB(pixels, count: width, to: output)
            } else {
                unsafe StraightBytes.writeRGBA(pixels, count: width, to: output)
            }
            if isSmooth { unsafe subtractLeft(output, count: rowBytes, channels: channels) }
            result.count += rowBytes
            unsafe checksum.add(start, count: rowBytes + 1)
        }
    }

    /// Whether enough pixels are neither the one above nor the one on their left, but near this one.
    private static func isSmooth(
        _ pixels: UnsafePointer<UInt32>, above: UnsafePointer<UInt32>, count: Int
    ) -> Bool {
        let step = (count + samples - 1) / samples
        var (seen, found) = (0, 0)
        for index in stride(from: 1, to: count, by: step) {
            seen &+= 1
            let (pixel, left, up) = unsafe (pixels[index], pixels[index &- 1], above[index])
            if pixel != up && pixel != left && isNear(pixel, left) { found &+= 1 }
        }
        return found * smoothShare > seen
    }

    /// Whether all channels are less than 16 apart.
    private static func isNear(_ one: UInt32, _ other: UInt32) -> Bool {
        func isNear(_ shift: UInt32) -> Bool {
            (one &>> shift & 255) &- (other &>> shift & 255) &+ 15 <= 30
        }
        return isNear(0) && isNear(8) && isNear(16)
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
