public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode

@implementation @_cdecl("lamina_node_add_layout_observer")
public func lamina_node_add_layout_observer(
    _ node: UnsafeMutablePointer<lamina_node>?, _ observer: lamina_node_layout_event_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?, _ out_observer: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let context = try node.handle().context(.node, "node")
        try addObserver(hostCall(observer, data, in: context), to: out_observer) { (added) throws(LaminaError) in
            try withNode(node) { store, index, _ in store.addLayoutObserver(added, to: index) }
        }
    }
}

@implementation @_cdecl("lamina_node_remove_layout_observer")
public func lamina_node_remove_layout_observer(
    _ node: UnsafeMutablePointer<lamina_node>?, _ observer: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        try withNode(node) { (store, index, discarded) throws(LaminaError) in
            try checkRemoved(store.removeLayoutObserver(observer, of: index, &discarded), observer)
        }
    }
}
