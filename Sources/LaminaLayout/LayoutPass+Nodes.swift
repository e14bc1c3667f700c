import LaminaGeometry

extension LayoutPass {
    /// The sizes that an element may take: its style's wish against the parent size, moved into what the parent allows
    /// (as in Texture).
    @inline(never)
    func allowedRange(_ element: Int32) -> SizeRange {
        let constraints = items[Int(element)].constraints
        return constraints.range.intersection(tree.styles[Int(element)].sizeRange(parentSize: constraints.parentSize))
    }

    @inline(never)
    mutating func measureLeaf<M: LeafMeasurer>(_ element: Int32, _ measurer: inout M) {
        let range = allowedRange(element)
        let leaf = measurer.measure(
            leaf: tree.records[Int(element)].identifier, range: range,
            parentSize: items[Int(element)].constraints.parentSize)
        let style = tree.styles[Int(element)]
        let measurement = LayoutMeasurement(
            size: range.clamp(leaf.size),
            ascender: style.ascender != 0 ? style.ascender : leaf.ascender,
            descender: style.descender != 0 ? style.descender : leaf.descender)
        setMeasurement(element, measurement)
    }

    /// A node that is laid out elsewhere: style and all are in the measurement.
    @inline(never)
    mutating func measureDelegated<M: LeafMeasurer>(_ element: Int32, _ measurer: inout M) {
        let found = measurer.measure(delegated: tree.records[Int(element)].identifier, items[Int(element)].constraints)
        setMeasurement(
            element, LayoutMeasurement(size: found.size, ascender: found.ascender, descender: found.descender))
    }

    /// A node is as large as its child spec, which gets the node's whole range and its maximum as parent size; a node
    /// without one fills (as in Texture).
    @inline(never)
    mutating func arrangeNode<M: LeafMeasurer>(_ element: Int32, _ measurer: inout M) {
        let child = firstChild(element)
        if child >= 0 {
            constrainAsNode(child, parent: element)
            measure(child, &measurer)
        }
        measureAsNode(element)
    }

    @inline(never)
    private mutating func constrainAsNode(_ child: Int32, parent element: Int32) {
        let range = allowedRange(element)
        constrain(child, range, range.max)
    }

    @inline(never)
    private mutating func measureAsNode(_ element: Int32) {
        let range = allowedRange(element)
        let child = firstChild(element)
        let size = child >= 0 ? items[Int(child)].size : Self.isReal(range.max) ? range.max : .zero
        setMeasurement(element, range.clamp(size))
    }

    /// `size` with the baselines of the element's style.
    func measurement(_ element: Int32, _ size: Size) -> LayoutMeasurement {
        LayoutMeasurement(
            size: size, ascender: tree.styles[Int(element)].ascender, descender: tree.styles[Int(element)].descender)
    }
}
