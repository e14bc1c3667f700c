import LaminaGeometry

extension LayoutPass {
    /// Content and a badge whose centre lies on one of the content's corners (as in Texture).
    @inline(never)
    mutating func arrangeCorner<M: LeafMeasurer>(
        _ element: Int32, _ corner: CornerParameters, _ measurer: inout M
    ) {
        let range = allowedRange(element)
        let parent = Self.realParent(range.max)
        let content = firstChild(element)
        if content < 0 { return answer(element, range.min) }
        let badge = nextSibling(content)
        measureChild(content, range, parentSize: parent, &measurer)
        measureChild(badge, range, parentSize: parent, &measurer)
        items[Int(content)].offset = .zero
        if badge < 0 { return answer(element, size(content)) }
        placeBadge(badge, content: content, corner, of: element)
    }

    @inline(never)
    private mutating func placeBadge(
        _ badge: Int32, content: Int32, _ corner: CornerParameters, of element: Int32
    ) {
        let contentSize = size(content)
        let badgeSize = size(badge)
        let (atEnd, atBottom, offset) = corner.arranged(isRightToLeft: isRightToLeft(element))
        let origin = Point(
            x: (atEnd ? contentSize.width : 0) - badgeSize.width / 2 + offset.x,
            y: (atBottom ? contentSize.height : 0) - badgeSize.height / 2 + offset.y)
        items[Int(badge)].offset = origin
        if !corner.wrapsCorner { return answer(element, contentSize) }

        let shift = Point(x: min(0, origin.x), y: min(0, origin.y))
        items[Int(content)].offset = Point.zero - shift
        items[Int(badge)].offset = origin - shift
        let union = Size(
            width: max(contentSize.width, origin.x + badgeSize.width) - shift.x,
            height: max(contentSize.height, origin.y + badgeSize.height) - shift.y)
        answer(element, allowedRange(element).clamp(union))
    }
}
