internal import LaminaGeometry

/// Blending through a coverage mask; the loops behind rounded corners. The rectangle is inside the buffer and inside
/// the mask.
enum MaskBlend {
    /// One colour through the mask.
    static func fill<Source: MaskedColor & ~Copyable>(
        _ rect: PixelRect, _ color: borrowing Source, mask: MaskRows, on buffer: PixelBuffer
    ) {
        assert(rect.isInside(buffer.bounds))
        let pixel = color.pixel
        let isOpaque = pixel >> 24 == 255
        let whole = rect.width & ~7
        var target = unsafe buffer.address(x: rect.x, y: rect.y)
        var coverage = unsafe mask.start
        for _ in 0..<rect.height {
            var column = 0
            while column < whole {
                let eight = unsafe UnsafeRawPointer(coverage + column).loadUnaligned(as: UInt64.self)
                if eight == 0 {
                    // Nothing here.
                } else if eight == .max, isOpaque {
                    unsafe (target + column).update(repeating: pixel, count: 8)
                } else {
                    unsafe color.blend(eight, target + column)
                }
                column += 8
            }
            if whole < rect.width { unsafe fillRest(whole..<rect.width, color, coverage, target) }
            unsafe target += buffer.wordStride
            unsafe coverage += mask.stride
        }
    }

    /// The last few pixels of a row.
    @inline(__always)
    private static func fillRest<Source: MaskedColor & ~Copyable>(
        _ columns: Range<Int>, _ color: borrowing Source, _ coverage: UnsafePointer<UInt8>,
        _ target: UnsafeMutablePointer<UInt32>
    ) {
        var column = columns.lowerBound
        while column + 2 <= columns.upperBound {
            let pair = unsafe UnsafeRawPointer(coverage + column).loadUnaligned(as: UInt16.self)
            if pair != 0 { unsafe color.blendPair(pair, target + column) }
            column += 2
        }
        if column < columns.upperBound {
            let part = unsafe Pixel.multiply(color.pixel, UInt32(coverage[column]))
            unsafe target[column] = unsafe Pixel.over(part, target[column])
        }
    }

    /// Another picture's pixels at the same place through the mask, all of them also times `opacity` (0...255).
    static func draw(
        _ source: PixelBuffer, opacity: UInt32, in rect: PixelRect, mask: MaskRows, on buffer: PixelBuffer
    ) {
        assert(rect.isInside(buffer.bounds) && rect.isInside(source.bounds))
        for row in 0..<rect.height {
            let target = unsafe buffer.address(x: rect.x, y: rect.y + row)
            let coverage = unsafe mask.start + row * mask.stride
            let pixels = unsafe source.address(x: rect.x, y: rect.y + row)
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
        _ saved: PixelBuffer, opacity: UInt32, in rect: PixelRect, mask: MaskRows?, on buffer: PixelBuffer
    ) {
        assert(rect.isInside(buffer.bounds) && rect.isInside(saved.bounds))
        for row in 0..<rect.height {
            let target = unsafe buffer.address(x: rect.x, y: rect.y + row)
            let old = unsafe saved.address(x: rect.x, y: rect.y + row)
            guard let mask else {
                unsafe mix(old, into: target, count: rect.width, opacity)
                continue
            }
            let coverage = unsafe mask.start + row * mask.stride
            for column in 0..<rect.width {
                let factor = unsafe Pixel.multiply(byte: UInt32(coverage[column]), opacity)
                unsafe target[column] = unsafe Pixel.mix(old[column], target[column], factor)
            }
        }
    }

    private static func mix(
        _ old: UnsafePointer<UInt32>, into target: UnsafeMutablePointer<UInt32>, count: Int, _ opacity: UInt32
    ) {
        let keep = WidePixels(first: 255 &- opacity, second: 255 &- opacity)
        let take = WidePixels(first: opacity, second: opacity)
        let saved = unsafe UnsafeRawPointer(old)
        let drawn = UnsafeMutableRawPointer(target)
        for pair in 0..<count / 2 {
            let a = unsafe WidePixels(pair: saved.loadUnaligned(fromByteOffset: pair * 8, as: UInt64.self))
            let b = unsafe WidePixels(pair: drawn.loadUnaligned(fromByteOffset: pair * 8, as: UInt64.self))
            unsafe drawn.storeBytes(of: (a * keep + b * take).pair, toByteOffset: pair * 8, as: UInt64.self)
        }
        if count & 1 == 1 {
            unsafe target[count - 1] = unsafe Pixel.mix(old[count - 1], target[count - 1], opacity)
        }
    }
}
