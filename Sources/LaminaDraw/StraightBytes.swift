/// Premultiplied words to the byte order and straight alpha of PNG.
enum StraightBytes {
    static func writeRGB(_ pixels: UnsafePointer<UInt32>, count: Int, to output: UnsafeMutablePointer<UInt8>) {
        guard count > 0 else { return }
        let bytes = UnsafeMutableRawPointer(output)
        // Four bytes at once, of which the next pixel overwrites the last.
        for index in 0..<count - 1 {
            unsafe bytes.storeBytes(of: (pixels[index] &<< 8).bigEndian, toByteOffset: 3 * index, as: UInt32.self)
        }
        let last = unsafe pixels[count - 1]
        for (channel, shift) in [UInt32(16), 8, 0].enumerated() {
            unsafe output[3 * (count - 1) + channel] = UInt8(truncatingIfNeeded: last &>> shift)
        }
    }

    static func writeRGBA(_ pixels: UnsafePointer<UInt32>, count: Int, to output: UnsafeMutablePointer<UInt8>) {
        typealias Pixels = SIMD8<UInt32>
        let bytes = UnsafeMutableRawPointer(output)
        var index = 0
        // Most pixels of most pictures are opaque, which leaves only the order to change.
        while index + Pixels.scalarCount <= count {
            let next = unsafe UnsafeRawPointer(pixels + index).loadUnaligned(as: Pixels.self)
            let clear = unsafe unsafeBitCast(~next & 0xff00_0000, to: SIMD4<UInt64>.self)
            if clear[0] | clear[1] | clear[2] | clear[3] == 0 {
                let ordered = next & 0xff00_ff00 | next &>> 16 & 0xff | (next & 0xff) &<< 16
                unsafe bytes.storeBytes(of: ordered, toByteOffset: 4 * index, as: Pixels.self)
            } else {
                for column in index..<index + Pixels.scalarCount { unsafe writePixel(pixels, column, to: bytes) }
            }
            index += Pixels.scalarCount
        }
        for column in index..<count { unsafe writePixel(pixels, column, to: bytes) }
    }

    private static func writePixel(_ pixels: UnsafePointer<UInt32>, _ index: Int, to bytes: UnsafeMutableRawPointer) {
        let straight = unsafe straight(pixels[index])
        unsafe bytes.storeBytes(of: straight.bigEndian, toByteOffset: 4 * index, as: UInt32.self)
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
