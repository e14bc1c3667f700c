import CLamina
import LaminaABI
import Testing

/// Pictures of trees that host code arranges.
@Suite struct RenderCallbackABITests {
    /// Renders 40 x 40 pixels at scale 1.
    private func pixels(of root: Lamina.Node, _ lamina: Lamina) throws -> [UInt32] {
        var pixels = [UInt32](repeating: 0, count: 40 * 40)
        try pixels.withUnsafeMutableBytes { bytes in
            var bitmap = lamina_bitmap()
            bitmap.struct_size = MemoryLayout<lamina_bitmap>.size
            bitmap.data = bytes.baseAddress
            bitmap.width = 40
            bitmap.height = 40
            bitmap.stride = 160
            try ok(lamina_node_render(root, 1, lamina_color(), &bitmap, nil, nil, nil, nil))
            try ok(lamina_context_wait_idle(lamina.context, .max))
        }
        return pixels
    }

    private func box(_ lamina: Lamina, _ side: Double) throws -> Lamina.Node {
        let node = try lamina.node()
        try ok(setSize(node, lamina_size(width: side, height: side)))
        try ok(lamina_node_set_background(node, lamina_color(red: 1, green: 1, blue: 1, alpha: 1)))
        return node
    }

    @Test(arguments: [0, 2]) func nodesOfASpecMakerAreDrawn(threads: Int32) throws {
        let lamina = try Lamina(threads: threads)
        let state = CallbackState()
        let root = try lamina.node()
        state.nodes = [try box(lamina, 10), try box(lamina, 5)]
        state.makeSpec = { state, _ in
            try? lamina.column(state.nodes.map { UnsafeMutableRawPointer($0) }, spacing: 3)
        }
        try ok(lamina_node_set_layout_spec_callback(root, CallbackState.spec, state.userData, CallbackState.destroy))
        let drawn = try pixels(of: root, lamina)
        #expect(drawn[9 * 40 + 9] == 0xFFFF_FFFF && drawn[11 * 40] == 0 && drawn[14 * 40] == 0xFFFF_FFFF)
        #expect(drawn[18 * 40] == 0)
        #expect(lamina_node_get_child_count(root) == 2)
        lamina.close()
        #expect(state.destroyed == 1)
    }

    /// A layout spec callback inside of what is laid out by itself: in the spec of a flex leaf, below a layout
    /// callback, in a cell that is measured beside others.
    @Test(arguments: ["flex", "nested flex", "arranger", "concurrent"])
    func nodesOfASpecMakerFartherInAreDrawn(_ kind: String) throws {
        let lamina = try Lamina()
        let (makes, arranges) = (CallbackState(), CallbackState())
        let (maker, cell, root) = (try lamina.node(), try lamina.node(), try lamina.node())
        makes.nodes = [try box(lamina, 10)]
        makes.makeSpec = { state, _ in try? lamina.column(state.nodes.map { UnsafeMutableRawPointer($0) }) }
        try ok(lamina_node_set_layout_spec_callback(maker, CallbackState.spec, makes.userData, CallbackState.destroy))
        try lamina.column([maker], in: cell)
        switch kind {
        case "flex", "nested flex":
            var leaf = cell
            if kind == "nested flex" {
                let inner = try lamina.node()
                try ok(lamina_node_set_flex_profile(inner, .LAMINA_FLEX_PROFILE_CSS))
                try ok(lamina_node_add_child(inner, cell))
                leaf = try lamina.node()
                try lamina.column([inner], in: leaf)
            }
            try ok(lamina_node_set_flex_profile(root, .LAMINA_FLEX_PROFILE_CSS))
            try ok(lamina_node_add_child(root, leaf))
        case "arranger":
            try ok(lamina_node_add_child(root, cell))
            arranges.arrange = { _, arrangement, _ in
                var child: Lamina.Node?
                guard lamina_layout_pass_copy_child(arrangement, 0, &child) == .LAMINA_OK else { return }
                let frame = lamina_rect(origin: lamina_point(), size: lamina_size(width: 20, height: 20))
                _ = lamina_layout_pass_set_child_frame(arrangement, child, frame)
                lamina_node_release(child)
            }
            try ok(
                lamina_node_set_layout_callback(root, CallbackState.arranger, arranges.userData, CallbackState.destroy))
        default:
            try lamina.column([cell], in: root)
            try ok(lamina_node_set_concurrent(root, true))
        }
        let drawn = try pixels(of: root, lamina)
        #expect(drawn[9 * 40 + 9] == 0xFFFF_FFFF && drawn[11 * 40] == 0)
        #expect(lamina_node_get_child_count(maker) == 1)
        lamina.close()
    }

