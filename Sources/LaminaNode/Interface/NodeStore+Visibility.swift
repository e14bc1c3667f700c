import LaminaGeometry

/// How near nodes are to being seen: kept with each, and handed down from whoever manages it. What nobody manages is
/// visible when it stands on a surface and neither it nor a node above is hidden.
///
/// A change visits the nodes whose state becomes another, and for each of them its children.
extension NodeStore {
    /// The state as it is now, whatever observers were notified of.
    public func interfaceState(of node: Int32) -> InterfaceState { self[node].flags.interfaceState }

    // MARK: Managing

    /// How the node manages its children; nil when it does not.
    public func ranges(of node: Int32) -> Ranges? {
        self[node].flags.contains(.manages) ? managed.ranges(of: node) : nil
    }

    /// Has the node manage its children by where they stand: within what is seen of it, or near that. Nil ends it. One
    /// that places its children finds them in its next turn.
    public mutating func setRanges(_ ranges: Ranges?, of node: Int32) {
        if ranges == self.ranges(of: node) { return }
        if self[node].flags.contains(.placesChildren) {
            noteEntry(managed.setOwnRanges(ranges, of: node), of: node)
            return noteChange(node)
        }
        noteEntry(managed.setRanges(ranges, seeing: bounds(of: node), of: node), of: node)
        // Without a copy of the list: nothing here changes it.
        for place in self[node].children.indices { settleInterface(below: self[node].children[place]) }
    }

    /// What was set for the node by `setInterfaceLimit`.
    public func interfaceLimit(of node: Int32) -> InterfaceState? {
        self[node].flags.contains(.manages) ? managed.limit(of: node) : nil
    }

    /// Says how near the node and all below it are to being seen, in place of what is above; nil leaves that to it
    /// again.
    public mutating func setInterfaceLimit(_ limit: InterfaceState?, of node: Int32) {
        if limit == interfaceLimit(of: node) { return }
        noteEntry(managed.setLimit(limit, of: node), of: node)
        settleInterface(below: node)
    }

    private mutating func noteEntry(_ exists: Bool, of node: Int32) {
        if exists { self[node].flags.insert(.manages) } else { self[node].flags.remove(.manages) }
    }

    /// What is seen of a node, in its own space, as it is presented.
    private func bounds(of node: Int32) -> Rect {
        Rect(origin: presentedBoundsOrigin(of: node), size: presentedFrame(of: node).size)
    }

    /// How far a managed node stands from what is seen, in screenfuls of those above that manage it; what lies behind
    /// the direction of the last move counts double. Costs the depth.
    public func screensAway(_ node: Int32) -> Double {
        var (distance, child) = (0.0, node)
        while self[child].parent >= 0 {
            let parent = self[child].parent
            if self[parent].flags.contains(.manages),
                let screens = managed.screens(to: self[child].frame, in: parent)
            {
                distance += screens
            } else if interfaceLimit(of: child) != nil {
                distance += RangeViewport(bounds(of: parent)).screens(to: self[child].frame)
            }
            child = parent
        }
        return distance
    }

    // MARK: What changes states

    /// Somebody else may stand above a node, or it was hidden, or is so no more.
    @inline(__always)
    mutating func settleInterface(below top: Int32) {
        if self[top].surface < 0 && managed.isEmpty { return }
        propagateInterface(from: top)
    }

    /// A node has other children, or they stand elsewhere.
    @inline(__always)
    mutating func noteManagedChildren(_ node: Int32) {
        noteScrolledContent(node)
        if self[node].flags.contains(.manages) { managed.noteChildren(of: node) }
    }

    /// A node stands elsewhere, or has another size.
    @inline(__always)
    mutating func noteManagedFrame(_ node: Int32, before: Rect) {
        let parent = self[node].parent
        noteScrolledContent(node)
        if parent >= 0 { noteScrolledContent(parent) }
        if managed.isEmpty { return }
        if parent >= 0 && self[parent].flags.contains(.manages) {
            managed.noteChildren(of: parent)
            propagateInterface(from: node)
        }
        if before.size != self[node].frame.size { noteManagedBounds(node) }
    }

    /// Another part of a node is seen, as it is presented.
    mutating func noteManagedBounds(_ node: Int32) {
        if !self[node].flags.contains(.manages) { return }
        // Set apart, so that frames can be read meanwhile.
        var managed = ManagedNodes()
        swap(&managed, &self.managed)
        let crossed = managed.move(node, to: bounds(of: node)) {
            self[node].children.map { ($0, self[$0].frame) }
        }
        swap(&managed, &self.managed)
        for child in crossed { propagateInterface(from: child) }
    }

    // MARK: Handing down

    /// Finds out the state of a node, and of those below it for as long as that is another than before.
    private mutating func propagateInterface(from top: Int32) {
        if !takeInterface(top) { return }
        var pending = Array(self[top].children.reversed())
        while let node = pending.popLast() {
            if takeInterface(node) { pending.append(contentsOf: self[node].children.reversed()) }
        }
    }

    /// Finds out the state of one node from what stands above it; false when it is the same as before.
    @discardableResult
    mutating func takeInterface(_ node: Int32) -> Bool {
        managed.noteVisit()
        let (state, isManaged) = interfaceFromAbove(node)
        let flags = self[node].flags
        let wasManaged = flags.contains(.managed)
        if flags.interfaceState == state && wasManaged == isManaged { return false }
        self[node].flags.interfaceState = state
        if isManaged { self[node].flags.insert(.managed) } else { self[node].flags.remove(.managed) }
        if flags.contains(.observed) { noteInterface(node) }
        if isManaged || wasManaged { noteManagedDrawing(node) }
        return true
    }

    /// What a layer shows depends on the state, or which drawings go first.
    private mutating func noteManagedDrawing(_ node: Int32) {
        if self[node].layer < 0 { return }
        if self[node].content != nil || !self[node].flags.isDisjoint(with: [.rasterizes, .placeholder]) {
            noteChange(node)
        }
    }

    /// The state that a node has by what stands above it, and whether somebody manages it.
    private func interfaceFromAbove(_ node: Int32) -> (InterfaceState, isManaged: Bool) {
        let (flags, parent) = (self[node].flags, self[node].parent)
        let isShown = self[node].surface >= 0
        let above = parent >= 0 ? self[parent].flags.interfaceState : isShown ? .all : []
        var state = above
        var isManaged = parent >= 0 && self[parent].flags.contains(.managed)
        if flags.contains(.manages), let limit = managed.limit(of: node) {
            isManaged = true
            state = parent < 0 || above.contains(.visible) ? limit : limit.lowered
            // Elsewhere it may be loaded, but there is nothing to draw it for.
            state.formIntersection(isShown ? above : [.measured, .preload])
        } else if parent >= 0, self[parent].flags.contains(.manages),
            let given = managed.state(of: self[node].frame, in: parent, isVisible: above.contains(.visible))
        {
            isManaged = isShown
            // As in Texture (RG7): in a list that is not visible, all is one step farther.
            state = (above.contains(.visible) ? given : given.lowered).intersection(above)
        }
        if flags.contains(.hidden) { state.remove(.visible) }
        return (state, isManaged)
    }
}
