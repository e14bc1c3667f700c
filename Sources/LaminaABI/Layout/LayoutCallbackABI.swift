public import CLamina
import Glibc
import LaminaDisplay
import LaminaGeometry
import LaminaLayout
import LaminaLock
import LaminaNode

// Callbacks instead of a spec. How they are called stands in LayoutCallbacks.swift, what a layout callback may use in
// LayoutPassABI.swift.

@implementation @_cdecl("lamina_node_set_measure_callback")
public func lamina_node_set_measure_callback(
    _ node: UnsafeMutablePointer<lamina_node>?, _ measure: lamina_node_measure_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let context = try node.handle().context(.node, "node")
        let method = hostLayoutMethod(measure, data, in: context)
        try setLayoutMethod(method, of: node) { if case .measured = $0 { true } else { false } }
    }
}

@implementation @_cdecl("lamina_node_set_layout_spec_callback")
public func lamina_node_set_layout_spec_callback(
    _ node: UnsafeMutablePointer<lamina_node>?, _ make_spec: lamina_node_layout_spec_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let context = try node.handle().context(.node, "node")
        let method = hostLayoutMethod(make_spec, data, in: context)
        try setLayoutMethod(method, of: node) { if case .provided = $0 { true } else { false } }
    }
}

@implementation @_cdecl("lamina_node_set_layout_callback")
public func lamina_node_set_layout_callback(
    _ node: UnsafeMutablePointer<lamina_node>?, _ layout: lamina_node_layout_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let context = try node.handle().context(.node, "node")
        let method = hostLayoutMethod(layout, data, in: context)
        try setLayoutMethod(method, of: node) { if case .custom = $0 { true } else { false } }
    }
}

/// Sets a callback, or takes away the one of its kind.
@safe private func setLayoutMethod(
    _ method: LayoutMethod?, of node: UnsafeMutablePointer<lamina_node>?, where isKind: (LayoutMethod) -> Bool
) throws(LaminaError) {
    try withHierarchy(NodeArgument(node, "node")) { (_, store, nodes, discarded) throws(LaminaError) in
        if store[nodes.0].flags.contains(.text) {
            throw LaminaError(.unsupported, "node is a text node, which is measured by its text")
        }
        if let method {
            try store.checkChildrenAreHosts(of: nodes.0)
            store.setLayoutMethod(method, of: nodes.0, &discarded)
        } else {
            store.removeLayoutMethod(of: nodes.0, where: isKind, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_set_layout_failure")
public func lamina_node_set_layout_failure(
    _ node: UnsafeMutablePointer<lamina_node>?, _ status: lamina_status
) -> lamina_status {
    LaminaABI.status { () throws(LaminaError) in
        let handle = node.handle()
        _ = try handle.context(.node, "node")
        guard LayoutCallbackMark.node == handle.nodeID else {
            throw LaminaError(.invalidState, "no layout callback of node is running on this thread: none can fail")
        }
        if status == .LAMINA_OK {
            throw LaminaError(.invalidArgument, "status is 0; a callback that does not fail says nothing")
        }
        LayoutCallbackMark.fail(Int32(bitPattern: status.rawValue))
    }
}

@implementation @_cdecl("lamina_node_set_needs_layout")
public func lamina_node_set_needs_layout(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_status {
    status { () throws(LaminaError) in
        try withNode(node) { store, index, _ in store.setNeedsLayout(of: index) }
    }
}

@implementation @_cdecl("lamina_node_set_concurrent")
public func lamina_node_set_concurrent(
    _ node: UnsafeMutablePointer<lamina_node>?, _ concurrent: Bool
) -> lamina_status {
    status { () throws(LaminaError) in
        try withNode(node) { store, index, _ in store.setConcurrent(concurrent, index) }
    }
}

@implementation @_cdecl("lamina_node_is_concurrent")
public func lamina_node_is_concurrent(_ node: UnsafeMutablePointer<lamina_node>?) -> Bool {
    readNode(node, false) { store, index in store[index].flags.contains(.concurrent) }
}
