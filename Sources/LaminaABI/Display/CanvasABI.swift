public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaLock
import LaminaNode

// Properties of the canvas for drawing callbacks.

@implementation @_cdecl("lamina_canvas_is_cancelled")
public func lamina_canvas_is_cancelled(_ canvas: UnsafeMutablePointer<lamina_canvas>?) -> Bool {
    value(true) { () throws(LaminaError) in
        try findObject(canvas, .canvas, "canvas", as: CanvasObject.self).object.operation.isCancelled
    }
}

@implementation @_cdecl("lamina_canvas_set_image")
public func lamina_canvas_set_image(
    _ canvas: UnsafeMutablePointer<lamina_canvas>?, _ image: UnsafeMutablePointer<lamina_image>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let object = try findObject(canvas, .canvas, "canvas", as: CanvasObject.self).object
        guard let (context, kept) = object.picture else {
            throw LaminaError(.invalidState, "canvas belongs to a drawing that does not provide an image")
        }
        let given = isNull(image) ? nil : try sharedImage(image, "image", in: context).bitmap
        let old = kept.withLock { stored in
            defer { stored = given }
            return stored
        }
        withExtendedLifetime(old) {}
    }
}

@implementation @_cdecl("lamina_canvas_is_dark")
public func lamina_canvas_is_dark(_ canvas: UnsafeMutablePointer<lamina_canvas>?) -> Bool {
    value(false) { () throws(LaminaError) in try reader(canvas).isDark }
}

@implementation @_cdecl("lamina_canvas_get_text_size_factor")
public func lamina_canvas_get_text_size_factor(_ canvas: UnsafeMutablePointer<lamina_canvas>?) -> Double {
    value(1) { () throws(LaminaError) in try reader(canvas).textSize }
}

@implementation @_cdecl("lamina_canvas_get_tint")
public func lamina_canvas_get_tint(_ canvas: UnsafeMutablePointer<lamina_canvas>?) -> lamina_color {
    value(lamina_color()) { () throws(LaminaError) in lamina_color(try reader(canvas).tint) }
}

@safe private func reader(_ canvas: UnsafeMutablePointer<lamina_canvas>?) throws(LaminaError) -> TraitReader {
    let object = try findObject(canvas, .canvas, "canvas", as: CanvasObject.self).object
    guard let reader = object.traits else {
        throw LaminaError(.invalidState, "canvas belongs to an operation, not to a drawing of a node: it has no traits")
    }
    return reader
}
