internal import CDeflate
internal import LaminaGeometry

/// Pixels to PNG. libdeflate over rows that are stored as differences to the row above: four times as fast as cairo's writer,
/// a fifth larger.
enum PNGEncoder {
    // On a flat card level 1 makes files 7 % larger and is slower than 4. On one with a photo it takes half the time for 7 % more.
    private static let level: Int32 = 4
    private static let noisyLevel: Int32 = 1
    /// A photo's share of differences that are not zero is nearly all of it; that of a page of text some hundredths.
    private static let noisyShare = 4

    static func encode(_ buffer: PixelBuffer) throws(LaminaError) -> HeapBytes {
        guard buffer.width > 0, buffer.height > 0 else {
            throw LaminaError(
                .outOfRange, "A PNG needs at least one pixel; the buffer is \(buffer.width) x \(buffer.height).")
        }
        let channels = buffer.isOpaque ? 3 : 4
        var differences = 0
        let filtered = try filteredRows(of: buffer, channels: channels, differences: &differences)
        let isNoisy = differences > filtered.count / noisyShare
        guard let compressor = unsafe libdeflate_alloc_compressor(isNoisy ? noisyLevel : level) else {
            throw LaminaError(.outOfMemory, "No memory for the compressor of a PNG.")
        }
        defer { unsafe libdeflate_free_compressor(compressor) }
        let bound = unsafe libdeflate_zlib_compress_bound(compressor, filtered.count)
        guard bound < Int(Int32.max) else {
            throw LaminaError(
                .outOfRange, "\(buffer.width) x \(buffer.height) pixels are too many for one PNG; the limit is 2 GiB.")
        }
        // 8 bytes of signature, 3 chunks with 12 bytes around them, 13 bytes of header.
        var file = try HeapBytes(capacity: 8 + 3 * 12 + 13 + bound)
        for byte: UInt8 in [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] { file.append(byte) }
        let header = beginChunk("IHDR", in: &file)
        file.append(bigEndian: UInt32(buffer.width))
        file.append(bigEndian: UInt32(buffer.height))
        // 8 bits a channel; colour type RGB or RGBA; the only compression and filtering there is; not interlaced.
        for byte: UInt8 in [8, channels == 3 ? 2 : 6, 0, 0, 0] { file.append(byte) }
        endChunk(header, in: &file)
        let data = beginChunk("IDAT", in: &file)
        file.count += unsafe libdeflate_zlib_compress(
            compressor, filtered.start, filtered.count, file.start + file.count, bound)
        endChunk(data, in: &file)
        endChunk(beginChunk("IEND", in: &file), in: &file)
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

    /// Each row as PNG wants it before compression: its filter (2, "up"), then the bytes minus those of the row above; counts those that
    /// are not zero.
    private static func filteredRows(
        of buffer: PixelBuffer, channels: Int, differences: inout Int
    ) throws(LaminaError) -> HeapBytes {
        let rowBytes = buffer.width * channels
        var result = try HeapBytes(capacity: (rowBytes + 1) * buffer.height)
        // Two rows of straight bytes in turns; the first has zeros above it.
        let rows = try HeapBytes(capacity: 2 * rowBytes)
        unsafe rows.start.initialize(repeating: 0, count: 2 * rowBytes)
        for row in 0..<buffer.height {
            let current = unsafe rows.start + (row & 1) * rowBytes
            let above = unsafe rows.start + (1 - row & 1) * rowBytes
            let pixels = unsafe buffer.words + row * buffer.wordStride
            if channels == 3 {
                unsafe StraightBytes.writeRGB(pixels, count: buffer.width, to: current)
            } else {
                unsafe StraightBytes.writeRGBA(pixels, count: buffer.width, to: current)
            }
            result.append(2)
            let output = unsafe result.start + result.count
            var changed: UInt32 = 0
            for index in 0..<rowBytes {
                let difference = unsafe current[index] &- above[index]
                unsafe output[index] = difference
                changed &+= difference == 0 ? 0 : 1
            }
            differences += Int(changed)
            result.count += rowBytes
        }
        return result
    }
}

/// Premultiplied words to the byte order and straight alpha of PNG.
enum StraightBytes {
    static func writeRGB(_ pixels: UnsafePointer<UInt32>, count: Int, to output: UnsafeMutablePointer<UInt8>) {
        for index in 0..<count {
            let pixel = unsafe pixels[index]
            unsafe output[3 * index] = UInt8(truncatingIfNeeded: pixel &>> 16)
            unsafe output[3 * index + 1] = UInt8(truncatingIfNeeded: pixel &>> 8)
            unsafe output[3 * index + 2] = UInt8(truncatingIfNeeded: pixel)
        }
    }

    static func writeRGBA(_ pixels: UnsafePointer<UInt32>, count: Int, to output: UnsafeMutablePointer<UInt8>) {
        let words = UnsafeMutableRawPointer(output)
        for index in 0..<count {
            let straight = unsafe straight(pixels[index])
            unsafe words.storeBytes(of: straight.bigEndian, toByteOffset: 4 * index, as: UInt32.self)
        }
    }

    /// Red, green, blue, alpha from the highest byte to the lowest.
    @inline(__always)
    static func straight(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel &>> 24
        if alpha == 255 { return pixel &<< 8 | 255 }
        if alpha == 0 { return 0 }
        // Rounded to nearest, as cairo does; a component above alpha is not valid and becomes 255.
        func component(_ shift: UInt32) -> UInt32 {
            min(255, ((pixel &>> shift & 255) &* 255 &+ alpha / 2) / alpha)
        }
        return component(16) << 24 | component(8) << 16 | component(0) << 8 | alpha
    }
}
