import LaminaGeometry

extension LayoutPass {
    /// Children at positions of their own, each with at most the room right of and below its position (as in Texture).
    @inline(never)
    mutating func arrangeAbsolute<M: LeafMeasurer>(
        _ element: Int32, _ sizing: AbsoluteSizing, _ measurer: inout M
    ) {
        let range = allowedRange(element)
        let parent = Self.realParent(range.max)
        var reach = range.min
        var child = firstChild(element)
        while child >= 0 {
            let position = tree.styles[Int(child)].layoutPosition
            askAbsolute(child, range, parent)
            measure(child, &measurer)
            items[Int(child)].offset = position
            reach.width = max(reach.width, position.x + items[Int(child)].size.width)
            reach.height = max(reach.height, position.y + items[Int(child)].size.height)
            child = nextSibling(child)
        }
        let fits = sizing == .sizeToFit
        let size = Size(
            width: fits || parent.width.isNaN ? reach.width : parent.width,
            height: fits || parent.height.isNaN ? reach.height : parent.height)
        answer(element, range.clamp(size))
    }

    @inline(never)
    private mutating func askAbsolute(_ child: Int32, _ range: SizeRange, _ parentSize: Size) {
        let position = tree.styles[Int(child)].layoutPosition
        let room = Size(width: max(0, range.max.width - position.x), height: max(0, range.max.height - position.y))
        let automatic = SizeRange(min: .zero, max: room)
        ask(child, tree.styles[Int(child)].sizeRange(parentSize: parentSize, automatic: automatic), parentSize)
    }
}
