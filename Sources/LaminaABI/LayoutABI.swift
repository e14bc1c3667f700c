public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaLayout
import LaminaNode
import LaminaLock

// Section "Layout" of lamina.h: layouts. Specs are in SpecABI.swift.

/// What a lamina_layout names: a result and the node it belongs to.
final class LayoutObject: Sendable {
    let root: NodeID
    let frames: LayoutFrames
    /// Where each node's frame stands in `frames`.
    let places: [NodeID: Int]

    init(root: NodeID, frames: LayoutFrames) {
        self.root = root
        self.frames = frames
        places = Dictionary(frames.frames.enumerated().map { ($1.node, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

@implementation @_cdecl("lamina_layout_create")
public func lamina_layout_create(
    _ root: UnsafeMutablePointer<lamina_node>?, _ range: lamina_size_range,
    _ out_layout: UnsafeMutablePointer<UnsafeMutablePointer<lamina_layout>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_layout, "out_layout")
        let range = try Check.range(range, "range")
        let context = try unsafe root.handle().context(.node, "root")
        let parts = try context.parts(context.generation)
        let (snapshot, id) = try unsafe withNode(root) { store, index, _ in
            (LayoutSnapshot(of: index, in: store, range: range), store.id(index))
        }
        let frames = try parts.layOut(snapshot)
        unsafe out.pointee = try newHandle(LayoutObject(root: id, frames: frames), .layout, in: context).pointer()
    }
}

@implementation @_cdecl("lamina_layout_get_size")
public func lamina_layout_get_size(_ layout: UnsafeMutablePointer<lamina_layout>?) -> lamina_size {
    value(lamina_size()) { () throws(LaminaError) in
        let size = try unsafe findObject(layout, .layout, "layout", as: LayoutObject.self).object.frames.size
        return lamina_size(width: size.width, height: size.height)
    }
}

@implementation @_cdecl("lamina_layout_get_frame")
public func lamina_layout_get_frame(
    _ layout: UnsafeMutablePointer<lamina_layout>?, _ node: UnsafeMutablePointer<lamina_node>?,
    _ out_frame: UnsafeMutablePointer<lamina_rect>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_frame, "out_frame")
        let (context, object) = try unsafe findObject(layout, .layout, "layout", as: LayoutObject.self)
        let handle = unsafe node.handle()
        if try handle.context(.node, "node") !== context {
            throw LaminaError(.foreignContext, "node belongs to another context than layout")
        }
        guard context.nodes.withLock({ $0.find(handle.nodeID) != nil }) else { throw handle.refusal(.node, "node") }
        guard let place = object.places[handle.nodeID] else {
            throw LaminaError(.outOfRange, "node is not part of the layout: no spec placed it when the layout was made")
        }
        unsafe out.pointee = lamina_rect(object.frames.frames[place].frame)
    }
}

@implementation @_cdecl("lamina_layout_apply")
public func lamina_layout_apply(_ layout: UnsafeMutablePointer<lamina_layout>?) -> lamina_status {
    status { () throws(LaminaError) in
        let (context, object) = try unsafe findObject(layout, .layout, "layout", as: LayoutObject.self)
        let isOwner = context.isOwnerThread
        try context.withNodes { (store) throws(LaminaError) in
            guard let root = store.find(object.root) else {
                throw LaminaError(.invalidHandle, "the root of the layout is gone: it was released")
            }
            if store[root].surface >= 0 && !isOwner {
                throw LaminaError(
                    .wrongThread,
                    "the root of the layout is shown: applying belongs to the thread that created the context")
            }
            for (id, frame) in object.frames.frames {
                guard let index = store.find(id) else { continue }
                // The root keeps its place in its parent.
                let origin = index == root ? store[root].frame.origin : frame.origin
                store.setFrame(Rect(origin: origin, size: frame.size), of: index)
            }
        }
    }
}

@implementation @_cdecl("lamina_node_apply_layout")
public func lamina_node_apply_layout(
    _ root: UnsafeMutablePointer<lamina_node>?, _ range: lamina_size_range
) -> lamina_status {
    status { () throws(LaminaError) in
        let request = FlexRequest(range: try Check.range(range, "range"), scale: 1)
        let isCurrent = try unsafe withNode(root) { store, index, _ in store.isFlexCurrent(index, request) }
        // Nothing changed since the last time: the usual case in a loop that lays out before it draws.
        if !isCurrent { try unsafe applyLayout(root, request) }
    }
}

@inline(never)
private func applyLayout(
    _ root: UnsafeMutablePointer<lamina_node>?, _ request: FlexRequest
) throws(LaminaError) {
    let context = try unsafe root.handle().context(.node, "root")
    let parts = try context.parts(context.generation)
    let isOwner = context.isOwnerThread
    var flex: FlexBeginning?
    try unsafe withNode(root) { (store, index, discarded) throws(LaminaError) in
        if store[index].surface >= 0 && !isOwner {
            throw LaminaError(
                .wrongThread, "root is shown on a surface: its frames belong to the thread that created the context")
        }
        if store.isFlexRoot(index) { flex = store.beginFlexPass(index, request, &discarded) }
    }
    switch flex.take() {
    case .busy: throw LaminaError(.invalidState, "another thread lays out the tree of root at this moment")
    case .pass(let pass): parts.solve(pass, in: context)
    case nil: return
    }
}

@implementation @_cdecl("lamina_layout_retain")
public func lamina_layout_retain(_ layout: UnsafeMutablePointer<lamina_layout>?) -> UnsafeMutablePointer<lamina_layout>!
{
    unsafe retainObject(layout, .layout)
}

@implementation @_cdecl("lamina_layout_release")
public func lamina_layout_release(_ layout: UnsafeMutablePointer<lamina_layout>?) {
    unsafe releaseObject(layout, .layout)
}
