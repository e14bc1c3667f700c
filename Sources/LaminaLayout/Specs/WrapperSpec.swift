import LaminaGeometry

extension LayoutPass {
    /// All children at the origin, each with the full constraint; as large as the largest (as in Texture).
    @inline(never)
    mutating func arrangeWrapper<M: LeafMeasurer>(
        _ element: Int32, _ measurer: inout M
    ) {
        let range = allowedRange(element)
        var size = range.min
        var child = firstChild(element)
        while child >= 0 {
            measureChild(child, range, parentSize: range.max, &measurer)
            items[Int(child)].offset = .zero
            size.width = max(size.width, items[Int(child)].size.width)
            size.height = max(size.height, items[Int(child)].size.height)
            child = nextSibling(child)
        }
        answer(element, size)
    }
}
