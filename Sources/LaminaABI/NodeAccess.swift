import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode

/// Works on one node under the tree lock. What the body puts into `discarded` is dropped after the lock.
@inline(__always)
func withNode<R>(
    _ node: UnsafeMutablePointer<lamina_node>?,
    _ body: (inout NodeStore, Int32, inout Discarded) throws(LaminaError) -> R
) throws(LaminaError) -> R {
    let handle = unsafe node.handle()
    let context = try handle.context(.node, "node")
    var discarded = Discarded()
    let result = try context.withNodes { (store) throws(LaminaError) -> R in
        guard let index = store.find(handle.nodeID) else { throw handle.refusal(.node, "node") }
        return try body(&store, index, &discarded)
    }
    return result
}

/// Works on nodes of one context under the tree lock; for changes of the hierarchy, which belong to the owner thread once a node is shown.
func withHierarchy<R>(
    _ nodes: (pointer: UnsafeMutablePointer<lamina_node>?, argument: StaticString)...,
    body: (_ isOwner: Bool, inout NodeStore, [Int32], inout Discarded) throws(LaminaError) -> R
) throws(LaminaError) -> R {
    let handles = unsafe nodes.map { unsafe ($0.pointer.handle(), $0.argument) }
    let context = try sameContext(handles)
    let isOwner = context.isOwnerThread
    var discarded = Discarded()
    return try context.withNodes { (store) throws(LaminaError) -> R in
        var indices: [Int32] = []
        for (handle, argument) in handles {
            guard let index = store.find(handle.nodeID) else { throw handle.refusal(.node, argument) }
            if store[index].surface >= 0 && !isOwner {
                throw LaminaError(
                    .wrongThread,
                    "\(argument) is shown on a surface: its hierarchy belongs to the thread that created the context")
            }
            indices.append(index)
        }
        return try body(isOwner, &store, indices, &discarded)
    }
}

/// The context of several node handles, which must be one.
func sameContext(_ handles: [(Handle, StaticString)]) throws(LaminaError) -> Context {
    let first = try handles[0].0.context(.node, handles[0].1)
    for (handle, argument) in handles.dropFirst() where try handle.context(.node, argument) !== first {
        throw LaminaError(.foreignContext, "\(argument) belongs to another context than \(handles[0].1)")
    }
    return first
}

/// Reads one property; `fallback` for a bad handle.
@inline(__always)
func readNode<R>(
    _ node: UnsafeMutablePointer<lamina_node>?, _ fallback: R, _ body: (inout NodeStore, Int32) -> R
) -> R {
    value(fallback) { () throws(LaminaError) in try unsafe withNode(node) { store, index, _ in body(&store, index) } }
}

/// Hands out a reference to a node.
func copyNode(
    _ index: Int32, _ store: inout NodeStore, in context: Context
) -> UnsafeMutablePointer<lamina_node>? {
    store.retain(index)
    return unsafe Handle(store.id(index), in: context).pointer()
}
