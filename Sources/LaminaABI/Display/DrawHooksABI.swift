public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode

// Drawings before and after the contents of a node.

@implementation @_cdecl("lamina_node_set_draw_before_callback")
public func lamina_node_set_draw_before_callback(
    _ node: UnsafeMutablePointer<lamina_node>?, _ draw: lamina_node_draw_fn?, _ user_data: UnsafeMutableRawPointer?,
    _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let drawing = hostDrawing(draw, data, in: try node.handle().context(.node, "node"))?.cairo
        try changeHooks(of: node) { DrawHooks(before: drawing, after: $0?.after) }
    }
}

@implementation @_cdecl("lamina_node_set_draw_after_callback")
public func lamina_node_set_draw_after_callback(
    _ node: UnsafeMutablePointer<lamina_node>?, _ draw: lamina_node_draw_fn?, _ user_data: UnsafeMutableRawPointer?,
    _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let drawing = hostDrawing(draw, data, in: try node.handle().context(.node, "node"))?.cairo
        try changeHooks(of: node) { DrawHooks(before: $0?.before, after: drawing) }
    }
}

@safe private func changeHooks(
    of node: UnsafeMutablePointer<lamina_node>?, _ change: (DrawHooks?) -> DrawHooks
) throws(LaminaError) {
    try withNode(node) { store, index, discarded in
        let old = store[index].extras?.decorator as? DrawHooks
        let new = change(old)
        let isEmpty = new.before == nil && new.after == nil
        if isEmpty && old == nil { return }
        store.setDecorator(isEmpty ? nil : new, of: index, &discarded)
    }
}

extension DrawnContent.Source {
    /// The drawing, if it is one with cairo.
    fileprivate var cairo: (any Drawing)? { if case .cairo(let drawing) = self { drawing } else { nil } }
}
