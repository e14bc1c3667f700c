import CLamina
import LaminaABI
import Testing

private typealias Node = Lamina.Node

/// Children that stand in the lines of a text: whatever was changed before, the layout is that of a tree which was
/// never otherwise.
@Suite struct TextChildrenABITests {
    /// What a tree is made from.
    private struct Model {
        var rooms = 2
        var words = 3
        var maximumLines = 0
        var width = 150.0
        var isRightToLeft = false
        var sizes = [lamina_size(width: 20, height: 10), lamina_size(width: 40, height: 30)]

        mutating func change(_ random: inout SplitMix) {
            // Few sizes, so that layouts come back to what they answered before.
            let size = lamina_size(width: 25 * Double(random.below(3)), height: 20 * Double(random.below(3)))
            switch random.below(7) {
            case 0: rooms = 1 + random.below(4)
            case 1: words = random.below(6)
            case 2: maximumLines = random.below(3)
            case 3: width = 60 + 50 * Double(random.below(4))
            case 4: isRightToLeft.toggle()
            case 5 where sizes.count < 5: sizes.append(size)
            case 5: sizes.removeLast()
            default: if let index = sizes.indices.last { sizes[random.below(index + 1)] = size }
            }
        }
    }

    private struct SplitMix {
        var state: UInt64

        mutating func below(_ count: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
            return Int((z ^ z >> 31) % UInt64(count))
        }
    }

    /// A node with a text node in it, which holds the children.
    private struct Tree {
        var root: Node
        var text: Node
        var children: [Node] = []

        init(_ lamina: Lamina, isFlex: Bool) throws {
            root = try lamina.node()
            text = try lamina.textNode("")
            if isFlex {
                try ok(lamina_node_set_flex_profile(root, .LAMINA_FLEX_PROFILE_CSS))
                try ok(lamina_node_add_child(root, text))
            } else {
                let column = try lamina.column([UnsafeMutableRawPointer(text)])
                try ok(lamina_node_set_spec(root, column))
                lamina_spec_release(column)
            }
        }

        static func set(_ size: lamina_size, of node: Node) throws {
            var style = lamina_style()
            style.struct_size = MemoryLayout<lamina_style>.size
            style.width = lamina_dimension(unit: .LAMINA_UNIT_POINTS, value: size.width)
            style.height = lamina_dimension(unit: .LAMINA_UNIT_POINTS, value: size.height)
            try ok(lamina_node_set_style(node, &style))
        }

        /// Makes everything as the model says, except what is so already.
        mutating func follow(_ model: Model, _ old: Model?, _ lamina: Lamina) throws {
            if old?.rooms != model.rooms || old?.words != model.words {
                var builder: UnsafeMutablePointer<lamina_text_builder>?
                try ok(lamina_text_builder_create(lamina.context, nil, &builder))
                for number in 0..<model.words { try ok(lamina_text_builder_append(builder, "word\(number) ", -1, nil)) }
                for _ in 0..<model.rooms {
                    try ok(lamina_text_builder_append_child(builder, -3, nil))
                    try ok(lamina_text_builder_append(builder, " and ", -1, nil))
                }
                var made: Lamina.Text?
                try ok(lamina_text_builder_copy_text(builder, &made))
                try ok(lamina_node_set_text(text, made))
                lamina_text_release(made)
                lamina_text_builder_release(builder)
            }
            var options = lamina_text_options()
            options.struct_size = MemoryLayout<lamina_text_options>.size
            options.max_lines = UInt32(model.maximumLines)
            try ok(lamina_node_set_text_options(text, &options))
            try ok(
                setLayoutDirection(
                    root,
                    model.isRightToLeft
                        ? .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT : .LAMINA_LAYOUT_DIRECTION_LEFT_TO_RIGHT))
            while children.count > model.sizes.count {
                let last = children.removeLast()
                try ok(lamina_node_remove_from_parent(last))
                lamina_node_release(last)
            }
            while children.count < model.sizes.count {
                children.append(try lamina.node())
                try ok(lamina_node_add_child(text, children.last))
            }
            for (child, size) in zip(children, model.sizes) {
                try Self.set(size, of: child)
            }
            let size = lamina_size(width: model.width, height: 400)
            try ok(lamina_node_apply_layout(root, lamina_size_range(min: size, max: size)))
        }

        var frames: [[Double]] {
            ([text] + children).map {
                let frame = lamina_node_get_frame($0)
                return [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height]
            }
        }

