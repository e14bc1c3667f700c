import LaminaGeometry
import LaminaLayout

/// Which layouts a change makes out of date: those that depend on it, up to the root, and no others.
///
/// - What a node arranges changed (its spec, a child named by it, the size of such a child): the sizes of the node.
/// - Its style changed: its sizes and those of the node that arranges it.
/// - A node whose style fixes its size ends that: the sizes above hold, only frames below have to be found anew.
///   (Texture forgets whole ancestors' sizes there.)
/// - A node that nothing arranges is a root of its own: nothing above depends on it.
extension NodeStore {
    /// The node that arranges `node`; -1 when its frame is the host's.
    @inline(__always)
    func arranger(of node: Int32) -> Int32 {
        self[node].flags.contains(.arranged) ? self[node].parent : -1
    }

    /// What `node` arranges, or the size of something it arranges, changed. `ofContent`: because a leaf shows something
    /// else, of which its layout knows.
    mutating func noteLayoutChange(inside node: Int32, ofContent: Bool = false) {
        noteUnadopted(node)
        var index = node
        var kind = NodeLayout.Staleness.sizes
        while index >= 0 {
            let flexRoot = flexRoot(above: index)
            if let layout = self[index].layout {
                // A leaf of a flex layout may never be measured: that layout is notified of every change.
                if !layout.invalidate(kind, ofContent: ofContent && index == node) && flexRoot < 0 { return }
                if flexRoot >= 0 { return noteFlexLeaf(index) }
                if kind == .sizes && sizeIsFixed(index) { kind = .frames }
                if kind == .sizes && isPlacedByHand(index) { noteLayoutEvent(.naturalSizeStale, of: index) }
                index = arranger(of: index)
            } else {
                // The nodes of a flex layout are one in this.
                if flexRoot < 0 { return }
                index = flexRoot
            }
        }
    }

    private mutating func noteUnadopted(_ node: Int32) {
        if self[node].surface < 0 { layouts.noteUnadopted() }
    }

    /// The node's style changed.
    mutating func noteStyleChange(of node: Int32) {
        noteUnadopted(node)
        if isPlacedByHand(node) { noteLayoutEvent(.naturalSizeStale, of: node) }
        _ = self[node].layout?.invalidate(.sizes)
        if flexRoot(above: node) >= 0 {
            if self[node].layout != nil { noteFlexLeaf(node) }
        } else {
            let parent = arranger(of: node)
            if parent >= 0 { noteLayoutChange(inside: parent) }
        }
        setNeedsLayout(self[node].surface)
    }

    /// The content of a leaf changed, and with it perhaps its size.
    mutating func noteContentChange(of node: Int32) {
        if self[node].layout != nil { return noteLayoutNeeded(inside: node) }
        noteUnadopted(node)
        if isPlacedByHand(node) && !sizeIsFixed(node) { noteLayoutEvent(.naturalSizeStale, of: node) }
        let parent = self[node].parent
        // Where nothing arranges the node, its frame does not depend on what it shows.
        guard parent >= 0, let layout = self[parent].layout else { return }
        if arranger(of: node) >= 0 {
            layout.noteContent(of: id(node))
            if sizeIsFixed(node) { return }
            noteLayoutChange(inside: parent, ofContent: true)
        }
        setNeedsLayout(self[node].surface)
    }

    /// The same for a node that may be shown.
    mutating func noteLayoutNeeded(inside node: Int32) {
        noteLayoutChange(inside: node)
        setNeedsLayout(self[node].surface)
    }

    /// Whether nothing inside the node can change its measurements. Baselines of content count where the parent aligns
    /// by them.
    private func sizeIsFixed(_ node: Int32) -> Bool {
        guard let style = self[node].style?.style, style.fixesSize else { return false }
        if let layout = self[node].layout, !layout.method.hasBaselines { return true }
        let parent = arranger(of: node)
        guard parent >= 0, let spec = self[parent].spec else { return false }
        return !spec.alignsBaselines
    }

    /// Invalidates the node's layout: host code would return something else now.
    public mutating func setNeedsLayout(of node: Int32) {
        noteFlexLeaf(node)
        noteStyleChange(of: node)
    }

    /// Says whether what the node arranges is measured on several threads.
    public mutating func setConcurrent(_ isConcurrent: Bool, _ node: Int32) {
        if isConcurrent {
            self[node].flags.insert(.concurrent)
        } else {
            self[node].flags.remove(.concurrent)
        }
        self[node].layout?.keep(nil)
    }

    /// All texts may have another size from now on: nothing that is known holds.
    public mutating func forgetMeasurements() {
        layouts.beginEpoch()
        for surface in surfaces.shown { setNeedsLayout(surface) }
    }

    /// The frame of `node` was set by hand: the frames below its ancestors are no longer those of the layout applied
    /// last.
    mutating func noteFrameSetByHand(_ node: Int32) {
        if self[node].flags.contains(.arranged) { forgetApplied(above: node) }
    }

    mutating func forgetApplied(above node: Int32) {
        var ancestor = self[node].parent
        while ancestor >= 0 {
            self[ancestor].layout?.applied = nil
            noteFlexBehind(ancestor)
            ancestor = self[ancestor].parent
        }
    }

    // MARK: Parts that nothing arranges

    /// Whether `node` is laid out by itself, within the frame that the host gave it.
    func isPlacedByHand(_ node: Int32) -> Bool { !self[node].flags.contains(.arranged) }

    /// Notes that somewhere below `node` stands a node placed by hand that arranges something.
    mutating func notePartsBelow(_ node: Int32) {
        var ancestor = node
        while ancestor >= 0, !self[ancestor].flags.contains(.partsBelow) {
            self[ancestor].flags.insert(.partsBelow)
            ancestor = self[ancestor].parent
        }
    }

    mutating func noteNoPartsBelow(_ node: Int32) { self[node].flags.remove(.partsBelow) }

    /// Whether somewhere below `root` stands a node placed by hand that arranges something. Notes of such nodes that
    /// are arranged since, as those that a flex layout has taken over, are taken back; without any it costs nothing.
    public mutating func hasPartsBelow(_ root: Int32) -> Bool {
        guard self[root].flags.contains(.partsBelow) else { return false }
        var noted = [root]
        var next = 0
        while next < noted.count {
            for child in self[noted[next]].children where self[child].flags.contains(.partsBelow) {
                noted.append(child)
            }
            next += 1
        }
        // Children before their parents.
        for node in noted.reversed() {
            let isNeeded = self[node].children.contains { child in
                self[child].flags.contains(.partsBelow) || (self[child].layout != nil && isPlacedByHand(child))
            }
            if !isNeeded { noteNoPartsBelow(node) }
        }
        return self[root].flags.contains(.partsBelow)
    }

    /// Says whether its parent arranges the child.
    mutating func setArranged(_ isArranged: Bool, _ child: Int32) {
        if isArranged {
            self[child].flags.insert(.arranged)
        } else {
            self[child].flags.remove(.arranged)
        }
        noteIfPart(child)
    }

    /// Notes above a child what is of interest to the search for parts.
    mutating func noteIfPart(_ child: Int32) {
        let flags = self[child].flags
        if flags.contains(.partsBelow) || (self[child].layout != nil && !flags.contains(.arranged)) {
            notePartsBelow(self[child].parent)
        }
    }
}
