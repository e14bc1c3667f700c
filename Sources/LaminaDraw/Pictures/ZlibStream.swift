internal import CIgzip
internal import LaminaGeometry

/// Makes zlib streams (RFC 1950), one after another, of bytes that come part by part, so that neither all of them nor a
/// file as large as they are has to stand in memory: on pictures, fetching that memory page by page would cost more
/// than compressing does. By ISA-L.
struct ZlibStream: ~Copyable {
    /// Room that is made at a time.
    private static let step = 16 << 10
    private let state: HeapBytes

    init() throws(LaminaError) {
        state = try HeapBytes(capacity: lamina_deflate_memory_size())
    }

    /// Begins in `file`; what was begun before is forgotten.
    mutating func begin(in file: inout HeapBytes) throws(LaminaError) {
        try file.reserve(2)
        unsafe lamina_deflate_begin(state.start)
        // Deflate with a window of 32 KiB; compressed for speed (RFC 1950, 2.2).
        file.append(0x78)
        file.append(0x01)
    }

    /// Ends the stream: all bytes were written, the last part as such, and this is their checksum.
    mutating func end(_ checksum: Adler32, in file: inout HeapBytes) throws(LaminaError) {
        try file.reserve(4)
        file.append(bigEndian: checksum.value)
    }

    /// Compresses the next part and appends what comes out of it.
    mutating func write(_ part: borrowing HeapBytes, isLast: Bool, to file: inout HeapBytes) throws(LaminaError) {
        var taken: UInt32 = 0
        while true {
            try file.reserve(Self.step)
            let room = UInt32(clamping: file.capacity - file.count)
            let written = unsafe lamina_deflate_write(
                state.start, part.start, UInt32(part.count), isLast, &taken, file.start + file.count, room)
            file.count += Int(written)
            if written < room && taken == part.count { return }
        }
    }
}
