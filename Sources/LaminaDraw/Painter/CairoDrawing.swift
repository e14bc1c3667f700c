internal import CCairo
public import LaminaGeometry

/// Lets `body` draw with cairo (it gets a `cairo_t *`) inside `rect`: the rectangle's corner is the origin, one unit is
/// `scale` pixels, and nothing outside `rect`, `clip` and the buffer is touched. `body` is not called when nothing
/// would show.
///
/// The context and its surface are finished on return: a reference that `body` keeps can do no harm any more.
/// Fails with `backend` and cairo's message when `body` left an error behind or cairo could not start, and with
/// `outOfRange` for a scale that is not a positive finite number.
public func withCairo(
    on buffer: PixelBuffer, rect: PixelRect, scale: Double, clip: PixelRect, body: (OpaquePointer) -> Void
) throws(LaminaError) {
    guard scale > 0, scale.isFinite else {
        throw LaminaError(.outOfRange, "a drawing's scale is \(scale); it must be a positive number")
    }
    let visible = PixelRect.visible(rect, clip: clip, in: buffer.bounds)
    if visible.isEmpty { return }
    let surface = unsafe cairo_image_surface_create_for_data(
        UnsafeMutableRawPointer(buffer.address(x: visible.x, y: visible.y)).assumingMemoryBound(to: UInt8.self),
        CAIRO_FORMAT_ARGB32, Int32(visible.width), Int32(visible.height), Int32(buffer.stride))
    // On the surface and not on the context, so that cairo_identity_matrix leads back to here.
    let rect = rect.saturated
    unsafe cairo_surface_set_device_offset(surface, Double(rect.x - visible.x), Double(rect.y - visible.y))
    unsafe cairo_surface_set_device_scale(surface, scale, scale)
    let context = unsafe cairo_create(surface)
    if let context = unsafe context, unsafe cairo_status(context) == CAIRO_STATUS_SUCCESS {
        unsafe body(context)
    }
    var status = unsafe cairo_status(context)
    unsafe cairo_destroy(context)
    unsafe cairo_surface_finish(surface)
    if status == CAIRO_STATUS_SUCCESS { status = unsafe cairo_surface_status(surface) }
    unsafe cairo_surface_destroy(surface)
    if status != CAIRO_STATUS_SUCCESS {
        throw LaminaError(.backend, "cairo reports after drawing: \(cairoMessage(status))")
    }
}

/// What cairo says about a status.
func cairoMessage(_ status: cairo_status_t) -> String {
    guard let text = unsafe cairo_status_to_string(status) else { return "error \(status.rawValue)" }
    return unsafe String(cString: text)
}
