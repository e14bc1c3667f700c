public import LaminaGeometry
import LaminaLayout

/// Taking over what a layout pass found.
extension NodeStore {
    /// The layout of `root` for a range, when nothing has changed since it was made.
    @inline(__always)
    public func currentLayout(of root: Int32, range: SizeRange, scale: Double) -> TreeLayout? {
        guard !self[root].flags.contains(.partsBelow), let result = self[root].layout?.result else { return nil }
        let question = LayoutQuestion(range: range, parentSize: range.max, isRightToLeft: isRightToLeft(root))
        return result.isFor(question, LayoutSetting(scale: scale, epoch: layouts.epoch)) ? result : nil
    }

    /// Keeps a whole layout for the next one who asks; nothing when the tree has changed since it was captured.
    public mutating func keepResult(_ result: TreeLayout) {
        guard result.parts.count == 1, let arrangement = result.parts.first, let root = find(arrangement.node),
            let layout = self[root].layout, layout.staleness == .none,
            layout.arrangement(for: arrangement.question, arrangement.setting) === arrangement
        else { return }
        layout.result = result
    }

    /// Gives the nodes the frames of a layout, and adopts what host code has put into it. Nodes that left the tree since are passed over, and so is everything
    /// that has the frames of this layout already. Returns the number of frames that changed.
    @discardableResult
    public mutating func apply(
        _ result: TreeLayout, isOwnerThread: Bool, _ discarded: inout Discarded
    ) -> Int {
        var changed = 0
        for part in result.parts {
            guard let root = find(part.node), self[root].layout?.applied !== part else { continue }
            // What the layout of an ancestor put below here is no longer there.
            if !isPlacedByHand(root) { forgetApplied(above: root) }
            changed += applyAll(of: part, isOwnerThread: isOwnerThread, &discarded)
        }
        return changed
    }

    /// Gives all nodes below that of an arrangement their frames; returns how many changed.
    @discardableResult
    mutating func applyAll(
        of part: NodeArrangement, isOwnerThread: Bool, _ discarded: inout Discarded
    ) -> Int {
        var changed = 0
        var waiting: [Application] = [(part, nil)]
        while let next = waiting.popLast() {
            changed += apply(next.arrangement, next.before, isOwnerThread, &waiting, &discarded)
        }
        return changed
    }

    /// An arrangement, and for a node inside of a flex layout the one it had before: what is the same has its frames.
    private typealias Application = (arrangement: NodeArrangement, before: NodeArrangement?)

    /// The same at the host's wish: the root keeps its place in its parent, and what is shown changes.
    public mutating func applyByHand(
        _ result: TreeLayout, root: Int32, isOwnerThread: Bool, _ discarded: inout Discarded
    ) {
        setFrame(Rect(origin: self[root].frame.origin, size: result.size), of: root)
        if apply(result, isOwnerThread: isOwnerThread, &discarded) > 0 { setNeedsLayout(self[root].surface) }
        endHolds(&discarded)
    }

    /// Gives the nodes directly below their frames; what is to be done farther below is added to `waiting`.
    private mutating func apply(
        _ arrangement: NodeArrangement, _ last: NodeArrangement?, _ isOwnerThread: Bool,
        _ waiting: inout [Application], _ discarded: inout Discarded
    ) -> Int {
        guard let node = find(arrangement.node) else { return 0 }
        var before = last
        var isFlex = true
        if arrangement.isInner {
            if before === arrangement { return 0 }
        } else {
            // A leaf has nothing below, and a node may be arranged otherwise by now.
            guard let layout = self[node].layout else { return 0 }
            before = layout.applied
            if before === arrangement { return 0 }
            discarded.append(before)
            layout.applied = arrangement
            if before?.heldSizes != arrangement.heldSizes { setNeedsDisplay(node) }
            if case .flex = layout.arranging { noteFlexApplied(arrangement, node) } else { isFlex = false }
        }
        if let provided = arrangement.provided {
            adopt(provided, by: node, isOwnerThread: isOwnerThread, &discarded)
        }
        if isFlex { applyInsets(of: arrangement, node) }
        var changed = 0
        for (index, child) in arrangement.frames.enumerated() {
            guard let place = find(child.node), self[place].parent == node else { continue }
            if self[place].frame != child.frame {
                applyFrame(child.frame, of: place)
                changed += 1
            }
            if child.isLeftOut {
                changed += leaveOut(below: place)
            } else if let below = arrangement.below(index) {
                waiting.append((below, before?.below(index, if: child.node)))
            }
        }
        return changed
    }

    /// Tells the leaves of a flex container, or a root that is a leaf itself, how far inside of their edges they show something.
    private mutating func applyInsets(of arrangement: NodeArrangement, _ node: Int32) {
        var rest = arrangement.leafInsets[...]
        func next(_ node: NodeID) -> EdgeInsets { rest.first?.node == node ? rest.removeFirst().insets : .zero }
        if !arrangement.isInner { setContentInsets(next(arrangement.node), of: node) }
        for child in arrangement.frames {
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
