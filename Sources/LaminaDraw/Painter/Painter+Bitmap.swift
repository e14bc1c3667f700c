internal import CPixman
public import LaminaGeometry

extension Painter {
    /// Draws a bitmap pixel for pixel with its first pixel at `x`, `y`, times `opacity`, its corners rounded by
    /// `cornerRadius` pixels. Opaque bitmaps at opacity 1 are copied.
    public func draw(
        _ bitmap: Bitmap, x: Int, y: Int, opacity: Double = 1, cornerRadius: Double = 0, clip: PixelRect,
        on buffer: PixelBuffer
    ) {
        let rect = PixelRect(x: x, y: y, width: bitmap.width, height: bitmap.height).saturated
        let visible = PixelRect.visible(rect, clip: clip, in: buffer.bounds)
        let factor = Pixel.factor(opacity)
        if visible.isEmpty || factor == 0 { return }
        bitmap.withPixels { pixels in
            var source = pixels
            source.originX = rect.x
            source.originY = rect.y
            forEachPart(
                of: RoundedShape(rect, radius: cornerRadius), in: visible,
                solid: { copy($0, from: source, isOpaque: bitmap.isOpaque, opacity: factor, to: buffer) },
                masked: { part, mask, x, y in
                    MaskBlend.draw(source, opacity: factor, in: part, mask: mask.rows(x: x, y: y), on: buffer)
                })
        }
    }

    /// Adds a share of a bitmap, with its first pixel at `x`, `y`, to what is there: of two pictures, a share each
    /// makes a mix.
    public func add(_ bitmap: Bitmap, x: Int, y: Int, share: Double, clip: PixelRect, on buffer: PixelBuffer) {
        let rect = PixelRect(x: x, y: y, width: bitmap.width, height: bitmap.height).saturated
        let visible = PixelRect.visible(rect, clip: clip, in: buffer.bounds)
        if visible.isEmpty { return }
        bitmap.withPixels { pixels in
            guard let image = PixmanImage(pixels, isOpaque: bitmap.isOpaque), let target = PixmanImage(buffer),
                let mask = PixmanImage(solid: Pixel.factor(share) << 24)
            else { return }
            target.composite(
                PIXMAN_OP_ADD, image, from: (visible.x - rect.x, visible.y - rect.y), through: mask,
                to: visible.moved(x: -buffer.originX, y: -buffer.originY))
        }
    }

    /// Draws a bitmap stretched to `rect`, bilinear, times `opacity`, the corners of `rect` rounded by `cornerRadius`
    /// pixels. Shrinking to less than half skips pixels: prepare such images first. About 1 ns a pixel drawn.
    public func drawScaled(
        _ bitmap: Bitmap, into rect: PixelRect, opacity: Double = 1, cornerRadius: Double = 0,
        clip: PixelRect, on buffer: PixelBuffer
    ) {
        let rect = rect.saturated
        if rect.width == bitmap.width, rect.height == bitmap.height {
            return draw(
                bitmap, x: rect.x, y: rect.y, opacity: opacity, cornerRadius: cornerRadius, clip: clip, on: buffer)
        }
        let visible = PixelRect.visible(rect, clip: clip, in: buffer.bounds)
        let factor = Pixel.factor(opacity)
        if visible.isEmpty || factor == 0 || bitmap.width == 0 || bitmap.height == 0 { return }
        let stretch = PixelStretch(bitmap.width, bitmap.height, over: rect)
        bitmap.withPixels { pixels in
            for visible in stretch.parts(of: visible, from: pixels.bounds) {
                let window = stretch.window(of: visible, in: pixels.bounds)
                guard let image = PixmanImage(pixels.part(window), isOpaque: bitmap.isOpaque),
                    let target = PixmanImage(buffer)
                else { return }
                image.apply(stretch, from: visible, in: window)
                forEachPart(
                    of: RoundedShape(rect, radius: cornerRadius), in: visible,
                    solid: { composite($0, image, at: ($0.x - visible.x, $0.y - visible.y), factor, target, buffer) },
                    masked: { part, mask, x, y in
                        drawCap(part, image, from: visible, mask, x, y, factor, on: buffer)
                    })
            }
        }
    }

    /// Draws a part of a stretched image through a mask, by way of a small picture of that part.
    private func drawCap(
        _ part: PixelRect, _ image: borrowing PixmanImage, from visible: PixelRect, _ mask: CoverageMask, _ x: Int,
        _ y: Int, _ opacity: UInt32, on buffer: PixelBuffer
    ) {
        // Without memory the corner stays empty.
        guard let cap = try? pool.take(width: part.width, height: part.height, cleared: false) else { return }
        cap.withPixels { pixels in
            guard let target = PixmanImage(pixels) else { return }
            target.composite(
                PIXMAN_OP_SRC, image, from: (part.x - visible.x, part.y - visible.y),
                to: PixelRect(x: 0, y: 0, width: part.width, height: part.height))
            var source = pixels
            source.originX = part.x
            source.originY = part.y
            MaskBlend.draw(source, opacity: opacity, in: part, mask: mask.rows(x: x, y: y), on: buffer)
        }
    }

    /// Draws the pixels of `source` that stand at the same place as `rect`, which is inside both.
    func copy(_ rect: PixelRect, from source: PixelBuffer, isOpaque: Bool, opacity: UInt32, to buffer: PixelBuffer) {
        if isOpaque, opacity == 255 {
            return buffer.copy(rect, from: source)
        }
        guard let target = PixmanImage(buffer) else { return }
        // In parts, from the first pixel of each: pixman paints nothing at all of what reaches beyond 32,766 pixels of
        // an image.
        let side = PixelStretch.Axis.limit
        for y in stride(from: rect.y, to: rect.maxY, by: side) {
            for x in stride(from: rect.x, to: rect.maxX, by: side) {
                let part = PixelRect(x: x, y: y, width: min(side, rect.maxX - x), height: min(side, rect.maxY - y))
                let pixels = PixelRect(
                    x: x - source.originX, y: y - source.originY, width: part.width, height: part.height)
                guard let image = PixmanImage(source.part(pixels), isOpaque: isOpaque) else { return }
                composite(part, image, at: (0, 0), opacity, target, buffer)
            }
        }
    }

    /// `image` from its position `start` over the rectangle, through a constant mask when `opacity` is below 255.
    private func composite(
        _ rect: PixelRect, _ image: borrowing PixmanImage, at start: (x: Int, y: Int), _ opacity: UInt32,
        _ target: borrowing PixmanImage, _ buffer: PixelBuffer
    ) {
        let place = rect.moved(x: -buffer.originX, y: -buffer.originY)
        if opacity == 255 {
            target.composite(PIXMAN_OP_OVER, image, from: start, to: place)
        } else if let mask = PixmanImage(solid: opacity << 24) {
            target.composite(PIXMAN_OP_OVER, image, from: start, through: mask, to: place)
        }
    }
}
