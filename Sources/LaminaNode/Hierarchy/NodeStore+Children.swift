public import LaminaGeometry

/// The hierarchy, with Texture's index rules: a child's index is its place after the move, and one that is a child
/// already moves. Every function checks all before it changes anything.
extension NodeStore {
    /// Fails for a node whose children a list puts there and places.
    public func checkChildrenAreHosts(of node: Int32) throws(LaminaError) {
        if !self[node].flags.contains(.placesChildren) { return }
        throw LaminaError(
            .invalidState,
            "node is a list's, whose children are its own: what it shows are rows, and how they stand is "
                + "set with lamina_list_set_layout()")
    }

    /// Appends `child` unless it is a child already, which then keeps its place.
    public mutating func add(_ child: Int32, to parent: Int32, _ discarded: inout Discarded) throws(LaminaError) {
        try checkCanTake(child, into: parent)
        if self[child].parent == parent { return }
        place(child, in: parent, at: self[parent].children.count, &discarded)
    }

    /// Puts `child` at `index`; when it is a child already, `index` is its place after the move.
    public mutating func insert(
        _ child: Int32, into parent: Int32, at index: Int, _ discarded: inout Discarded
    ) throws(LaminaError) {
        try checkCanTake(child, into: parent)
        let count = self[parent].children.count
        let isChild = self[child].parent == parent
        guard index >= 0 && index <= (isChild ? count - 1 : count) else {
            throw LaminaError(
                .outOfRange,
                "index \(describeUnsigned(index)) is beyond the end: the node has \(count) children"
                    + (isChild ? ", one of which is the child itself" : ""))
        }
        place(child, in: parent, at: index, &discarded)
    }

    /// Puts `child` right above or below `sibling`.
    public mutating func insert(
        _ child: Int32, into parent: Int32, above: Bool, sibling: Int32, _ discarded: inout Discarded
    ) throws(LaminaError) {
        try checkCanTake(child, into: parent)
        guard self[sibling].parent == parent else {
            throw LaminaError(.invalidArgument, "sibling is not a child of the node")
        }
        if child == sibling { return }
        var index = self.index(of: sibling, in: parent) ?? 0
        if above { index += 1 }
        // Taking the child out of a lower place moves the sibling down by one.
        if self[child].parent == parent, let old = self.index(of: child, in: parent), old < index { index -= 1 }
        place(child, in: parent, at: index, &discarded)
    }

    /// Puts `replacement` in the place of `child`; one that is a child already moves there.
    public mutating func replace(
        _ child: Int32, of parent: Int32, with replacement: Int32, _ discarded: inout Discarded
    ) throws(LaminaError) {
        guard self[child].parent == parent, var index = index(of: child, in: parent) else {
            throw LaminaError(.invalidArgument, "child is not a child of the node")
        }
        try checkCanTake(replacement, into: parent)
        if child == replacement { return }
        if self[replacement].parent == parent, let old = self.index(of: replacement, in: parent), old < index {
            index -= 1
        }
        // The old child goes last: it may hold the only reference to something on the way.
        place(replacement, in: parent, at: index, &discarded)
        remove(child, &discarded)
    }

    /// Moves the child at `from` to stand at `to`.
    public mutating func moveChild(of parent: Int32, from: Int, to: Int) throws(LaminaError) {
        let count = self[parent].children.count
        guard from >= 0 && from < count && to >= 0 && to < count else {
            throw LaminaError(
                .outOfRange,
                "from \(describeUnsigned(from)) and to \(describeUnsigned(to)) must be below the child count, \(count)")
        }
        if from == to { return }
        let child = self[parent].children.remove(at: from)
        self[parent].children.insert(child, at: to)
        noteFlexChildren(parent)
        // Host code that places the children is handed them in their order, and so are texts.
        switch self[parent].layout?.method {
        case .custom, .content: noteLayoutNeeded(inside: parent)
        default: break
        }
        noteChildren(parent)
    }

