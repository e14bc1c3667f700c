public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode
import LaminaLock

// Section "Display" of lamina.h, and the display callbacks of section "Node".

/// What a lamina_canvas names while a worker callback runs.
final class CanvasObject: Sendable {
    let operation: Operation
    init(_ operation: Operation) { self.operation = operation }
}

/// Gives a worker callback its canvas handle, valid while `body` runs.
func withCanvas<R>(
    of operation: Operation, in context: Context, _ body: (UnsafeMutablePointer<lamina_canvas>?) -> R
) -> R {
    let handle = try? newHandle(CanvasObject(operation), .canvas, in: context)
    defer {
        if let handle {
            // Released as often as the host retained it: there is no way to retain a canvas.
            _ = context.objects.withLock { $0.release(handle.index, handle.generation, .canvas) }
        }
    }
    return unsafe body(handle?.pointer())
}

/// A drawing callback of the host's.
@safe private final class HostDrawing: Drawing, @unchecked Sendable {  // the callback is the host's, made for workers
    private let draw: lamina_node_draw_fn
    private let data: HostData
    private let context: Context

    init(_ draw: @escaping lamina_node_draw_fn, _ data: HostData, in context: Context) {
        unsafe self.draw = draw
        self.data = data
        self.context = context
    }

    func draw(cairo: OpaquePointer, size: Size, scale: Double, as operation: Operation) -> Int32 {
        let size = lamina_size(width: size.width, height: size.height)
        return unsafe withCanvas(of: operation, in: context) { canvas in
            unsafe Int32(bitPattern: draw(canvas, cairo, size, scale, data.pointer).rawValue)
        }
    }
}

@implementation @_cdecl("lamina_node_set_drawer")
public func lamina_node_set_drawer(
    _ node: UnsafeMutablePointer<lamina_node>?, _ draw: lamina_node_draw_fn?, _ user_data: UnsafeMutableRawPointer?,
    _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let context = try unsafe node.handle().context(.node, "node")
        let content = unsafe draw.map { unsafe DrawnContent(HostDrawing($0, data, in: context)) }
        try unsafe withNode(node) { (store, index, discarded) throws(LaminaError) in
            if store[index].flags.contains(.text) {
                throw LaminaError(
                    .unsupported, "node is a text node; only a node from lamina_node_create() has a drawing")
            }
            store.setContent(content, of: index, &discarded)
        }
    }
}

/// The host's callbacks around drawings.
@safe private final class HostObserver: DisplayObserver, @unchecked Sendable {  // called on the owner thread only
    private let will: lamina_node_will_display_fn?
    private let did: lamina_node_did_display_fn?
    private let data: HostData
    private let context: Context

    init(
        _ will: lamina_node_will_display_fn?, _ did: lamina_node_did_display_fn?, _ data: HostData, in context: Context
    ) {
        unsafe self.will = will
        unsafe self.did = did
        self.data = data
        self.context = context
    }

    func willDisplay(_ node: NodeID) { unsafe will?(Handle(node, in: context).pointer(), data.pointer) }

    func didDisplay(_ node: NodeID, finished: Bool) {
        unsafe did?(Handle(node, in: context).pointer(), finished, data.pointer)
    }
}

@implementation @_cdecl("lamina_node_set_display_observer")
public func lamina_node_set_display_observer(
    _ node: UnsafeMutablePointer<lamina_node>?, _ will_display: lamina_node_will_display_fn?,
    _ did_display: lamina_node_did_display_fn?, _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let context = try unsafe node.handle().context(.node, "node")
        let hasCallback = unsafe will_display != nil || did_display != nil
        let observer = unsafe hasCallback ? HostObserver(will_display, did_display, data, in: context) : nil
        try unsafe withNode(node) { store, index, discarded in
            discarded.append(store[index].extras?.displayObserver)
            store.setExtras(of: index, displayObserver: .some(observer), &discarded)
        }
    }
}

@implementation @_cdecl("lamina_canvas_is_cancelled")
public func lamina_canvas_is_cancelled(_ canvas: UnsafeMutablePointer<lamina_canvas>?) -> Bool {
    value(true) { () throws(LaminaError) in
        try unsafe findObject(canvas, .canvas, "canvas", as: CanvasObject.self).object.operation.isCancelled
    }
}

@implementation @_cdecl("lamina_node_set_drawing_priority")
public func lamina_node_set_drawing_priority(_ node: UnsafeMutablePointer<lamina_node>?, _ priority: Int32)
    -> lamina_status
{
    status { () throws(LaminaError) in
        try unsafe withNode(node) { store, index, discarded in
            store.setDrawingPriority(priority, of: index, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_wait_display")
public func lamina_node_wait_display(_ node: UnsafeMutablePointer<lamina_node>?, _ timeout_us: UInt64)
    -> lamina_status
{
    status { () throws(LaminaError) in
        let handle = unsafe node.handle()
        let context = try handle.context(.node, "node")
        try unsafe withNode(node) { _, _, _ in }
        try context.engine(context.generation).waitDisplayed(handle.nodeID, timeout: timeout_us)
    }
}
