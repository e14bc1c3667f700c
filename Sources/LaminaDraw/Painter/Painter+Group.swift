public import LaminaGeometry

extension Painter {
    /// Draws what `body` draws as one picture: with `opacity`, cut to `bounds` with corners rounded by `cornerRadius`
    /// pixels. `body` gets the clip to draw with, on the same buffer; it must only draw over what is there. It is not
    /// called when nothing would show. Without opacity and corners this costs nothing; with corners only, a copy of the
    /// corners. Fails as `body` does, or with `outOfMemory`.
    // Instead of a transparent layer that is drawn over the backdrop through mask m, the backdrop is saved where m < 1
    // and mixed back: m (G + (1 - a) D) + (1 - m) D = m G + (1 - m a) D. Nothing to clear, no second pass over what is
    // wholly covered.
    public func group(
        _ bounds: PixelRect, opacity: Double = 1, cornerRadius: Double = 0, clip: PixelRect, on buffer: PixelBuffer,
        body: (PixelRect) throws(LaminaError) -> Void
    ) throws(LaminaError) {
        try group(bounds, opacity: opacity, radii: CornerRadii(cornerRadius), clip: clip, on: buffer, body: body)
    }

    /// The same with a radius for each corner.
    public func group(
        _ bounds: PixelRect, opacity: Double = 1, radii: CornerRadii, clip: PixelRect, on buffer: PixelBuffer,
        body: (PixelRect) throws(LaminaError) -> Void
    ) throws(LaminaError) {
        let visible = PixelRect.visible(bounds, clip: clip, in: buffer.bounds)
        let factor = Pixel.factor(opacity)
        if visible.isEmpty || factor == 0 { return }
        let shape = RoundedShape(bounds, radii: radii)
        if factor == 255, shape.reach == 0 { return try body(visible) }

        let saved = try pool.take(width: visible.width, height: visible.height, cleared: false)
        saved.withPixels { pixels in
            var backdrop = pixels
            backdrop.originX = visible.x
            backdrop.originY = visible.y
            forEachPart(
                of: shape, in: visible,
                solid: { if factor < 255 { copy($0, from: buffer, isOpaque: true, opacity: 255, to: backdrop) } },
                masked: { part, _, _, _ in copy(part, from: buffer, isOpaque: true, opacity: 255, to: backdrop) })
        }
        try body(visible)
        saved.withPixels { pixels in
            var backdrop = pixels
            backdrop.originX = visible.x
            backdrop.originY = visible.y
            mix(back: backdrop, into: buffer, shape, visible, factor)
        }
    }

    private func mix(
        back backdrop: PixelBuffer, into buffer: PixelBuffer, _ shape: RoundedShape, _ visible: PixelRect,
        _ opacity: UInt32
    ) {
        forEachPart(
            of: shape, in: visible,
            solid: { part in
                if opacity == 255 { return }
                MaskBlend.restore(backdrop, opacity: opacity, in: part, mask: nil, on: buffer)
            },
            masked: { part, mask, x, y in
                MaskBlend.restore(backdrop, opacity: opacity, in: part, mask: mask.rows(x: x, y: y), on: buffer)
            })
    }
}
