import LaminaGeometry

extension LayoutPass {
    /// Content decides; the overlay gets exactly the content's size, also as parent size (Texture OV1).
    @inline(never)
    mutating func arrangeOverlay<M: LeafMeasurer>(
        _ element: Int32, _ key: MeasureKey, _ measurer: inout M
    ) -> Size {
        let content = firstChild(element)
        measureChild(content, key.range, parentSize: key.parentSize, &measurer)
        if content < 0 { return key.range.min }
        let size = size(content)
        measureChild(nextSibling(content), SizeRange(exactly: size), parentSize: size, &measurer)
        return size
    }

    /// Content decides; the background gets exactly the content's size, but the outer parent size (Texture BG1).
    @inline(never)
    mutating func arrangeBackground<M: LeafMeasurer>(
        _ element: Int32, _ key: MeasureKey, _ measurer: inout M
    ) -> Size {
        let content = firstChild(element)
        measureChild(content, key.range, parentSize: key.parentSize, &measurer)
        if content < 0 { return key.range.min }
        let size = size(content)
        measureChild(nextSibling(content), SizeRange(exactly: size), parentSize: key.parentSize, &measurer)
        return size
    }
}
