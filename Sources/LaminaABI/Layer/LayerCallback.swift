import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode

/// What calls the host with a layer, its gradient and its bitmap, which are valid meanwhile; nil for NULL.
@safe func hostCall(
    _ function: lamina_surface_layer_fn?, _ userData: UnsafeMutableRawPointer?, in context: Context
) -> ((ExportedLayer) -> Void)? {
    guard let function = unsafe function else { return nil }
    return { exported in
        var layer = lamina_layer(exported, in: context)
        withGradient(exported.gradient) { gradient in
            unsafe layer.gradient = gradient
            guard let bitmap = exported.bitmap else { return unsafe function(&layer, userData) }
            bitmap.withPixels { pixels in
                var described = unsafe lamina_bitmap(
                    struct_size: MemoryLayout<lamina_bitmap>.size, data: pixels.baseAddress, width: Int32(pixels.width),
                    height: Int32(pixels.height), stride: Int32(pixels.stride),
                    format: .LAMINA_PIXEL_FORMAT_ARGB32)
                unsafe withUnsafePointer(to: &described) { pointer in
                    unsafe layer.bitmap = pointer
                    unsafe function(&layer, userData)
                }
            }
        }
    }
}

/// A gradient as the host reads it, while `body` runs.
@safe private func withGradient(_ gradient: Gradient?, _ body: (UnsafePointer<lamina_gradient>?) -> Void) {
    guard let gradient else { return body(nil) }
    let stops = gradient.stops.map { lamina_gradient_stop(offset: $0.offset, color: lamina_color($0.color)) }
    unsafe stops.withUnsafeBufferPointer { stops in
        var described = lamina_gradient(gradient.shape)
        described.stops = stops.baseAddress
        described.stop_count = stops.count
        unsafe withUnsafePointer(to: &described) { unsafe body($0) }
    }
}

extension lamina_layer {
    fileprivate init(_ layer: ExportedLayer, in context: Context) {
        let color = layer.background
        unsafe self.init(
            struct_size: MemoryLayout<lamina_layer>.size, id: UInt64(Handle(layer.node, in: context).bits),
            parent: layer.parent.map { UInt64(Handle($0, in: context).bits) } ?? 0,
            descendant_count: layer.descendantCount,
            changes: lamina_layer_changes(rawValue: layer.changes.rawValue), version: layer.version, bitmap: nil,
            matrix: lamina_matrix(
                layer.transform.after(
                    AffineTransform(xx: 1, yx: 0, xy: 0, yy: 1, x0: Double(layer.ink.x), y0: Double(layer.ink.y)))),
            bounds: lamina_rect_px(layer.bounds), clip: lamina_rect_px(layer.clip), opacity: layer.opacity,
            background: lamina_color(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha),
            clips: layer.clips, is_opaque: layer.bitmap?.isOpaque ?? false,
            transform: lamina_matrix(layer.transform),
            corner_radii_px: lamina_corner_radii(layer.radii),
            border: layer.border.map { lamina_border($0) } ?? lamina_border(),
            shadow: layer.shadow.map { lamina_shadow($0) } ?? lamina_shadow(), gradient: nil)
    }
}
