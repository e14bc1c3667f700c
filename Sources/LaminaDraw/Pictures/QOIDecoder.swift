internal import LaminaGeometry

/// QOI to pixels, as the format's page describes it.
enum QOIDecoder {
    static func decode(_ bytes: PictureBytes, into rows: PictureRows) throws(LaminaError) {
        var seen = [UInt32](repeating: 0, count: 64)
        var pixel: UInt32 = 255
        var run = 0
        var at = 14
        func next() throws(LaminaError) -> UInt32 {
            guard at < bytes.count else { throw PictureFile.incomplete("QOI picture", bytes) }
            at += 1
            return UInt32(bytes[at - 1])
        }
        func add(_ red: UInt32, _ green: UInt32, _ blue: UInt32) {
            let sums = (pixel >> 24 &+ red, pixel >> 16 &+ green, pixel >> 8 &+ blue)
            pixel = (sums.0 & 255) << 24 | (sums.1 & 255) << 16 | (sums.2 & 255) << 8 | pixel & 255
        }
        for _ in 0..<rows.height {
            let line = unsafe rows.room
            for column in 0..<rows.width {
                if run > 0 {
                    run -= 1
                } else {
                    let tag = try next()
                    switch tag {
                    case 0xfe: pixel = try next() << 24 | next() << 16 | next() << 8 | pixel & 255
                    case 0xff: pixel = try next() << 24 | next() << 16 | next() << 8 | next()
                    case 0x00..<0x40: pixel = seen[Int(tag)]
                    case 0x40..<0x80: add((tag >> 4 & 3) &- 2, (tag >> 2 & 3) &- 2, (tag & 3) &- 2)
                    case 0x80..<0xc0:
                        let more = try next()
                        let green = (tag & 63) &- 32
                        add(green &+ (more >> 4) &- 8, green, green &+ (more & 15) &- 8)
                    default: run = Int(tag & 63)
                    }
                    let (r, g, b, a) = (pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
                    seen[Int((r * 3 + g * 5 + b * 7 + a * 11) % 64)] = pixel
                }
                unsafe line[column] = pixel.bigEndian
            }
            try rows.endRow()
        }
        // Eight bytes mark the end.
        guard at + 8 <= bytes.count else { throw PictureFile.incomplete("QOI picture", bytes) }
    }
}
