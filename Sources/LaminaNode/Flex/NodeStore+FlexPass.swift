public import LaminaGeometry
import LaminaLayout

/// How a flex pass can begin.
public enum FlexBeginning: ~Copyable, Sendable {
    case pass(FlexPass)
    /// Another thread is at it.
    case busy
}

/// The beginning and the end of passes over flex trees, under the tree lock.
extension NodeStore {
    /// Whether `node` is the root of a flex layout, or would be were it not inside of another one.
    public func isFlexRoot(_ node: Int32) -> Bool {
        if case .flex = self[node].layout?.method { true } else { false }
    }

    /// Whether a layout of its own may be kept with `node`.
    public func keepsFlex(_ node: Int32) -> Bool { isFlexRoot(node) && flexRoot(above: node) < 0 }

    /// The constraints of a flex root within `range`.
    @inline(__always)
    public func flexRequest(_ root: Int32, range: SizeRange, scale: Double) -> FlexRequest {
        let setting = LayoutSetting(scale: scale, epoch: layouts.epoch)
        let isRightToLeft = isRightToLeft(root)
        guard let style = self[root].style?.style else {
            return FlexRequest(range: range, setting: setting, isRightToLeft: isRightToLeft)
        }
        let constraints = LayoutConstraints(range: range, parentSize: range.max, isRightToLeft: isRightToLeft)
        return FlexRequest(range: style.allowedRange(constraints), setting: setting, isRightToLeft: isRightToLeft)
    }

    /// Whether the nodes have the frames of the flex layout of `root` for `range`.
    @inline(__always)
    public func isFlexCurrent(_ root: Int32, range: SizeRange, scale: Double) -> Bool {
        let number = self[root].flexTree
        guard let layout = flex[number], layout.root == root else {
            return false
        }
        guard let solved = layout.solved, !layout.isAhead, !self[root].flags.contains(.partsBelow), !layouts.hasOutdated
        else { return false }
        return solved == flexRequest(root, range: range, scale: scale)
    }

    /// Takes over what changed below a flex root, so that the nodes that it arranges are known; returns how deep they
    /// stand, at most.
    public mutating func prepareFlex(_ root: Int32) -> Int {
        forgetOutdatedLayouts()
        guard keepsFlex(root) else { return 0 }
        let layout = flexLayout(rootedAt: root, profile: self[root].flexProfile ?? .css)
        guard var tree = layout.tree.take() else { return Int(layout.depth) }
        var discarded = Discarded()
        synchronize(&tree, of: layout, &discarded)
        layout.discarded += discarded.takeAll()
        layout.tree = consume tree
        return Int(layout.depth)
    }

    /// Whether host code makes the spec of `node` or of something below it.
    func hasSpecCallback(from node: Int32) -> Bool {
        var pending = [node]
        while let next = pending.popLast() {
            if case .provided = self[next].layout?.method { return true }
            for child in self[next].children { pending.append(child) }
        }
        return false
    }

    /// Begins a pass over the flex layout of `root`, which `isFlexRoot`. With `copies` it never is busy: where the kept
    /// tree is not to be had, a copy serves; a `fresh` pass always has one, for which everything is found anew.
    public mutating func beginFlexPass(
        _ root: Int32, _ request: FlexRequest, copies: Bool = false, fresh: Bool = false, _ discarded: inout Discarded
    ) -> FlexBeginning {
        let profile = self[root].flexProfile ?? .css
        var layout: FlexLayout?
        if keepsFlex(root) && !fresh {
            let kept = flexLayout(rootedAt: root, profile: profile)
            if kept.tree != nil { layout = kept } else if !copies { return .busy }
        }
        let used = layout ?? FlexLayout(root: root, number: -1, profile: profile)
        guard var tree = used.tree.take() else { return .busy }
        synchronize(&tree, of: used, &discarded)
        prepare(&tree, of: used, request, &discarded)
        // The root's element is the first one, and stays.
        let element = used.number < 0 ? 0 : self[root].flexElement
        var style = self[root].flex
        let range = request.range
        style.fix(
            width: range.min.width == range.max.width && range.max.width.isFinite ? range.max.width : nil,
            height: range.min.height == range.max.height && range.max.height.isFinite ? range.max.height : nil)
        tree.setStyle(element, style)
        return .pass(FlexPass(used, tree, root: element, request: request))
    }

    /// Discards measurements that were made for another setting.
    private func prepare(
        _ tree: inout FlexTree, of layout: FlexLayout, _ request: FlexRequest, _ discarded: inout Discarded
    ) {
        for object in layout.discarded { discarded.append(object) }
        layout.discarded = []
        if layout.hasUnadopted { forgetUnadopted(&tree, of: layout, &discarded) }
        if layout.setting == request.setting { return }
        let isFirst = layout.setting == nil
        layout.setting = request.setting
        if isFirst { return }
        for result in layout.results { discarded.append(result) }
        layout.results = layout.results.map { _ in nil }
        for leaf in layout.leaves.all where leaf.content != nil { tree.markDirty(leaf.element) }
    }

    /// Invalidates leaves whose layout spec callback named nodes that are not adopted yet.
    private func forgetUnadopted(
        _ tree: inout FlexTree, of layout: FlexLayout, _ discarded: inout Discarded
    ) {
        layout.hasUnadopted = false
        for leaf in layout.leaves.all where leaf.arranges && hasSpecCallback(from: leaf.node) {
            let result = layout.results[Int(leaf.element)]
            if let result, isAdopted(result) { continue }
            discarded.append(result)
            tree.markDirty(leaf.element)
            layout.results.forget(leaf.element, in: tree)
        }
    }

