public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode

@implementation @_cdecl("lamina_surface_export_layers")
public func lamina_surface_export_layers(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ layer: lamina_surface_layer_fn?,
    _ user_data: UnsafeMutableRawPointer?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (context, object) = try unsafe findObject(surface, .surface, "surface", as: Surface.self)
        let engine = try context.engine(context.generation)
        guard let call = unsafe layer else {
            throw LaminaError(.invalidArgument, "layer is NULL; a function is needed")
        }
        for exported in engine.takeLayers(of: object) {
            var filled = unsafe lamina_layer(exported, in: context)
            unsafe withGradient(exported.gradient) { gradient in
                unsafe filled.gradient = unsafe gradient
                unsafe export(&filled, exported.bitmap, call, user_data)
            }
        }
    }
}

/// Calls the host with a layer and its bitmap.
private func export(
    _ filled: inout lamina_layer, _ bitmap: Bitmap?, _ call: lamina_surface_layer_fn,
    _ user_data: UnsafeMutableRawPointer?
) {
    guard let bitmap else {
        unsafe call(&filled, user_data)
        return
    }
    bitmap.withPixels { pixels in
        var described = unsafe lamina_bitmap(
            struct_size: MemoryLayout<lamina_bitmap>.size, data: pixels.baseAddress, width: Int32(pixels.width),
            height: Int32(pixels.height), stride: Int32(pixels.stride),
            format: .LAMINA_PIXEL_FORMAT_ARGB32)
        unsafe withUnsafePointer(to: &described) { pointer in
            unsafe filled.bitmap = unsafe pointer
            unsafe call(&filled, user_data)
        }
    }
}

/// A gradient as the host reads it, while `body` runs.
private func withGradient(_ gradient: LinearGradient?, _ body: (UnsafePointer<lamina_gradient>?) -> Void) {
    guard let gradient else { return body(nil) }
    let stops = gradient.stops.map { lamina_gradient_stop(offset: $0.offset, color: lamina_color($0.color)) }
    unsafe stops.withUnsafeBufferPointer { stops in
        var described = unsafe lamina_gradient(
            struct_size: MemoryLayout<lamina_gradient>.size,
            start: lamina_point(x: gradient.start.x, y: gradient.start.y),
            end: lamina_point(x: gradient.end.x, y: gradient.end.y), stops: stops.baseAddress, stop_count: stops.count)
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
            corner_radius_px: layer.cornerRadius, clips: layer.clips, is_opaque: layer.bitmap?.isOpaque ?? false,
            transform: lamina_matrix(layer.transform),
            corner_radii_px: lamina_corner_radii(layer.radii),
            border: layer.border.map { lamina_border($0) } ?? lamina_border(),
            shadow: layer.shadow.map { lamina_shadow($0) } ?? lamina_shadow(), gradient: nil)
    }
}
