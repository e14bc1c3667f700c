public import CLamina
import Glibc
import LaminaDisplay
import LaminaGeometry
import LaminaLayout
import LaminaLock
import LaminaNode

// Callbacks instead of a spec. What a layout callback may use is in LayoutPassABI.swift.

/// Host code that takes part in layouts, on this thread.
enum LayoutCallbacks {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        unsafe pthread_key_create(&key, nil)
        return key
    }()

    /// Whether a layout callback is running on this thread.
    static var isRunning: Bool { unsafe pthread_getspecific(key) != nil }

    /// Runs host code; a layout from within it would ask it again, without end.
    static func run<R>(_ body: () -> R) -> R {
        LockRank.assertNoneHeld()
        let before = unsafe pthread_getspecific(key)
        unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
        defer { unsafe pthread_setspecific(key, before) }
        return body()
    }

    static func checkNoneRuns() throws(LaminaError) {
        if isRunning {
            throw LaminaError(
                .invalidState,
                "a layout callback is running on this thread and cannot start another layout; lamina_layout_pass_measure_child() measures children"
            )
        }
    }
}

// MARK: The layout callbacks of the host's, which are made for any thread

extension HostFunction: NodeMeasuring where Function == lamina_node_measure_fn {
    func measure(_ node: NodeID, range: SizeRange) -> LeafSize {
        var found = lamina_measurement(
            struct_size: MemoryLayout<lamina_measurement>.size, size: lamina_size(), first_baseline: -1,
            last_baseline: -1)
        LayoutCallbacks.run {
            unsafe call(Handle(node, in: context).pointer(), lamina_size_range(range), &found, data.pointer)
        }
        return LeafSize(
            size: Size(width: found.size.width, height: found.size.height),
            ascender: found.first_baseline >= 0 ? found.first_baseline : 0,
            descender: found.last_baseline >= 0 ? found.last_baseline - found.size.height : 0)
    }
}

extension HostFunction: SpecProviding where Function == lamina_node_layout_spec_fn {
    func spec(for node: NodeID, range: SizeRange) -> ProvidedSpec? {
        let context = unsafe context
        let handle = LayoutCallbacks.run {
            unsafe call(Handle(node, in: context).pointer(), lamina_size_range(range), data.pointer).handle()
        }
        if handle.bits == 0 { return nil }
        // Whatever else it is, it is given back here.
        defer { unsafe lamina_spec_release(handle.pointer()) }
        guard handle.isOf(.spec),
            handle.contextNumber == context.number,
            let spec = context.objects.withLock({ $0.find(handle.index, handle.generation, .spec) }) as? LayoutSpec
        else {
            context.warn("a layout spec callback returned a handle that is not a spec of its context; it is ignored")
            return nil
        }
        return context.nodes.withLock { store in
            store.hold(spec)
            return ProvidedSpec(spec, keeper: store.specKeeper)
        }
    }
}

extension HostFunction: CustomArranging where Function == lamina_node_layout_fn {
    func arrange(_ node: NodeID, range: SizeRange, by arranger: any ChildArranging) {
        let (context, object) = (unsafe context, LayoutPassObject(arranger))
        guard let handle = try? newHandle(object, .layoutPass, in: context) else {
            return context.warn("no handle is left for a layout pass: the node stays empty")
        }
        // Released as often as the host retained it: there is no way to retain an arrangement.
        defer { _ = context.objects.withLock { $0.release(handle.index, handle.generation, .layoutPass) } }
        LayoutCallbacks.run {
            unsafe call(
                Handle(node, in: context).pointer(), lamina_size_range(range), handle.pointer(), data.pointer)
        }
    }
}

@implementation @_cdecl("lamina_node_set_measure_callback")
public func lamina_node_set_measure_callback(
    _ node: UnsafeMutablePointer<lamina_node>?, _ measure: lamina_node_measure_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let context = try unsafe node.handle().context(.node, "node")
        let arranging = unsafe measure.map { Arranging.measured(unsafe HostFunction($0, data, in: context)) }
        try unsafe setArranging(arranging, of: node) { if case .measured = $0 { true } else { false } }
    }
}

@implementation @_cdecl("lamina_node_set_layout_spec_callback")
public func lamina_node_set_layout_spec_callback(
    _ node: UnsafeMutablePointer<lamina_node>?, _ make_spec: lamina_node_layout_spec_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let context = try unsafe node.handle().context(.node, "node")
        let arranging = unsafe make_spec.map { Arranging.provided(unsafe HostFunction($0, data, in: context)) }
        try unsafe setArranging(arranging, of: node) { if case .provided = $0 { true } else { false } }
    }
}

@implementation @_cdecl("lamina_node_set_layout_callback")
public func lamina_node_set_layout_callback(
    _ node: UnsafeMutablePointer<lamina_node>?, _ arrange: lamina_node_layout_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let context = try unsafe node.handle().context(.node, "node")
        let arranging = unsafe arrange.map { Arranging.custom(unsafe HostFunction($0, data, in: context)) }
        try unsafe setArranging(arranging, of: node) { if case .custom = $0 { true } else { false } }
    }
}

/// Sets a callback, or takes away the one of its kind.
private func setArranging(
    _ arranging: Arranging?, of node: UnsafeMutablePointer<lamina_node>?, where isKind: (Arranging) -> Bool
) throws(LaminaError) {
    try unsafe withHierarchy(NodeArgument(node, "node")) { (_, store, nodes, discarded) throws(LaminaError) in
        if store[nodes.0].flags.contains(.text) {
            throw LaminaError(.unsupported, "node is a text node, which is measured by its text")
        }
        if let arranging {
            store.setArranging(arranging, of: nodes.0, &discarded)
        } else {
            store.removeArranging(of: nodes.0, where: isKind, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_set_needs_layout")
public func lamina_node_set_needs_layout(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_status {
    status { () throws(LaminaError) in
        try unsafe withNode(node) { store, index, _ in store.setNeedsLayout(of: index) }
    }
}

@implementation @_cdecl("lamina_node_set_concurrent")
public func lamina_node_set_concurrent(
    _ node: UnsafeMutablePointer<lamina_node>?, _ concurrent: Bool
) -> lamina_status {
    status { () throws(LaminaError) in
        try unsafe withNode(node) { store, index, _ in store.setConcurrent(concurrent, index) }
    }
}

@implementation @_cdecl("lamina_node_is_concurrent")
public func lamina_node_is_concurrent(_ node: UnsafeMutablePointer<lamina_node>?) -> Bool {
    unsafe readNode(node, false) { store, index in store[index].flags.contains(.concurrent) }
}

extension lamina_size_range {
    fileprivate init(_ range: SizeRange) {
        self.init(
            min: lamina_size(width: range.min.width, height: range.min.height),
            max: lamina_size(width: range.max.width, height: range.max.height))
    }
}
