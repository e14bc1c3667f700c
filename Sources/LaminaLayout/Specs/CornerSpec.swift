import LaminaGeometry

extension LayoutPass {
    /// Content and a badge whose centre lies on one of the content's corners (Texture CO1).
    @inline(never)
    mutating func arrangeCorner<M: LeafMeasurer>(
        _ element: Int32, _ corner: CornerParameters, _ range: SizeRange, _ measurer: inout M
    ) -> Size {
        let parent = Self.realParent(range.max)
        let content = firstChild(element)
        if content < 0 { return range.min }
        let badge = nextSibling(content)
        measureChild(content, range, parentSize: parent, &measurer)
        measureChild(badge, range, parentSize: parent, &measurer)
        let contentSize = size(content)
        items[Int(content)].offset = .zero
        if badge < 0 { return contentSize }

        let badgeSize = size(badge)
        let atRight = corner.location == .topRight || corner.location == .bottomRight
        let atBottom = corner.location == .bottomLeft || corner.location == .bottomRight
        let origin = Point(
            x: (atRight ? contentSize.width : 0) - badgeSize.width / 2 + corner.offset.x,
            y: (atBottom ? contentSize.height : 0) - badgeSize.height / 2 + corner.offset.y)
        items[Int(badge)].offset = origin
        if !corner.wrapsCorner { return contentSize }

        let shift = Point(x: min(0, origin.x), y: min(0, origin.y))
        items[Int(content)].offset = Point.zero - shift
        items[Int(badge)].offset = origin - shift
        return range.clamp(
            Size(
                width: max(contentSize.width, origin.x + badgeSize.width) - shift.x,
                height: max(contentSize.height, origin.y + badgeSize.height) - shift.y))
    }
}
