public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode

@implementation @_cdecl("lamina_node_set_ranges")
public func lamina_node_set_ranges(
    _ node: UnsafeMutablePointer<lamina_node>?, _ ranges: UnsafePointer<lamina_ranges>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let given = isNull(ranges) ? nil : try nodeRanges(ranges)
        try withNode(node) { store, index, _ in store.setRanges(given, of: index) }
    }
}

@implementation @_cdecl("lamina_node_get_ranges")
public func lamina_node_get_ranges(
    _ node: UnsafeMutablePointer<lamina_node>?, _ out_ranges: UnsafeMutablePointer<lamina_ranges>?
) -> lamina_status {
    status { () throws(LaminaError) in
        guard let found = try withNode(node, { store, index, _ in store.ranges(of: index) }) else {
            throw LaminaError(.invalidState, "the node has no ranges: none were set, or NULL")
        }
        try writeStruct(lamina_ranges(found), to: out_ranges, "out_ranges")
    }
}

@implementation @_cdecl("lamina_node_set_interface_state")
public func lamina_node_set_interface_state(
    _ node: UnsafeMutablePointer<lamina_node>?, _ state: lamina_interface_state
) -> lamina_status {
    status { () throws(LaminaError) in
        let given = InterfaceState(rawValue: state.rawValue)
        if !given.isSubset(of: .all) {
            throw LaminaError(
                .invalidArgument, "state is \(state.rawValue); only LAMINA_INTERFACE_STATE_... flags are allowed")
        }
        try withNode(node) { store, index, _ in store.setInterfaceLimit(given.whole, of: index) }
    }
}

@implementation @_cdecl("lamina_node_remove_interface_state")
public func lamina_node_remove_interface_state(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_status {
    status { () throws(LaminaError) in
        try withNode(node) { (store, index, _) throws(LaminaError) in
            if store.interfaceLimit(of: index) == nil {
                throw LaminaError(.invalidState, "no interface state is set for the node: there is none to remove")
            }
            store.setInterfaceLimit(nil, of: index)
        }
    }
}

// MARK: Arguments

private let modes: [(lamina_range_mode, Ranges)] = [
    (.LAMINA_RANGE_MODE_FULL, .full), (.LAMINA_RANGE_MODE_MIN, .minimum),
    (.LAMINA_RANGE_MODE_VISIBLE_ONLY, .visibleOnly), (.LAMINA_RANGE_MODE_LOW_MEMORY, .lowMemory),
]

@safe private func nodeRanges(_ ranges: UnsafePointer<lamina_ranges>?) throws(LaminaError) -> Ranges {
    let given = try readStruct(ranges, over: lamina_ranges(.full), "ranges")
    if let mode = modes.first(where: { $0.0 == given.mode }) { return mode.1 }
    if given.mode != .LAMINA_RANGE_MODE_CUSTOM { throw Check.unknown(given.mode, "ranges->mode") }
    func reach(
        _ leading: Double, _ trailing: Double, _ names: (StaticString, StaticString)
    ) throws(LaminaError) -> Ranges.Reach {
        Ranges.Reach(try screens(leading, names.0), try screens(trailing, names.1))
    }
    return Ranges(
        display: try reach(
            given.display_leading_screens, given.display_trailing_screens,
            ("ranges->display_leading_screens", "ranges->display_trailing_screens")),
        preload: try reach(
            given.preload_leading_screens, given.preload_trailing_screens,
            ("ranges->preload_leading_screens", "ranges->preload_trailing_screens")),
        measured: try reach(
            given.measured_leading_screens, given.measured_trailing_screens,
            ("ranges->measured_leading_screens", "ranges->measured_trailing_screens")))
}

private func screens(_ value: Double, _ argument: StaticString) throws(LaminaError) -> Double {
    if value >= 0 && value <= 1000 { return value }
    throw LaminaError(.invalidArgument, "\(argument) is \(value); a number from 0 to 1,000 is needed")
}

extension lamina_ranges {
    fileprivate init(_ ranges: Ranges) {
        self.init()
        struct_size = MemoryLayout<lamina_ranges>.size
        mode = modes.first { $0.1 == ranges }?.0 ?? .LAMINA_RANGE_MODE_CUSTOM
        (display_leading_screens, display_trailing_screens) = (ranges.display.leading, ranges.display.trailing)
        (preload_leading_screens, preload_trailing_screens) = (ranges.preload.leading, ranges.preload.trailing)
        (measured_leading_screens, measured_trailing_screens) = (ranges.measured.leading, ranges.measured.trailing)
    }
}
