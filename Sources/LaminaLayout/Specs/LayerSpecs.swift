import LaminaGeometry

extension LayoutPass {
    /// Content decides; the overlay gets exactly the content's size, also as parent size (as in Texture).
    @inline(never)
    mutating func arrangeOverlay<M: LeafMeasurer>(
        _ element: Int32, _ measurer: inout M
    ) {
        let key = items[Int(element)].key
        let content = firstChild(element)
        measureChild(content, key.range, parentSize: key.parentSize, &measurer)
        if content < 0 { return answer(element, key.range.min) }
        let size = size(content)
        measureChild(nextSibling(content), SizeRange(exactly: size), parentSize: size, &measurer)
        answer(element, size)
    }

    /// Content decides; the background gets exactly the content's size, but the outer parent size (as in Texture).
    @inline(never)
    mutating func arrangeBackground<M: LeafMeasurer>(
        _ element: Int32, _ measurer: inout M
    ) {
        let key = items[Int(element)].key
        let content = firstChild(element)
        measureChild(content, key.range, parentSize: key.parentSize, &measurer)
        if content < 0 { return answer(element, key.range.min) }
        let size = size(content)
        measureChild(nextSibling(content), SizeRange(exactly: size), parentSize: key.parentSize, &measurer)
        answer(element, size)
    }
}
