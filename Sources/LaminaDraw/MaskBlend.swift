internal import LaminaGeometry

/// Blending through a coverage mask; the loops behind rounded corners. The rectangle is inside the buffer and inside the mask.
enum MaskBlend {
    /// One colour through the mask.
    static func fill(
        _ rect: PixelRect, _ pixel: UInt32, mask: UnsafePointer<UInt8>, maskStride: Int, on buffer: PixelBuffer
    ) {
        let opaque = pixel >> 24 == 255
        for row in 0..<rect.height {
            let target = unsafe buffer.address(x: rect.x, y: rect.y + row)
            let coverage = unsafe mask + row * maskStride
            var column = 0
            while column < rect.width {
                let run = unsafe uniformRun(coverage, from: column, to: rect.width)
                if run > column {
                    let factor = unsafe coverage[column]
                    if factor == 255, opaque {
                        unsafe (target + column).update(repeating: pixel, count: run - column)
                    } else if factor == 255 {
                        for x in column..<run { unsafe target[x] = unsafe Pixel.over(pixel, target[x]) }
                    }
                    column = run
                } else {
                    let part = unsafe Pixel.multiply(pixel, UInt32(coverage[column]))
                    unsafe target[column] = unsafe Pixel.over(part, target[column])
                    column += 1
                }
            }
        }
    }

    /// Another picture's pixels through the mask, all of them also times `opacity` (0...255).
    static func draw(
        _ source: UnsafePointer<UInt32>, sourceStride: Int, opacity: UInt32, in rect: PixelRect,
        mask: UnsafePointer<UInt8>, maskStride: Int, on buffer: PixelBuffer
    ) {
        for row in 0..<rect.height {
            let target = unsafe buffer.address(x: rect.x, y: rect.y + row)
            let coverage = unsafe mask + row * maskStride
            let pixels = unsafe source + row * sourceStride
            for column in 0..<rect.width {
                let factor = unsafe Pixel.multiply(byte: UInt32(coverage[column]), opacity)
                if factor == 0 { continue }
                let pixel = unsafe pixels[column]
                let part = factor == 255 ? pixel : Pixel.multiply(pixel, factor)
                unsafe target[column] = part >> 24 == 255 ? part : unsafe Pixel.over(part, target[column])
            }
        }
    }

    /// Back towards `saved` where the mask covers little: the result of drawing a group through the mask.
    static func restore(
        _ saved: UnsafePointer<UInt32>, savedStride: Int, opacity: UInt32, in rect: PixelRect,
        mask: UnsafePointer<UInt8>?, maskStride: Int, on buffer: PixelBuffer
    ) {
        for row in 0..<rect.height {
            let target = unsafe buffer.address(x: rect.x, y: rect.y + row)
            let old = unsafe saved + row * savedStride
            guard let mask = unsafe mask else {
                for column in 0..<rect.width {
                    unsafe target[column] = unsafe Pixel.mix(old[column], target[column], opacity)
                }
                continue
            }
            let coverage = unsafe mask + row * maskStride
            for column in 0..<rect.width {
                let factor = unsafe Pixel.multiply(byte: UInt32(coverage[column]), opacity)
                unsafe target[column] = unsafe Pixel.mix(old[column], target[column], factor)
            }
        }
    }

    /// The end of the run of equal bytes 0 or 255 that starts at `start`; `start` itself when another value stands there.
    @inline(__always)
    private static func uniformRun(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
        let value = unsafe bytes[start]
        if value &+ 1 > 1 { return start }
        let eight = value == 0 ? 0 : UInt64.max
        var position = start + 1
        while position + 8 <= end,
            unsafe UnsafeRawPointer(bytes + position).loadUnaligned(as: UInt64.self) == eight
        {
            position += 8
        }
        while position < end, unsafe bytes[position] == value { position += 1 }
        return position
    }
}
