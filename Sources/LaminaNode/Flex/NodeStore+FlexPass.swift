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
        if case .flex = self[node].layout?.arranging { true } else { false }
    }

    /// Whether a layout of its own may be kept with `node`.
    public func keepsFlex(_ node: Int32) -> Bool { isFlexRoot(node) && flexRoot(above: node) < 0 }

    /// What a flex root is asked that is to be laid out within `range`.
    @inline(__always)
    public func flexRequest(_ root: Int32, range: SizeRange, scale: Double) -> FlexRequest {
        let setting = LayoutSetting(scale: scale, epoch: layouts.epoch)
        let isRightToLeft = isRightToLeft(root)
        guard let style = self[root].style?.style else {
            return FlexRequest(range: range, setting: setting, isRightToLeft: isRightToLeft)
        }
        let question = LayoutQuestion(range: range, parentSize: range.max, isRightToLeft: isRightToLeft)
        return FlexRequest(range: style.allowedRange(question), setting: setting, isRightToLeft: isRightToLeft)
    }

    /// Whether the nodes have the frames of the flex layout of `root` for `range`.
    @inline(__always)
    public func isFlexCurrent(_ root: Int32, range: SizeRange, scale: Double) -> Bool {
        let number = self[root].flexTree
        guard let arrangement = flex[number], arrangement.root == root else {
            return false
        }
        guard let answered = arrangement.answered, !arrangement.isAhead, !self[root].flags.contains(.partsBelow) else {
            return false
        }
        return answered == flexRequest(root, range: range, scale: scale)
    }

    /// Takes over what changed below a flex root, so that the nodes that it arranges are known; returns how deep they stand, at most.
    public mutating func prepareFlex(_ root: Int32) -> Int {
        guard keepsFlex(root) else { return 0 }
        let arrangement = flexArrangement(rootedAt: root, profile: self[root].flexProfile ?? .css)
        guard var tree = arrangement.tree.take() else { return Int(arrangement.depth) }
        var discarded = Discarded()
        synchronize(&tree, of: arrangement, &discarded)
        arrangement.discarded += discarded.takeAll()
        arrangement.tree = consume tree
        return Int(arrangement.depth)
    }

    /// Whether host code makes the spec of `node` or of something below it.
    func asksForSpecs(from node: Int32) -> Bool {
        var pending = [node]
        while let next = pending.popLast() {
            if case .provided = self[next].layout?.arranging { return true }
            for child in self[next].children { pending.append(child) }
        }
        return false
    }

    /// Begins a pass over the flex layout of `root`, which `isFlexRoot`. With `copies` it never is busy: where the kept tree is not to be had, a copy
    /// serves; a `fresh` pass always has one, for which everything is found anew.
    public mutating func beginFlexPass(
        _ root: Int32, _ request: FlexRequest, copies: Bool = false, fresh: Bool = false, _ discarded: inout Discarded
    ) -> FlexBeginning {
        let profile = self[root].flexProfile ?? .css
        var arrangement: FlexArrangement?
        if keepsFlex(root) && !fresh {
            let kept = flexArrangement(rootedAt: root, profile: profile)
            if kept.tree != nil { arrangement = kept } else if !copies { return .busy }
        }
        let used = arrangement ?? FlexArrangement(root: root, number: -1, profile: profile)
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

    /// What leaves were measured for has to be what is asked for.
    private func prepare(
        _ tree: inout FlexTree, of arrangement: FlexArrangement, _ request: FlexRequest, _ discarded: inout Discarded
    ) {
        for object in arrangement.discarded { discarded.append(object) }
        arrangement.discarded = []
        if arrangement.hasStrangers { forgetStrangers(&tree, of: arrangement, &discarded) }
        if arrangement.setting == request.setting { return }
        let isFirst = arrangement.setting == nil
        arrangement.setting = request.setting
        if isFirst { return }
        for made in arrangement.made { discarded.append(made) }
        arrangement.made = arrangement.made.map { _ in nil }
        for leaf in arrangement.leaves.all where leaf.content != nil { tree.markDirty(leaf.element) }
    }

    /// Leaves with specs of the host that name nodes which are no children yet are asked anew.
    private func forgetStrangers(
        _ tree: inout FlexTree, of arrangement: FlexArrangement, _ discarded: inout Discarded
    ) {
        arrangement.hasStrangers = false
        for leaf in arrangement.leaves.all where leaf.arranges && asksForSpecs(from: leaf.node) {
            let made = arrangement.made[Int(leaf.element)]
            if let made, isAdopted(made) { continue }
            discarded.append(made)
            tree.markDirty(leaf.element)
            arrangement.made.forget(leaf.element, in: tree)
        }
    }

    /// Whether the host's specs hold as they were made.
    private func isAdopted(_ arrangement: NodeArrangement) -> Bool {
        var pending = [arrangement]
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
        let arrangement = pass.arrangement
        if pass.leaves.arrangingCount > 0 && !arrangement.hasStrangers {
            arrangement.hasStrangers = pass.leaves.all.contains { leaf in
                leaf.arranges && leaf.content != nil && asksForSpecs(from: leaf.node)
            }
        }
        arrangement.isAhead = arrangement.isAhead || !pass.changed.isEmpty || !pass.arranged.isEmpty
        close(pass, &discarded)
    }

    /// Ends a pass: the nodes get the frames that changed.
    public mutating func apply(_ pass: consuming FlexPass, isOwnerThread: Bool, _ discarded: inout Discarded) {
        let arrangement = pass.arrangement
        let number = arrangement.number
        // A root that was released meanwhile, or is none any more, has taken its tree along.
        guard number >= 0, flex[number] === arrangement else {
            discarded.append(arrangement)
            return
        }
        discarded.append(self[arrangement.root].layout?.applied)
        self[arrangement.root].layout?.applied = nil
        if arrangement.isAhead {
            applyAllFrames(of: pass, isOwnerThread: isOwnerThread, &discarded)
        } else {
            for element in pass.changed { applyFrame(of: element, in: pass.tree, arrangement) }
            for element in arrangement.framedBefore { applyFrame(of: element, in: pass.tree, arrangement) }
            for part in pass.arranged { applyAll(of: part, isOwnerThread: isOwnerThread, &discarded) }
        }
        arrangement.framedBefore = []
        arrangement.isAhead = false
        // What places the root put other frames there.
        if arranger(of: arrangement.root) >= 0 { forgetApplied(above: arrangement.root) }
        applyFrame(Rect(origin: self[arrangement.root].frame.origin, size: pass.size), of: arrangement.root)
        setContentInsets(pass.leaves.contentInsets(of: pass.root, in: pass.tree), of: arrangement.root)
        close(pass, &discarded)
    }

    private mutating func close(_ pass: consuming FlexPass, _ discarded: inout Discarded) {
        let arrangement = pass.arrangement
        discarded.append(arrangement)
        discarded.append(arrangement.presented)
        arrangement.presented = pass.presented
        arrangement.answered = arrangement.stale.isEmpty ? pass.request : nil
        arrangement.made = pass.made
        arrangement.hasMade = pass.hasMade
        arrangement.tree = pass.takeTree()
    }

    private mutating func applyAllFrames(
        of pass: borrowing FlexPass, isOwnerThread: Bool, _ discarded: inout Discarded
    ) {
        var pending = [pass.root]
        while let element = pending.popLast() {
            applyFrame(of: element, in: pass.tree, pass.arrangement)
            if pass.tree.isMeasured(element) {
                let leaf = pass.leaves[pass.tree.identifier(element)]
                if pass.tree.frame(element).size == .zero {
                    if leaf.arranges && self[leaf.node].flexElement == element { leaveOut(below: leaf.node) }
                } else if let part = pass.made[Int(element)] {
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
        of element: Int32, in tree: borrowing FlexTree, _ arrangement: FlexArrangement
    ) {
        let identifier = tree.identifier(element)
        let isLeaf = tree.isMeasured(element)
        let node = isLeaf ? arrangement.leaves[identifier].node : identifier
        // A node that has left since, or is another one by now, has no claim on the frame.
        guard self[node].flexElement == element, self[node].flexTree == arrangement.number, node != arrangement.root
        else { return }
        if isLeaf { setContentInsets(arrangement.leaves.contentInsets(of: element, in: tree), of: node) }
        let frame = tree.frame(element)
        if self[node].frame == frame { return }
        applyFrame(frame, of: node)
        if isLeaf && frame.size == .zero && arrangement.leaves[identifier].arranges { leaveOut(below: node) }
    }

    /// The nodes below a flex root have the frames of an arrangement; the next pass has to know whether these are the tree's.
    mutating func noteFlexApplied(_ applied: NodeArrangement, _ root: Int32) {
        guard let arrangement = flex[self[root].flexTree], arrangement.root == root else { return }
        arrangement.isAhead = arrangement.presented !== applied
        if !arrangement.isAhead { arrangement.framedBefore = [] }
    }

    /// Frames below a node are no longer those of its layout.
    mutating func noteFlexBehind(_ root: Int32) {
        guard let arrangement = flex[self[root].flexTree], arrangement.root == root else { return }
        arrangement.isAhead = true
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
