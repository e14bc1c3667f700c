import LaminaGeometry

extension RelativeParameters {
    /// Center is relative with the middle or nothing per axis (as in Texture).
    init(_ center: CenterParameters) {
        self.init(
            horizontal: center.centering == .x || center.centering == .xy ? .center : .none,
            vertical: center.centering == .y || center.centering == .xy ? .center : .none,
            sizing: center.sizing)
    }
}

extension RelativePosition {
    /// The share of the free length that lies in front of the child.
    var proportion: Double {
        switch self {
        case .none, .start: 0
        case .center: 0.5
        case .end: 1
        }
    }
}

extension LayoutPass {
    /// One child at a position of a box that fills the maximum or hugs the child (as in Texture).
    @inline(never)
    mutating func arrangeRelative<M: LeafMeasurer>(
        _ element: Int32, _ position: RelativeParameters, _ measurer: inout M
    ) {
        let range = allowedRange(element)
        let child = firstChild(element)
        var inner = range
        if position.horizontal != .none { inner.min.width = 0 }
        if position.vertical != .none { inner.min.height = 0 }
        measureChild(child, inner, parentSize: Self.realParent(range.max), &measurer)
        let content = size(child)
        let hugsWidth = position.sizing.hugsWidth || !Self.isReal(range.max.width)
        let hugsHeight = position.sizing.hugsHeight || !Self.isReal(range.max.height)
        let size = range.clamp(
            Size(
                width: hugsWidth ? content.width : range.max.width,
                height: hugsHeight ? content.height : range.max.height))
        if child >= 0 {
            items[Int(child)].offset = Point(
                x: grid.nearest((size.width - content.width) * position.horizontal.proportion),
                y: grid.nearest((size.height - content.height) * position.vertical.proportion))
        }
        answer(element, size)
    }
}