        func release() {
            for node in children + [text, root] { lamina_node_release(node) }
        }
    }

    @Test(arguments: [false, true])
    func changesGiveWhatAFreshTreeGives(isFlex: Bool) throws {
        let lamina = try Lamina()
        var random = SplitMix(state: isFlex ? 2 : 1)
        var model = Model()
        var tree = try Tree(lamina, isFlex: isFlex)
        try tree.follow(model, nil, lamina)
        var differing = 0
        for _ in 0..<200 {
            let (old, before) = (model, tree.frames)
            model.change(&random)
            try tree.follow(model, old, lamina)
            var fresh = try Tree(lamina, isFlex: isFlex)
            try fresh.follow(model, nil, lamina)
            #expect(tree.frames == fresh.frames, "\(model)")
            if tree.frames != before { differing += 1 }
            fresh.release()
        }
        #expect(differing > 60)
        tree.release()
        lamina.close()
    }

    /// A callback changes a text that the same pass has asked, and asks again: what it answered before is not kept.
    @Test(arguments: [false, true])
    func aChangeInTheMiddleOfAPass(isFlex: Bool) throws {
        let lamina = try Lamina()
        let tree = try Tree(lamina, isFlex: isFlex)
        let (child, measured) = (try lamina.node(), try lamina.node())
        var builder: UnsafeMutablePointer<lamina_text_builder>?
        try ok(lamina_text_builder_create(lamina.context, nil, &builder))
        try ok(lamina_text_builder_append_child(builder, 0, nil))
        var text: Lamina.Text?
        try ok(lamina_text_builder_copy_text(builder, &text))
        try ok(lamina_node_set_text(tree.text, text))
        try ok(lamina_node_add_child(tree.text, child))
        try Tree.set(lamina_size(width: 20, height: 10), of: child)
        let changing = CallbackState()
        changing.body = { state, _, _ in
            state.body = { _, _, _ in }
            try? Tree.set(lamina_size(width: 60, height: 50), of: child)
        }
        try changing.measures(measured)
        if isFlex {
            try ok(lamina_node_set_flex_style(tree.root, "align-items: flex-start", -1))
            try ok(lamina_node_add_child(tree.root, measured))
        } else {
            let column = try lamina.column([UnsafeMutableRawPointer(tree.text), UnsafeMutableRawPointer(measured)])
            try ok(lamina_node_set_spec(tree.root, column))
            lamina_spec_release(column)
        }
        let range = lamina_size_range(min: lamina_size(), max: lamina_size(width: 150, height: 400))
        for _ in 0..<2 { try ok(lamina_node_apply_layout(tree.root, range)) }
        let (outer, inner) = (lamina_node_get_frame(tree.text).size, lamina_node_get_frame(child).size)
        #expect(inner.width == 60 && inner.height == 50)
        #expect(outer.width >= 60 && outer.height >= 50)
        lamina_text_builder_release(builder)
        lamina_text_release(text)
        for node in [child, measured] { lamina_node_release(node) }
        tree.release()
        lamina.close()
    }

    /// Reading layers and drawing take the sizes from the layout, under the tree's lock and without it.
    @Test func aSurfaceShowsIt() throws {
        let lamina = try Lamina(threads: 1)
        var tree = try Tree(lamina, isFlex: false)
        var model = Model()
        try tree.follow(model, nil, lamina)
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(lamina.context, lamina_size(width: 150, height: 200), 1, &surface))
        try ok(lamina_surface_set_root(surface, tree.root))
        try ok(lamina_context_wait_idle(lamina.context, 60_000_000))
        let before = lamina_node_get_frame(tree.children[1])
        model.sizes[0].width += 50
        try Tree.set(model.sizes[0], of: tree.children[0])
        try ok(lamina_context_wait_idle(lamina.context, 60_000_000))
        let after = lamina_node_get_frame(tree.children[1])
        #expect(before.origin.x != after.origin.x || before.origin.y != after.origin.y)
        var layout: UnsafeMutablePointer<lamina_text_layout>?
        try ok(lamina_node_copy_text_layout(tree.text, &layout))
        var room = lamina_rect()
        try ok(lamina_text_layout_get_attachment(layout, 1, &room, nil))
        #expect(room.origin.x == after.origin.x && room.origin.y == after.origin.y)
        lamina_text_layout_release(layout)
        lamina_surface_release(surface)
        tree.release()
        lamina.close()
    }
}
