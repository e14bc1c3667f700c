import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaLayout
import LaminaLock
import LaminaNode

/// Host code that takes part in layouts, on this thread.
enum LayoutCallbacks {
    /// Whether a layout callback is running on this thread.
    static var isRunning: Bool { LayoutCallbackMark.isSet }

    /// Runs host code of a node; a layout from within it would ask it again, without end.
    static func run<R>(for node: NodeID, makesSpec: Bool = false, _ body: () -> R) -> R {
        LockRank.assertNoneHeld()
        return LayoutCallbackMark.run(for: node, makesSpec: makesSpec, body)
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
    func measure(_ node: NodeID, range: SizeRange) -> LayoutMeasurement {
        var found = lamina_measurement(
            struct_size: MemoryLayout<lamina_measurement>.size, size: lamina_size(), first_baseline: -1,
            last_baseline: -1)
        LayoutCallbacks.run(for: node) {
            unsafe call(Handle(node, in: context).pointer(), lamina_size_range(range), &found, data.pointer)
        }
        return LayoutMeasurement(
            size: Size(width: found.size.width, height: found.size.height),
            ascender: found.first_baseline >= 0 ? found.first_baseline : 0,
            descender: found.last_baseline >= 0 ? found.last_baseline - found.size.height : 0)
    }
}

extension HostFunction: SpecProviding where Function == lamina_node_layout_spec_fn {
    func spec(for node: NodeID, range: SizeRange) -> ProvidedSpec? {
        let context = unsafe context
        let handle = LayoutCallbacks.run(for: node, makesSpec: true) {
            unsafe call(Handle(node, in: context).pointer(), lamina_size_range(range), data.pointer).handle()
        }
        if handle.isNull { return nil }
        // Whatever else it is, it is given back here.
        defer { releaseObject(handle, .spec) }
        guard handle.isOf(.spec),
            handle.contextNumber == context.number,
            let spec = context.objects.withLock({ $0.find(handle.index, handle.generation, .spec) }) as? LayoutSpec
        else {
            let name = context.nodes.withLock { $0.name(of: node) }
            context.warn(
                "the layout spec callback of \(name) returned what is no spec of its context; it is ignored")
            return nil
        }
        return context.nodes.withLock { store in
            store.hold(spec)
            return ProvidedSpec(spec, keeper: store.specKeeper)
        }
    }
}

extension HostFunction: CustomLayout where Function == lamina_node_layout_fn {
    func arrange(_ node: NodeID, range: SizeRange, by arranger: any ChildLayout) {
        let (context, object) = (unsafe context, LayoutPassObject(arranger))
        guard let handle = try? newHandle(object, .layoutPass, in: context) else {
            return context.warn("no handle is left for a layout pass: the node stays empty")
        }
        // Released as often as the host retained it: there is no way to retain a layout pass.
        defer { _ = context.objects.withLock { $0.release(handle.index, handle.generation, .layoutPass) } }
        LayoutCallbacks.run(for: node) {
            unsafe call(
                Handle(node, in: context).pointer(), lamina_size_range(range), handle.pointer(), data.pointer)
        }
    }
}

@safe func hostLayoutMethod(
    _ measure: lamina_node_measure_fn?, _ data: HostData, in context: Context
) -> LayoutMethod? { unsafe HostFunction(measure, data, in: context).map { unsafe .measured($0) } }

@safe func hostLayoutMethod(
    _ makeSpec: lamina_node_layout_spec_fn?, _ data: HostData, in context: Context
) -> LayoutMethod? { unsafe HostFunction(makeSpec, data, in: context).map { unsafe .provided($0) } }

@safe func hostLayoutMethod(
    _ layout: lamina_node_layout_fn?, _ data: HostData, in context: Context
) -> LayoutMethod? { unsafe HostFunction(layout, data, in: context).map { unsafe .custom($0) } }

extension lamina_size_range {
    fileprivate init(_ range: SizeRange) {
        self.init(
            min: lamina_size(width: range.min.width, height: range.min.height),
            max: lamina_size(width: range.max.width, height: range.max.height))
    }
}
