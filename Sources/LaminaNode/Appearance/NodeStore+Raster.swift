/// Subtrees that are drawn into one bitmap.
///
/// What stands below a rasterizing node has no layers, so a change that finds none is one of the picture of the
/// outermost node above that rasterizes: setters know nothing of it.
extension NodeStore {
    /// Draws the node and all below it into one bitmap, or each by itself again.
    public mutating func setRasterizes(_ value: Bool, of node: Int32) {
        if self[node].flags.contains(.rasterizes) == value { return }
        if value { self[node].flags.insert(.rasterizes) } else { self[node].flags.remove(.rasterizes) }
        noteChildren(node)
        setNeedsDisplay(node)
    }

    /// The outermost node above this one whose picture it is part of; nil for most.
    public func rasterizer(above node: Int32) -> Int32? {
        var found: Int32?
        var ancestor = self[node].parent
        while ancestor >= 0 {
            if self[ancestor].flags.contains(.rasterizes) { found = ancestor }
            ancestor = self[ancestor].parent
        }
        return found
    }

    /// Makes the picture that a changed node without a layer is part of out of date.
    public mutating func noteRasterized(_ node: Int32) {
        guard let top = rasterizer(above: node) else { return }
        _ = noteRead(node)
        setNeedsDisplay(top)
    }

    /// The picture of a node is out of date by a change that is known already.
    public mutating func noteRasterStale(_ node: Int32) { self[node].displayVersion &+= 1 }

    /// Notes that a picture is made of all that stands below a node; says whether frames or children had changed.
    public mutating func noteReadBelow(_ node: Int32) -> Bool {
        var hadChanges = false
        var pending = Array(self[node].children)
        while let next = pending.popLast() {
            if self[next].flags.contains(.restructured) { hadChanges = true }
            _ = noteRead(next)
            pending.append(contentsOf: self[next].children)
        }
        return hadChanges
    }
}
