internal import CIgzip
internal import LaminaGeometry

/// Compresses bytes part by part, so that neither all of them nor a file as large as they are has to stand in memory: on
/// pictures, fetching that memory page by page would cost more than compressing does. By ISA-L.
struct ZlibStream: ~Copyable {
    /// Room that is made at a time.
    private static let step = 16 << 10
    private let state: HeapBytes

    init() throws(LaminaError) {
        state = try HeapBytes(capacity: lamina_zlib_memory_size())
        unsafe lamina_zlib_begin(state.start)
    }

    /// Compresses the next part and appends what comes out of it; the last part ends the stream.
    mutating func write(_ part: borrowing HeapBytes, isLast: Bool, to file: inout HeapBytes) throws(LaminaError) {
        var taken: UInt32 = 0
        while true {
            try file.reserve(Self.step)
            let room = UInt32(clamping: file.capacity - file.count)
            let written = unsafe lamina_zlib_write(
                state.start, part.start, UInt32(part.count), isLast, &taken, file.start + file.count, room)
            file.count += Int(written)
            if written < room && taken == part.count { return }
        }
    }
}
