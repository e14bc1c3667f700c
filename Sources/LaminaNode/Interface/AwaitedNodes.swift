/// Nodes whose first contents the owner thread waits for, rather than showing placeholders (as in Texture).
struct AwaitedNodes {
    /// How long at most, in microseconds. By node; those have `NodeFlags.awaited`.
    fileprivate var patience: [Int32: UInt64] = [:]

    mutating func remove(_ node: Int32) { if !patience.isEmpty { patience[node] = nil } }
}

extension NodeStore {
    /// How long the owner thread waits for the first contents of a node and all below it; 0 for most.
    public func displayPatience(of node: Int32) -> UInt64 {
        self[node].flags.contains(.awaited) ? awaited.patience[node] ?? 0 : 0
    }

    public mutating func setDisplayPatience(_ microseconds: UInt64, of node: Int32) {
        if microseconds == displayPatience(of: node) { return }
        awaited.patience[node] = microseconds == 0 ? nil : microseconds
        if microseconds == 0 { self[node].flags.remove(.awaited) } else { self[node].flags.insert(.awaited) }
        noteChange(node)
    }

    /// Whether there are such nodes.
    public var hasAwaited: Bool { !awaited.patience.isEmpty }

    /// Those that are visible, in the order of their places.
    public mutating func visibleAwaited() -> [(node: NodeID, patience: UInt64)] {
        awaited.patience.sorted { $0.key < $1.key }
            .filter { self[$0.key].flags.interfaceState.contains(.visible) }
            .map { (id($0.key), $0.value) }
    }

    /// Suspends the display of a node and all below it as they are now, or resumes it.
    public mutating func setSuspended(_ value: Bool, below root: Int32) {
        var pending = [root]
        while let node = pending.popLast() {
            set(.displaySuspended, to: value, of: node)
            pending.append(contentsOf: self[node].children)
        }
    }
}
