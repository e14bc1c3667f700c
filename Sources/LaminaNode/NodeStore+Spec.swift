public import LaminaGeometry

/// Specs and the nodes they name.
extension NodeStore {
    /// Keeps the nodes of a spec alive while the host has a handle on it. A spec that is held already costs nothing more, so building a tree of
    /// specs from its leaves takes time in its size.
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

    /// Arranges the children of `node` by `spec` and adopts the spec's nodes. Fails with `invalidArgument` when a node stands in the spec twice.
    public mutating func setSpec(
        _ spec: LayoutSpec?, of node: Int32, isOwnerThread: Bool, _ discarded: inout Discarded
    ) throws(LaminaError) {
        let named = try nodes(of: spec)
        for index in named where self[index].parent != node {
            if self[index].surface >= 0 && !isOwnerThread {
                throw LaminaError(
                    .wrongThread,
                    "a node of the spec is shown on a surface: moving it belongs to the thread that created the context")
            }
            try checkCanTake(index, into: node)
        }
        discarded.append(self[node].spec)
        self[node].spec = spec
        if spec != nil { adopt(named, by: node, &discarded) }
        setNeedsLayout(self[node].surface)
    }

    /// The nodes of a spec that still live, each once.
    private func nodes(of spec: LayoutSpec?) throws(LaminaError) -> [Int32] {
        guard let spec else { return [] }
        let named = spec.nodes.compactMap { find($0) }
        if named.hasRepetition {
            throw LaminaError(.invalidArgument, "a node stands in the spec twice; each node has one place")
        }
        return named
    }

    /// Children of the host's own stay where they are; adopted ones stand in the order of the spec.
    private mutating func adopt(_ named: [Int32], by node: Int32, _ discarded: inout Discarded) {
        let wasEmpty = self[node].children.isEmpty
        for child in named where self[child].parent != node {
            place(child, in: node, at: self[node].children.count, &discarded)
            self[child].flags.insert(.adopted)
        }
        // The usual case: the children are in order, and there is nobody to take out.
        if wasEmpty { return }
        let wanted = Set(named)
        let orphans = self[node].children.filter { self[$0].flags.contains(.adopted) && !wanted.contains($0) }
        for child in orphans { remove(child, &discarded) }

        let own = self[node].children.filter { !self[$0].flags.contains(.adopted) }
        let ordered = own + named.filter { self[$0].flags.contains(.adopted) }
        if ordered.count == self[node].children.count { self[node].children = ContiguousArray(ordered) }
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
