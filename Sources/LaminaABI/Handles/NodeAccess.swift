import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode

/// Works on one node under the tree lock. References in `discarded` are dropped after it.
@inline(__always)
@safe func withNode<R>(
    _ node: UnsafeMutablePointer<lamina_node>?,
    _ body: (inout NodeStore, Int32, inout Discarded) throws(LaminaError) -> R
) throws(LaminaError) -> R {
    var discarded = Discarded()
    let result = try withNode(node.handle(), &discarded, body)
    // Not before the lock is free: this may run host code.
    _ = consume discarded
    return result
}

@inline(__always)
private func withNode<R>(
    _ handle: Handle, _ discarded: inout Discarded,
    _ body: (inout NodeStore, Int32, inout Discarded) throws(LaminaError) -> R
) throws(LaminaError) -> R {
    guard let place = unsafe handle.place(.node) else { throw handle.refusal(.node, "node") }
    let store = unsafe place._withUnsafeGuaranteedRef { unsafe $0.lockNodes() }
    defer { unsafe place._withUnsafeGuaranteedRef { unsafe $0.unlockNodes(store) } }
    guard let index = unsafe store.pointee.find(handle.nodeID) else { throw handle.refusal(.node, "node") }
    return try unsafe body(&store.pointee, index, &discarded)
}

/// A node argument, and its name in the header.
struct NodeArgument {
    let handle: Handle
    let name: StaticString

    @inline(__always)
    @safe init(_ pointer: UnsafeMutablePointer<lamina_node>?, _ name: StaticString) {
        handle = pointer.handle()
        self.name = name
    }

    /// The node's index. For a node on a surface, only on the owner thread.
    @inline(__always)
    func find(in store: inout NodeStore, isOwner: Bool) throws(LaminaError) -> Int32 {
        guard let index = store.find(handle.nodeID) else { throw handle.refusal(.node, name) }
        if store[index].surface >= 0 && !isOwner {
            throw LaminaError(
                .wrongThread,
                "\(name) is on a surface: only the thread that created the context may change its hierarchy")
        }
        return index
    }
}

/// Works on up to three nodes of one context under the tree lock, for changes of the hierarchy; the places of nodes
/// that are not given are -1.
@inline(__always)
func withHierarchy<R>(
    _ first: NodeArgument, _ second: NodeArgument? = nil, _ third: NodeArgument? = nil,
    body: (_ isOwner: Bool, inout NodeStore, (Int32, Int32, Int32), inout Discarded) throws(LaminaError) -> R
) throws(LaminaError) -> R {
    var discarded = Discarded()
    let result = try withHierarchy(first, second, third, &discarded, body)
    // Not before the lock is free: this may run host code.
    _ = consume discarded
    return result
}

@inline(__always)
private func withHierarchy<R>(
    _ first: NodeArgument, _ second: NodeArgument?, _ third: NodeArgument?, _ discarded: inout Discarded,
    _ body: (_ isOwner: Bool, inout NodeStore, (Int32, Int32, Int32), inout Discarded) throws(LaminaError) -> R
) throws(LaminaError) -> R {
    guard let place = unsafe first.handle.place(.node) else { throw first.handle.refusal(.node, first.name) }
    if !first.handle.isSibling(of: second?.handle) || !first.handle.isSibling(of: third?.handle) {
        _ = try sameContext(first, second, third)
    }
    let isOwner = unsafe place._withUnsafeGuaranteedRef { $0.isOwnerThread }
    let store = unsafe place._withUnsafeGuaranteedRef { unsafe $0.lockNodes() }
    defer { unsafe place._withUnsafeGuaranteedRef { unsafe $0.unlockNodes(store) } }
    let a = try unsafe first.find(in: &store.pointee, isOwner: isOwner)
    var (b, c) = (Int32(-1), Int32(-1))
    if let second { b = try unsafe second.find(in: &store.pointee, isOwner: isOwner) }
    if let third { c = try unsafe third.find(in: &store.pointee, isOwner: isOwner) }
    return try unsafe body(isOwner, &store.pointee, (a, b, c), &discarded)
}

/// The common context of several nodes.
func sameContext(
    _ first: NodeArgument, _ second: NodeArgument?, _ third: NodeArgument? = nil
) throws(LaminaError) -> Context {
    let context = try first.handle.context(.node, first.name)
    func check(_ other: NodeArgument) throws(LaminaError) {
        if try other.handle.context(.node, other.name) !== context {
            throw LaminaError(.foreignContext, "\(other.name) belongs to another context than \(first.name)")
        }
    }
    if let second { try check(second) }
    if let third { try check(third) }
    return context
}

/// Reads one property; `fallback` for a bad handle.
@inline(__always)
@safe func readNode<R>(
    _ node: UnsafeMutablePointer<lamina_node>?, _ fallback: R, _ body: (inout NodeStore, Int32) -> R
) -> R {
    value(fallback) { () throws(LaminaError) in try withNode(node) { store, index, _ in body(&store, index) } }
}

/// Hands out a reference to a node.
func copyNode(_ index: Int32, _ store: inout NodeStore, in context: Context) -> Handle {
    store.retain(index)
    return Handle(store.id(index), in: context)
}

/// Makes a node and gives it to the host.
@safe func createNode(
    _ context: UnsafeMutablePointer<lamina_context>?, isText: Bool, content: (any NodeContent)?,
    _ out_node: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) throws(LaminaError) {
    let out = try HandleOutput(out_node, "out_node")
    let handle = context.handle()
    guard let place = unsafe handle.place(.context) else { throw handle.refusal(.context, "context") }
    let store = unsafe place._withUnsafeGuaranteedRef { unsafe $0.lockNodes() }
    defer { unsafe place._withUnsafeGuaranteedRef { unsafe $0.unlockNodes(store) } }
    guard unsafe store.pointee.contextGeneration == handle.generation else {
        throw .contextClosed
    }
    guard let node = unsafe store.pointee.create(isText: isText, content: content) else {
        throw LaminaError(.outOfMemory, "the context has \(NodeStore.capacity) nodes, which is the limit")
    }
    out.write(Handle(node, contextNumber: handle.contextNumber))
}
