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
    status { () throws(LaminaError) in try unsafe createNode(context, isText: false, content: nil, out_node) }
}

func createNode(
    _ context: UnsafeMutablePointer<lamina_context>?, isText: Bool, content: (any NodeContent)?,
    _ out_node: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) throws(LaminaError) {
    let out = unsafe try Check.out(out_node, "out_node")
    let handle = unsafe context.handle()
    guard let place = unsafe handle.place(.context) else { throw handle.refusal(.context, "context") }
    let store = unsafe place._withUnsafeGuaranteedRef { unsafe $0.lockNodes() }
    defer { unsafe place._withUnsafeGuaranteedRef { unsafe $0.unlockNodes(store) } }
    guard unsafe store.pointee.contextGeneration == handle.generation else {
        throw LaminaError(.invalidHandle, "the context is closed: its last reference was released")
    }
    guard let node = unsafe store.pointee.create(isText: isText, content: content) else {
        throw LaminaError(.outOfMemory, "the context has \(NodeStore.capacity) nodes, which is the limit")
    }
    unsafe out.pointee = Handle(node, contextNumber: handle.contextNumber).pointer()
}

@implementation @_cdecl("lamina_node_retain")
public func lamina_node_retain(_ node: UnsafeMutablePointer<lamina_node>?) -> UnsafeMutablePointer<lamina_node>! {
    let retained = status { () throws(LaminaError) in
        try unsafe withNode(node) { store, index, _ in store.retain(index) }
    }
    return retained == .LAMINA_OK ? unsafe node : nil
}

@implementation @_cdecl("lamina_node_release")
public func lamina_node_release(_ node: UnsafeMutablePointer<lamina_node>?) {
    guard unsafe node != nil else { return }
    _ = status { () throws(LaminaError) in
        try unsafe withNode(node) { (store, index, discarded) throws(LaminaError) in
            if !store.release(index, &discarded) {
                throw LaminaError(
                    .invalidHandle,
                    "node was released more often than it was retained; others still hold references to it")
            }
        }
    }
}

@implementation @_cdecl("lamina_node_get_kind")
public func lamina_node_get_kind(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_node_kind {
    unsafe readNode(node, .LAMINA_NODE_KIND_DISPLAY) { store, index in
        store[index].flags.contains(.text) ? .LAMINA_NODE_KIND_TEXT : .LAMINA_NODE_KIND_DISPLAY
    }
}

@implementation @_cdecl("lamina_node_set_user_data")
public func lamina_node_set_user_data(
    _ node: UnsafeMutablePointer<lamina_node>?, _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        try unsafe withNode(node) { store, index, discarded in
            discarded.append(store[index].extras?.userData)
            store.setExtras(of: index, userData: .some(data), &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_get_user_data")
public func lamina_node_get_user_data(_ node: UnsafeMutablePointer<lamina_node>?) -> UnsafeMutableRawPointer! {
    unsafe readNode(node, CarriedPointer(nil)) { store, index in
        unsafe CarriedPointer(store[index].extras?.userData?.pointer)
    }.pointer
}

@implementation @_cdecl("lamina_node_set_name")
public func lamina_node_set_name(
    _ node: UnsafeMutablePointer<lamina_node>?, _ name: UnsafePointer<CChar>?, _ length: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let bytes = try unsafe utf8Bytes(name, length, "name")
        try unsafe withNode(node) { store, index, discarded in store.setExtras(of: index, name: bytes, &discarded) }
    }
}

@implementation @_cdecl("lamina_node_read_name")
public func lamina_node_read_name(
    _ node: UnsafeMutablePointer<lamina_node>?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    let name: [UInt8]? = unsafe readNode(node, nil) { store, index in store[index].extras?.name ?? [] }
    guard let name else { return 0 }
    return unsafe copyOut(name, buffer, capacity)
}

@implementation @_cdecl("lamina_node_read_description")
public func lamina_node_read_description(
    _ node: UnsafeMutablePointer<lamina_node>?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    value(0) { () throws(LaminaError) in
        let description = try unsafe withNode(node) { store, index, _ in NodeDescription(of: index, in: store) }
        return unsafe copyOut(Array(description.text().utf8), buffer, capacity)
    }
}
