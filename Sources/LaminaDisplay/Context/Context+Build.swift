public import LaminaGeometry
import LaminaLock
public import LaminaNode

/// Trees that are made as a whole, and let go.
extension Context {
    /// Does with the nodes what takes its time. Threads other than the owner's take turns in it, and in building, so
    /// that whoever waits for the nodes waits for one of them.
    public func withNodesInTurn<R>(
        _ body: (inout NodeStore) throws(LaminaError) -> R
    ) throws(LaminaError) -> R {
        if isOwnerThread { return try withNodes(body) }
        return try builder.withLock { (_) throws(LaminaError) in
            defer { nodes.giveWay() }
            return try withNodes(body)
        }
    }

    /// Makes all that a plan holds, or nothing, in steps between which others may have the nodes; at once where the
    /// owner thread asks for it. Fails with `contextClosed` when the context ends meanwhile.
    public func build(_ plan: TreePlan, _ generation: UInt32) throws(LaminaError) -> BuiltTree {
        let isOwner = isOwnerThread
        var build = TreeBuild(plan, isOwnerThread: isOwner)
        var discarded = Discarded()
        func step(isWhole: Bool) throws(LaminaError) {
            try withNodes { (store) throws(LaminaError) in
                if store.contextGeneration != generation { throw .contextClosed }
                if isWhole { try build.finish(in: &store, &discarded) } else { try build.step(in: &store, &discarded) }
            }
        }
        if isOwner {
            try step(isWhole: true)
        } else {
            try builder.withLock { (_) throws(LaminaError) in
                while !build.isDone {
                    try step(isWhole: false)
                    nodes.giveWay()
                }
            }
        }
        return build.result
    }
}
