internal import LaminaGeometry

/// A rectangle with round corners, cut into what is wholly covered and the caps at its corners, which need a mask.
struct RoundedShape {
    let rect: PixelRect
    /// 0 for a plain rectangle.
    let radius: Double
    /// Pixels that a corner reaches along an edge.
    let reach: Int

    /// The radius is limited to half the shorter side; not a number or negative means none.
    init(_ rect: PixelRect, radius: Double) {
        let rect = rect.saturated
        let half = Double(max(0, min(rect.width, rect.height))) / 2
        self.rect = rect
        self.radius = radius > 0 ? min(radius, half) : 0
        reach = Int(self.radius.rounded(.up))
    }

    /// The smallest shape with the same corners: an edge that is longer than its two corners is straight in between.
    var template: PixelRect {
        PixelRect(x: 0, y: 0, width: min(rect.width, 2 * reach), height: min(rect.height, 2 * reach))
    }

    /// Calls `solid` with the parts inside `visible` that are wholly covered, and `cap` with the others and the position in the
    /// template's mask that belongs to the part's first pixel. No two parts overlap.
    @inline(__always)
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
