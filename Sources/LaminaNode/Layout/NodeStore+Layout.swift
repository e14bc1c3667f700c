public import LaminaGeometry
import LaminaLayout

/// Taking over what a layout pass found.
extension NodeStore {
    /// The layout of `root` for a range, when nothing has changed since it was made.
    @inline(__always)
    public func currentLayout(of root: Int32, range: SizeRange, scale: Double) -> TreeLayout? {
        guard !self[root].flags.contains(.partsBelow), let tree = self[root].layout?.tree else { return nil }
        let constraints = LayoutConstraints(range: range, parentSize: range.max, isRightToLeft: isRightToLeft(root))
        return tree.isFor(constraints, LayoutSetting(scale: scale, epoch: layouts.epoch)) && !layouts.hasOutdated
            ? tree : nil
    }

    /// Keeps a whole layout for the next caller; nothing when the tree has changed since it was captured.
    public mutating func keepResult(_ tree: TreeLayout) {
        guard tree.parts.count == 1, let result = tree.parts.first, let root = find(result.node),
            let layout = self[root].layout, layout.staleness == .none,
            layout.result(for: result.constraints, result.setting) === result
        else { return }
        layout.tree = tree
    }

    /// Gives the nodes the frames of a layout, and adopts what host code has put into it. Nodes that left the tree
    /// since are passed over, and so is everything that has the frames of this layout already. Returns the number of
    /// frames that changed.
    @discardableResult
    public mutating func apply(
        _ tree: TreeLayout, isOwnerThread: Bool, _ discarded: inout Discarded
    ) -> Int {
        var changed = 0
        for part in tree.parts {
            guard let root = find(part.node), self[root].layout?.applied !== part else { continue }
            // What the layout of an ancestor put below here is no longer there.
            if !isPlacedByHand(root) { forgetApplied(above: root) }
            changed += applyAll(of: part, isOwnerThread: isOwnerThread, &discarded)
        }
        return changed
    }

    /// Gives all nodes below that of a layout result their frames; returns how many changed.
    @discardableResult
    mutating func applyAll(
        of part: NodeLayoutResult, isOwnerThread: Bool, _ discarded: inout Discarded
    ) -> Int {
        var changed = 0
        var waiting: [Application] = [(part, nil)]
        while let next = waiting.popLast() {
            changed += apply(next.result, next.before, isOwnerThread, &waiting, &discarded)
        }
        return changed
    }

    /// A layout result, and for a node inside a flex layout the one it had before: what is the same has its frames.
    private typealias Application = (result: NodeLayoutResult, before: NodeLayoutResult?)

    /// The same at the host's wish: the root keeps its place in its parent, and what is shown changes.
    public mutating func applyByHand(
        _ tree: TreeLayout, root: Int32, isOwnerThread: Bool, _ discarded: inout Discarded
    ) {
        setFrame(Rect(origin: self[root].frame.origin, size: tree.size), of: root)
        if apply(tree, isOwnerThread: isOwnerThread, &discarded) > 0 { setNeedsLayout(self[root].surface) }
        endHolds(&discarded)
    }

    /// Gives the nodes directly below their frames; what is to be done farther below is added to `waiting`.
    private mutating func apply(
        _ result: NodeLayoutResult, _ last: NodeLayoutResult?, _ isOwnerThread: Bool,
        _ waiting: inout [Application], _ discarded: inout Discarded
    ) -> Int {
        guard let node = find(result.node) else { return 0 }
        var before = last
        var isFlex = true
        if result.isInner {
            if before === result { return 0 }
            noteLayoutEvent(.laidOut, of: node)
        } else {
            // A leaf has nothing below, and a node may be arranged otherwise by now.
            guard let layout = self[node].layout else { return 0 }
            before = layout.applied
            if before === result { return 0 }
            discarded.append(before)
            layout.applied = result
            noteScrolledContent(node)
            if !layout.method.isContent { noteLayoutEvent(.laidOut, of: node) }
            if before?.heldSizes != result.heldSizes { setNeedsDisplay(node) }
            if case .flex = layout.method { noteFlexApplied(result, node) } else { isFlex = false }
        }
        if let provided = result.provided {
            adopt(provided, by: node, isOwnerThread: isOwnerThread, &discarded)
        }
        if isFlex { applyInsets(of: result, node) }
        var changed = 0
        for (index, child) in result.frames.enumerated() {
            guard let place = find(child.node), self[place].parent == node else { continue }
            if self[place].frame != child.frame {
                applyFrame(child.frame, of: place)
                changed += 1
            }
            if child.isLeftOut {
                changed += leaveOut(below: place)
            } else if let below = result.below(index) {
                waiting.append((below, before?.below(index, if: child.node)))
            }
        }
        return changed
    }

    /// Sets how far inside their edges the leaves of a flex container show their content, or a root that is a leaf
    /// itself.
    private mutating func applyInsets(of result: NodeLayoutResult, _ node: Int32) {
        var rest = result.leafInsets[...]
        func next(_ node: NodeID) -> EdgeInsets { rest.first?.node == node ? rest.removeFirst().insets : .zero }
        if !result.isInner { setContentInsets(next(result.node), of: node) }
        for child in result.frames {
            let insets = next(child.node)
            if let place = find(child.node), self[place].parent == node { setContentInsets(insets, of: place) }
        }
    }

    /// Gives everything that is arranged below a node an empty frame.
    @discardableResult
    mutating func leaveOut(below node: Int32) -> Int {
        var changed = 0
        var waiting = [node]
        while let parent = waiting.popLast() {
            self[parent].layout?.applied = nil
            for child in self[parent].children where self[child].flags.contains(.arranged) {
                if self[child].frame != .zero {
                    applyFrame(.zero, of: child)
                    changed += 1
                }
                waiting.append(child)
            }
        }
        return changed
    }
}
