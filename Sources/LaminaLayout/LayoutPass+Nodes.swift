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
            // What is shorter than the node may fill it.
            if fillsScroller(child, parent: element) { measure(child, &measurer) }
        }
        measureAsNode(element)
    }

    @inline(never)
    private mutating func constrainAsNode(_ child: Int32, parent element: Int32) {
        var range = allowedRange(element)
        let parentSize = range.max
        for axis in Axis.allCases where tree.records[Int(element)].scrolls.contains(axis) {
            range.max[axis] = .infinity
        }
        constrain(child, range, parentSize)
    }

    /// Asks content that is shorter than its scroller to be as long; false when there is none such.
    @inline(never)
    private mutating func fillsScroller(_ child: Int32, parent element: Int32) -> Bool {
        let axes = tree.records[Int(element)].scrolls
        if axes.isEmpty { return false }
        let (own, size) = (nodeSize(element), items[Int(child)].size)
        var range = items[Int(child)].constraints.range
        let parentSize = items[Int(child)].constraints.parentSize
        var isShort = false
        for axis in Axis.allCases where axes.contains(axis) && size[axis] < own[axis] {
            range.min[axis] = max(range.min[axis], own[axis])
            isShort = true
        }
        if isShort { constrain(child, range, parentSize) }
        return isShort
    }

    /// A node that scrolls takes all that it may along its axes; where that has no end, what it needs, and no more than
    /// its parent has.
    @inline(never)
    private func nodeSize(_ element: Int32) -> Size {
        let range = allowedRange(element)
        let child = firstChild(element)
        var size = child >= 0 ? items[Int(child)].size : Self.isReal(range.max) ? range.max : .zero
        for axis in Axis.allCases where child >= 0 && tree.records[Int(element)].scrolls.contains(axis) {
            let parent = items[Int(element)].constraints.parentSize[axis]
            if Self.isReal(range.max[axis]) {
                size[axis] = range.max[axis]
            } else if Self.isReal(parent) {
                size[axis] = min(size[axis], parent)
            }
        }
        return range.clamp(size)
    }

    @inline(never)
    private mutating func measureAsNode(_ element: Int32) {
        setMeasurement(element, nodeSize(element))
    }

    /// `size` with the baselines of the element's style.
    func measurement(_ element: Int32, _ size: Size) -> LayoutMeasurement {
        LayoutMeasurement(
            size: size, ascender: tree.styles[Int(element)].ascender, descender: tree.styles[Int(element)].descender)
    }
}
