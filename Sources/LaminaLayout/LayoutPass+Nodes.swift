import LaminaGeometry

extension LayoutPass {
    /// The sizes that an element may take: its style's wish against the parent size, moved into what the parent allows (Texture L3, U5).
    @inline(__always)
    func allowedRange(_ element: Int32, _ key: MeasureKey) -> SizeRange {
        key.range.intersection(tree.styles[Int(element)].sizeRange(parentSize: key.parentSize))
    }

    @inline(never)
    func measureLeaf<M: LeafMeasurer>(_ element: Int32, _ key: MeasureKey, _ measurer: inout M) -> Measured {
        let range = allowedRange(element, key)
        let leaf = measurer.measure(
            leaf: tree.records[Int(element)].identifier, range: range, parentSize: key.parentSize)
        let style = tree.styles[Int(element)]
        return Measured(
            size: range.clamp(leaf.size),
            ascender: style.ascender != 0 ? style.ascender : leaf.ascender,
            descender: style.descender != 0 ? style.descender : leaf.descender)
    }

    /// A node is as large as its child spec, which gets the node's whole range and its maximum as parent size; a node without one fills (Texture L1).
    @inline(never)
    mutating func arrangeNode<M: LeafMeasurer>(
        _ element: Int32, _ key: MeasureKey, _ measurer: inout M
    ) -> Measured {
        let range = allowedRange(element, key)
        let child = firstChild(element)
        var size = Self.isReal(range.max) ? range.max : .zero
        if child >= 0 {
            measureChild(child, range, parentSize: range.max, &measurer)
            size = items[Int(child)].size
        }
        return measured(element, range.clamp(size))
    }

    /// `size` with the baselines of the element's style.
    @inline(__always)
    func measured(_ element: Int32, _ size: Size) -> Measured {
        Measured(
            size: size, ascender: tree.styles[Int(element)].ascender, descender: tree.styles[Int(element)].descender)
    }
}
