/// Premultiplied words to the byte order and straight alpha of PNG.
enum StraightBytes {
    static func writeRGB(_ pixels: UnsafePointer<UInt32>, count: Int, to output: UnsafeMutablePointer<UInt8>) {
        let bytes = UnsafeMutableRawPointer(output)
        var index = 0
        // Four pixels make three words.
        while index &+ 4 <= count {
            let (a, b) = unsafe ((pixels[index] &<< 8).byteSwapped, (pixels[index &+ 1] &<< 8).byteSwapped)
            let (c, d) = unsafe ((pixels[index &+ 2] &<< 8).byteSwapped, (pixels[index &+ 3] &<< 8).byteSwapped)
            let place = 3 &* index
            unsafe bytes.storeBytes(of: (a | b &<< 24).littleEndian, toByteOffset: place, as: UInt32.self)
            unsafe bytes.storeBytes(of: (b &>> 8 | c &<< 16).littleEndian, toByteOffset: place &+ 4, as: UInt32.self)
            unsafe bytes.storeBytes(of: (c &>> 16 | d &<< 8).littleEndian, toByteOffset: place &+ 8, as: UInt32.self)
            index &+= 4
        }
        for index in index..<count {
            let pixel = unsafe pixels[index]
            unsafe output[3 * index] = UInt8(truncatingIfNeeded: pixel &>> 16)
            unsafe output[3 * index + 1] = UInt8(truncatingIfNeeded: pixel &>> 8)
            unsafe output[3 * index + 2] = UInt8(truncatingIfNeeded: pixel)
        }
    }

    static func writeRGBA(_ pixels: UnsafePointer<UInt32>, count: Int, to output: UnsafeMutablePointer<UInt8>) {
        let words = UnsafeMutableRawPointer(output)
        var all = UInt32.max
        for index in 0..<count { unsafe all &= pixels[index] }
        if all &>> 24 == 255 {
            for index in 0..<count {
                let pixel = unsafe pixels[index]
                let straight = pixel & 0xff00_ff00 | pixel &>> 16 & 255 | (pixel & 255) &<< 16
                unsafe words.storeBytes(of: straight.littleEndian, toByteOffset: 4 &* index, as: UInt32.self)
            }
            return
        }
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
