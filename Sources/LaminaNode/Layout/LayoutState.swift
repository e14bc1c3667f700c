/// What the layouts of all trees of a store depend on, besides the trees.
struct LayoutState {
    /// Which fonts texts were measured with: measurements of another epoch are not used.
    private(set) var epoch: UInt32 = 0
    /// Moves with changes that layouts depend on of nodes that no surface shows: those that a layout spec callback
    /// names notify its node only once they are its children.
    private(set) var unadoptedChanges: UInt64 = 0
    /// The fewest nodes of which a node keeps what layout passes take (`ReusablePart`).
    var leastReusablePart = 64
    /// Where specs that host code returned are let go.
    let specKeeper = SpecKeeper()

    /// All texts may have another size from now on.
    mutating func beginEpoch() { epoch &+= 1 }

    mutating func noteUnadopted() { unadoptedChanges &+= 1 }
}
