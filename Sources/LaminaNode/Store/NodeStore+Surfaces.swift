/// What is shown, and what of that changed.
extension NodeStore {
    /// Registers a surface and returns its number.
    public mutating func addSurface() -> Int32 { surfaces.add() }

    /// Takes the root off the surface and gives its number back.
    public mutating func removeSurface(_ surface: Int32, _ discarded: inout Discarded) {
        setNextRoot(-1, of: surface, &discarded)
        setRoot(-1, of: surface, &discarded)
        releaseDeparted(from: surface, &discarded)
        surfaces.remove(surface)
    }

    /// Shows `root` (-1: nothing) on the surface. The caller has checked that it has no parent and is not shown
    /// elsewhere.
    public mutating func setRoot(_ root: Int32, of surface: Int32, _ discarded: inout Discarded) {
        let old = surfaces[surface].root
        if root == old { return }
        if root >= 0 {
            retainInternally(root)
            self[root].flags.insert(.root)
            setSurface(surface, below: root)
        }
        surfaces.setRoot(root, of: surface)
        setNeedsAllLayers(surface)
        if old >= 0 {
            self[old].flags.remove(.root)
            leaveSurface(below: old)
            releaseInternally(old, &discarded)
        }
    }

    /// Has `root` (-1: nothing) wait to be the root of a surface. It lives meanwhile, and can stand nowhere else.
    public mutating func setNextRoot(_ root: Int32, of surface: Int32, _ discarded: inout Discarded) {
        let old = surfaces[surface].nextRoot
        if root == old { return }
        if root >= 0 {
            retainInternally(root)
            self[root].flags.insert(.root)
        }
        surfaces.setNextRoot(root, of: surface)
        if old >= 0 {
            if surfaces[surface].root != old { self[old].flags.remove(.root) }
            releaseInternally(old, &discarded)
        }
    }

    /// Makes a layout pass of the surface due, as its size or anything below its root changed.
    public mutating func setNeedsLayout(_ surface: Int32) {
        guard surface >= 0 else { return }
        surfaces.setNeedsLayout(surface, layouts.adopting ?? LayoutCallbackMark.node)
        noteNews()
    }

    /// Makes a layout pass due and has all layers read again, as the surface is another.
    public mutating func setNeedsAllLayers(_ surface: Int32) {
        guard surface >= 0 else { return }
        surfaces.setNeedsAllLayers(surface)
        setNeedsLayout(surface)
    }

    /// Notes that the frame of a shown node changed.
    mutating func noteFrame(_ index: Int32) { noteRestructured(index) }

    /// Notes that the children of a shown node, or their order, changed.
    public mutating func noteChildren(_ index: Int32) {
        if self[index].surface < 0 { return }
        self[index].flags.insert(.childrenChanged)
        noteRestructured(index)
    }

    /// Notes that not all children of a shown node were read.
    public mutating func noteUnread(_ index: Int32) { noteRestructured(index) }

    private mutating func noteRestructured(_ index: Int32) {
        let surface = self[index].surface
        if surface < 0 || self[index].flags.contains(.restructured) { return }
        self[index].flags.insert(.restructured)
        surfaces.noteRestructured(index, of: surface)
        noteNews()
    }

    /// The children, in painting order, of the nodes that have others since their layers were read; of those in
    /// `before`, too. From now on only those are noted that change again, and what leaves lives until
    /// `releaseDeparted`, if it has no layer.
    public mutating func captureChildren(
        on surface: Int32, before: [NodeID: [NodeID]], _ discarded: inout Discarded
    ) -> [NodeID: [NodeID]] {
        releaseDeparted(from: surface, keepsOthers: true, &discarded)
        var lists: [NodeID: [NodeID]] = [:]
        for index in surfaces.restructured(surface)
        where self[index].flags.contains([.alive, .restructured]) && self[index].surface == surface {
            if !self[index].flags.contains(.childrenChanged) && before[id(index)] == nil { continue }
            lists[id(index)] = painted(index).map { id($0) }
            self[index].flags.remove(.childrenChanged)
        }
        return lists
    }

    /// What left is not wanted any more.
    public mutating func releaseDeparted(
        from surface: Int32, keepsOthers: Bool = false, _ discarded: inout Discarded
    ) {
        for node in surfaces.takeDeparted(surface, keepsOthers: keepsOthers) { releaseInternally(node, &discarded) }
    }

    /// Hands out the nodes of a surface whose frame or children changed; nil when all layers have to be read. Nothing
    /// is left to read then.
    public mutating func takeRestructured(_ surface: Int32) -> [Int32]? {
        let taken = surfaces.takeRestructured(surface)
        return taken?.filter { self[$0].flags.contains([.alive, .restructured]) && self[$0].surface == surface }
    }

    /// The layer of a node is up to date with its frame and children; says whether the children had changed.
    public mutating func noteRead(_ index: Int32) -> Bool {
        defer { self[index].flags.subtract([.restructured, .childrenChanged]) }
        return self[index].flags.contains(.childrenChanged)
    }

    /// Notes that properties of a shown node changed; once for many changes.
    @inline(__always)
    mutating func noteChange(_ index: Int32) {
        if self[index].surface < 0 || self[index].flags.contains(.changed) { return }
        self[index].flags.insert(.changed)
        changes.note(index)
    }

    /// Hands out and empties the list of changed nodes that are still alive.
    public mutating func takeChanged() -> [Int32] {
        let taken = changes.takeNodes()
        for index in taken { self[index].flags.remove(.changed) }
        return taken.filter { self[$0].flags.contains(.alive) && self[$0].surface >= 0 }
    }

    /// Whether the owner thread has work to do.
    public var hasChanges: Bool {
        !changes.isEmpty || surfaces.needWork
    }

    /// Marks a whole subtree as shown on `surface`, or on none.
    mutating func setSurface(_ surface: Int32, below root: Int32) {
        var pending = [root]
        while let index = pending.popLast() {
            self[index].surface = surface
            self[index].layer = -1
            self[index].flags.subtract([.restructured, .childrenChanged])
            takeInterface(index)
            pending.append(contentsOf: self[index].children.reversed())
        }
    }
}
