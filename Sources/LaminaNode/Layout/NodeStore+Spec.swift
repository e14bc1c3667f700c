public import LaminaGeometry

/// Specs and the nodes they name.
extension NodeStore {
    /// Keeps the nodes of a spec alive while the host has a handle on it. A spec that is held already costs nothing
    /// more, so building a tree of specs from its leaves takes time in its size.
    public mutating func hold(_ spec: LayoutSpec) {
        spec.holdCount += 1
        if spec.holdCount > 1 { return }
        for child in spec.children {
            switch child {
            case .node(let node): if let index = find(node) { retainInternally(index) }
            case .spec(let spec): hold(spec)
            }
        }
    }

    /// Ends a `hold`. Nodes that were erased meanwhile (with their context) are passed over.
    public mutating func unhold(_ spec: LayoutSpec, _ discarded: inout Discarded) {
        spec.holdCount -= 1
        if spec.holdCount > 0 { return }
        for child in spec.children {
            switch child {
            case .node(let node): if let index = find(node) { releaseInternally(index, &discarded) }
            case .spec(let spec): unhold(spec, &discarded)
            }
        }
    }

    /// Ends the holds of specs that host code returned and that no layout needs any more.
    public mutating func endHolds(_ discarded: inout Discarded) {
        for spec in layouts.specKeeper.take() { unhold(spec, &discarded) }
    }

    /// Arranges the children of `node` by `spec` and adopts the spec's nodes. Fails with `invalidArgument` when a node
    /// stands in the spec twice.
    public mutating func setSpec(
        _ spec: LayoutSpec?, of node: Int32, isOwnerThread: Bool, _ discarded: inout Discarded
    ) throws(LaminaError) {
        // A node that is arranged in another way has no spec to take away.
        if spec == nil && self[node].layout != nil && self[node].spec == nil { return }
        let named = try nodes(of: spec)
        for index in named where self[index].parent != node {
            if self[index].surface >= 0 && !isOwnerThread {
                throw LaminaError(
                    .wrongThread,
                    "a node of the spec is on a surface: only the thread that created the context may move it"
                )
            }
            do throws(LaminaError) {
                try checkCanTake(index, into: node)
            } catch {
                if error.code != .cycle { throw error }
                throw LaminaError(
                    .cycle,
                    "spec contains \(index == node ? "node itself" : "an ancestor of node"): that would be a cycle")
            }
        }
        let directed = self[node].spec?.setsDirection ?? false
        replaceLayout(of: node, spec.map { .spec($0) }, &discarded)
        if let spec, spec.setsDirection {
            directions.noteOwn()
            noteDirectionChange(below: node)
        } else if directed {
            noteDirectionChange(below: node)
        }
        arrangeChildrenAnew(node)
        if spec != nil { adopt(named, by: node, &discarded) }
        noteLayoutNeeded(inside: node)
    }

    /// Has `node` arranged by host code; what arranged it before goes.
    public mutating func setLayoutMethod(_ method: LayoutMethod, of node: Int32, _ discarded: inout Discarded) {
        replaceLayout(of: node, method, &discarded)
        switch method {
        case .custom, .content: for child in self[node].children { setArranged(true, child) }
        case .spec, .measured, .flex: setArranged(false, ofChildrenOf: node)
        case .provided: break  // until its first spec is here, the children are as they were
        }
        noteLayoutNeeded(inside: node)
    }

    /// Takes away what arranges `node` when that is of the kind that `isKind` says.
    public mutating func removeLayoutMethod(
        of node: Int32, where isKind: (LayoutMethod) -> Bool, _ discarded: inout Discarded
    ) {
        guard let layout = self[node].layout, isKind(layout.method) else { return }
        replaceLayout(of: node, nil, &discarded)
        arrangeChildrenAnew(node)
        noteLayoutNeeded(inside: node)
    }

    /// Has the content arrange the children when it has room for them, and only then.
    mutating func arrangeByContent(_ node: Int32, _ discarded: inout Discarded) {
        let holdsChildren = self[node].content?.holdsChildren ?? false
        if self[node].layout == nil {
            if holdsChildren { setLayoutMethod(.content, of: node, &discarded) }
        } else if !holdsChildren {
            removeLayoutMethod(of: node, where: { if case .content = $0 { true } else { false } }, &discarded)
        }
    }

