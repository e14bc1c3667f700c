public import LaminaGeometry

extension Painter {
    /// Draws a picture whose first pixel is `x`, `y` of a plane that `back` maps the device to, both counted from the
    /// pixel `origin`; bilinear, what is beyond the picture being clear. Each pixel depends on its own position only,
    /// whatever the clip. Some 5 ns a pixel.
    public func drawTransformed(
        _ bitmap: Bitmap, x: Int, y: Int, back: AffineTransform, origin: (x: Int, y: Int), opacity: Double,
        clip: PixelRect, on buffer: PixelBuffer
    ) {
        let visible = PixelRect.visible(clip, clip: clip, in: buffer.bounds)
        let factor = Pixel.factor(opacity)
        if visible.isEmpty || factor == 0 { return }
        bitmap.withPixels { source in
            for row in visible.y..<visible.maxY {
                let target = unsafe buffer.address(x: visible.x, y: row)
                let down = Double(row - origin.y) + 0.5
                for column in 0..<visible.width {
                    let across = Double(visible.x + column - origin.x) + 0.5
                    // From the middle of a pixel to the corner of the four around it.
                    let u = back.xx * across + back.xy * down + back.x0 - 0.5
                    let v = back.yx * across + back.yy * down + back.y0 - 0.5
                    let sample = source.mixed(u - Double(x - origin.x), v - Double(y - origin.y))
                    if sample == 0 { continue }
                    let pixel = factor == 255 ? sample : Pixel.multiply(sample, factor)
                    unsafe target[column] = unsafe Pixel.over(pixel, target[column])
                }
            }
        }
    }
}

extension PixelBuffer {
    /// The mix of the four pixels around a position, in steps of 1/256; clear beyond the edge.
    fileprivate func mixed(_ u: Double, _ v: Double) -> UInt32 {
        // Not a number is outside, too.
        guard u > -1, v > -1, u < Double(width), v < Double(height) else { return 0 }
        // Rounded by cutting off what is positive: to round is a call where the processor may be an old one.
        let fixedX = Int(u * 256 + 256.5) - 256
        let fixedY = Int(v * 256 + 256.5) - 256
        let (left, top) = (fixedX >> 8, fixedY >> 8)
        let (right, low) = (UInt32(fixedX & 255), UInt32(fixedY & 255))
        if left >= 0, top >= 0, left + 1 < width, top + 1 < height {
            let first = unsafe words + top * wordStride + left
            let second = unsafe first + wordStride
            return unsafe Self.mix(first[0], first[1], second[0], second[1], right, low)
        }
        return Self.mix(
            word(left, top), word(left + 1, top), word(left, top + 1), word(left + 1, top + 1), right, low)
    }

    private func word(_ x: Int, _ y: Int) -> UInt32 {
        if x < 0 || y < 0 || x >= width || y >= height { return 0 }
        return unsafe words[y * wordStride + x]
    }

    /// Weights in 256ths add up to 65536, so that equal pixels stay as they are.
    private static func mix(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ right: UInt32, _ low: UInt32
    ) -> UInt32 {
        if a == b && a == c && a == d { return a }
        let (left, high) = (256 - right, 256 - low)
        let weights = (
            UInt64(left * high), UInt64(right * high), UInt64(left * low), UInt64(right * low)
        )
        // Two components at a time, 32 bits apart.
        func pair(_ pixel: UInt32) -> UInt64 { UInt64(pixel & 255) | UInt64(pixel & 0x00ff_0000) &<< 16 }
        func mixed(_ shift: UInt32) -> UInt32 {
            let top = pair(a &>> shift) &* weights.0 &+ pair(b &>> shift) &* weights.1
            let bottom = pair(c &>> shift) &* weights.2 &+ pair(d &>> shift) &* weights.3
            let sum = (top &+ bottom &+ 0x0000_8000_0000_8000) &>> 16
            return UInt32(truncatingIfNeeded: sum & 255 | sum &>> 16 & 0x00ff_0000)
        }
        return mixed(8) &<< 8 | mixed(0)
    }
}
