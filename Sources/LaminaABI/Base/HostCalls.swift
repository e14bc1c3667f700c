import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaList
import LaminaNode
import LaminaScroll

// Functions of the host's as Swift ones. Each returns what calls a function with the host's data, which it keeps; nil
// for NULL. That a function takes what the header says, and on which threads it may run, is the host's word.

/// What `call` stands for, which a function of the host's must be given for.
func needed<Call>(_ call: Call?, _ argument: StaticString) throws(LaminaError) -> Call {
    guard let call else { throw LaminaError(.invalidArgument, "\(argument) is NULL; a function is needed") }
    return call
}

/// A function with its data.
@safe struct Bound<Function>: @unchecked Sendable {  // under the host's own thread rules
    let call: Function
    let data: HostData
    var pointer: UnsafeMutableRawPointer? { unsafe data.pointer }

    @safe init?(_ call: Function?, _ data: HostData) {
        guard let call else { return nil }
        self.call = call
        self.data = data
    }
}

@safe func hostCall(
    _ log: lamina_context_log_fn?, _ data: HostData
) -> (@Sendable (lamina_log_level, String) -> Void)? {
    guard let bound = Bound(log, data) else { return nil }
    return { level, message in unsafe message.withCString { text in unsafe bound.call(level, text, bound.pointer) } }
}

@safe func hostCall(_ call: lamina_context_call_fn?, _ data: HostData) -> (@Sendable () -> Void)? {
    guard let bound = Bound(call, data) else { return nil }
    return { unsafe bound.call(bound.pointer) }
}

@safe func hostCall(
    _ observer: lamina_context_commit_fn?, _ data: HostData
) -> (@Sendable (_ context: Handle, lamina_commit_phase) -> Void)? {
    guard let bound = Bound(observer, data) else { return nil }
    return { context, phase in unsafe bound.call(context.pointer(), phase, bound.pointer) }
}

@safe func hostCall(
    _ observer: lamina_surface_complete_fn?, _ data: HostData
) -> (@Sendable (_ surface: Handle) -> Void)? {
    guard let bound = Bound(observer, data) else { return nil }
    return { surface in unsafe bound.call(surface.pointer(), bound.pointer) }
}

@safe func hostCall(
    _ callback: lamina_context_frame_fn?, _ data: HostData
) -> (@Sendable (_ context: Handle, _ time: UInt64) -> Void)? {
    guard let bound = Bound(callback, data) else { return nil }
    return { context, time in unsafe bound.call(context.pointer(), time, bound.pointer) }
}

@safe func hostCall(
    _ loaded: lamina_image_loaded_fn?, _ data: HostData
) -> (@Sendable (_ image: Handle, lamina_status) -> Void)? {
    guard let bound = Bound(loaded, data) else { return nil }
    return { image, status in unsafe bound.call(image.pointer(), status, bound.pointer) }
}

@safe func hostCall(_ match: lamina_node_match_fn?, _ data: HostData) -> (@Sendable (_ node: Handle) -> Bool)? {
    guard let bound = Bound(match, data) else { return nil }
    return { node in unsafe bound.call(node.pointer(), bound.pointer) }
}

@safe func hostCall(_ will: lamina_node_will_display_fn?, _ data: HostData) -> (@Sendable (_ node: Handle) -> Void)? {
    guard let bound = Bound(will, data) else { return nil }
    return { node in unsafe bound.call(node.pointer(), bound.pointer) }
}

@safe func hostCall(
    _ did: lamina_node_did_display_fn?, _ data: HostData
) -> (@Sendable (_ node: Handle, _ finished: Bool) -> Void)? {
    guard let bound = Bound(did, data) else { return nil }
    return { node, finished in unsafe bound.call(node.pointer(), finished, bound.pointer) }
}

@safe func hostCall(
    _ observer: lamina_node_subtree_fn?, _ data: HostData
) -> (@Sendable (_ node: Handle, _ event: lamina_subtree_event) -> Void)? {
    guard let bound = Bound(observer, data) else { return nil }
    return { node, event in unsafe bound.call(node.pointer(), event, bound.pointer) }
}

@safe func hostCall(
    _ changed: lamina_node_image_fn?, _ data: HostData
) -> (@Sendable (_ node: Handle, _ status: lamina_image_status) -> Void)? {
    guard let bound = Bound(changed, data) else { return nil }
    return { node, status in
        var status = status
        unsafe bound.call(node.pointer(), &status, bound.pointer)
    }
}

@safe func hostCall(_ done: lamina_node_render_fn?, _ data: HostData) -> (@Sendable (lamina_status) -> Void)? {
    guard let bound = Bound(done, data) else { return nil }
    return { status in unsafe bound.call(status, bound.pointer) }
}

