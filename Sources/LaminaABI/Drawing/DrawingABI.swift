public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode
import LaminaText

@implementation @_cdecl("lamina_drawing_create")
public func lamina_drawing_create(
    _ context: UnsafeMutablePointer<lamina_context>?, _ steps: UnsafePointer<lamina_drawing_step>?, _ step_count: Int,
    _ out_drawing: UnsafeMutablePointer<UnsafeMutablePointer<lamina_drawing>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_drawing, "out_drawing")
        let handle = try ContextHandle.open(context)
        let drawing = try RecordedDrawing(drawingSteps(steps, step_count, in: handle.context))
        try handle.handOut(drawing, .drawing, to: out)
    }
}

@implementation @_cdecl("lamina_drawing_retain")
public func lamina_drawing_retain(
    _ drawing: UnsafeMutablePointer<lamina_drawing>?
) -> UnsafeMutablePointer<lamina_drawing>! {
    retainObject(drawing, .drawing)
}

@implementation @_cdecl("lamina_drawing_release")
public func lamina_drawing_release(_ drawing: UnsafeMutablePointer<lamina_drawing>?) {
    releaseObject(drawing, .drawing)
}

@implementation @_cdecl("lamina_drawing_draw")
public func lamina_drawing_draw(
    _ drawing: UnsafeMutablePointer<lamina_drawing>?, _ origin: lamina_point, _ scale: Double,
    _ target: UnsafePointer<lamina_bitmap>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (context, recorded) = try findObject(drawing, .drawing, "drawing", as: RecordedDrawing.self)
        let reach = -RecordedDrawing.reach...RecordedDrawing.reach
        let place = Point(
            x: try Check.within(origin.x, reach, "origin.x"), y: try Check.within(origin.y, reach, "origin.y"))
        let scale = try Check.scale(scale)
        let pixels = try pixelBuffer(target, "target")
        let parts = try context.parts()
        try parts.withWorker { (worker) throws(LaminaError) in
            try worker.draw(recorded, at: place, scale: scale, in: pixels.bounds, clip: pixels.bounds, on: pixels)
        }
    }
}

@implementation @_cdecl("lamina_node_set_drawing")
public func lamina_node_set_drawing(
    _ node: UnsafeMutablePointer<lamina_node>?, _ drawing: UnsafeMutablePointer<lamina_drawing>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let context = try node.handle().context(.node, "node")
        let content = isNull(drawing) ? nil : RecordedContent(try recordedDrawing(drawing, in: context))
        try withNode(node) { (store, index, discarded) throws(LaminaError) in
            if store[index].flags.contains(.text) {
                throw LaminaError(
                    .unsupported, "node is a text node; only a node from lamina_node_create() shows a drawing")
            }
            store.setContent(content, of: index, &discarded)
        }
    }
}

/// The drawing that a handle names, of this context.
@safe func recordedDrawing(
    _ drawing: UnsafeMutablePointer<lamina_drawing>?, in context: Context
) throws(LaminaError) -> RecordedDrawing {
    let (found, object) = try findObject(drawing, .drawing, "drawing", as: RecordedDrawing.self)
    if found !== context { throw LaminaError(.foreignContext, "drawing belongs to another context") }
    return object
}
