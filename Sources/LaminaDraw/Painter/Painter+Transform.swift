public import LaminaGeometry

extension Painter {
    /// Draws a picture whose first pixel is `x`, `y` of a plane that `back` maps the device to, both counted from the
    /// pixel `origin`; bilinear, what is beyond the picture being clear. Each pixel depends on its own position only,
    /// whatever the clip. Some 5 ns a pixel, or 1 where rows stay rows.
    public func drawTransformed(
        _ bitmap: Bitmap, x: Int, y: Int, back: AffineTransform, origin: (x: Int, y: Int), opacity: Double,
        clip: PixelRect, on buffer: PixelBuffer
    ) {
        let visible = PixelRect.visible(clip, clip: clip, in: buffer.bounds)
        let factor = Pixel.factor(opacity)
        if visible.isEmpty || factor == 0 { return }
        if back.isUpright {
            return scale(bitmap, ScaledAxes(back, x: x, y: y, origin: origin), factor, visible, on: buffer)
        }
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

    /// The same for a rectangle of one colour whose first pixel is `x`, `y`; its rows must stay rows (`isUpright`).
    public func fillTransformed(
        _ rect: PixelRect, _ color: Color, back: AffineTransform, origin: (x: Int, y: Int), opacity: Double,
        clip: PixelRect, on buffer: PixelBuffer
    ) {
        assert(back.isUpright)
        let visible = PixelRect.visible(clip, clip: clip, in: buffer.bounds)
        let (pixel, factor) = (color.pixel, Pixel.factor(opacity))
        if visible.isEmpty || factor == 0 || pixel == 0 { return }
        let axes = ScaledAxes(back, x: rect.x, y: rect.y, origin: origin)
        var taps = ScaledTaps()
        swap(&taps, &scaledTaps)
        taps.set(axes.x, from: visible.x, count: visible.width, length: rect.width)
        let (start, whole) = (visible.x + taps.first, taps.whole(length: rect.width))
        // Most rows are alike: all of them but those at the edges.
        var parts: ContiguousArray<UInt32> = []
        var last: UInt32 = 0
        for row in visible.y..<visible.maxY {
            guard let down = axes.y.tap(at: row, length: rect.height) else { continue }
            let share = down.share(length: rect.height)
            if share == 0 { continue }
            if share != last {
                parts.removeAll(keepingCapacity: true)
                for tap in taps.all { parts.append(Pixel.weigh(pixel, share &* tap.share(length: rect.width), factor)) }
                last = share
            }
            let target = unsafe buffer.address(x: start, y: row)
            for column in 0..<whole.lowerBound {
                unsafe target[column] = unsafe Pixel.over(parts[column], target[column])
            }
            if !whole.isEmpty { unsafe cover(target + whole.lowerBound, whole.count, with: parts[whole.lowerBound]) }
            for column in whole.upperBound..<parts.count {
                unsafe target[column] = unsafe Pixel.over(parts[column], target[column])
            }
        }
        swap(&taps, &scaledTaps)
    }

    /// One colour over a run of pixels.
    private func cover(_ target: UnsafeMutablePointer<UInt32>, _ count: Int, with pixel: UInt32) {
        if pixel >> 24 == 255 { return unsafe target.update(repeating: pixel, count: count) }
        let (color, rest) = (WidePixels(repeating: pixel), 255 - pixel >> 24)
        let factor = WidePixels(first: rest, second: rest)
        var column = 0
        // Two pairs at a time, so that one need not wait for the other.
        while column + 4 <= count {
            let words = unsafe UnsafeMutableRawPointer(target + column)
            let old = unsafe words.loadUnaligned(as: SIMD2<UInt64>.self)
            let new = SIMD2(
                (color + WidePixels(pair: old[0]) * factor).pair, (color + WidePixels(pair: old[1]) * factor).pair)
            unsafe words.storeBytes(of: new, as: SIMD2<UInt64>.self)
            column += 4
        }
        while column < count {
            unsafe target[column] = unsafe Pixel.over(pixel, target[column])
            column += 1
        }
    }

    /// Draws a picture along its axes: each row of the device mixes two rows of the picture first, and of that each
    /// pixel two neighbours. The sums are those of `mixed`, and so are the bytes.
    private func scale(
        _ bitmap: Bitmap, _ axes: ScaledAxes, _ opacity: UInt32, _ visible: PixelRect, on buffer: PixelBuffer
    ) {
        var taps = ScaledTaps()
        swap(&taps, &scaledTaps)
        taps.set(axes.x, from: visible.x, count: visible.width, length: bitmap.width)
        if !taps.all.isEmpty {
            bitmap.withPixels { source in
                var last: ScaledTap?
                for row in visible.y..<visible.maxY {
                    guard let down = axes.y.tap(at: row, length: source.height) else { continue }
                    if down != last { taps.mixRows(of: source, down) }
                    last = down
                    unsafe taps.draw(opacity, on: buffer.address(x: visible.x + taps.first, y: row))
                }
            }
        }
        swap(&taps, &scaledTaps)
    }
}

extension Pixel {
    /// A pixel times a weight in 65536ths, and that times an opacity in 255ths.
    @inline(__always)
    fileprivate static func weigh(_ pixel: UInt32, _ weight: UInt32, _ opacity: UInt32) -> UInt32 {
        var part = pixel
        if weight < 65536 {
            func component(_ shift: UInt32) -> UInt32 {
                ((((pixel &>> shift) & 255) &* weight &+ 0x8000) &>> 16) &<< shift
            }
            part = component(24) | component(16) | component(8) | component(0)
        }
        return opacity == 255 ? part : multiply(part, opacity)
    }
}

extension ScaledTaps {
    /// Mixes two rows of a picture, as far as the taps reach. Components are 16 bits, times 256.
    fileprivate mutating func mixRows(of source: PixelBuffer, _ down: ScaledTap) {
        let low = UInt16(truncatingIfNeeded: down.weight)
        let (upper, lower) = (SIMD8(repeating: 256 - low), SIMD8(repeating: low))
        // Beyond the picture all is clear.
        let columns = max(reach.lowerBound, 0)..<min(reach.upperBound, source.width)
        let hasFirst = down.place >= 0 && down.place < source.height
        let hasSecond = down.place + 1 >= 0 && down.place + 1 < source.height && low > 0
        unsafe line.withUnsafeMutableBufferPointer { line in
            guard let start = line.baseAddress else { return }
            let shift = columns.lowerBound - reach.lowerBound
            let first = unsafe source.words + (hasFirst ? down.place : down.place + 1) * source.wordStride
            let second = unsafe hasSecond ? source.words + (down.place + 1) * source.wordStride : first
            let weights = (hasFirst ? upper : SIMD8(), hasSecond ? lower : SIMD8())
            func mix(_ a: UInt64, _ b: UInt64) -> SIMD2<UInt64> {
                WidePixels(WidePixels(pair: a).lanes &* weights.0 &+ WidePixels(pair: b).lanes &* weights.1).words
            }
            var column = columns.lowerBound
            while column + 2 <= columns.upperBound {
                let a = unsafe UnsafeRawPointer(first + column).loadUnaligned(as: UInt64.self)
                let b = unsafe UnsafeRawPointer(second + column).loadUnaligned(as: UInt64.self)
                unsafe UnsafeMutableRawPointer(start + (column - columns.lowerBound + shift))
                    .storeBytes(of: mix(a, b), as: SIMD2<UInt64>.self)
                column += 2
            }
            if column < columns.upperBound {
                unsafe start[column - columns.lowerBound + shift] =
                    mix(UInt64(first[column]), UInt64(second[column]))[0]
            }
        }
    }