@safe func hostCall(
    _ execute: lamina_transaction_execute_fn?, _ data: HostData
) -> (@Sendable (_ canvas: Handle?) -> Void)? {
    guard let bound = Bound(execute, data) else { return nil }
    return { canvas in unsafe bound.call(canvas?.pointer(), bound.pointer) }
}

@safe func hostCall(
    _ complete: lamina_transaction_complete_fn?, _ data: HostData
) -> (@Sendable (_ cancelled: Bool) -> Void)? {
    guard let bound = Bound(complete, data) else { return nil }
    return { cancelled in unsafe bound.call(cancelled, bound.pointer) }
}

@safe func hostCall(
    _ done: lamina_transaction_done_fn?, _ data: HostData
) -> (@Sendable (_ transaction: Handle, _ cancelled: Bool) -> Void)? {
    guard let bound = Bound(done, data) else { return nil }
    return { transaction, cancelled in unsafe bound.call(transaction.pointer(), cancelled, bound.pointer) }
}

@safe func hostCall(_ ready: lamina_job_ready_fn?, _ data: HostData) -> (@Sendable (_ job: Handle) -> Void)? {
    guard let bound = Bound(ready, data) else { return nil }
    return { job in unsafe bound.call(job.pointer(), bound.pointer) }
}

@safe func hostCall(
    _ values: lamina_list_values_fn?, _ data: HostData
) -> (@Sendable (_ list: Handle, _ row: Int, _ identity: UInt64) -> Void)? {
    guard let bound = Bound(values, data) else { return nil }
    return { list, row, identity in unsafe bound.call(list.pointer(), row, identity, bound.pointer) }
}

@safe func hostCall(
    _ observer: lamina_node_scroll_fn?, _ data: HostData
) -> (@Sendable (_ node: Handle, lamina_scroll_state) -> Void)? {
    guard let bound = Bound(observer, data) else { return nil }
    return { node, state in
        unsafe withUnsafePointer(to: state) { state in unsafe bound.call(node.pointer(), state, bound.pointer) }
    }
}

@safe func hostCall(
    _ observer: lamina_list_event_fn?, _ data: HostData
) -> (@Sendable (_ list: Handle, lamina_list_event) -> Void)? {
    guard let bound = Bound(observer, data) else { return nil }
    return { list, event in
        unsafe withUnsafePointer(to: event) { unsafe bound.call(list.pointer(), $0, bound.pointer) }
    }
}

@safe func hostCall(
    _ applied: lamina_list_applied_fn?, _ data: HostData
) -> (@Sendable (_ list: Handle, lamina_status) -> Void)? {
    guard let bound = Bound(applied, data) else { return nil }
    return { list, status in unsafe bound.call(list.pointer(), status, bound.pointer) }
}

@safe func hostCall(
    _ make: lamina_list_cell_fn?, _ data: HostData
) -> (@Sendable (_ list: Handle, lamina_list_cell) -> Handle)? {
    guard let bound = Bound(make, data) else { return nil }
    return { list, cell in
        unsafe withUnsafePointer(to: cell) { unsafe bound.call(list.pointer(), $0, bound.pointer).handle() }
    }
}

/// What says where rows stand. A status that is not LAMINA_OK comes out as an error.
@safe func hostCall(
    _ layout: lamina_list_layout_fn?, _ data: HostData
) -> (@Sendable (RowsToPlace) throws(LaminaError) -> (frames: [lamina_rect], length: Double))? {
    guard let bound = Bound(layout, data) else { return nil }
    return { (given) throws(LaminaError) in
        let rows = given.rows.map(lamina_list_row.init)
        var frames = [lamina_rect](repeating: lamina_rect(), count: given.rows.count)
        var target = lamina_list_frames()
        target.struct_size = MemoryLayout<lamina_list_frames>.size
        target.view = lamina_size(width: given.view.width, height: given.view.height)
        target.row_count = given.rows.count
        let status = unsafe rows.withUnsafeBufferPointer { rows in
            unsafe given.lengths.withUnsafeBufferPointer { lengths in
                unsafe frames.withUnsafeMutableBufferPointer { frames in
                    (target.rows, target.lengths) = (rows.baseAddress, lengths.baseAddress)
                    target.frames = frames.baseAddress
                    return unsafe Int32(bitPattern: bound.call(&target, bound.pointer).rawValue)
                }
            }
        }
        if status != 0 { throw LaminaError(status: status, of: "layout") }
        return (frames, target.content_length)
    }
}

