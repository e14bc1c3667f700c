internal import CShuffle

/// Premultiplied words to the byte order and straight alpha of PNG.
enum StraightBytes {
    static func writeRGB(_ pixels: UnsafePointer<UInt32>, count: Int, to output: UnsafeMutablePointer<UInt8>) {
        guard count > 0 else { return }
        let bytes = UnsafeMutableRawPointer(output)
        let done = unsafe lamina_shuffle_rgb(pixels, count, output)
        // Four bytes at once, of which the next pixel overwrites the last.
        for index in done..<count - 1 {
            unsafe bytes.storeBytes(of: (pixels[index] &<< 8).bigEndian, toByteOffset: 3 * index, as: UInt32.self)
        }
        let last = unsafe pixels[count - 1]
        for (channel, shift) in [UInt32(16), 8, 0].enumerated() {
            unsafe output[3 * (count - 1) + channel] = UInt8(truncatingIfNeeded: last &>> shift)
        }
    }

    static func writeRGBA(_ pixels: UnsafePointer<UInt32>, count: Int, to output: UnsafeMutablePointer<UInt8>) {
        if unsafe reorder(pixels, count: count, to: output) { return }
        for index in 0..<count where unsafe pixels[index] &>> 24 != 255 { unsafe writePixel(pixels, index, to: output) }
    }

    /// Most pixels of most pictures are opaque, which leaves only the order to change. Returns whether these are.
    private static func reorder(
        _ pixels: UnsafePointer<UInt32>, count: Int, to output: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        let bytes = UnsafeMutableRawPointer(output)
        var common = ~UInt32(0)
        let done = unsafe lamina_shuffle_rgba(pixels, count, output, &common)
        for index in done..<count {
            let pixel = unsafe pixels[index]
            common &= pixel
            unsafe bytes.storeBytes(of: (pixel &<< 8 | 255).bigEndian, toByteOffset: 4 &* index, as: UInt32.self)
        }
        return common &>> 24 == 255
    }

    private static func writePixel(
        _ pixels: UnsafePointer<UInt32>, _ index: Int, to output: UnsafeMutablePointer<UInt8>
    ) {
        let bytes = UnsafeMutableRawPointer(output)
        let straight = unsafe straight(pixels[index])
        unsafe bytes.storeBytes(of: straight.bigEndian, toByteOffset: 4 * index, as: UInt32.self)
    }

    /// Red, green, blue, alpha from the highest byte to the lowest.
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
