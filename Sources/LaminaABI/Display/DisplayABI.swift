public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode
import LaminaLock

// Drawing callbacks and display observers.

/// The object behind a lamina_canvas while a worker callback runs.
final class CanvasObject: Sendable {
    let operation: Operation
    /// The picture from the callback, of this context; nil for callbacks without one.
    let picture: (context: Context, image: Locked<Bitmap?>)?
    /// The traits of the drawn node; nil without a node.
    let traits: TraitReader?

    init(_ operation: Operation, imagesOf context: Context? = nil) {
        self.operation = operation
        picture = context.map { ($0, Locked(.leaf, nil)) }
        traits = operation.traits
    }
}

/// Gives a worker callback its canvas handle, valid while `body` runs.
func withCanvas<R>(
    _ object: CanvasObject, in context: Context, _ body: (UnsafeMutablePointer<lamina_canvas>?) -> R
) -> R {
    let handle = try? newHandle(object, .canvas, in: context)
    defer {
        if let handle {
            // A canvas cannot be retained, so this releases it.
            _ = context.objects.withLock { $0.release(handle.index, handle.generation, .canvas) }
        }
    }
    return unsafe body(handle?.pointer())
}

// MARK: Drawing callbacks of the host

extension HostFunction: Drawing where Function == lamina_node_draw_fn {
    func draw(cairo: OpaquePointer, size: Size, scale: Double, as operation: Operation) -> Int32 {
        let size = lamina_size(width: size.width, height: size.height)
        return unsafe withCanvas(CanvasObject(operation), in: context) { canvas in
            unsafe Int32(bitPattern: call(canvas, cairo, size, scale, data.pointer).rawValue)
        }
    }
}

extension HostFunction: PixelDrawing where Function == lamina_node_draw_pixels_fn {
    func draw(pixels: PixelBuffer, size: Size, scale: Double, as operation: Operation) -> Int32 {
        let size = lamina_size(width: size.width, height: size.height)
        var target = unsafe lamina_bitmap(
            struct_size: MemoryLayout<lamina_bitmap>.size, data: pixels.baseAddress, width: Int32(pixels.width),
            height: Int32(pixels.height), stride: Int32(pixels.stride), format: .LAMINA_PIXEL_FORMAT_ARGB32
        )
        return unsafe withCanvas(CanvasObject(operation), in: context) { canvas in
            unsafe Int32(bitPattern: call(canvas, &target, size, scale, data.pointer).rawValue)
        }
    }
}

extension HostFunction: ImageDrawing where Function == lamina_node_draw_image_fn {
    func draw(
        size: Size, scale: Double, pool: BitmapPool, as operation: Operation
    ) -> (status: Int32, image: Bitmap?) {
        let size = lamina_size(width: size.width, height: size.height)
        let object = unsafe CanvasObject(operation, imagesOf: context)
        let status = unsafe withCanvas(object, in: context) { canvas in
            unsafe Int32(bitPattern: call(canvas, size, scale, data.pointer).rawValue)
        }
        return (status, object.picture?.image.withLock { $0 } ?? nil)
    }
}

/// Sets or removes the drawing of a display node.
private func setDrawing(
    _ node: UnsafeMutablePointer<lamina_node>?, _ make: (Context) -> DrawnContent.Source?
) throws(LaminaError) {
    let context = try unsafe node.handle().context(.node, "node")
    let source = make(context)
    try unsafe withNode(node) { (store, index, discarded) throws(LaminaError) in
        if store[index].flags.contains(.text) {
            throw LaminaError(
                .unsupported, "node is a text node; only a node from lamina_node_create() has a drawing")
        }
        let drawsText = store[index].flags.contains(.drawsText)
        store.setContent(source.map { DrawnContent($0, drawsText: drawsText) }, of: index, &discarded)
    }
}

@implementation @_cdecl("lamina_node_set_draw_callback")
public func lamina_node_set_draw_callback(
    _ node: UnsafeMutablePointer<lamina_node>?, _ draw: lamina_node_draw_fn?, _ user_data: UnsafeMutableRawPointer?,
    _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        try unsafe setDrawing(node) { context in
            unsafe draw.map { unsafe .cairo(HostFunction($0, data, in: context)) }
        }
    }
}

@implementation @_cdecl("lamina_node_set_draw_pixels_callback")
public func lamina_node_set_draw_pixels_callback(
    _ node: UnsafeMutablePointer<lamina_node>?, _ draw: lamina_node_draw_pixels_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        try unsafe setDrawing(node) { context in
            unsafe draw.map { unsafe .pixels(HostFunction($0, data, in: context)) }
        }
    }
}

@implementation @_cdecl("lamina_node_set_draw_image_callback")
public func lamina_node_set_draw_image_callback(
    _ node: UnsafeMutablePointer<lamina_node>?, _ draw: lamina_node_draw_image_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        try unsafe setDrawing(node) { context in
            unsafe draw.map { unsafe .image(HostFunction($0, data, in: context)) }
        }
    }
}

@implementation @_cdecl("lamina_node_set_draws_text")
public func lamina_node_set_draws_text(_ node: UnsafeMutablePointer<lamina_node>?, _ draws_text: Bool)
    -> lamina_status
{
    status { () throws(LaminaError) in
        try unsafe withNode(node) { (store, index, discarded) throws(LaminaError) in
            if store[index].flags.contains(.text) {
                throw LaminaError(.unsupported, "node is a text node, whose text is always drawn safely")
            }
            if store[index].flags.contains(.drawsText) == draws_text { return }
            store.set(.drawsText, to: draws_text, of: index)
            if let content = store[index].content as? DrawnContent {
                store.setContent(content.with(drawsText: draws_text), of: index, &discarded)
            }
        }
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

@implementation @_cdecl("lamina_node_get_drawing_priority")
public func lamina_node_get_drawing_priority(_ node: UnsafeMutablePointer<lamina_node>?) -> Int32 {
    unsafe readNode(node, 0) { store, index in store[index].extras?.drawingPriority ?? 0 }
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