/// What takes pages of a list; the pixels are there while it runs.
@safe func hostCall(
    _ function: lamina_list_page_fn?, _ data: HostData
) -> (@Sendable (_ list: Handle, lamina_status, ListPage?) -> Bool)? {
    guard let bound = Bound(function, data) else { return nil }
    return { list, status, page in
        guard let page else { return unsafe bound.call(list.pointer(), status, nil, bound.pointer) }
        var described = lamina_list_page()
        described.struct_size = MemoryLayout<lamina_list_page>.size
        (described.index, described.page_count) = (page.index, page.count)
        (described.first_row, described.row_count) = (page.rows.lowerBound, page.rows.count)
        return page.bitmap.withPixels { pixels in
            var bitmap = unsafe lamina_bitmap(
                struct_size: MemoryLayout<lamina_bitmap>.size, data: pixels.baseAddress, width: Int32(pixels.width),
                height: Int32(pixels.height), stride: Int32(pixels.stride), format: .LAMINA_PIXEL_FORMAT_ARGB32)
            return unsafe withUnsafePointer(to: &bitmap) { pointer in
                unsafe described.bitmap = pointer
                return unsafe bound.call(list.pointer(), status, &described, bound.pointer)
            }
        }
    }
}

/// What takes the bytes of a file. A status that is not LAMINA_OK comes out as an error.
@safe func hostCall(
    _ write: lamina_bitmap_write_fn?, _ data: HostData, _ argument: StaticString
) throws(LaminaError) -> (UnsafeRawBufferPointer) throws(LaminaError) -> Void {
    let bound = try unsafe needed(Bound(write, data), argument)
    return { (bytes) throws(LaminaError) in
        // The bytes of a file are at least one.
        guard let start = bytes.baseAddress else { return }
        let status = unsafe Int32(bitPattern: bound.call(start, bytes.count, bound.pointer).rawValue)
        if status != 0 { throw LaminaError(status: status, of: "write") }
    }
}

/// What changes a picture in place; it is told apart from others by its address and that of its data.
@safe func hostStep(
    _ modify: lamina_image_modify_fn?, _ data: HostData, keeping kept: HostData?, _ argument: StaticString
) throws(LaminaError) -> HostPictureStep {
    let key = unsafe [UInt(bitPattern: unsafeBitCast(modify, to: Int.self)), UInt(bitPattern: data.pointer)]
    let bound = try unsafe needed(Bound(modify, data), argument)
    return HostPictureStep(key: key) { (pixels) throws(LaminaError) in
        var target = unsafe lamina_bitmap(
            struct_size: MemoryLayout<lamina_bitmap>.size, data: pixels.baseAddress, width: Int32(pixels.width),
            height: Int32(pixels.height), stride: Int32(pixels.stride), format: .LAMINA_PIXEL_FORMAT_ARGB32)
        let status = unsafe Int32(bitPattern: bound.call(&target, bound.pointer).rawValue)
        withExtendedLifetime(kept) {}
        if status != 0 { throw LaminaError(status: status, of: "modify") }
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

extension HostFunction: LayoutObserver where Function == lamina_node_layout_event_fn {
    func layout(of node: NodeID, _ event: LayoutEvent, size: Size) {
        guard let event = lamina_layout_event(rawValue: UInt32(event.rawValue)) else { return }
        let given = lamina_size(width: size.width, height: size.height)
        unsafe call(Handle(node, in: context).pointer(), event, given, data.pointer)
    }
}

@safe func hostCall(
    _ observer: lamina_node_layout_event_fn?, _ data: HostData, in context: Context
) -> (any LayoutObserver)? { HostFunction(observer, data, in: context) }

@safe func hostCall(
    _ observer: lamina_node_interface_fn?, _ data: HostData, in context: Context
) -> (any InterfaceObserver)? { HostFunction(observer, data, in: context) }

@safe func hostCall(_ move: lamina_context_move_fn?, _ data: HostData) -> (@Sendable (_ values: [Double]) -> Void)? {
    guard let bound = Bound(move, data) else { return nil }
    return { values in
        unsafe values.withUnsafeBufferPointer { numbers in
            guard let first = numbers.baseAddress else { return }
            unsafe bound.call(first, numbers.count, bound.pointer)
        }
    }
}

@safe func hostCall(
    _ callback: lamina_context_transition_fn?, _ data: HostData
) -> (@Sendable (_ node: Handle?, lamina_transition_change, inout lamina_transition_rule) -> Void)? {
    guard let bound = Bound(callback, data) else { return nil }
    return { node, change, rule in
        var change = change
        change.node = node?.pointer()
        unsafe withUnsafePointer(to: change) { change in unsafe bound.call(change, &rule, bound.pointer) }
    }
}

/// A function that is asked while the call lasts that it was given to, and never again.
@safe func hostCurve(
    _ curve: lamina_context_curve_fn?, _ data: UnsafeMutableRawPointer?
) -> ((_ time: Double) -> Double)? {
    guard let bound = Bound(curve, HostData(data, destroy: nil)) else { return nil }
    return { time in unsafe bound.call(time, bound.pointer) }
}
