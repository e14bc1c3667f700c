public import LaminaGeometry

/// Specs and the nodes they name.
extension NodeStore {
    /// Keeps the nodes of a spec alive while the host has a handle on it.
    public mutating func hold(_ spec: LayoutSpec) {
        for node in spec.nodes {
            if let index = find(node) { retainInternally(index) }
        }
    }

    /// Ends a `hold`. Nodes that were erased meanwhile (with their context) are passed over.
    public mutating func unhold(_ spec: LayoutSpec, _ discarded: inout Discarded) {
        for node in spec.nodes {
            if let index = find(node) { releaseInternally(index, &discarded) }
        }
    }

    /// Arranges the children of `node` by `spec` and adopts the spec's nodes.
    public mutating func setSpec(
        _ spec: LayoutSpec?, of node: Int32, isOwnerThread: Bool, _ discarded: inout Discarded
    ) throws(LaminaError) {
        let named = spec?.nodes.compactMap { find($0) } ?? []
        for index in named {
            if self[index].parent == node { continue }
            if self[index].surface >= 0 && !isOwnerThread {
                throw LaminaError(
                    .wrongThread,
                    "a node of the spec is shown on a surface: moving it belongs to the thread that created the context"
                )
            }
            try checkCanTake(index, into: node)
        }
        discarded.append(self[node].spec)
        self[node].spec = spec
        if spec != nil { adopt(named, by: node, &discarded) }
        setNeedsLayout(self[node].surface)
    }

    /// Children of the host's own stay where they are; adopted ones stand in the order of the spec.
    private mutating func adopt(_ named: [Int32], by node: Int32, _ discarded: inout Discarded) {
        let isNew = named.filter { self[$0].parent != node }
        for child in isNew {
            place(child, in: node, at: self[node].children.count, &discarded)
            self[child].flags.insert(.adopted)
        }
        let wanted = Set(named)
        let orphans = self[node].children.filter { self[$0].flags.contains(.adopted) && !wanted.contains($0) }
        for child in orphans { remove(child, &discarded) }

        let own = self[node].children.filter { !self[$0].flags.contains(.adopted) }
        let ordered = own + named.filter { self[$0].flags.contains(.adopted) }
        if ordered.count == self[node].children.count { self[node].children = ContiguousArray(ordered) }
    }
}
