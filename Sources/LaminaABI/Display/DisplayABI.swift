public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode
import LaminaLock

// Drawing callbacks. How they are called stands in DrawCallbacks.swift.

/// Gives a display node a drawing, or takes it away.
@safe private func setDrawing(
    _ node: UnsafeMutablePointer<lamina_node>?, _ make: (Context) -> DrawnContent.Source?
) throws(LaminaError) {
    let context = try node.handle().context(.node, "node")
    let source = make(context)
    try withNode(node) { (store, index, discarded) throws(LaminaError) in
        if store[index].flags.contains(.text) {
            throw LaminaError(
                .unsupported, "node is a text node; only a node from lamina_node_create() has a drawing")
        }
        let drawsText = store[index].flags.contains(.drawsText)
        store.setContent(source.map { DrawnContent($0, drawsText: drawsText) }, of: index, &discarded)
    }
}

@implementation @_cdecl("lamina_node_set_draw_callback")
public func lamina_node_set_draw_callback(
    _ node: UnsafeMutablePointer<lamina_node>?, _ draw: lamina_node_draw_fn?, _ user_data: UnsafeMutableRawPointer?,
    _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        try setDrawing(node) { context in
            hostDrawing(draw, data, in: context)
        }
    }
}

@implementation @_cdecl("lamina_node_set_draw_pixels_callback")
public func lamina_node_set_draw_pixels_callback(
    _ node: UnsafeMutablePointer<lamina_node>?, _ draw: lamina_node_draw_pixels_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        try setDrawing(node) { context in
            hostDrawing(draw, data, in: context)
        }
    }
}

@implementation @_cdecl("lamina_node_set_draw_image_callback")
public func lamina_node_set_draw_image_callback(
    _ node: UnsafeMutablePointer<lamina_node>?, _ draw: lamina_node_draw_image_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        try setDrawing(node) { context in
            hostDrawing(draw, data, in: context)
        }
    }
}

@implementation @_cdecl("lamina_node_set_draws_text")
public func lamina_node_set_draws_text(_ node: UnsafeMutablePointer<lamina_node>?, _ draws_text: Bool)
    -> lamina_status
{
    status { () throws(LaminaError) in
        try withNode(node) { (store, index, discarded) throws(LaminaError) in
            if store[index].flags.contains(.text) {
                throw LaminaError(.unsupported, "node is a text node, whose text is always drawn safely")
            }
            if store[index].flags.contains(.drawsText) == draws_text { return }
            store.set(.drawsText, to: draws_text, of: index)
            if let content = store[index].content as? DrawnContent {
                store.setContent(content.with(drawsText: draws_text), of: index, &discarded)
            }
        }
    }
}

@implementation @_cdecl("lamina_node_set_drawing_priority")
public func lamina_node_set_drawing_priority(_ node: UnsafeMutablePointer<lamina_node>?, _ priority: Int32)
    -> lamina_status
{
    status { () throws(LaminaError) in
        try withNode(node) { store, index, discarded in
            store.setDrawingPriority(priority, of: index, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_get_drawing_priority")
public func lamina_node_get_drawing_priority(_ node: UnsafeMutablePointer<lamina_node>?) -> Int32 {
    readNode(node, 0) { store, index in store[index].extras?.drawingPriority ?? 0 }
}

@implementation @_cdecl("lamina_node_wait_display")
public func lamina_node_wait_display(_ node: UnsafeMutablePointer<lamina_node>?, _ timeout_us: UInt64)
    -> lamina_status
{
    status { () throws(LaminaError) in
        let handle = node.handle()
        let context = try handle.context(.node, "node")
        try withNode(node) { _, _, _ in }
        try context.engine(context.generation).waitDisplayed(handle.nodeID, timeout: timeout_us)
    }
}
