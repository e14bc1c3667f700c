import LaminaGeometry

extension LayoutPass {
    /// The sizes that an element may take: its style's wish against the parent size, moved into what the parent allows (as in Texture).
    @inline(never)
    func allowedRange(_ element: Int32) -> SizeRange {
        let key = items[Int(element)].key
        return key.range.intersection(tree.styles[Int(element)].sizeRange(parentSize: key.parentSize))
    }

    @inline(never)
    mutating func measureLeaf<M: LeafMeasurer>(_ element: Int32, _ measurer: inout M) {
        let range = allowedRange(element)
        let leaf = measurer.measure(
            leaf: tree.records[Int(element)].identifier, range: range,
            parentSize: items[Int(element)].key.parentSize)
        let style = tree.styles[Int(element)]
        let measured = Measured(
            size: range.clamp(leaf.size),
            ascender: style.ascender != 0 ? style.ascender : leaf.ascender,
            descender: style.descender != 0 ? style.descender : leaf.descender)
        answer(element, measured)
    }

    /// A node that is laid out elsewhere: style and all are in the answer.
    @inline(never)
    mutating func measureOutside<M: LeafMeasurer>(_ element: Int32, _ measurer: inout M) {
        let found = measurer.measure(outside: tree.records[Int(element)].identifier, items[Int(element)].key)
        answer(element, Measured(size: found.size, ascender: found.ascender, descender: found.descender))
    }

    /// A node is as large as its child spec, which gets the node's whole range and its maximum as parent size; a node without one fills (as in Texture).
    @inline(never)
    mutating func arrangeNode<M: LeafMeasurer>(_ element: Int32, _ measurer: inout M) {
        let child = firstChild(element)
        if child >= 0 {
            askAsNode(child, parent: element)
            measure(child, &measurer)
        }
        answerAsNode(element)
    }

    @inline(never)
    private mutating func askAsNode(_ child: Int32, parent element: Int32) {
        let range = allowedRange(element)
        ask(child, range, range.max)
    }

    @inline(never)
    private mutating func answerAsNode(_ element: Int32) {
        let range = allowedRange(element)
        let child = firstChild(element)
        let size = child >= 0 ? items[Int(child)].size : Self.isReal(range.max) ? range.max : .zero
        answer(element, range.clamp(size))
    }

    /// `size` with the baselines of the element's style.
    func measured(_ element: Int32, _ size: Size) -> Measured {
        Measured(
            size: size, ascender: tree.styles[Int(element)].ascender, descender: tree.styles[Int(element)].descender)
    }
}
