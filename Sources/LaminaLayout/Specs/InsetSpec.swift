import LaminaGeometry

extension LayoutPass {
    /// One child inside distances from the edges (as in Texture).
    @inline(never)
    mutating func arrangeInset<M: LeafMeasurer>(
        _ element: Int32, _ insets: EdgeInsets, isDirectional: Bool, _ measurer: inout M
    ) {
        let key = items[Int(element)].key
        let startsRight = !isDirectional && isRightToLeft(element)
        let horizontal = InsetAxis(
            leading: startsRight ? insets.right : insets.left, trailing: startsRight ? insets.left : insets.right)
        let vertical = InsetAxis(leading: insets.top, trailing: insets.bottom)
        let range = key.range
        let child = firstChild(element)
        let inner = SizeRange(
            min: Size(width: horizontal.innerMin(range.min.width), height: vertical.innerMin(range.min.height)),
            max: Size(width: horizontal.inner(range.max.width), height: vertical.inner(range.max.height)))
        let innerParent = Size(
            width: horizontal.inner(key.parentSize.width), height: vertical.inner(key.parentSize.height))
        measureChild(child, inner, parentSize: innerParent, &measurer)
        let content = size(child)
        if child >= 0 {
            items[Int(child)].offset = Point(
                x: horizontal.offset(of: content.width, max: range.max.width, grid),
                y: vertical.offset(of: content.height, max: range.max.height, grid))
        }
        let outer = Size(
            width: horizontal.outer(content.width, max: range.max.width),
            height: vertical.outer(content.height, max: range.max.height))
        answer(element, range.clamp(outer))
    }
}

/// The two insets of one axis; an infinite one means "keep clear of this edge".
private struct InsetAxis {
    var leading: Double
    var trailing: Double

    private var isLoose: Bool { leading == .infinity || trailing == .infinity }

    /// The room that finite insets take.
    private var room: Double { (leading == .infinity ? 0 : leading) + (trailing == .infinity ? 0 : trailing) }

    /// What is left of `length`. An unknown length (NaN) leaves 0, not an unknown: Texture's fixtures hold that.
    func inner(_ length: Double) -> Double {
        let left = length - room
        return left > 0 ? left : 0
    }

    /// The least length of the child: free to shrink between loose edges.
    func innerMin(_ length: Double) -> Double { isLoose ? inner(0) : inner(length) }

    /// The spec's length: all there is if an edge is loose; around the child where that is boundless, unlike Texture, which has no answer there.
    func outer(_ content: Double, max: Double) -> Double {
        isLoose && LayoutPass.isReal(max) ? max : content + room
    }

    /// Where the child starts.
    func offset(of content: Double, max: Double, _ grid: PixelGrid) -> Double {
        if leading != .infinity { return leading }
        let outer = LayoutPass.isReal(max) ? max : content + room
        if trailing != .infinity { return outer - trailing - content }
        // The trailing inset is the one that is rounded (README of the fixtures, "nearest").
        return outer - content - grid.nearest((outer - content) / 2)
    }
}
