import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaLock
import LaminaNode

/// What a lamina_canvas names while a worker callback runs.
final class CanvasObject: Sendable {
    let operation: Operation
    /// The picture that the callback hands over, of this context; nil where none is wanted.
    let picture: (context: Context, image: Locked<Bitmap?>)?
    /// What holds at the node that is drawn; nil where none is.
    let traits: TraitReader?

    init(_ operation: Operation, imagesOf context: Context? = nil) {
        self.operation = operation
        picture = context.map { ($0, Locked(.leaf, nil)) }
        traits = operation.traits
    }
}

/// Gives a worker callback its canvas handle, valid while `body` runs.
func withCanvas<R>(_ object: CanvasObject, in context: Context, _ body: (Handle?) -> R) -> R {
    let handle = try? newHandle(object, .canvas, in: context)
    defer {
        if let handle {
            // Released as often as the host retained it: there is no way to retain a canvas.
            _ = context.objects.withLock { $0.release(handle.index, handle.generation, .canvas) }
        }
    }
    return body(handle)
}

// MARK: The drawing callbacks of the host's

extension HostFunction: Drawing where Function == lamina_node_draw_fn {
    func draw(cairo: OpaquePointer, size: Size, scale: Double, as operation: Operation) -> Int32 {
        let size = lamina_size(width: size.width, height: size.height)
        return unsafe withCanvas(CanvasObject(operation), in: context) { canvas in
            unsafe Int32(bitPattern: call(canvas?.pointer(), cairo, size, scale, data.pointer).rawValue)
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
            unsafe Int32(bitPattern: call(canvas?.pointer(), &target, size, scale, data.pointer).rawValue)
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
            unsafe Int32(bitPattern: call(canvas?.pointer(), size, scale, data.pointer).rawValue)
        }
        return (status, object.picture?.image.withLock { $0 } ?? nil)
    }
}

@safe func hostDrawing(
    _ draw: lamina_node_draw_fn?, _ data: HostData, in context: Context
) -> DrawnContent.Source? { unsafe HostFunction(draw, data, in: context).map { unsafe .cairo($0) } }

@safe func hostDrawing(
    _ draw: lamina_node_draw_pixels_fn?, _ data: HostData, in context: Context
) -> DrawnContent.Source? { unsafe HostFunction(draw, data, in: context).map { unsafe .pixels($0) } }

@safe func hostDrawing(
    _ draw: lamina_node_draw_image_fn?, _ data: HostData, in context: Context
) -> DrawnContent.Source? { unsafe HostFunction(draw, data, in: context).map { unsafe .image($0) } }
