public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode
import LaminaText
import LaminaLock

@implementation @_cdecl("lamina_node_create")
public func lamina_node_create(
    _ context: UnsafeMutablePointer<lamina_context>?,
    _ out_node: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in try createNode(context, isText: false, content: nil, out_node) }
}

@implementation @_cdecl("lamina_node_retain")
public func lamina_node_retain(_ node: UnsafeMutablePointer<lamina_node>?) -> UnsafeMutablePointer<lamina_node>! {
    let retained = status { () throws(LaminaError) in
        try withNode(node) { store, index, _ in store.retain(index) }
    }
    return passed(node, if: retained)
}

@implementation @_cdecl("lamina_node_release")
public func lamina_node_release(_ node: UnsafeMutablePointer<lamina_node>?) {
    if node.handle().isNull { return }
    _ = status { () throws(LaminaError) in
        let isDone = try withNode(node) { (store, index, discarded) throws(LaminaError) in
            if store.endsTree(index) { return false }
            try release(index, in: &store, &discarded)
            return true
        }
        if isDone { return }
        let handle = node.handle()
        var discarded = Discarded()
        try handle.context(.node, "node").withNodesInTurn { (store) throws(LaminaError) in
            guard let index = store.find(handle.nodeID) else { throw handle.refusal(.node, "node") }
            try release(index, in: &store, &discarded)
        }
    }
}

private func release(_ node: Int32, in store: inout NodeStore, _ discarded: inout Discarded) throws(LaminaError) {
    if store.release(node, &discarded) { return }
    throw LaminaError(
        .invalidHandle, "node was released more often than it was retained; others still hold references to it")
}

@implementation @_cdecl("lamina_node_get_kind")
public func lamina_node_get_kind(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_node_kind {
    readNode(node, .LAMINA_NODE_KIND_DISPLAY) { store, index in
        store[index].flags.contains(.text) ? .LAMINA_NODE_KIND_TEXT : .LAMINA_NODE_KIND_DISPLAY
    }
}

@implementation @_cdecl("lamina_node_set_user_data")
public func lamina_node_set_user_data(
    _ node: UnsafeMutablePointer<lamina_node>?, _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        try withNode(node) { store, index, discarded in
            discarded.append(store[index].extras?.userData)
            store.setExtras(of: index, userData: .some(data), &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_get_user_data")
public func lamina_node_get_user_data(_ node: UnsafeMutablePointer<lamina_node>?) -> UnsafeMutableRawPointer! {
    readNode(node, CarriedPointer(nil)) { store, index in
        CarriedPointer(of: store[index].extras?.userData)
    }.pointer
}

@implementation @_cdecl("lamina_node_set_name")
public func lamina_node_set_name(
    _ node: UnsafeMutablePointer<lamina_node>?, _ name: UnsafePointer<CChar>?, _ length: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let bytes = try utf8Bytes(name, length, "name")
        try withNode(node) { store, index, discarded in store.setExtras(of: index, name: bytes, &discarded) }
    }
}

@implementation @_cdecl("lamina_node_read_name")
public func lamina_node_read_name(
    _ node: UnsafeMutablePointer<lamina_node>?, _ out_buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    let name: [UInt8]? = readNode(node, nil) { store, index in store[index].extras?.name ?? [] }
    guard let name else { return 0 }
    return OutputBuffer(out_buffer, capacity).write(name)
}

@implementation @_cdecl("lamina_node_read_description")
public func lamina_node_read_description(
    _ node: UnsafeMutablePointer<lamina_node>?, _ out_buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    value(0) { () throws(LaminaError) in
        let description = try withNode(node) { store, index, _ in NodeDescription(of: index, in: store) }
        return OutputBuffer(out_buffer, capacity).write(Array(description.text().utf8))
    }
}
