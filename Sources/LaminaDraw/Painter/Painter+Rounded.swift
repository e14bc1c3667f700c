public import LaminaGeometry

extension Painter {
    /// Draws `color` over a rectangle with round corners, all of the same `radius` in pixels (limited to half the
    /// shorter side; not a number means square). A first use of a radius draws its corners with cairo; later uses are
    /// copies.
    public func fillRounded(
        _ rect: PixelRect, radius: Double, _ color: Color, clip: PixelRect, on buffer: PixelBuffer
    ) {
        fill(RoundedShape(rect, radius: radius), color, clip: clip, on: buffer)
    }

    /// The same with a radius for each corner; they get smaller alike when they do not fit.
    public func fillRounded(
        _ rect: PixelRect, radii: CornerRadii, _ color: Color, clip: PixelRect, on buffer: PixelBuffer
    ) {
        fill(RoundedShape(rect, radii: radii), color, clip: clip, on: buffer)
    }

    private func fill(_ shape: RoundedShape, _ color: Color, clip: PixelRect, on buffer: PixelBuffer) {
        let visible = PixelRect.visible(shape.rect, clip: clip, in: buffer.bounds)
        let pixel = color.pixel
        if visible.isEmpty || pixel >> 24 == 0 { return }
        forEachPart(
            of: shape, in: visible,
            solid: { fill(visible: $0, pixel, on: buffer) },
            masked: { part, mask, x, y in
                MaskBlend.fill(part, FlatColor(pixel), mask: mask.rows(x: x, y: y), on: buffer)
            })
    }

    /// Cuts the visible part of a rounded shape into wholly covered rectangles and rectangles with a mask, and the
    /// position in the mask of their first pixel. Without memory for the mask the corners stay square.
    func forEachPart(
        of shape: RoundedShape, in visible: PixelRect, solid: (PixelRect) -> Void,
        masked: (PixelRect, CoverageMask, Int, Int) -> Void
    ) {
        if shape.reach == 0 { return solid(visible) }
        if shape.reach > MaskCache.maximumReach {
            guard let mask = CoverageMask(shape, in: visible) else { return solid(visible) }
            return masked(visible, mask, 0, 0)
        }
        guard let mask = masks.mask(for: shape) else { return solid(visible) }
        shape.forEachPart(in: visible, solid: solid) { part, x, y in masked(part, mask, x, y) }
    }
}
