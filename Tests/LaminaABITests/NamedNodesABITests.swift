import CLamina
import LaminaABI
import Testing

/// Nodes that a spec maker names before they are children of its node: nobody hears of their changes then.
@Suite struct NamedNodesABITests {
    private func size(_ node: Lamina.Node?, _ width: Double) throws {
        try ok(lamina_node_set_preferred_size(node, lamina_size(width: width, height: 10)))
    }

    /// In the middle of the pass that makes it a child, another size is set; the layout that follows has it.
    @Test(arguments: [false, true])
    func aChangeBeforeTheyAreChildren(isFlex: Bool) throws {
        let lamina = try Lamina(threads: 0)
        let (maker, measurer) = (CallbackState(), CallbackState())
        let (root, node) = (try lamina.node(), try lamina.node())
        let (named, measured) = (try lamina.node(), try lamina.node())
        try size(named, 20)
        maker.makeSpec = { _, _ in
            try? lamina.column([UnsafeMutableRawPointer(named), UnsafeMutableRawPointer(measured)])
        }
        measurer.body = { state, _, _ in
            state.body = { _, _, _ in }
            try? self.size(named, 50)
        }
        try measurer.measures(measured)
        try ok(lamina_node_set_layout_spec_callback(node, CallbackState.spec, maker.userData, CallbackState.destroy))
        if isFlex {
            try ok(lamina_node_set_flex_profile(root, .LAMINA_FLEX_PROFILE_CSS))
            try ok(lamina_node_set_flex_style(root, "align-items: flex-start", -1))
            try ok(lamina_node_add_child(root, node))
        } else {
            let row = try lamina.column([UnsafeMutableRawPointer(node)])
            try ok(lamina_node_set_spec(root, row))
            lamina_spec_release(row)
        }
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(lamina.context, lamina_size(width: 200, height: 100), 1, &surface))
        try ok(lamina_surface_set_root(surface, root))
        try ok(lamina_context_wait_idle(lamina.context, .max))
        #expect(measurer.calls > 0)
        #expect(lamina_node_get_frame(named).size.width == 50)
        // And from then on it is heard of.
        try size(named, 70)
        try ok(lamina_context_wait_idle(lamina.context, .max))
        #expect(lamina_node_get_frame(named).size.width == 70)
        lamina_surface_release(surface)
        for node in [root, node, named, measured] { lamina_node_release(node) }
        lamina.close()
    }

    /// A flex layout that ends, or becomes another one, leaves its root to the maker that named it.
    @Test func aFlexProfileLeavesTheRootToItsMaker() throws {
        let lamina = try Lamina(threads: 0)
        let maker = CallbackState()
        let (root, named, child) = (try lamina.node(), try lamina.node(), try lamina.node())
        try size(child, 20)
        try ok(lamina_node_add_child(named, child))
        try ok(lamina_node_set_flex_profile(named, .LAMINA_FLEX_PROFILE_CSS))
        maker.makeSpec = { _, _ in try? lamina.column([UnsafeMutableRawPointer(named)]) }
        try ok(lamina_node_set_layout_spec_callback(root, CallbackState.spec, maker.userData, CallbackState.destroy))
        let range = lamina_size_range(min: lamina_size(), max: lamina_size(width: 200, height: 100))
        for _ in 0..<2 { try ok(lamina_node_apply_layout(root, range)) }
        try ok(lamina_node_set_flex_profile(named, .LAMINA_FLEX_PROFILE_YOGA))
        for _ in 0..<2 { try ok(lamina_node_apply_layout(root, range)) }
        try size(named, 70)
        try ok(lamina_node_apply_layout(root, range))
        #expect(lamina_node_get_frame(named).size.width == 70)
        for node in [root, named, child] { lamina_node_release(node) }
        lamina.close()
    }
}