    /// What was known goes too; the nodes above are notified.
    mutating func replaceLayout(of node: Int32, _ wanted: LayoutMethod?, _ discarded: inout Discarded) {
        let old = self[node].layout
        // What is behind all other ways.
        let method = wanted ?? (self[node].flexProfile == nil ? nil : .flex)
        if case .flex = old?.method { dropFlex(rootedAt: node, &discarded) }
        if wanted != nil { releaseFlexClaims(ofChildrenOf: node) }
        discarded.append(old)
        if let method {
            let layout = NodeLayout(method)
            layout.inheritConstraints(from: old)
            self[node].layout = layout
            if method.holdsHostData { self[node].flags.insert(.hostData) }
        } else {
            self[node].layout = nil
        }
        let parent = arranger(of: node)
        if parent >= 0 { noteLayoutChange(inside: parent) }
        noteIfPart(node)
        noteFlexLeaf(node)
    }

    /// Says of each child whether the node places it, where that is not to a spec.
    mutating func arrangeChildrenAnew(_ node: Int32) {
        let isInFlex = self[node].spec == nil && isInFlex(node)
        setArranged(isInFlex, ofChildrenOf: node)
    }

    private mutating func setArranged(_ isArranged: Bool, ofChildrenOf node: Int32) {
        for child in self[node].children { setArranged(isArranged, child) }
    }

    /// Whether the parent's present way of arranging covers a child that was put in by hand.
    func isNamed(_ child: Int32, by parent: Int32) -> Bool {
        switch self[parent].layout?.method {
        case .spec(let spec): spec.nodes.contains(id(child))
        case .custom, .content: true
        case .flex, nil: isInFlex(parent)
        case .provided, .measured: false
        }
    }

    /// The nodes of a spec that still live, each once.
    private func nodes(of spec: LayoutSpec?) throws(LaminaError) -> [Int32] {
        guard let spec else { return [] }
        let named = spec.nodes.compactMap { place(of: $0) }
        if named.hasRepetition {
            var seen: [Int32: Int] = [:]
            for (second, node) in named.enumerated() {
                guard let first = seen.updateValue(second, forKey: node) else { continue }
                let name = self[node].extras?.name ?? []
                let which = name.isEmpty ? "a node" : "node \"\(String(decoding: name, as: UTF8.self))\""
                throw LaminaError(
                    .invalidArgument,
                    "\(which) is in the spec twice; each node has one place: of the spec's nodes, counted from 0, these"
                        + " are \(first) and \(second)")
            }
        }
        return named
    }

    /// Children of the host's own stay where they are; adopted ones stand in the order of the spec.
    private mutating func adopt(_ named: [Int32], by node: Int32, _ discarded: inout Discarded) {
        let wasEmpty = self[node].children.isEmpty
        for child in named {
            if self[child].parent == node {
                setArranged(true, child)
            } else {
                place(child, in: node, at: self[node].children.count, arranged: true, &discarded)
                self[child].flags.insert(.adopted)
            }
        }
        // The usual case: the children are in order, and there is nobody to take out.
        if wasEmpty { return }
        let wanted = Set(named)
        let orphans = self[node].children.filter { self[$0].flags.contains(.adopted) && !wanted.contains($0) }
        for child in orphans {
            // The adoption has notified all above; a removal has no news for them.
            self[child].flags.remove(.arranged)
            remove(child, &discarded)
        }
        let own = self[node].children.filter { !self[$0].flags.contains(.adopted) }
        let ordered = own + named.filter { self[$0].flags.contains(.adopted) }
        if ordered.count == self[node].children.count { self[node].children = ContiguousArray(ordered) }
        noteFlexChildren(node)
        noteChildren(node)
    }

