public import LaminaGeometry

extension Painter {
    /// Draws a line of `width` pixels along the inside of a box's edges, its corners rounded by `radii`. With
    /// `fillsCorners` the line covers what is beyond its outer edge as well, for a box whose corners are cut off by
    /// other means.
    public func strokeBorder(
        _ rect: PixelRect, radii: CornerRadii, width: Int, _ color: Color, fillsCorners: Bool = false, clip: PixelRect,
        on buffer: PixelBuffer
    ) {
        let shape = RoundedShape(rect, radii: radii)
        let visible = PixelRect.visible(rect, clip: clip, in: buffer.bounds)
        let pixel = color.pixel
        let width = min(width, (max(shape.rect.width, shape.rect.height) + 1) / 2)
        if visible.isEmpty || pixel >> 24 == 0 || width <= 0 { return }
        if shape.reach == 0 {
            return shape.forEachEdge(width, in: visible) { fill(visible: $0, pixel, on: buffer) }
        }
        // A corner of the line is as large as the corner of the box, or the line is wide.
        let frame = RoundedFrame(shape, width: width)
        let isLarge = frame.reach > MaskCache.maximumReach
        let template = RoundedShape(isLarge ? shape.rect : frame.template, radii: shape.radii)
        let cover =
            isLarge
            ? CoverageMask(template, border: width, fillsCorners: fillsCorners, in: visible)
            : masks.mask(template, border: width, fillsCorners: fillsCorners)
        // Without memory the corners are square.
        guard let mask = cover else {
            return shape.forEachEdge(width, in: visible) { fill(visible: $0, pixel, on: buffer) }
        }
        if isLarge {
            return MaskBlend.fill(visible, FlatColor(pixel), mask: mask.rows(x: 0, y: 0), on: buffer)
        }
        frame.forEachPart(
            in: visible,
            solid: { part in
                shape.forEachEdge(width, in: part) { fill(visible: $0, pixel, on: buffer) }
            },
            cap: { part, x, y in
                MaskBlend.fill(part, FlatColor(pixel), mask: mask.rows(x: x, y: y), on: buffer)
            })
    }
}

/// A rounded shape cut such that the corners hold the line's corners as well.
struct RoundedFrame {
    let reach: Int
    let template: PixelRect
    private let cut: RoundedShape

    init(_ shape: RoundedShape, width: Int) {
        reach = max(shape.reach, width)
        cut = RoundedShape(shape, reach: reach)
        template = cut.template
    }

    func forEachPart(in visible: PixelRect, solid: (PixelRect) -> Void, cap: (PixelRect, Int, Int) -> Void) {
        cut.forEachPart(in: visible, solid: solid, cap: cap)
    }
}

extension RoundedShape {
    /// Calls `body` with what a line along the inside of the edges, without round corners, covers of `visible`; no two
    /// parts overlap.
    func forEachEdge(_ width: Int, in visible: PixelRect, _ body: (PixelRect) -> Void) {
        func part(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
            let part = PixelRect(x: x, y: y, width: width, height: height).intersection(visible)
            if !part.isEmpty { body(part) }
        }
        if 2 * width >= rect.width || 2 * width >= rect.height { return part(rect.x, rect.y, rect.width, rect.height) }
        part(rect.x, rect.y, rect.width, width)
        part(rect.x, rect.maxY - width, rect.width, width)
        part(rect.x, rect.y + width, width, rect.height - 2 * width)
        part(rect.maxX - width, rect.y + width, width, rect.height - 2 * width)
    }
}
