import CLamina
import LaminaABI
import Testing

@Suite struct PlaceholderABITests {
    private func placeholder() -> lamina_placeholder {
        var placeholder = lamina_placeholder()
        placeholder.struct_size = MemoryLayout<lamina_placeholder>.size
        return placeholder
    }

    @Test func whatIsSetComesBack() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.node()
        var given = placeholder()
        given.color = lamina_color(red: 1, green: 0.5, blue: 0, alpha: 1)
        given.fade_us = 5
        given.persists = true
        given.insets.right = -2
        try ok(lamina_node_set_placeholder(node, &given))
        var found = placeholder()
        try ok(lamina_node_get_placeholder(node, &found))
        #expect(found.color.green == 0.5 && found.fade_us == 5 && found.persists && found.insets.right == -2)
        #expect(found.insets.top == 0)
        try ok(lamina_node_set_placeholder(node, nil))
        try ok(lamina_node_get_placeholder(node, &found))
        #expect(found.color.alpha == 0 && found.fade_us == 0 && !found.persists && found.insets.top == 1)
        lamina_node_release(node)
    }

    @Test func badValuesChangeNothing() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.node()
        var given = placeholder()
        given.color.red = 2
        #expect(lamina_node_set_placeholder(node, &given) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lastError().contains("placeholder->color is (2.0"))
        given.color.red = 1
        given.insets.left = .nan
        #expect(lamina_node_set_placeholder(node, &given) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lastError().contains("placeholder->insets.left is nan"))
        given.struct_size = 3
        #expect(lamina_node_set_placeholder(node, &given) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lamina_node_get_placeholder(node, nil) == .LAMINA_ERROR_INVALID_ARGUMENT)
        var found = placeholder()
        try ok(lamina_node_get_placeholder(node, &found))
        #expect(found.color.red == 0)
        lamina_node_release(node)
        #expect(lamina_node_set_placeholder(node, nil) == .LAMINA_ERROR_INVALID_HANDLE)
    }

    @Test func aDrawingEndsOnceWhateverHappens() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.node()
        let draw: lamina_node_draw_fn = { _, _, _, _, _ in .LAMINA_OK }
        let count = DestroyCount()
        try ok(lamina_node_set_placeholder_draw_callback(node, draw, count.userData, DestroyCount.notify))
        #expect(count.value == 0)
        // Colour and drawing are set apart.
        var given = placeholder()
        given.color.alpha = 1
        try ok(lamina_node_set_placeholder(node, &given))
        #expect(count.value == 0)
        try ok(lamina_node_set_placeholder_draw_callback(node, nil, nil, nil))
        #expect(count.value == 1)
        var found = placeholder()
        try ok(lamina_node_get_placeholder(node, &found))
        #expect(found.color.alpha == 1)
        try ok(lamina_node_set_placeholder_draw_callback(node, draw, count.userData, DestroyCount.notify))
        try ok(lamina_node_set_placeholder(node, nil))
        #expect(count.value == 2)
        try ok(lamina_node_set_placeholder_draw_callback(node, draw, count.userData, DestroyCount.notify))
        lamina_node_release(node)
        #expect(count.value == 3)
        #expect(
            lamina_node_set_placeholder_draw_callback(node, draw, count.userData, DestroyCount.notify)
                == .LAMINA_ERROR_INVALID_HANDLE)
        #expect(count.value == 4)
    }

    /// A layer may be the last to hold what the host gave: it ends without a lock, so that the notify may call
    /// anything.
    @Test func whatALayerHeldLastEndsWithoutALock() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let (root, node) = (try lamina.node(), try lamina.node())
        try ok(lamina_node_add_child(root, node))
        try ok(lamina_node_set_frame(node, lamina_rect(origin: lamina_point(), size: lamina_size(width: 4, height: 4))))
        let draw: lamina_node_draw_fn = { _, _, _, _, _ in .LAMINA_OK }
        let asked = try lamina.node()
        let notify: lamina_destroy_fn = { data in
            let node = data?.assumingMemoryBound(to: lamina_node.self)
            _ = lamina_node_set_opacity(node, lamina_node_get_opacity(node) / 2)
        }
        func set() throws {
            try ok(lamina_node_set_draw_callback(node, draw, UnsafeMutableRawPointer(asked), notify))
            try ok(lamina_node_set_placeholder_draw_callback(node, draw, UnsafeMutableRawPointer(asked), notify))
            try ok(lamina_context_wait_idle(lamina.context, .max))
        }
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(lamina.context, lamina_size(width: 8, height: 8), 1, &surface))
        try ok(lamina_surface_set_root(surface, root))
        try set()
        try ok(lamina_node_set_draw_callback(node, nil, nil, nil))
        try ok(lamina_node_set_placeholder(node, nil))
        try ok(lamina_context_wait_idle(lamina.context, .max))
        #expect(lamina_node_get_opacity(asked) == 0.25)
        try set()
        try ok(lamina_node_remove_from_parent(node))
        lamina_node_release(node)
        try ok(lamina_context_wait_idle(lamina.context, .max))
        #expect(lamina_node_get_opacity(asked) == 0.0625)
        lamina_surface_release(surface)
        lamina_node_release(asked)
        lamina_node_release(root)
    }
}
