public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode
import LaminaLock

@implementation @_cdecl("lamina_layout_create")
public func lamina_layout_create(
    _ root: UnsafeMutablePointer<lamina_node>?, _ range: lamina_size_range,
    _ out_layout: UnsafeMutablePointer<UnsafeMutablePointer<lamina_layout>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_layout, "out_layout")
        let range = try Check.range(range, "range")
        let context = try root.handle().context(.node, "root")
        let (layout, generation) = try findLayout(of: root, range: range, scale: 1, in: context)
        out.write(try newHandle(layout, .layout, in: context, generation: generation))
    }
}

/// The layout of the tree below `root`, the present one when nothing has changed, and the context's generation.
@safe func findLayout(
    of root: UnsafeMutablePointer<lamina_node>?, range: SizeRange, scale: Double, in context: Context
) throws(LaminaError) -> (layout: TreeLayout, generation: UInt32) {
    try LayoutCallbacks.checkNoneRuns()
    let (current, generation) = try withNode(root) { store, index, _ in
        let current = store.currentLayout(of: index, range: range, scale: scale)
        if let current { store.noteMeasured(KnownSize(range: range, scale: scale, size: current.size), of: index) }
        return (current, store.contextGeneration)
    }
    if let current { return (current, generation) }
    let (snapshot, isObserved) = try withNode(root) { store, index, _ in
        let snapshot = LayoutSnapshot(of: index, in: &store, range: range, scale: scale, .changes(expanded: []))
        return (snapshot, store.isLayoutObserved(index))
    }
    let layout = try context.parts(generation).layOut(snapshot)
    if isObserved {
        try withNode(root) { store, index, _ in
            store.noteMeasured(KnownSize(range: range, scale: scale, size: layout.size), of: index)
        }
    }
    return (layout, generation)
}

@implementation @_cdecl("lamina_node_measure")
public func lamina_node_measure(
    _ root: UnsafeMutablePointer<lamina_node>?, _ range: lamina_size_range,
    _ out_size: UnsafeMutablePointer<lamina_size>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try Output(out_size, "out_size")
        let range = try Check.range(range, "range")
        let context = try root.handle().context(.node, "root")
        let size = try findLayout(of: root, range: range, scale: 1, in: context).layout.size
        out.write(lamina_size(width: size.width, height: size.height))
    }
}

@implementation @_cdecl("lamina_layout_get_size")
public func lamina_layout_get_size(_ layout: UnsafeMutablePointer<lamina_layout>?) -> lamina_size {
    value(lamina_size()) { () throws(LaminaError) in
        let size = try findObject(layout, .layout, "layout", as: TreeLayout.self).object.size
        return lamina_size(width: size.width, height: size.height)
    }
}

@implementation @_cdecl("lamina_layout_get_frame")
public func lamina_layout_get_frame(
    _ layout: UnsafeMutablePointer<lamina_layout>?, _ node: UnsafeMutablePointer<lamina_node>?,
    _ out_frame: UnsafeMutablePointer<lamina_rect>?
) -> lamina_status {
    status { () throws(LaminaError) in try getFrame(layout, node, out_frame) { $0.frame(of: $1) } }
}

@implementation @_cdecl("lamina_layout_get_absolute_frame")
public func lamina_layout_get_absolute_frame(
    _ layout: UnsafeMutablePointer<lamina_layout>?, _ node: UnsafeMutablePointer<lamina_node>?,
    _ out_frame: UnsafeMutablePointer<lamina_rect>?
) -> lamina_status {
    status { () throws(LaminaError) in try getFrame(layout, node, out_frame) { $0.absoluteFrame(of: $1) } }
}

@safe private func getFrame(
    _ layout: UnsafeMutablePointer<lamina_layout>?, _ node: UnsafeMutablePointer<lamina_node>?,
    _ out_frame: UnsafeMutablePointer<lamina_rect>?, _ find: (TreeLayout, NodeID) -> Rect?
) throws(LaminaError) {
    let out = try Output(out_frame, "out_frame")
    let (context, object) = try findObject(layout, .layout, "layout", as: TreeLayout.self)
    let handle = node.handle()
    if try handle.context(.node, "node") !== context {
        throw LaminaError(.foreignContext, "node belongs to another context than layout")
    }
    guard context.nodes.withLock({ $0.find(handle.nodeID) != nil }) else { throw handle.refusal(.node, "node") }
    guard let frame = find(object, handle.nodeID) else {
        throw LaminaError(.outOfRange, "node is not part of the layout: nothing placed it when the layout was created")
    }
    out.write(lamina_rect(frame))
}

@implementation @_cdecl("lamina_layout_get_node_count")
public func lamina_layout_get_node_count(_ layout: UnsafeMutablePointer<lamina_layout>?) -> Int {
    value(0) { () throws(LaminaError) in
        try findObject(layout, .layout, "layout", as: TreeLayout.self).object.entries.count
    }
}

