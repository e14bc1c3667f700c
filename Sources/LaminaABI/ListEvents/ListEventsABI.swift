public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode
import LaminaScroll

@implementation @_cdecl("lamina_list_set_selection")
public func lamina_list_set_selection(
    _ list: UnsafeMutablePointer<lamina_list>?, _ selection: lamina_list_selection
) -> lamina_status {
    status { () throws(LaminaError) in
        guard let mode = RowSelection.Mode(rawValue: Int32(bitPattern: selection.rawValue)) else {
            throw Check.unknown(selection, "selection")
        }
        let (host, engine) = try findList(list)
        try host.list.setSelectionMode(mode, in: engine)
    }
}

@implementation @_cdecl("lamina_list_set_row_selected")
public func lamina_list_set_row_selected(
    _ list: UnsafeMutablePointer<lamina_list>?, _ row: Int, _ selected: Bool
) -> lamina_status {
    status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        try host.list.setSelected(selected, row, in: engine)
    }
}

@implementation @_cdecl("lamina_list_move_selection")
public func lamina_list_move_selection(
    _ list: UnsafeMutablePointer<lamina_list>?, _ distance: Int64, _ extends: Bool
) -> lamina_status {
    status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        try host.list.moveSelection(by: Int(distance), extends: extends, in: engine)
    }
}

@implementation @_cdecl("lamina_list_read_selected_rows")
public func lamina_list_read_selected_rows(
    _ list: UnsafeMutablePointer<lamina_list>?, _ out_rows: UnsafeMutablePointer<Int>?, _ capacity: Int,
    _ out_count: UnsafeMutablePointer<Int>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let rows = try findList(list).host.list.selectedRows
        OutputBuffer(out_rows, capacity).write(rows) { $0 }
        Output(optional: out_count)?.write(rows.count)
    }
}

@implementation @_cdecl("lamina_list_get_row_marks")
public func lamina_list_get_row_marks(
    _ list: UnsafeMutablePointer<lamina_list>?, _ row: Int, _ out_marks: UnsafeMutablePointer<lamina_list_row_marks>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try Output(out_marks, "out_marks")
        let marks = try findList(list).host.list.marksNow(of: row)
        out.write(lamina_list_row_marks(rawValue: UInt32(marks.rawValue)))
    }
}

@implementation @_cdecl("lamina_list_add_observer")
public func lamina_list_add_observer(
    _ list: UnsafeMutablePointer<lamina_list>?, _ observer: lamina_list_event_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?, _ out_observer: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let (host, engine) = try findList(list)
        let sender = list.handle()
        try addObserver(hostCall(observer, data), to: out_observer) { call in
            host.list.addObserver({ call(sender, lamina_list_event($0)) }, in: engine)
        }
    }
}

@implementation @_cdecl("lamina_list_remove_observer")
public func lamina_list_remove_observer(
    _ list: UnsafeMutablePointer<lamina_list>?, _ observer: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        try checkRemoved(try findList(list).host.list.removeObserver(observer), observer)
    }
}

@implementation @_cdecl("lamina_list_set_fetch_state")
public func lamina_list_set_fetch_state(
    _ list: UnsafeMutablePointer<lamina_list>?, _ edge: lamina_list_edge, _ state: lamina_fetch_state
) -> lamina_status {
    status { () throws(LaminaError) in
        guard let wanted = EdgeFetch.State(rawValue: Int32(bitPattern: state.rawValue)) else {
            throw Check.unknown(state, "state")
        }
        let (host, engine) = try findList(list)
        host.list.setFetchState(wanted, at: try listEdge(edge), in: engine)
    }
}

@implementation @_cdecl("lamina_list_get_fetch_state")
public func lamina_list_get_fetch_state(
    _ list: UnsafeMutablePointer<lamina_list>?, _ edge: lamina_list_edge,
    _ out_state: UnsafeMutablePointer<lamina_fetch_state>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try Output(out_state, "out_state")
        let state = try findList(list).host.list.fetchState(at: try listEdge(edge))
        out.write(lamina_fetch_state(rawValue: UInt32(state.rawValue)) ?? .LAMINA_FETCH_STATE_OFF)
    }
}

private func listEdge(_ edge: lamina_list_edge) throws(LaminaError) -> ListEdge {
    if let found = ListEdge(rawValue: Int32(bitPattern: edge.rawValue)) { return found }
    throw Check.unknown(edge, "edge")
}

extension lamina_list_event {
    fileprivate init(_ event: ListEvent) {
        self.init()
        struct_size = MemoryLayout<lamina_list_event>.size
        kind = lamina_list_event_kind(rawValue: UInt32(event.kind.rawValue)) ?? .LAMINA_LIST_EVENT_KIND_TAP
        row = event.row
        identity = event.identity
    }
}
