import CLamina
import LaminaABI
import Testing

@Suite struct RasterABITests {
    private func color(_ red: Float, _ green: Float, _ blue: Float) -> lamina_color {
        lamina_color(red: red, green: green, blue: blue, alpha: 1)
    }

    /// A root, 8 x 8, on a surface, with a child of 4 x 4 at (2, 2).
    private func scene(
        _ body: (Lamina, Lamina.Node, Lamina.Node, UnsafeMutablePointer<lamina_surface>?) throws -> Void
    ) throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let (root, child) = (try lamina.node(), try lamina.node())
        let frame = lamina_rect(origin: lamina_point(x: 2, y: 2), size: lamina_size(width: 4, height: 4))
        try ok(lamina_node_set_frame(child, frame))
        try ok(lamina_node_set_background(root, color(1, 1, 1)))
        try ok(lamina_node_set_background(child, color(1, 0, 0)))
        try ok(lamina_node_add_child(root, child))
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(lamina.context, lamina_size(width: 8, height: 8), 1, &surface))
        try ok(lamina_surface_set_root(surface, root))
        try ok(lamina_context_wait_idle(lamina.context, .max))
        try body(lamina, root, child, surface)
        lamina_surface_release(surface)
        lamina_node_release(child)
        lamina_node_release(root)
    }

    private func withTarget(_ pixels: inout [UInt32], _ body: (UnsafePointer<lamina_bitmap>) throws -> Void) rethrows {
        try pixels.withUnsafeMutableBytes { bytes in
            var bitmap = lamina_bitmap()
            bitmap.struct_size = MemoryLayout<lamina_bitmap>.size
            bitmap.data = bytes.baseAddress
            bitmap.width = 8
            bitmap.height = 8
            bitmap.stride = 32
            try body(&bitmap)
        }
    }

    @Test func aRasterizedSubtreeShowsAndChanges() throws {
        try scene { lamina, root, child, surface in
            #expect(!lamina_node_is_rasterized(root))
            try ok(lamina_node_set_rasterized(root, true))
            #expect(lamina_node_is_rasterized(root))
            try ok(lamina_context_wait_idle(lamina.context, .max))
            var pixels = [UInt32](repeating: 0, count: 64)
            try withTarget(&pixels) { try ok(lamina_surface_composite(surface, $0, nil, 0, nil)) }
            #expect(pixels[0] == 0xFFFF_FFFF && pixels[2 * 8 + 2] == 0xFFFF_0000)
            try ok(lamina_node_set_background(child, color(0, 1, 0)))
            try ok(lamina_node_wait_display(child, 10_000_000))
            try withTarget(&pixels) { try ok(lamina_surface_composite(surface, $0, nil, 0, nil)) }
            #expect(pixels[2 * 8 + 2] == 0xFF00_FF00)
            lamina_node_release(nil)
            #expect(lamina_node_set_rasterized(nil, true) == .LAMINA_ERROR_INVALID_HANDLE)
        }
    }

    @Test func aShownNodeHasASnapshot() throws {
        try scene { lamina, root, child, _ in
            var pixels = [UInt32](repeating: 7, count: 64)
            try withTarget(&pixels) { target in
                #expect(lamina_node_render(root, 1, color(0, 0, 0), target, nil, nil, nil, nil) != .LAMINA_OK)
                let count = DestroyCount()
                try ok(
                    lamina_node_render_snapshot(
                        child, 1, color(0, 0, 1), target, nil, count.userData, DestroyCount.notify, nil))
                try ok(lamina_context_wait_idle(lamina.context, .max))
                #expect(count.value == 1)
                #expect(
                    lamina_node_render_snapshot(
                        child, .nan, color(0, 0, 1), target, nil, count.userData, DestroyCount.notify, nil)
                        == .LAMINA_ERROR_INVALID_ARGUMENT)
                #expect(count.value == 2)
            }
            #expect(pixels[0] == 0xFFFF_0000 && pixels[3 * 8 + 3] == 0xFFFF_0000, "the child, in the corner")
            #expect(pixels[4] == 0xFF00_00FF && pixels[63] == 0xFF00_00FF, "and the ground around it")
        }
    }
}