@implementation @_cdecl("lamina_layout_copy_node")
public func lamina_layout_copy_node(
    _ layout: UnsafeMutablePointer<lamina_layout>?, _ index: Int,
    _ out_node: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_node, "out_node")
        let (context, object) = try findObject(layout, .layout, "layout", as: TreeLayout.self)
        let entries = object.entries
        guard index >= 0 && index < entries.count else {
            throw LaminaError(
                .outOfRange, "index is \(UInt(bitPattern: index)); the layout has \(entries.count) nodes")
        }
        out.write(try copyNode(entries[index].node, "the node", in: context))
    }
}

@implementation @_cdecl("lamina_layout_hit_test")
public func lamina_layout_hit_test(
    _ layout: UnsafeMutablePointer<lamina_layout>?, _ point: lamina_point,
    _ out_node: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_node, "out_node")
        let point = Point(x: try Check.finite(point.x, "point.x"), y: try Check.finite(point.y, "point.y"))
        let (context, object) = try findObject(layout, .layout, "layout", as: TreeLayout.self)
        let hit = object.hit(point)
        out.write(hit.flatMap { try? copyNode($0, "the node", in: context) })
    }
}

@implementation @_cdecl("lamina_layout_apply")
public func lamina_layout_apply(_ layout: UnsafeMutablePointer<lamina_layout>?) -> lamina_status {
    status { () throws(LaminaError) in
        let (context, object) = try findObject(layout, .layout, "layout", as: TreeLayout.self)
        let isOwner = context.isOwnerThread
        var discarded = Discarded()
        try context.withNodes { (store) throws(LaminaError) in
            guard let id = object.root, let root = store.find(id) else {
                throw LaminaError(.invalidHandle, "the root of the layout no longer exists: it was released")
            }
            if store[root].surface >= 0 && !isOwner {
                throw LaminaError(
                    .wrongThread,
                    "the root of the layout is on a surface: only the thread that created the context may apply it")
            }
            store.applyByHand(object, root: root, isOwnerThread: isOwner, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_apply_layout")
public func lamina_node_apply_layout(
    _ root: UnsafeMutablePointer<lamina_node>?, _ range: lamina_size_range
) -> lamina_status {
    status { () throws(LaminaError) in
        let range = try Check.range(range, "range")
        let isCurrent = try withNode(root) { store, index, _ in
            store.isFlexCurrent(index, range: range, scale: 1)
        }
        // Nothing changed since the last time: the usual case in a loop that lays out before it draws.
        if !isCurrent { try applyLayout(root, range) }
    }
}

@inline(never)
@safe private func applyLayout(
    _ root: UnsafeMutablePointer<lamina_node>?, _ range: SizeRange
) throws(LaminaError) {
    try LayoutCallbacks.checkNoneRuns()
    let context = try root.handle().context(.node, "root")
    let parts = try context.parts()
    let isOwner = context.isOwnerThread
    var flex: FlexBeginning?
    try withNode(root) { (store, index, discarded) throws(LaminaError) in
        if store[index].surface >= 0 && !isOwner {
            throw LaminaError(
                .wrongThread, "root is on a surface: only the thread that created the context may lay it out")
        }
        guard store.keepsFlex(index) else { return }
        try FlexPass.checkDepth(store.prepareFlex(index))
        // Frames below that nothing arranges are a matter for a whole layout.
        if store.hasPartsBelow(index) { return }
        flex = store.beginFlexPass(index, store.flexRequest(index, range: range, scale: 1), &discarded)
    }
    if case .pass(let pass)? = flex.take() {
        return try parts.solve(pass, in: context, isOwnerThread: isOwner)
    }
    // While another thread lays the tree out, as for all that is no flex layout of its own.
    let layout = try findLayout(of: root, range: range, scale: 1, in: context).layout
    try withNode(root) { store, index, discarded in
        store.applyByHand(layout, root: index, isOwnerThread: isOwner, &discarded)
    }
}

@implementation @_cdecl("lamina_layout_retain")
public func lamina_layout_retain(_ layout: UnsafeMutablePointer<lamina_layout>?) -> UnsafeMutablePointer<lamina_layout>!
{
    retainObject(layout, .layout)
}

@implementation @_cdecl("lamina_layout_release")
public func lamina_layout_release(_ layout: UnsafeMutablePointer<lamina_layout>?) {
    releaseObject(layout, .layout)
}

@implementation @_cdecl("lamina_node_read_explanation")
public func lamina_node_read_explanation(
    _ root: UnsafeMutablePointer<lamina_node>?, _ range: lamina_size_range, _ element: UnsafeMutableRawPointer?,
    _ out_buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    value(0) { () throws(LaminaError) in
        let range = try Check.range(range, "range")
        try LayoutCallbacks.checkNoneRuns()
        let context = try root.handle().context(.node, "root")
        let parts = try context.parts()
        let handle = Handle(bits: UInt(bitPattern: element))
        let target = handle.bits == 0 ? nil : try specChild(handle, "element", in: context)
        let explained = try withNode(root) { (store, index, _) throws(LaminaError) in
            if case .node(let node) = target, store.find(node) == nil { throw handle.refusal(.node, "element") }
            return ExplainedSnapshot(of: index, target: target, in: &store, range: range)
        }
        guard let explained else {
            throw LaminaError(.outOfRange, "element is not part of the layout of root: no spec contains it")
        }
        return OutputBuffer(out_buffer, capacity).write(Array(try parts.explain(explained).utf8))
    }
}
