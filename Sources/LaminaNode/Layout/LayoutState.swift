/// What the layouts of all trees of a store depend on, besides the trees.
struct LayoutState {
    /// Which fonts texts were measured with: measurements of another epoch are not used.
    private(set) var epoch: UInt32 = 0
    /// Moves with changes that layouts depend on of nodes that no surface shows: those that a layout spec callback
    /// names notify its node only once they are its children. What such a callback changes itself does not count: the
    /// nodes that it names are measured when it has returned.
    private(set) var unadoptedChanges: UInt64 = 0
    /// Nodes of which something is known that was measured with nodes that are not their children, as layout spec
    /// callbacks named others for other constraints; it holds while `unadoptedChanges` is this.
    private var provisional: [NodeID: UInt64] = [:]
    /// The node that is adopting what its layout spec callback named.
    var adopting: NodeID?
    /// The fewest nodes of which a node keeps what layout passes take (`ReusablePart`).
    var leastReusablePart = 64
    /// Where specs that host code returned are let go.
    let specKeeper = SpecKeeper()

    /// All texts may have another size from now on.
    mutating func beginEpoch() { epoch &+= 1 }

    mutating func noteUnadopted() {
        if adopting == nil && !LayoutCallbackMark.makesSpec { unadoptedChanges &+= 1 }
    }

    mutating func noteProvisional(_ node: NodeID) {
        provisional[node] = min(provisional[node] ?? .max, unadoptedChanges)
    }

    /// Whether nodes changed that measurements were made with and that do not notify of it.
    var hasOutdated: Bool {
        if provisional.isEmpty { return false }
        let now = unadoptedChanges
        return provisional.values.contains { $0 != now }
    }

    /// Hands out the nodes of which what is known does not hold any more.
    mutating func takeOutdated() -> [NodeID] {
        let now = unadoptedChanges
        let outdated = provisional.filter { $0.value != now }.keys
        for node in outdated { provisional[node] = nil }
        // In an order that does not depend on the hashing.
        return outdated.sorted { $0.index < $1.index }
    }
}
