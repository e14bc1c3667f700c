public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode

@implementation @_cdecl("lamina_node_get_interface_state")
public func lamina_node_get_interface_state(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_interface_state {
    unsafe readNode(node, lamina_interface_state()) { store, index in
        lamina_interface_state(rawValue: store.interfaceState(of: index).rawValue)
    }
}

@implementation @_cdecl("lamina_node_add_interface_observer")
public func lamina_node_add_interface_observer(
    _ node: UnsafeMutablePointer<lamina_node>?, _ observer: lamina_node_interface_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?, _ out_observer: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let context = try unsafe node.handle().context(.node, "node")
        guard let call = unsafe observer else {
            throw LaminaError(.invalidArgument, "observer is NULL; a function is needed")
        }
        let added: any InterfaceObserver = unsafe HostFunction(call, data, in: context)
        let number = try unsafe withNode(node) { store, index, _ in store.addInterfaceObserver(added, to: index) }
        unsafe out_observer?.pointee = number
    }
}

@implementation @_cdecl("lamina_node_remove_interface_observer")
public func lamina_node_remove_interface_observer(
    _ node: UnsafeMutablePointer<lamina_node>?, _ observer: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        try unsafe withNode(node) { (store, index, discarded) throws(LaminaError) in
            if !store.removeInterfaceObserver(observer, of: index, &discarded) {
                throw LaminaError(
                    .invalidState, "there is no observer \(observer): it was removed or never added to this node")
            }
        }
    }
}

extension HostFunction: InterfaceObserver where Function == lamina_node_interface_fn {
    func interfaceState(of node: NodeID, _ event: InterfaceEvent, _ state: InterfaceState, before: InterfaceState) {
        guard let event = lamina_interface_event(rawValue: UInt32(event.rawValue)) else { return }
        unsafe call(
            Handle(node, in: context).pointer(), event, lamina_interface_state(rawValue: state.rawValue),
            lamina_interface_state(rawValue: before.rawValue), data.pointer)
    }
}
