import LaminaGeometry

extension LayoutPass {
    /// Children at positions of their own, each with at most the room right of and below its position (Texture AB1).
    @inline(never)
    mutating func arrangeAbsolute<M: LeafMeasurer>(
        _ element: Int32, _ sizing: AbsoluteSizing, _ range: SizeRange, _ measurer: inout M
    ) -> Size {
        let parent = Self.realParent(range.max)
        var reach = range.min
        var child = firstChild(element)
        while child >= 0 {
            let style = tree.styles[Int(child)]
            let position = style.layoutPosition
            let room = SizeRange(
                min: .zero,
                max: Size(
                    width: max(0, range.max.width - position.x), height: max(0, range.max.height - position.y)))
            measureChild(child, style.sizeRange(parentSize: parent, automatic: room), parentSize: parent, &measurer)
            items[Int(child)].offset = position
            reach.width = max(reach.width, position.x + items[Int(child)].size.width)
            reach.height = max(reach.height, position.y + items[Int(child)].size.height)
            child = nextSibling(child)
        }
        let fits = sizing == .sizeToFit
        return range.clamp(
            Size(
                width: fits || parent.width.isNaN ? reach.width : parent.width,
                height: fits || parent.height.isNaN ? reach.height : parent.height))
    }
}
