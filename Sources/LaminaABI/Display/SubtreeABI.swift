public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode

// The display of a node with all below it.

@implementation @_cdecl("lamina_node_set_subtree_suspended")
public func lamina_node_set_subtree_suspended(
    _ root: UnsafeMutablePointer<lamina_node>?, _ suspended: Bool
) -> lamina_status {
    status { () throws(LaminaError) in
        try withNode(root) { store, index, _ in store.setSuspended(suspended, below: index) }
    }
}

@implementation @_cdecl("lamina_node_add_subtree_observer")
public func lamina_node_add_subtree_observer(
    _ root: UnsafeMutablePointer<lamina_node>?, _ observer: lamina_node_subtree_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?, _ out_observer: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let engine = try engine(of: root)
        let sender = root.handle()
        try addObserver(hostCall(observer, data), to: out_observer) { call in
            engine.addSubtreeObserver(of: sender.nodeID) { event in
                if let event = lamina_subtree_event(rawValue: UInt32(event.rawValue)) { call(sender, event) }
            }
        }
    }
}

@implementation @_cdecl("lamina_node_remove_subtree_observer")
public func lamina_node_remove_subtree_observer(
    _ root: UnsafeMutablePointer<lamina_node>?, _ observer: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        try checkRemoved(engine(of: root).removeSubtreeObserver(observer, of: root.handle().nodeID), observer)
    }
}

@implementation @_cdecl("lamina_node_set_display_patience_us")
public func lamina_node_set_display_patience_us(
    _ root: UnsafeMutablePointer<lamina_node>?, _ patience_us: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        try withNode(root) { store, index, _ in store.setDisplayPatience(patience_us, of: index) }
    }
}

@implementation @_cdecl("lamina_node_get_display_patience_us")
public func lamina_node_get_display_patience_us(_ root: UnsafeMutablePointer<lamina_node>?) -> UInt64 {
    readNode(root, 0) { store, index in store.displayPatience(of: index) }
}

@safe private func engine(of node: UnsafeMutablePointer<lamina_node>?) throws(LaminaError) -> Engine {
    let context = try node.handle().context(.node, "root")
    try withNode(node) { _, _, _ in }
    return try context.engine(context.generation)
}
