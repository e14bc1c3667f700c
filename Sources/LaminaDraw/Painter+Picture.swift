public import LaminaGeometry

extension Painter {
    /// Draws part of a bitmap stretched to `rect`, bilinear; what shrinks to less than half is halved before, so that no pixel is lost.
    /// Fails with `outOfMemory`.
    public func drawPart(
        _ part: PixelRect, of bitmap: Bitmap, into rect: PixelRect, clip: PixelRect, on buffer: PixelBuffer
    ) throws(LaminaError) {
        let inside = part.intersection(PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height))
        if inside.isEmpty || rect.isEmpty || PixelRect.visible(rect, clip: clip, in: buffer.bounds).isEmpty { return }
        if inside.width == bitmap.width, inside.height == bitmap.height, rect.width * 2 >= inside.width,
            rect.height * 2 >= inside.height
        {
            return drawScaled(bitmap, into: rect, clip: clip, on: buffer)
        }
        let first = bitmap.withPixels { $0.part(inside) }
        var smaller = try withExtendedLifetime(bitmap) { () throws(LaminaError) in
            let halvesWidth = rect.width * 2 < inside.width
            let halvesHeight = rect.height * 2 < inside.height
            return halvesWidth || halvesHeight
                ? try first.halved(halvesWidth, halvesHeight, pool: pool) : try pool.copy(first)
        }
        while rect.width * 2 < smaller.width || rect.height * 2 < smaller.height {
            let current = smaller
            smaller = try current.withPixels { (pixels) throws(LaminaError) in
                try pixels.halved(rect.width * 2 < pixels.width, rect.height * 2 < pixels.height, pool: pool)
            }
        }
        drawScaled(smaller, into: rect, clip: clip, on: buffer)
    }
}

extension PixelBuffer {
    /// A part that is inside.
    fileprivate func part(_ rect: PixelRect) -> PixelBuffer {
        unsafe PixelBuffer(
            words: words + rect.y * wordStride + rect.x, width: rect.width, height: rect.height, stride: stride)
    }

    /// Half as wide or high, rounded up, each pixel the mean of those that it stands for.
    fileprivate func halved(_ across: Bool, _ down: Bool, pool: BitmapPool) throws(LaminaError) -> Bitmap {
        let result = try pool.take(
            width: across ? (width + 1) / 2 : width, height: down ? (height + 1) / 2 : height, cleared: false)
        result.withPixels { target in
            for y in 0..<target.height {
                let top = unsafe words + (down ? 2 * y : y) * wordStride
                let low = unsafe down && 2 * y + 1 < height ? top + wordStride : top
                let line = unsafe target.words + y * target.wordStride
                for x in 0..<target.width {
                    let left = across ? 2 * x : x
                    let right = across ? min(left + 1, width - 1) : left
                    unsafe line[x] = unsafe Self.mean(top[left], top[right], low[left], low[right])
                }
            }
            result.isOpaque = target.isOpaque
        }
        return result
    }

    @inline(__always)
    private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
        func half(_ shift: UInt32) -> UInt32 {
            let mask: UInt32 = 0x00ff_00ff
            let sum = (a &>> shift & mask) &+ (b &>> shift & mask) &+ (c &>> shift & mask) &+ (d &>> shift & mask)
            return ((sum &+ 0x0002_0002) &>> 2 & mask) &<< shift
        }
        return half(0) | half(8)
    }
}
