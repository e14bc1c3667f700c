public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaLayout
import LaminaNode
import LaminaLock

// Section "Layout" of lamina.h: layouts. Specs are in SpecABI.swift.

@implementation @_cdecl("lamina_layout_create")
public func lamina_layout_create(
    _ root: UnsafeMutablePointer<lamina_node>?, _ range: lamina_size_range,
    _ out_layout: UnsafeMutablePointer<UnsafeMutablePointer<lamina_layout>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_layout, "out_layout")
        let range = try Check.range(range, "range")
        let context = try unsafe root.handle().context(.node, "root")
        let (current, snapshot) = try unsafe withNode(root) { store, index, _ -> (TreeLayout?, LayoutSnapshot?) in
            if let current = store.currentLayout(of: index, range: range, scale: 1) { return (current, nil) }
            return (nil, LayoutSnapshot(of: index, in: &store, range: range, .changes(expanded: [])))
        }
        var result = current
        if let snapshot { result = try context.parts(context.generation).layOut(snapshot) }
        unsafe out.pointee = try newHandle(result ?? .empty, .layout, in: context).pointer()
    }
}

@implementation @_cdecl("lamina_layout_get_size")
public func lamina_layout_get_size(_ layout: UnsafeMutablePointer<lamina_layout>?) -> lamina_size {
    value(lamina_size()) { () throws(LaminaError) in
        let size = try unsafe findObject(layout, .layout, "layout", as: TreeLayout.self).object.size
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
        let (context, object) = try unsafe findObject(layout, .layout, "layout", as: TreeLayout.self)
        let handle = unsafe node.handle()
        if try handle.context(.node, "node") !== context {
            throw LaminaError(.foreignContext, "node belongs to another context than layout")
        }
        guard context.nodes.withLock({ $0.find(handle.nodeID) != nil }) else { throw handle.refusal(.node, "node") }
        guard let frame = object.frame(of: handle.nodeID) else {
            throw LaminaError(.outOfRange, "node is not part of the layout: nothing placed it when the layout was made")
        }
        unsafe out.pointee = lamina_rect(frame)
    }
}

@implementation @_cdecl("lamina_layout_apply")
public func lamina_layout_apply(_ layout: UnsafeMutablePointer<lamina_layout>?) -> lamina_status {
    status { () throws(LaminaError) in
        let (context, object) = try unsafe findObject(layout, .layout, "layout", as: TreeLayout.self)
        let isOwner = context.isOwnerThread
        var discarded = Discarded()
        try context.withNodes { (store) throws(LaminaError) in
            guard let id = object.root, let root = store.find(id) else {
                throw LaminaError(.invalidHandle, "the root of the layout is gone: it was released")
            }
            if store[root].surface >= 0 && !isOwner {
                throw LaminaError(
                    .wrongThread,
                    "the root of the layout is shown: applying belongs to the thread that created the context")
            }
            store.applyByHand(object, root: root, isOwnerThread: isOwner, &discarded)
        }
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
