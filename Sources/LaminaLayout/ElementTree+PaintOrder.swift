extension ElementTree {
    /// The nodes of the subtree at `root`, in the order in which they are drawn: the back-most first (as in Texture).
    ///
    /// Specs are looked through; a node ends the descent, since it arranges its own children, unless it is `root`
    /// itself, which is not in the list then. Linear in the elements visited, without recursion. An index that is not
    /// in the tree gives nothing.
    public func nodesInPaintOrder(under root: Int32) -> [Int32] {
        guard root >= 0, Int(root) < records.count else { return [] }
        var nodes: [Int32] = []
        // Waiting elements, the next one last.
        var waiting: [Int32] = []
        appendReversedChildren(of: root, to: &waiting)
        while let element = waiting.popLast() {
            if case .spec = records[Int(element)].kind {
                appendReversedChildren(of: element, to: &waiting)
            } else {
                nodes.append(element)
            }
        }
        return nodes
    }

    private func appendReversedChildren(of element: Int32, to waiting: inout [Int32]) {
        let start = waiting.count
        var child = records[Int(element)].firstChild
        while child >= 0 {
            waiting.append(child)
            child = records[Int(child)].nextSibling
        }
        if case .spec(let spec) = records[Int(element)].kind, spec.drawsSecondFirst, waiting.count - start >= 2 {
            waiting.swapAt(start, start + 1)
        }
        waiting[start...].reverse()
    }
}
