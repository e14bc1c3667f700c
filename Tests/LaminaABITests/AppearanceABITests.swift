import CLamina
import LaminaABI
import Testing

@Suite struct AppearanceABITests {
    private let blue = lamina_color(red: 0, green: 0, blue: 1, alpha: 1)

    @Test func propertiesComeBack() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.node()
        let radii = lamina_corner_radii(top_left: 1, top_right: 2, bottom_right: 3, bottom_left: 4)
        try ok(lamina_node_set_corner_radii(node, radii))
        #expect(lamina_node_get_corner_radii(node).bottom_right == 3 && lamina_node_get_corner_radius(node) == 4)
        try ok(lamina_node_set_corner_radius(node, 4))
        #expect(lamina_node_get_corner_radii(node).top_left == 4, "all alike again")
        try ok(lamina_node_set_border(node, lamina_border(width: 1.5, color: blue)))
        #expect(lamina_node_get_border(node).width == 1.5 && lamina_node_get_border(node).color.blue == 1)
        try ok(lamina_node_set_border(node, lamina_border()))
        #expect(lamina_node_get_border(node).width == 0)
        try ok(lamina_node_set_shadow(node, lamina_shadow(color: blue, x: 1, y: -2, blur: 3, spread: -4)))
        #expect(lamina_node_get_shadow(node).y == -2 && lamina_node_get_shadow(node).spread == -4)
        let turn = lamina_matrix(xx: 0, yx: 1, xy: -1, yy: 0, x0: 5, y0: 6)
        #expect(lamina_node_get_transform(node).xx == 1, "nothing is moved by default")
        try ok(lamina_node_set_transform(node, turn))
        #expect(lamina_node_get_transform(node).xy == -1 && lamina_node_get_transform(node).y0 == 6)
        #expect(lamina_node_get_anchor(node).x == 0.5)
        try ok(lamina_node_set_anchor(node, lamina_point(x: 0, y: 1)))
        #expect(lamina_node_get_anchor(node).y == 1)
        try ok(lamina_node_set_z_position(node, -7))
        #expect(lamina_node_get_z_position(node) == -7)
        try ok(lamina_node_set_bounds_origin(node, lamina_point(x: 3, y: -40.5)))
        #expect(lamina_node_get_bounds_origin(node).x == 3 && lamina_node_get_bounds_origin(node).y == -40.5)
        try ok(lamina_node_set_bounds_origin(node, lamina_point()))
        #expect(lamina_node_get_bounds_origin(node).y == 0)
    }

    @Test func aPositionIsWhereTheAnchorStands() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.node()
        let size = lamina_size(width: 40, height: 10)
        try ok(lamina_node_set_frame(node, lamina_rect(origin: lamina_point(x: 100, y: 50), size: size)))
        #expect(lamina_node_get_position(node).x == 120 && lamina_node_get_position(node).y == 55)
        try ok(lamina_node_set_position(node, lamina_point(x: 0, y: 0)))
        let frame = lamina_node_get_frame(node)
        #expect(frame.origin.x == -20 && frame.origin.y == -5 && frame.size.width == 40 && frame.size.height == 10)
        // Another anchor is another point of the same frame.
        try ok(lamina_node_set_anchor(node, lamina_point(x: 1, y: 0)))
        #expect(lamina_node_get_position(node).x == 20 && lamina_node_get_position(node).y == -5)
        try ok(lamina_node_set_anchor(node, lamina_point(x: 1000, y: 0)))
        let far = lamina_node_set_position(node, lamina_point(x: -9_999_999, y: 0))
        #expect(far == .LAMINA_ERROR_INVALID_ARGUMENT && lastError().contains("position puts the node's corner at"))
        #expect(lamina_node_get_frame(node).origin.x == -20)
        #expect(lamina_node_get_position(nil).x == 0 && lamina_node_get_bounds_origin(nil).x == 0)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1]) func badNumbersChangeNothing(bad: Double) throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.node()
        func isRefused(_ status: lamina_status, _ argument: String) -> Bool {
            status == .LAMINA_ERROR_INVALID_ARGUMENT && lastError().contains("\(argument) is \(bad)")
        }
        #expect(isRefused(lamina_node_set_border(node, lamina_border(width: bad, color: blue)), "border.width"))
        let radii = lamina_corner_radii(top_left: 1, top_right: 2, bottom_right: bad, bottom_left: 4)
        #expect(isRefused(lamina_node_set_corner_radii(node, radii), "radii.bottom_right"))
        let shadow = lamina_shadow(color: blue, x: 1, y: 1, blur: bad, spread: 0)
        #expect(isRefused(lamina_node_set_shadow(node, shadow), "shadow.blur"))
        #expect(lamina_node_get_shadow(node).color.alpha == 0 && lamina_node_get_border(node).width == 0)
        if bad == -1 { return }
        let matrix = lamina_matrix(xx: 1, yx: bad, xy: 0, yy: 1, x0: 0, y0: 0)
        #expect(isRefused(lamina_node_set_transform(node, matrix), "transform.yx"))
        #expect(isRefused(lamina_node_set_anchor(node, lamina_point(x: 0, y: bad)), "anchor.y"))
        #expect(isRefused(lamina_node_set_z_position(node, bad), "z_position"))
        #expect(isRefused(lamina_node_set_position(node, lamina_point(x: bad, y: 0)), "position.x"))
        #expect(isRefused(lamina_node_set_bounds_origin(node, lamina_point(x: 0, y: bad)), "origin.y"))
        var found = lamina_point(x: 3, y: 3)
        let point = lamina_point(x: bad, y: 0)
        #expect(isRefused(lamina_node_convert_point(node, point, nil, &found), "point.x"))
        #expect(found.x == 3)
    }

    private func gradient(_ offsets: [Double], _ body: (UnsafePointer<lamina_gradient>) throws -> Void) rethrows {
        let stops = offsets.map { lamina_gradient_stop(offset: $0, color: blue) }
        try stops.withUnsafeBufferPointer { stops in
            var gradient = lamina_gradient()
            gradient.struct_size = MemoryLayout<lamina_gradient>.size
            gradient.end = lamina_point(x: 1, y: 1)
            gradient.stops = stops.baseAddress
            gradient.stop_count = stops.count
            try body(&gradient)
        }
    }

    @Test func gradientsNeedStopsInOrder() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.node()
        try gradient([0, 0.5, 1]) { try ok(lamina_node_set_gradient(node, $0)) }
        gradient([0.5, 0.2]) { #expect(lamina_node_set_gradient(node, $0) == .LAMINA_ERROR_INVALID_ARGUMENT) }
        #expect(lastError().contains("stops[1].offset is 0.2"))
        gradient([]) { #expect(lamina_node_set_gradient(node, $0) == .LAMINA_ERROR_INVALID_ARGUMENT) }
        gradient(.init(repeating: 0, count: 65)) {
            #expect(lamina_node_set_gradient(node, $0) == .LAMINA_ERROR_INVALID_ARGUMENT)
        }
        try ok(lamina_node_set_gradient(node, nil))
    }

    @Test func hitsAndPointsFollowTheTree() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let (root, child, other) = (try lamina.node(), try lamina.node(), try lamina.node())
        func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> lamina_rect {
            lamina_rect(origin: lamina_point(x: x, y: y), size: lamina_size(width: width, height: height))
        }
        try ok(lamina_node_set_frame(root, frame(50, 50, 100, 100)))
        try ok(lamina_node_set_frame(child, frame(10, 20, 40, 40)))
        try ok(lamina_node_add_child(root, child))
        try ok(lamina_node_set_transform(child, lamina_matrix(xx: 2, yx: 0, xy: 0, yy: 2, x0: 0, y0: 0)))
        var point = lamina_point()
        try ok(lamina_node_convert_point(child, lamina_point(x: 0, y: 0), root, &point))
        #expect(point.x == -10 && point.y == 0)
        try ok(lamina_node_convert_point(root, point, child, &point))
        #expect(point.x == 0 && point.y == 0)
        #expect(lamina_node_convert_point(root, point, other, &point) == .LAMINA_ERROR_INVALID_ARGUMENT)
        var hit: Lamina.Node?
        try ok(lamina_node_hit_test(root, lamina_point(x: 60, y: 10), &hit, &point))
        #expect(hit == child && point.x == 35 && point.y == 5)
        lamina_node_release(hit)
        try ok(lamina_node_set_hidden(child, true))
        try ok(lamina_node_hit_test(root, lamina_point(x: 60, y: 10), &hit, nil))
        #expect(hit == root)
        lamina_node_release(hit)
        try ok(lamina_node_hit_test(root, lamina_point(x: 160, y: 10), &hit, nil))
        #expect(hit == nil)
        try ok(lamina_node_set_transform(child, lamina_matrix()))
        #expect(lamina_node_convert_point(root, point, child, &point) == .LAMINA_ERROR_INVALID_STATE)
    }

    @Test func aPictureIsShownAndKept() throws {
        let lamina = try Lamina(threads: 0)
        defer { lamina.close() }
        let root = try lamina.node()
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(lamina.context, lamina_size(width: 8, height: 8), 1, &surface))
        try ok(lamina_surface_set_root(surface, root))
        var pixels: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF]
        var target = [UInt32](repeating: 0, count: 64)
        func show(_ options: UnsafePointer<lamina_image_options>?) throws {
            try pixels.withUnsafeMutableBytes { bytes in
                var image = lamina_bitmap(
                    struct_size: MemoryLayout<lamina_bitmap>.size, data: bytes.baseAddress, width: 2, height: 2,
                    stride: 8, reserved: 0, format: .LAMINA_PIXEL_FORMAT_ARGB32)
                try ok(lamina_node_set_image(root, &image, options))
            }
            try ok(lamina_context_wait_idle(lamina.context, 5_000_000))
            try target.withUnsafeMutableBytes { bytes in
                var bitmap = lamina_bitmap(
                    struct_size: MemoryLayout<lamina_bitmap>.size, data: bytes.baseAddress, width: 8, height: 8,
                    stride: 32, reserved: 0, format: .LAMINA_PIXEL_FORMAT_ARGB32)
                try ok(lamina_surface_composite(surface, &bitmap, nil, 0, nil))
            }
        }
        try show(nil)
        #expect(target[0] == 0xFFFF_0000 && target[63] == 0xFFFF_FFFF)
        var options = lamina_image_options()
        options.struct_size = MemoryLayout<lamina_image_options>.size
        options.gravity = .LAMINA_GRAVITY_BOTTOM_RIGHT
        options.scale = 1
        options.source.size = lamina_size(width: 1, height: 1)
        try show(&options)
        #expect(target[0] == 0 && target[6 * 8 + 6] == 0xFFFF_0000 && target[63] == 0xFFFF_FFFF)
        options.gravity = .LAMINA_GRAVITY_RESIZE
        options.stretch = lamina_insets(top: 1, left: 1, bottom: 1, right: 1)
        try show(&options)
        #expect(target[0] == 0xFFFF_0000 && target[7] == 0xFF00_FF00 && target[63] == 0xFFFF_FFFF)
        options.source = lamina_rect(origin: lamina_point(x: 0.5, y: 0), size: lamina_size(width: 0.5, height: 0.5))
        try show(&options)
        let isGreen = target.allSatisfy { $0 == 0xFF00_FF00 }
        #expect(isGreen)
        options.scale = .nan
        var image = lamina_bitmap()
        image.struct_size = MemoryLayout<lamina_bitmap>.size
        #expect(lamina_node_set_image(root, &image, &options) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lamina_node_set_image(try lamina.textNode("x"), nil, nil) == .LAMINA_ERROR_UNSUPPORTED)
        lamina_surface_release(surface)
    }

    private final class Told {
        var layers: [lamina_layer] = []
        var stops = 0
    }

    @Test func hostsThatCompositeByThemselvesAreTold() throws {
        let lamina = try Lamina(threads: 0)
        defer { lamina.close() }
        let (root, child) = (try lamina.node(), try lamina.node())
        try ok(lamina_node_add_child(root, child))
        let frame = lamina_rect(origin: lamina_point(x: 4, y: 2), size: lamina_size(width: 10, height: 6))
        try ok(lamina_node_set_frame(child, frame))
        try ok(lamina_node_set_background(child, blue))
        try ok(lamina_node_set_border(child, lamina_border(width: 1.5, color: blue)))
        try ok(lamina_node_set_shadow(child, lamina_shadow(color: blue, x: 1, y: 2, blur: 4, spread: 0)))
        try ok(lamina_node_set_transform(child, lamina_matrix(xx: 0, yx: 1, xy: -1, yy: 0, x0: 0, y0: 0)))
        try gradient([0, 1]) { try ok(lamina_node_set_gradient(child, $0)) }
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(lamina.context, lamina_size(width: 20, height: 20), 2, &surface))
        defer { lamina_surface_release(surface) }
        try ok(lamina_surface_set_root(surface, root))
        func tell() throws -> Told {
            try ok(lamina_context_wait_idle(lamina.context, 5_000_000))
            let told = Told()
            try ok(
                lamina_surface_export_layers(
                    surface,
                    { layer, data in
                        let told = Unmanaged<Told>.fromOpaque(data!).takeUnretainedValue()
                        told.layers.append(layer!.pointee)
                        told.stops = layer!.pointee.gradient?.pointee.stop_count ?? 0
                    }, Unmanaged.passUnretained(told).toOpaque()))
            return told
        }
        let told = try tell()
        let layer = try #require(told.layers.last)
        #expect(layer.bounds.x == 8 && layer.bounds.width == 20, "in its own pixels")
        // 20 x 12 pixels at (8, 4), about (18, 10): the corner goes to (24, 0).
        let transform = layer.transform
        let x = transform.xx * 8 + transform.xy * 4 + transform.x0
        let y = transform.yx * 8 + transform.yy * 4 + transform.y0
        #expect(x == 24 && y == 0)
        #expect(layer.border.width == 3 && layer.shadow.y == 4 && layer.shadow.blur == 8 && told.stops == 2)
        try ok(lamina_node_set_z_position(child, 1))
        try ok(lamina_node_set_border(child, lamina_border()))
        let again = try #require(try tell().layers.last)
        #expect(again.changes == .LAMINA_LAYER_CHANGES_APPEARANCE && again.border.width == 0)
    }
}
