internal import CIgzip

/// The checksum of a zlib stream (RFC 1950, 8.2). By ISA-L, but for zeros: those need not be looked at, and many rows
/// of a PNG are nothing else.
struct Adler32 {
    private static let base: UInt64 = 65521
    private(set) var value: UInt32 = 1

    mutating func add(_ bytes: UnsafePointer<UInt8>, count: Int) {
        value = unsafe isal_adler32(value, bytes, UInt64(count))
    }

    /// Zeros leave the sum of the bytes as it is, and add it to the sum of the sums each time.
    mutating func addZeros(_ count: Int) {
        let (sum, sums) = (UInt64(value & 0xffff), UInt64(value >> 16))
        value = UInt32((sums + UInt64(count) % Self.base * sum) % Self.base) << 16 | UInt32(sum)
    }
}

extension HeapBytes {
    /// The checksum of PNG's chunks (RFC 2083, 3.4) over some of the bytes in use.
    func crc32(_ range: Range<Int>) -> UInt32 {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe crc32_gzip_refl(0, start + range.lowerBound, UInt64(range.count))
    }
}
