internal import CIgzip

/// The bytes of a file, read with every offset checked: what is beyond the end is not there.
///
/// It does not own the memory, which has to outlive it.
@safe struct PictureBytes {
    let raw: UnsafeRawBufferPointer

    @safe init(_ raw: UnsafeRawBufferPointer) { unsafe self.raw = raw }

    var count: Int { unsafe raw.count }

    /// 0 beyond the end.
    subscript(_ at: Int) -> UInt8 {
        unsafe at >= 0 && at < raw.count ? raw[at] : 0
    }

    /// The CRC-32 of a part, which is there.
    func checksum(_ range: Range<Int>) -> Int {
        guard has(range), let start = unsafe raw.baseAddress else { return 0 }
        let first = unsafe start.advanced(by: range.lowerBound).assumingMemoryBound(to: UInt8.self)
        return Int(unsafe crc32_gzip_refl(0, first, UInt64(range.count)))
    }

    func has(_ range: Range<Int>) -> Bool { range.lowerBound >= 0 && range.upperBound <= count }

    func big16(_ at: Int) -> Int { Int(self[at]) << 8 | Int(self[at + 1]) }
    func big32(_ at: Int) -> Int { big16(at) << 16 | big16(at + 2) }
    func little16(_ at: Int) -> Int { Int(self[at]) | Int(self[at + 1]) << 8 }
    func little24(_ at: Int) -> Int { little16(at) | Int(self[at + 2]) << 16 }
    func little32(_ at: Int) -> Int { little16(at) | little16(at + 2) << 16 }

    /// Whether these letters stand there.
    func says(_ letters: StaticString, at offset: Int) -> Bool {
        guard has(offset..<offset + letters.utf8CodeUnitCount) else { return false }
        for index in 0..<letters.utf8CodeUnitCount where unsafe letters.utf8Start[index] != self[offset + index] {
            return false
        }
        return true
    }

    func begins(_ bytes: [UInt8]) -> Bool {
        count >= bytes.count && bytes.indices.allSatisfy { self[$0] == bytes[$0] }
    }

    /// The part that is there.
    func part(_ range: Range<Int>) -> PictureBytes {
        let clamped = range.clamped(to: 0..<count)
        return unsafe PictureBytes(UnsafeRawBufferPointer(rebasing: raw[clamped]))
    }
}