    /// Whether all nodes that layout spec callbacks named are adopted.
    private func isAdopted(_ result: NodeLayoutResult) -> Bool {
        var pending = [result]
        while let next = pending.popLast() {
            if !next.hasProvided { continue }
            if let spec = next.provided?.spec {
                guard let node = place(of: next.node), isAdopted(spec, by: node) else { return false }
            }
            for part in next.below { if let part { pending.append(part) } }
        }
        return true
    }

    /// Ends a pass that found out what the frames would be.
    mutating func end(_ pass: consuming FlexPass, _ discarded: inout Discarded) {
        let layout = pass.layout
        if pass.leaves.arrangingCount > 0 && !layout.hasUnadopted {
            layout.hasUnadopted = pass.leaves.all.contains { leaf in
                leaf.arranges && leaf.content != nil && hasSpecCallback(from: leaf.node)
            }
        }
        layout.isAhead = layout.isAhead || !pass.changed.isEmpty || !pass.arranged.isEmpty
        close(pass, &discarded)
    }

    /// Ends a pass: the nodes get the frames that changed.
    public mutating func apply(_ pass: consuming FlexPass, isOwnerThread: Bool, _ discarded: inout Discarded) {
        let layout = pass.layout
        let number = layout.number
        // A root that was released meanwhile, or is none any more, has taken its tree along.
        guard number >= 0, flex[number] === layout else {
            discarded.append(layout)
            return
        }
        discarded.append(self[layout.root].layout?.applied)
        self[layout.root].layout?.applied = nil
        if layout.isAhead {
            applyAllFrames(of: pass, isOwnerThread: isOwnerThread, &discarded)
        } else {
            for element in pass.changed { applyFrame(of: element, in: pass.tree, layout) }
            for element in layout.framedBefore { applyFrame(of: element, in: pass.tree, layout) }
            for part in pass.arranged { applyAll(of: part, isOwnerThread: isOwnerThread, &discarded) }
        }
        layout.framedBefore = []
        layout.isAhead = false
        // What places the root put other frames there.
        if arranger(of: layout.root) >= 0 { forgetApplied(above: layout.root) }
        applyFrame(Rect(origin: self[layout.root].frame.origin, size: pass.size), of: layout.root)
        setContentInsets(pass.leaves.contentInsets(of: pass.root, in: pass.tree), of: layout.root)
        close(pass, &discarded)
    }

    private mutating func close(_ pass: consuming FlexPass, _ discarded: inout Discarded) {
        let layout = pass.layout
        discarded.append(layout)
        discarded.append(layout.presented)
        layout.presented = pass.presented
        layout.solved = layout.stale.isEmpty ? pass.request : nil
        layout.results = pass.results
        layout.hasResults = pass.hasResults
        layout.tree = pass.takeTree()
    }

    private mutating func applyAllFrames(
        of pass: borrowing FlexPass, isOwnerThread: Bool, _ discarded: inout Discarded
    ) {
        var pending = [pass.root]
        while let element = pending.popLast() {
            applyFrame(of: element, in: pass.tree, pass.layout)
            if pass.tree.isMeasured(element) {
                let leaf = pass.leaves[pass.tree.identifier(element)]
                if pass.tree.frame(element).size == .zero {
                    if leaf.arranges && self[leaf.node].flexElement == element { leaveOut(below: leaf.node) }
                } else if let part = pass.results[Int(element)] {
                    applyAll(of: part, isOwnerThread: isOwnerThread, &discarded)
                }
                continue
            }
            var child = pass.tree.firstChild(element)
            while let present = child {
                pending.append(present)
                child = pass.tree.nextSibling(present)
            }
        }
    }

    private mutating func applyFrame(
        of element: Int32, in tree: borrowing FlexTree, _ layout: FlexLayout
    ) {
        let identifier = tree.identifier(element)
        let isLeaf = tree.isMeasured(element)
        let node = isLeaf ? layout.leaves[identifier].node : identifier
        // A node that has left since, or is another one by now, has no claim on the frame.
        guard self[node].flexElement == element, self[node].flexTree == layout.number, node != layout.root
        else { return }
        if isLeaf { setContentInsets(layout.leaves.contentInsets(of: element, in: tree), of: node) }
        let frame = tree.frame(element)
        if self[node].frame == frame { return }
        applyFrame(frame, of: node)
        if isLeaf && frame.size == .zero && layout.leaves[identifier].arranges { leaveOut(below: node) }
    }

    /// The nodes below a flex root have the frames of a layout result; the next pass must know whether these are the
    /// tree's.
    mutating func noteFlexApplied(_ applied: NodeLayoutResult, _ root: Int32) {
        guard let layout = flex[self[root].flexTree], layout.root == root else { return }
        layout.isAhead = layout.presented !== applied
        if !layout.isAhead { layout.framedBefore = [] }
    }

    /// Frames below a node are no longer those of its layout.
    mutating func noteFlexBehind(_ root: Int32) {
        guard let layout = flex[self[root].flexTree], layout.root == root else { return }
        layout.isAhead = true
    }
}

extension FlexPass {
    fileprivate consuming func takeTree() -> FlexTree { tree }

    /// Fails with `outOfRange` for elements that stand too deep in one another.
    public static func checkDepth(_ depth: Int) throws(LaminaError) {
        if depth <= maximumDepth { return }
        throw LaminaError(
            .outOfRange, "the tree is \(depth) nodes deep; flex layout supports at most \(maximumDepth) levels")
    }
}
