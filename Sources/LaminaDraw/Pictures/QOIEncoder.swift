internal import LaminaGeometry

/// Pixels to QOI, the format of qoiformat.org: no compression to speak of, at the speed of a copy.
enum QOIEncoder {
    static func encode(_ buffer: PixelBuffer) throws(LaminaError) -> HeapBytes {
        let isOpaque = buffer.isOpaque
        // A pixel takes five bytes at most; then the header and the end.
        var file = try HeapBytes(capacity: 14 + buffer.width * buffer.height * 5 + 8)
        for byte in "qoif".utf8 { file.append(byte) }
        file.append(bigEndian: UInt32(buffer.width))
        file.append(bigEndian: UInt32(buffer.height))
        file.append(isOpaque ? 3 : 4)
        file.append(0)  // sRGB with linear alpha
        var writer = Writer(file)
        for row in 0..<buffer.height {
            let pixels = unsafe buffer.words + row * buffer.wordStride
            for column in 0..<buffer.width { writer.add(unsafe StraightBytes.straight(pixels[column])) }
        }
        return writer.finish()
    }

    /// What has been written, and what the decoder knows by then.
    private struct Writer: ~Copyable {
        private var file: HeapBytes
        private var seen = [UInt32](repeating: 0, count: 64)
        /// Red, green, blue, alpha from the highest byte to the lowest.
        private var previous: UInt32 = 0x0000_00ff
        private var run: UInt8 = 0

        init(_ file: consuming HeapBytes) { self.file = file }

        mutating func add(_ pixel: UInt32) {
            if pixel == previous {
                run += 1
                if run == 62 { endRun() }
                return
            }
            endRun()
            let (r, g, b, a) = (pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
            let slot = Int((r * 3 + g * 5 + b * 7 + a * 11) % 64)
            if seen[slot] == pixel {
                file.append(UInt8(slot))
            } else {
                seen[slot] = pixel
                addNew(pixel)
            }
            previous = pixel
        }

        private mutating func endRun() {
            if run > 0 { file.append(0xC0 | (run - 1)) }
            run = 0
        }

        /// A small difference to the pixel before, or the pixel itself.
        private mutating func addNew(_ pixel: UInt32) {
            func byte(_ value: UInt32, _ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
            if pixel & 255 != previous & 255 {
                file.append(0xFF)
                return file.append(bigEndian: pixel)
            }
            func difference(_ shift: UInt32) -> Int8 { Int8(bitPattern: byte(pixel, shift) &- byte(previous, shift)) }
            let (red, green, blue) = (difference(24), difference(16), difference(8))
            if -2...1 ~= red, -2...1 ~= green, -2...1 ~= blue {
                file.append(0x40 | UInt8(red + 2) << 4 | UInt8(green + 2) << 2 | UInt8(blue + 2))
                return
            }
            let (redGreen, blueGreen) = (red &- green, blue &- green)
            if -32...31 ~= green, -8...7 ~= redGreen, -8...7 ~= blueGreen {
                file.append(0x80 | UInt8(green + 32))
                file.append(UInt8(redGreen + 8) << 4 | UInt8(blueGreen + 8))
                return
            }
            file.append(0xFE)
            for shift: UInt32 in [24, 16, 8] { file.append(byte(pixel, shift)) }
        }

        consuming func finish() -> HeapBytes {
            endRun()
            for byte: UInt8 in [0, 0, 0, 0, 0, 0, 0, 1] { file.append(byte) }
            return file
        }
    }
}
