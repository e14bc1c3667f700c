import CLamina
import LaminaABI
import Testing

/// What a drawing was told.
private final class Told {
    var isDark = false
    var factor = 0.0
    var tint = lamina_color()
    var userData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}

private let draw: lamina_node_draw_fn = { canvas, _, _, _, data in
    guard let data else { return .LAMINA_ERROR_BACKEND }
    let told = Unmanaged<Told>.fromOpaque(data).takeUnretainedValue()
    told.isDark = lamina_canvas_is_dark(canvas)
    told.factor = lamina_canvas_get_text_size_factor(canvas)
    told.tint = lamina_canvas_get_tint(canvas)
    return .LAMINA_OK
}

@Suite struct TraitsABITests {
    private func traits() -> lamina_traits {
        var traits = lamina_traits()
        traits.struct_size = MemoryLayout<lamina_traits>.size
        return traits
    }

    private let red = lamina_color(red: 1, green: 0, blue: 0, alpha: 1)
    private let blue = lamina_color(red: 0, green: 0, blue: 1, alpha: 1)

    @Test func whatHoldsIsTold() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let (root, child) = (try lamina.node(), try lamina.node())
        try ok(lamina_node_add_child(root, child))
        var found = traits()
        try ok(lamina_node_get_traits(child, &found))
        #expect(found.color_scheme == .LAMINA_COLOR_SCHEME_LIGHT && found.text_size_factor == 1 && found.tint.blue == 1)
        #expect(found.scale == 0 && found.layout_direction == .LAMINA_LAYOUT_DIRECTION_LEFT_TO_RIGHT)
        var given = traits()
        given.color_scheme = .LAMINA_COLOR_SCHEME_DARK
        try ok(lamina_context_set_traits(lamina.context, &given))
        given = traits()
        given.text_size_factor = 1.25
        given.tint = red
        try ok(lamina_node_set_traits(root, &given))
        try ok(lamina_node_set_layout_direction(root, .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT))
        let told = Told()
        try ok(lamina_node_set_draw_callback(child, draw, told.userData, nil))
        let frame = lamina_rect(origin: lamina_point(), size: lamina_size(width: 4, height: 4))
        try ok(lamina_node_set_frame(child, frame))
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(lamina.context, lamina_size(width: 8, height: 8), 1.5, &surface))
        try ok(lamina_surface_set_root(surface, root))
        try ok(lamina_context_wait_idle(lamina.context, .max))
        try ok(lamina_node_get_traits(child, &found))
        #expect(found.color_scheme == .LAMINA_COLOR_SCHEME_DARK && found.text_size_factor == 1.25)
        #expect(found.tint.red == 1 && found.scale == 1.5)
        #expect(found.layout_direction == .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT)
        #expect(told.isDark && told.factor == 1.25 && told.tint.red == 1)
        try ok(lamina_context_set_traits(lamina.context, nil))
        try ok(lamina_node_set_traits(root, nil))
        try ok(lamina_context_wait_idle(lamina.context, .max))
        #expect(!told.isDark && told.factor == 1 && told.tint.blue == 1)
        #expect(!lamina_canvas_is_dark(nil) && lamina_canvas_get_text_size_factor(nil) == 1)
        lamina_surface_release(surface)
        lamina_node_release(child)
        lamina_node_release(root)
    }

    @Test func colorsFollowTheScheme() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.node()
        try ok(lamina_node_set_dynamic_color(node, .LAMINA_COLOR_ROLE_BACKGROUND, red, blue))
        #expect(lamina_node_get_background(node).red == 1)
        var given = traits()
        given.color_scheme = .LAMINA_COLOR_SCHEME_DARK
        try ok(lamina_node_set_traits(node, &given))
        #expect(lamina_node_get_background(node).blue == 1)
        #expect(
            lamina_node_set_dynamic_color(node, .LAMINA_COLOR_ROLE_SHADOW, red, blue) == .LAMINA_ERROR_INVALID_STATE)
        #expect(lastError().contains("node has no shadow"))
        try ok(lamina_node_set_shadow(node, lamina_shadow(color: red, x: 1, y: 1, blur: 1, spread: 0)))
        try ok(lamina_node_set_dynamic_color(node, .LAMINA_COLOR_ROLE_SHADOW, red, blue))
        #expect(lamina_node_get_shadow(node).color.blue == 1)
        #expect(
            lamina_node_set_dynamic_color(node, .LAMINA_COLOR_ROLE_TEXT, red, blue) == .LAMINA_ERROR_UNSUPPORTED)
        try ok(lamina_node_set_traits(node, nil))
        #expect(lamina_node_get_shadow(node).color.red == 1 && lamina_node_get_background(node).red == 1)
        try ok(lamina_node_set_background(node, blue))
        try ok(lamina_node_set_traits(node, &given))
        try ok(lamina_node_set_traits(node, nil))
        #expect(lamina_node_get_background(node).blue == 1)
        lamina_node_release(node)
    }

    @Test(arguments: [Double.nan, .infinity, -1, 0.01, 11]) func badFactorsChangeNothing(factor: Double) throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.node()
        var given = traits()
        given.text_size_factor = factor
        #expect(lamina_node_set_traits(node, &given) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lastError().contains("traits->text_size_factor is \(factor)"))
        #expect(lamina_context_set_traits(lamina.context, &given) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lamina_node_get_traits(node, nil) == .LAMINA_ERROR_INVALID_ARGUMENT)
        lamina_node_release(node)
    }
}