    /// Takes the node out of its parent, if it has one.
    public mutating func remove(_ child: Int32, _ discarded: inout Discarded) {
        guard self[child].parent >= 0 else { return }
        let surface = self[child].surface
        let parent = self[child].parent
        let wasArranged = self[child].flags.contains(.arranged)
        detach(child)
        releaseFlexClaims(below: child)
        if wasArranged { noteLayoutChange(inside: parent) }
        if surface >= 0 {
            if self[child].layer < 0 && surfaces.noteDeparted(child, from: surface) { retainInternally(child) }
            leaveSurface(below: child)
            setNeedsLayout(surface)
        } else {
            settleInterface(below: child)
        }
        adapt(below: child, &discarded)
        releaseInternally(child, &discarded)
    }

    /// Takes all children out.
    public mutating func removeChildren(of parent: Int32, _ discarded: inout Discarded) {
        while let child = self[parent].children.last { remove(child, &discarded) }
    }

    /// The place of `child` among the children of `parent`; nil when it is none of them.
    public mutating func index(of child: Int32, in parent: Int32) -> Int? {
        guard self[child].parent == parent else { return nil }
        return places.index(of: child, in: self[parent].children, of: parent)
    }

    func checkCanTake(_ child: Int32, into parent: Int32) throws(LaminaError) {
        if self[child].flags.contains(.root) {
            throw LaminaError(
                .invalidState, "child is the root of a surface: remove it with lamina_surface_set_root(surface, NULL)"
            )
        }
        try checkNotAbove(child, parent)
    }

    /// A node below itself would be a cycle; found by walking up, which costs the depth.
    func checkNotAbove(_ child: Int32, _ parent: Int32) throws(LaminaError) {
        // Without children a node stands above nothing: the usual case while a tree is built.
        if child != parent && self[child].children.isEmpty { return }
        var ancestor = parent
        while ancestor >= 0 {
            if ancestor == child {
                throw LaminaError(
                    .cycle,
                    child == parent
                        ? "a node cannot be its own child" : "child is an ancestor of the node: that would be a cycle")
            }
            ancestor = self[ancestor].parent
        }
    }

    /// Moves `child`, wherever it is, to `index` among the children of `parent` (counted without the child itself).
    ///
    /// `arranged` is what the parent's spec says of it, for a caller that knows.
    mutating func place(
        _ child: Int32, in parent: Int32, at index: Int, arranged: Bool? = nil, _ discarded: inout Discarded
    ) {
        retainInternally(child)
        let oldParent = self[child].parent
        let oldSurface = self[child].surface
        if oldParent >= 0 {
            if arranged == nil || oldParent != parent, arranger(of: child) >= 0 { noteLayoutChange(inside: oldParent) }
            detach(child)
            if self[parent].flexTree != self[child].flexTree { releaseFlexClaims(below: child) }
            self[child].internalReferences -= 1  // its old parent's; the new one's is counted already
        }
        // At the end, as trees are built: an insertion would be ten times as slow.
        if index >= self[parent].children.count {
            self[parent].children.append(child)
        } else {
            self[parent].children.insert(child, at: index)
        }
        self[child].parent = parent
        noteManagedChildren(parent)
        noteFlexChildren(parent)
        if oldParent != parent { self[child].flags.remove(.adopted) }
        if let arranged {
            setArranged(arranged, child)
        } else {
            setArranged(isNamed(child, by: parent), child)
            if arranger(of: child) >= 0 { noteLayoutChange(inside: parent) }
        }
        let surface = self[parent].surface
        if surface != oldSurface {
            setSurface(surface, below: child)
        } else {
            settleInterface(below: child)
        }
        noteChildren(parent)
        setNeedsLayout(surface)
        if oldSurface != surface { setNeedsLayout(oldSurface) }
        if oldParent != parent { adapt(below: child, &discarded) }
    }

    private mutating func detach(_ child: Int32) {
        let parent = self[child].parent
        if let index = index(of: child, in: parent) { self[parent].children.remove(at: index) }
        self[child].parent = -1
        self[child].flags.remove(.arranged)
        noteManagedChildren(parent)
        noteChildren(parent)
        noteFlexChildren(parent)
    }
}

/// An index as C gave it: `SIZE_MAX` arrives in Swift as -1.
func describeUnsigned(_ value: Int) -> String { "\(UInt(bitPattern: value))" }
