internal import CDeflate
internal import LaminaGeometry

/// Pixels to PNG: rows as they are or as differences, whatever seems to repeat better, compressed pixel by pixel.
///
/// Most of a picture made of nodes is rows like the one above, which one comparison tells. So this takes an eighth of libdeflate's time at
/// its fastest level, and half of it for a photo, with smaller files.
enum PNGEncoder {
    /// 8 bytes of signature, 3 chunks with 12 bytes around them, 13 bytes of header, 6 around the data.
    private static let frame = 8 + 3 * 12 + 13 + 6

    static func encode(_ buffer: PixelBuffer) throws(LaminaError) -> HeapBytes {
        guard buffer.width > 0, buffer.height > 0 else {
            throw LaminaError(
                .outOfRange, "A PNG needs at least one pixel; the buffer is \(buffer.width) x \(buffer.height).")
        }
        let channels = buffer.isOpaque ? 3 : 4
        guard (buffer.width * channels + 1) * buffer.height < Int(Int32.max) - 65536 else {
            throw LaminaError(
                .outOfRange, "\(buffer.width) x \(buffer.height) pixels are too many for one PNG; the limit is 2 GiB.")
        }
        var file = try HeapBytes(capacity: frame + 4096)
        for byte: UInt8 in [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] { file.append(byte) }
        let header = beginChunk("IHDR", in: &file)
        file.append(bigEndian: UInt32(buffer.width))
        file.append(bigEndian: UInt32(buffer.height))
        // 8 bits a channel; colour type RGB or RGBA; the only compression and filtering there is; not interlaced.
        for byte: UInt8 in [8, channels == 3 ? 2 : 6, 0, 0, 0] { file.append(byte) }
        endChunk(header, in: &file)
        let data = beginChunk("IDAT", in: &file)
        // Of zlib's two bytes the first says how far repetitions reach, the second makes both a multiple of 31 (RFC 1950).
        for byte: UInt8 in [0x78, 0x01] { file.append(byte) }
        var rows = try PNGRows(buffer, channels: channels, behind: file)
        for row in 0..<buffer.height { try rows.add(row) }
        file = try rows.finish()
        try file.reserve(frame)
        endChunk(data, in: &file)
        endChunk(beginChunk("IEND", in: &file), in: &file)
        file.trim()
        return file
    }

    /// Returns where the chunk's length stands.
    private static func beginChunk(_ type: StaticString, in file: inout HeapBytes) -> Int {
        let start = file.count
        file.append(bigEndian: 0)
        for index in 0..<4 { file.append(unsafe type.utf8Start[index]) }
        return start
    }

    private static func endChunk(_ start: Int, in file: inout HeapBytes) {
        let end = file.count
        let checksum = unsafe libdeflate_crc32(0, file.start + start + 4, end - start - 4)
        file.count = start
        file.append(bigEndian: UInt32(end - start - 8))
        file.count = end
        file.append(bigEndian: checksum)
    }
}
