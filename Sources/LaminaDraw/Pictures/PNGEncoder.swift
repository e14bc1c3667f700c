internal import CIgzip
internal import LaminaGeometry

/// Pixels to PNG: rows as `PNGRows` writes them, compressed by ISA-L.
enum PNGEncoder {
    /// What is compressed at a time; ISA-L copies 64 KiB for each.
    private static let partBytes = 512 << 10

    static func encode(_ buffer: PixelBuffer) throws(LaminaError) -> HeapBytes {
        try encode(buffer, in: PNGWorkspace())
    }

    static func encode(_ buffer: PixelBuffer, in workspace: PNGWorkspace) throws(LaminaError) -> HeapBytes {
        guard buffer.width > 0, buffer.height > 0 else {
            throw LaminaError(
                .outOfRange, "a PNG needs at least one pixel; the buffer is \(buffer.width) x \(buffer.height)")
        }
        let channels = buffer.isOpaque ? 3 : 4
        let rowBytes = buffer.width * channels + 1
        guard rowBytes * buffer.height < Int(Int32.max) - 1 << 20 else {
            throw LaminaError(
                .outOfRange, "\(buffer.width) x \(buffer.height) pixels are too many for one PNG; the limit is 2 GiB")
        }
        var file = try HeapBytes(capacity: 16 << 10)
        for byte: UInt8 in [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] { file.append(byte) }
        let header = beginChunk("IHDR", in: &file)
        file.append(bigEndian: UInt32(buffer.width))
        file.append(bigEndian: UInt32(buffer.height))
        // 8 bits a channel; colour type RGB or RGBA; the only compression and filtering there is; not interlaced.
        for byte: UInt8 in [8, channels == 3 ? 2 : 6, 0, 0, 0] { file.append(byte) }
        endChunk(header, in: &file)
        let data = beginChunk("IDAT", in: &file)
        try compress(buffer, channels: channels, in: workspace, to: &file)
        try file.reserve(64)
        endChunk(data, in: &file)
        endChunk(beginChunk("IEND", in: &file), in: &file)
        return file
    }

    /// Some rows at a time, which stay in the processor's cache meanwhile.
    private static func compress(
        _ buffer: PixelBuffer, channels: Int, in workspace: PNGWorkspace, to file: inout HeapBytes
    ) throws(LaminaError) {
        let rowsAtOnce = min(buffer.height, max(1, partBytes / (buffer.width * channels + 1)))
        try workspace.rows.makeRoom(rowsAtOnce, width: buffer.width, channels: channels)
        try workspace.stream.begin(in: &file)
        var checksum = Adler32()
        for first in stride(from: 0, to: buffer.height, by: rowsAtOnce) {
            let last = min(buffer.height, first + rowsAtOnce)
            workspace.rows.write(first..<last, of: buffer, &checksum)
            try workspace.stream.write(workspace.rows.bytes, isLast: last == buffer.height, to: &file)
        }
        try workspace.stream.end(checksum, in: &file)
    }

    /// Returns where the chunk's length stands.
    private static func beginChunk(_ type: String, in file: inout HeapBytes) -> Int {
        let start = file.count
        file.append(bigEndian: 0)
        for byte in type.utf8 { file.append(byte) }
        return start
    }

    private static func endChunk(_ start: Int, in file: inout HeapBytes) {
        let end = file.count
        let checksum = file.crc32(start + 4..<end)
        file.count = start
        file.append(bigEndian: UInt32(end - start - 8))
        file.count = end
        file.append(bigEndian: checksum)
    }
}
