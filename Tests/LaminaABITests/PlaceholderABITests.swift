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
        try ok(lamina_node_set_placeholder_drawer(node, draw, count.userData, DestroyCount.notify))
        #expect(count.value == 0)
        // Colour and drawing are set apart.
        var given = placeholder()
        given.color.alpha = 1
        try ok(lamina_node_set_placeholder(node, &given))
        #expect(count.value == 0)
        try ok(lamina_node_set_placeholder_drawer(node, nil, nil, nil))
        #expect(count.value == 1)
        var found = placeholder()
        try ok(lamina_node_get_placeholder(node, &found))
        #expect(found.color.alpha == 1)
        try ok(lamina_node_set_placeholder_drawer(node, draw, count.userData, DestroyCount.notify))
        try ok(lamina_node_set_placeholder(node, nil))
        #expect(count.value == 2)
        try ok(lamina_node_set_placeholder_drawer(node, draw, count.userData, DestroyCount.notify))
        lamina_node_release(node)
        #expect(count.value == 3)
        #expect(
            lamina_node_set_placeholder_drawer(node, draw, count.userData, DestroyCount.notify)
                == .LAMINA_ERROR_INVALID_HANDLE)
        #expect(count.value == 4)
    }
}