    /// What a layout callback leaves out is not drawn, whatever frames it had before.
    @Test func whatIsLeftOutIsNotDrawn() throws {
        let lamina = try Lamina()
        let state = CallbackState()
        let (root, node, cell, inner) = (try lamina.node(), try lamina.node(), try lamina.node(), try box(lamina, 10))
        try lamina.column([inner], in: cell)
        try ok(lamina_node_add_child(node, cell))
        try lamina.column([node], in: root)
        state.arrange = { state, arrangement, _ in
            if !state.nodes.isEmpty { return }
            var child: Lamina.Node?
            guard lamina_layout_pass_copy_child(arrangement, 0, &child) == .LAMINA_OK else { return }
            let frame = lamina_rect(origin: lamina_point(x: 4, y: 4), size: lamina_size(width: 10, height: 10))
            _ = lamina_layout_pass_set_child_frame(arrangement, child, frame)
            lamina_node_release(child)
        }
        try ok(lamina_node_set_layout_callback(node, CallbackState.arranger, state.userData, CallbackState.destroy))
        #expect(try pixels(of: root, lamina)[5 * 40 + 5] == 0xFFFF_FFFF)
        let layout = try layOut(root, width: 40, height: 40)
        try ok(lamina_layout_apply(layout))
        lamina_layout_release(layout)
        state.nodes = [node]
        try ok(lamina_node_set_needs_layout(node))
        #expect(try pixels(of: root, lamina).allSatisfy { $0 == 0 })
        lamina.close()
    }

    /// Inside of a layout callback no picture can be asked for; a picture calls measure callbacks like every layout.
    @Test func renderingFromWithin() throws {
        let lamina = try Lamina()
        let state = CallbackState()
        let node = try lamina.node()
        state.body = { state, node, _ in
            state.statuses.append(lamina_node_render(node, 1, lamina_color(), nil, nil, nil, nil, nil))
            var pixel: UInt32 = 0
            var bitmap = lamina_bitmap()
            bitmap.struct_size = MemoryLayout<lamina_bitmap>.size
            withUnsafeMutableBytes(of: &pixel) { bytes in
                bitmap.data = bytes.baseAddress
                bitmap.width = 1
                bitmap.height = 1
                bitmap.stride = 4
                state.statuses.append(lamina_node_render(node, 1, lamina_color(), &bitmap, nil, nil, nil, nil))
            }
        }
        try state.measures(node)
        _ = try pixels(of: node, lamina)
        #expect(!state.statuses.isEmpty)
        for (number, status) in state.statuses.enumerated() {
            #expect(status == (number % 2 == 0 ? .LAMINA_ERROR_INVALID_ARGUMENT : .LAMINA_ERROR_INVALID_STATE))
        }
        lamina.close()
    }

    /// Parts placed by hand on a surface: each is laid out when it changes, within the frame that it has.
    @Test func partsPlacedByHandFollow() throws {
        let lamina = try Lamina(threads: 1)
        let (root, group) = (try lamina.node(), try lamina.node())
        var cells: [(cell: Lamina.Node, text: Lamina.Node)] = []
        for number in 0..<5 {
            let (cell, text) = (try lamina.node(), try lamina.textNode("text \(number)"))
            try lamina.column([text], in: cell)
            let frame = lamina_rect(
                origin: lamina_point(x: 0, y: Double(number) * 20), size: lamina_size(width: 80, height: 20))
            try ok(lamina_node_set_frame(cell, frame))
            try ok(lamina_node_add_child(number < 3 ? root : group, cell))
            cells.append((cell, text))
        }
        try ok(
            lamina_node_set_frame(
                group, lamina_rect(origin: lamina_point(), size: lamina_size(width: 90, height: 90))))
        try ok(lamina_node_add_child(root, group))
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(lamina.context, lamina_size(width: 100, height: 100), 1, &surface))
        try ok(lamina_surface_set_root(surface, root))
        try ok(lamina_context_wait_idle(lamina.context, .max))
        for (_, text) in cells { #expect(lamina_node_get_frame(text).size.height > 5) }
        for (number, (cell, text)) in cells.enumerated() {
            var frame = lamina_node_get_frame(cell)
            frame.size.width = 30 + Double(number)
            try ok(lamina_node_set_frame(cell, frame))
            try ok(lamina_context_wait_idle(lamina.context, .max))
            #expect(lamina_node_get_frame(text).size.width == frame.size.width)
        }
        // A part that moves into a tree with a layout of its own still is one.
        try lamina.column([group], in: root)
        let text = try lamina.text("other")
        try ok(lamina_node_set_text(cells[4].text, text))
        try ok(lamina_context_wait_idle(lamina.context, .max))
        #expect(lamina_node_get_frame(cells[4].text).size.width == 34)
        lamina_surface_release(surface)
        lamina.close()
    }
}