    /// Draws the mixed row over the pixels from `target` on.
    fileprivate func draw(_ opacity: UInt32, on target: UnsafeMutablePointer<UInt32>) {
        let factor = WidePixels(first: opacity, second: opacity)
        unsafe all.withUnsafeBufferPointer { all in
            unsafe line.withUnsafeBufferPointer { line in
                func place(_ column: Int) -> Int { unsafe all[column].place - reach.lowerBound }
                func mixed(_ i: Int, _ j: Int) -> WidePixels {
                    let left = unsafe WidePixels(words: SIMD2(line[place(i)], line[place(j)])).lanes
                    let right = unsafe WidePixels(words: SIMD2(line[place(i) + 1], line[place(j) + 1])).lanes
                    let weight = unsafe WidePixels(first: all[i].weight, second: all[j].weight).lanes
                    let sum =
                        SIMD8<UInt32>(truncatingIfNeeded: left) &* SIMD8(truncatingIfNeeded: 256 &- weight)
                        &+ SIMD8<UInt32>(truncatingIfNeeded: right) &* SIMD8(truncatingIfNeeded: weight)
                    let pixels = WidePixels(SIMD8(truncatingIfNeeded: (sum &+ 0x8000) &>> 16))
                    return opacity == 255 ? pixels : pixels * factor
                }
                func alphas(_ pixels: WidePixels) -> WidePixels {
                    let words = pixels.words &>> 48
                    return WidePixels(
                        first: UInt32(truncatingIfNeeded: words[0]), second: UInt32(truncatingIfNeeded: words[1]))
                }
                var column = 0
                while column + 2 <= all.count {
                    let pixels = mixed(column, column + 1)
                    let words = unsafe UnsafeMutableRawPointer(target + column)
                    let old = unsafe WidePixels(pair: words.loadUnaligned(as: UInt64.self))
                    unsafe words.storeBytes(of: (pixels + old * alphas(pixels).inverse).pair, as: UInt64.self)
                    column += 2
                }
                if column < all.count {
                    let pixel = UInt32(truncatingIfNeeded: mixed(column, column).pair)
                    unsafe target[column] = unsafe Pixel.over(pixel, target[column])
                }
            }
        }
    }
}

extension PixelBuffer {
    /// The mix of the four pixels around a position, in steps of 1/256; clear beyond the edge.
    fileprivate func mixed(_ u: Double, _ v: Double) -> UInt32 {
        guard let across = ScaledTap(u, length: width), let down = ScaledTap(v, length: height) else { return 0 }
        let (left, top, right, low) = (across.place, down.place, across.weight, down.weight)
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
