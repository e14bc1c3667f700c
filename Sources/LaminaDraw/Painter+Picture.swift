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
        var extent = Size(width: Double(inside.width), height: Double(inside.height))
        var smaller = try withExtendedLifetime(bitmap) { () throws(LaminaError) in
            Self.isTooLarge(first, rect)
                ? try first.halved(for: rect, &extent, pool: pool) : try pool.copy(first)
        }
        while smaller.withPixels({ Self.isTooLarge($0, rect) }) {
            let current = smaller
            smaller = try current.withPixels { (pixels) throws(LaminaError) in
                try pixels.halved(for: rect, &extent, pool: pool)
            }
        }
        drawScaled(smaller, extent: extent, into: rect, clip: clip, on: buffer)
    }

    private static func isTooLarge(_ pixels: PixelBuffer, _ rect: PixelRect) -> Bool {
        rect.width * 2 < pixels.width || rect.height * 2 < pixels.height
    }
}

/// Two neighbours that become one pixel: how far the second one is from the first, and its share in 256ths.
private struct Pair {
    var step = 0
    var share: UInt32 = 0

    /// Number `index` of the pairs along a side of `count` pixels, the last of which covers the rest of `extent` only.
    init(_ index: Int, of count: Int, extent: Double) {
        if 2 * index + 1 >= count { return }
        step = 1
        let last = extent - Double(count - 1)
        share = 2 * index + 2 == count ? UInt32((256 * last / (1 + last)).rounded()) : 128
    }
}

extension PixelBuffer {
    /// A part that is inside.
    func part(_ rect: PixelRect) -> PixelBuffer {
        unsafe PixelBuffer(
            words: words + rect.y * wordStride + rect.x, width: rect.width, height: rect.height, stride: stride)
    }

    /// Half as wide or high where that is still more than `rect`, each pixel the mean of those that it stands for. A side of an odd
    /// number ends with a pixel that covers a part of one only: `extent` is how many pixels there are without what it lacks.
    fileprivate func halved(
        for rect: PixelRect, _ extent: inout Size, pool: BitmapPool
    ) throws(LaminaError) -> Bitmap {
        let across = rect.width * 2 < width
        let down = rect.height * 2 < height
        let whole = extent
        if across { extent.width /= 2 }
        if down { extent.height /= 2 }
        let result = try pool.take(
            width: across ? (width + 1) / 2 : width, height: down ? (height + 1) / 2 : height, cleared: false)
        result.withPixels { target in
            // The pairs of two whole pixels, which are nearly all.
            let plain = across ? max(0, target.width - 1) : target.width
            for y in 0..<target.height {
                let rows = down ? Pair(y, of: height, extent: whole.height) : nil
                let top = unsafe words + (down ? 2 * y : y) * wordStride
                let low = unsafe top + (rows?.step ?? 0) * wordStride
                let line = unsafe target.words + y * target.wordStride
                let share = rows.map { $0.step == 0 ? 128 : $0.share } ?? 128
                let step = across ? 1 : 0
                if share == 128 {
                    for x in 0..<plain {
                        let left = across ? 2 * x : x
                        unsafe line[x] = unsafe Self.mean(top[left], top[left + step], low[left], low[left + step])
                    }
                } else {
                    for x in 0..<plain {
                        let left = across ? 2 * x : x
                        unsafe line[x] = unsafe Self.mean(
                            top[left], top[left + step], low[left], low[left + step], 128, share)
                    }
                }
                if plain < target.width {
                    let columns = Pair(plain, of: width, extent: whole.width)
                    let right = 2 * plain + columns.step
                    unsafe line[plain] = unsafe Self.mean(
                        top[2 * plain], top[right], low[2 * plain], low[right], columns.share, share)
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

    /// The same with shares in 256ths: `x` of the right pixels, `y` of the low ones. At 128 it rounds as the other does.
    private static func mean(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ x: UInt32, _ y: UInt32
    ) -> UInt32 {
        var result: UInt32 = 0
        for shift in Swift.stride(from: UInt32(0), to: 32, by: 8) {
            let top = (a &>> shift & 255) * (256 - x) + (b &>> shift & 255) * x
            let low = (c &>> shift & 255) * (256 - x) + (d &>> shift & 255) * x
            result |= ((top * (256 - y) + low * y + 0x8000) &>> 16) &<< shift
        }
        return result
    }
}