    /// Adopts the nodes of a spec that host code returned, as its layout is applied; those that cannot come are passed
    /// over. Nothing happens when the node is arranged otherwise by now.
    mutating func adopt(_ provided: ProvidedSpec, by node: Int32, isOwnerThread: Bool, _ discarded: inout Discarded) {
        guard case .provided = self[node].layout?.method else { return }
        var named: [Int32] = []
        for child in provided.spec.nodes {
            guard let index = find(child), !named.contains(index) else { continue }
            if self[index].parent != node {
                if self[index].surface >= 0 && !isOwnerThread { continue }
                guard canTake(index, into: node) else { continue }
            }
            named.append(index)
        }
        let wanted = Set(named)
        let leaving = self[node].children.filter { !wanted.contains($0) && self[$0].flags.contains(.arranged) }
        for child in leaving { setArranged(false, child) }
        let outer = layouts.adopting
        layouts.adopting = id(node)
        adopt(named, by: node, &discarded)
        layouts.adopting = outer
        if !leaving.isEmpty { forgetOtherLayouts(inside: node, &discarded) }
    }

    /// Whether the children of a node are those that its layout spec callback named, since the last layout was applied.
    public func hasChildrenByCallback(_ node: Int32) -> Bool {
        if case .provided = self[node].layout?.method { true } else { false }
    }

    /// Nodes have left that host code named for other constraints, and do not notify of changes from now on: what was
    /// measured with them is invalid, here and above. What the pass found that is being applied is not, so that no
    /// version moves and no other pass becomes due.
    private mutating func forgetOtherLayouts(inside node: Int32, _ discarded: inout Discarded) {
        var index = node
        while index >= 0 {
            discarded.append(self[index].layout?.forgetAllButApplied())
            let flexRoot = flexRoot(above: index)
            // Measurements in a flex layout cannot be told apart.
            if flexRoot >= 0 { layouts.noteProvisional(id(index)) }
            index = flexRoot >= 0 ? flexRoot : arranger(of: index)
        }
    }

    /// Forgets what was measured with nodes that changed without notifying anybody.
    public mutating func forgetOutdatedLayouts() {
        if !layouts.hasOutdated { return }
        for node in layouts.takeOutdated() { if let index = find(node) { noteLayoutChange(inside: index) } }
    }

    /// Whether the nodes of a spec that host code returned are the node's children by now, so that they notify it of
    /// changes.
    func isAdopted(_ spec: LayoutSpec, by node: Int32) -> Bool {
        spec.nodes.allSatisfy { child in
            guard let index = place(of: child) else { return true }
            return self[index].parent == node && self[index].flags.contains(.arranged)
        }
    }

    /// Whether nodes of a spec that host code returned are shown nowhere, or the node's children, so that a change of
    /// them is noted in one way or another.
    func mayAdopt(_ spec: LayoutSpec, by node: Int32) -> Bool {
        spec.nodes.allSatisfy { child in
            guard let index = place(of: child) else { return true }
            if self[index].parent == node && self[index].flags.contains(.arranged) { return true }
            return self[index].surface < 0 && canTake(index, into: node)
        }
    }

    /// Gives nodes that host code named for `node` the traits that hold there, before they are measured: as its
    /// children they have them. `futureParents` are those of nodes that host code named in this pass.
    mutating func adaptUnadopted(
        _ spec: LayoutSpec, to node: Int32, _ futureParents: inout [NodeID: NodeID], _ discarded: inout Discarded
    ) {
        if !hasTraits { return }
        let outer = layouts.adopting
        layouts.adopting = id(node)
        defer { layouts.adopting = outer }
        for child in spec.nodes {
            guard let index = find(child), self[index].parent < 0, self[index].surface < 0 else { continue }
            // One that names a node above its own would make a ring of it.
            var above = node
            while above >= 0 && above != index { above = parent(of: above, futureParents) }
            if above == index { continue }
            futureParents[child] = id(node)
            adaptAll(below: index, futureParents, &discarded)
        }
    }

    func canTake(_ child: Int32, into parent: Int32) -> Bool {
        do throws(LaminaError) {
            try checkCanTake(child, into: parent)
            return true
        } catch { return false }
    }
}

extension Array where Element: Hashable {
    /// Whether an element stands in the array twice.
    public var hasRepetition: Bool {
        if count < 2 { return false }
        if count > 16 { return Set(self).count != count }
        return indices.contains { self[..<$0].contains(self[$0]) }
    }
}
