internal import LaminaGeometry

/// A rectangle with round corners, cut into what is wholly covered and the caps at its corners, which need a mask.
struct RoundedShape {
    let rect: PixelRect
    /// As there is room for; all 0 for a plain rectangle.
    let radii: CornerRadii
    /// Pixels that the largest corner reaches along an edge; 0 for a plain rectangle.
    let reach: Int

    /// The radius is limited to half the shorter side; not a number or negative means none.
    init(_ rect: PixelRect, radius: Double) {
        let rect = rect.saturated
        let half = Double(max(0, min(rect.width, rect.height))) / 2
        let fitting = radius > 0 ? min(radius, half) : 0
        self.rect = rect
        radii = CornerRadii(fitting)
        reach = Int(fitting.rounded(.up))
    }

    /// Each corner by itself.
    init(_ rect: PixelRect, radii: CornerRadii) {
        if radii.isUniform {
            self.init(rect, radius: radii.topLeft)
        } else {
            let rect = rect.saturated
            self.init(fitting: rect, radii.fitting(width: Double(rect.width), height: Double(rect.height)))
        }
    }

    private init(fitting rect: PixelRect, _ radii: CornerRadii) {
        self.rect = rect
        self.radii = radii
        reach = Int(radii.largest.rounded(.up))
    }

    /// The same shape with larger caps.
    init(_ shape: RoundedShape, reach: Int) {
        rect = shape.rect
        radii = shape.radii
        self.reach = max(shape.reach, reach)
    }

    /// The smallest shape with the same corners: an edge that is longer than its two corners is straight in between.
    var template: PixelRect {
        PixelRect(x: 0, y: 0, width: min(rect.width, 2 * reach), height: min(rect.height, 2 * reach))
    }

    /// What is left inside of a line of `distance` pixels; nil when that is nothing. Its corners end where the line
    /// does.
    func inset(by distance: Int) -> RoundedShape? {
        let inner = PixelRect(
            x: rect.x + distance, y: rect.y + distance, width: rect.width - 2 * distance,
            height: rect.height - 2 * distance)
        return inner.isEmpty ? nil : RoundedShape(inner, radii: radii.grown(by: -Double(distance)))
    }

    /// Calls `solid` with the parts inside `visible` that are wholly covered, and `cap` with the others and the
    /// position in the template's mask that belongs to the part's first pixel. No two parts overlap.
    func forEachPart(in visible: PixelRect, solid: (PixelRect) -> Void, cap: (PixelRect, Int, Int) -> Void) {
        let splitsRows = rect.height >= 2 * reach
        if splitsRows {
            let middle = PixelRect(x: rect.x, y: rect.y + reach, width: rect.width, height: rect.height - 2 * reach)
            let part = middle.intersection(visible)
            if !part.isEmpty { solid(part) }
            forEachPart(
                ofRows: rect.y, height: reach, templateY: 0, in: visible, solid: solid, cap: cap)
            forEachPart(
                ofRows: rect.maxY - reach, height: reach, templateY: reach, in: visible, solid: solid, cap: cap)
        } else {
            forEachPart(ofRows: rect.y, height: rect.height, templateY: 0, in: visible, solid: solid, cap: cap)
        }
    }

    private func forEachPart(
        ofRows y: Int, height: Int, templateY: Int, in visible: PixelRect, solid: (PixelRect) -> Void,
        cap: (PixelRect, Int, Int) -> Void
    ) {
        func piece(_ x: Int, _ width: Int, templateX: Int?) {
            let part = PixelRect(x: x, y: y, width: width, height: height).intersection(visible)
            if part.isEmpty { return }
            if let templateX { cap(part, templateX + part.x - x, templateY + part.y - y) } else { solid(part) }
        }
        if rect.width >= 2 * reach {
            piece(rect.x, reach, templateX: 0)
            piece(rect.x + reach, rect.width - 2 * reach, templateX: nil)
            piece(rect.maxX - reach, reach, templateX: reach)
        } else {
            piece(rect.x, rect.width, templateX: 0)
        }
    }
}
