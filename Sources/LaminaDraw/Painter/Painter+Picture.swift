public import LaminaGeometry

extension Painter {
    /// Draws part of a bitmap stretched to `rect`. A side that shrinks is averaged: each pixel is the mean of the area
    /// that it covers; one that grows is bilinear. About 1 ns for each pixel of the part. Fails with `outOfMemory`.
    public func drawPart(
        _ part: PixelRect, of bitmap: Bitmap, into rect: PixelRect, clip: PixelRect, on buffer: PixelBuffer
    ) throws(LaminaError) {
        let inside = part.intersection(bitmap.bounds)
        let visible = PixelRect.visible(rect, clip: clip, in: buffer.bounds)
        if inside.isEmpty || visible.isEmpty { return }
        let isNarrower = rect.width < inside.width
        let isLower = rect.height < inside.height
        if !isNarrower && !isLower {
            let shown =
                try inside == bitmap.bounds
                ? bitmap
                : bitmap.withPixels { (pixels) throws(LaminaError) in
                    try pool.copy(pixels.part(inside))
                }
            return drawScaled(shown, into: rect, clip: clip, on: buffer)
        }
        // Of a side that shrinks only what is visible is made, and stands there as it is.
        var place = rect
        var (columns, rows) = (0..<inside.width, 0..<inside.height)
        if isNarrower {
            columns = visible.x - rect.x..<visible.maxX - rect.x
            (place.x, place.width) = (visible.x, visible.width)
        }
        if isLower {
            rows = visible.y - rect.y..<visible.maxY - rect.y
            (place.y, place.height) = (visible.y, visible.height)
        }
        let small = try bitmap.withPixels { (pixels) throws(LaminaError) in
            try pixels.part(inside).shrunk(
                width: isNarrower ? rect.width : inside.width, height: isLower ? rect.height : inside.height, columns,
                rows, pool: pool)
        }
        small.isOpaque = bitmap.isOpaque || small.withPixels { $0.isOpaque }
        drawScaled(small, into: place, clip: clip, on: buffer)
    }
}

extension PixelBuffer {
    /// A part that is inside.
    public func part(_ rect: PixelRect) -> PixelBuffer {
        unsafe PixelBuffer(
            words: words + rect.y * wordStride + rect.x, width: rect.width, height: rect.height, stride: stride)
    }

    /// Some columns and rows of the pixels shrunk to a size that is no larger.
    fileprivate func shrunk(
        width shownWidth: Int, height shownHeight: Int, _ columns: Range<Int>, _ rows: Range<Int>, pool: BitmapPool
    ) throws(LaminaError) -> Bitmap {
        let nextWidth = ShrinkingAxis.step(width, to: shownWidth)
        let nextHeight = ShrinkingAxis.step(height, to: shownHeight)
        if nextWidth != shownWidth || nextHeight != shownHeight {
            let next = try shrunk(
                width: nextWidth, height: nextHeight, 0..<nextWidth, 0..<nextHeight, pool: pool)
            return try next.withPixels { (pixels) throws(LaminaError) in
                try pixels.shrunk(width: shownWidth, height: shownHeight, columns, rows, pool: pool)
            }
        }
        let down = ShrinkingAxis(height, to: shownHeight)
        let across = try ShrinkingColumns(ShrinkingAxis(width, to: shownWidth), columns)
        let line = try ShrinkingLine(width: width)
        // Rows of bitmaps have room for an even number of pixels.
        let result = try pool.take(width: columns.count, height: rows.count, cleared: false)
        result.withPixels { target in
            for row in rows {
                let first = unsafe words + down.start(row) * wordStride
                for tap in 0..<down.taps {
                    unsafe line.add(first + tap * wordStride, share: down.share(row, tap: tap), isFirst: tap == 0)
                }
                unsafe across.shrink(line, to: target.words + (row - rows.lowerBound) * target.wordStride)
            }
        }
        return result
    }
}
