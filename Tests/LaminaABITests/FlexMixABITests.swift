import CLamina
import Foundation
import LaminaABI
import Testing

private typealias Node = Lamina.Node

extension Lamina {
    fileprivate func flex(_ declarations: String = "", _ children: [Node] = [], isRoot: Bool = false) throws -> Node {
        let node = try node()
        try ok(lamina_node_set_flex_style(node, declarations, -1))
        for child in children { try ok(lamina_node_add_child(node, child)) }
        if isRoot { try ok(lamina_node_set_flex_profile(node, .LAMINA_FLEX_PROFILE_CSS)) }
        return node
    }

    fileprivate func box(_ width: Double, _ height: Double) throws -> Node {
        let node = try node()
        try ok(setSize(node, lamina_size(width: width, height: height)))
        return node
    }

    fileprivate func surface(_ root: Node, _ width: Double, _ height: Double) throws -> UnsafeMutablePointer<
        lamina_surface
    > {
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(context, lamina_size(width: width, height: height), 1, &surface))
        try ok(lamina_surface_set_root(surface, root))
        return try #require(surface)
    }

    fileprivate func settle() throws { try ok(lamina_context_wait_idle(context, 20_000_000)) }
}

private func exactly(_ width: Double, _ height: Double) -> lamina_size_range {
    let size = lamina_size(width: width, height: height)
    return lamina_size_range(min: size, max: size)
}

private func atMost(_ width: Double, _ height: Double) -> lamina_size_range {
    lamina_size_range(min: lamina_size(), max: lamina_size(width: width, height: height))
}

private func frame(_ node: Node?) -> [Double] {
    let frame = lamina_node_get_frame(node)
    return [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height]
}

/// Flex layouts together with all else that lays out.
@Suite struct FlexMixABITests {
    @Test func hostCodeMeasuresLeaves() throws {
        let lamina = try Lamina(threads: 0)
        let state = CallbackState()
        state.answer = lamina_size(width: 30.5, height: 10)
        let leaf = try lamina.node()
        try state.measures(leaf)
        let other = try lamina.flex("flex: 1")
        let root = try lamina.flex("padding: 2px; align-items: flex-start", [leaf, other], isRoot: true)
        try ok(lamina_node_apply_layout(root, exactly(100, 40)))
        #expect(frame(leaf) == [2, 2, 31, 10])
        #expect(frame(other) == [33, 2, 65, 0])
        let before = state.calls
        try ok(lamina_node_apply_layout(root, exactly(100, 40)))
        #expect(state.calls == before)
        // Again and again: what the host says has to arrive each time.
        for width in [50.0, 20, 60] {
            state.answer.width = width
            try ok(lamina_node_set_needs_layout(leaf))
            try ok(lamina_node_apply_layout(root, exactly(100, 40)))
            #expect(frame(leaf) == [2, 2, width, 10])
        }
        state.answer = lamina_size(width: .nan, height: -4)
        try ok(lamina_node_set_needs_layout(leaf))
        try ok(lamina_node_apply_layout(root, exactly(100, 40)))
        #expect(frame(leaf) == [2, 2, 0, 0])
        // From within a callback there is no layout of the tree.
        state.body = { state, node, _ in state.statuses.append(lamina_node_apply_layout(node, exactly(1, 1))) }
        try ok(lamina_node_set_needs_layout(leaf))
        try ok(lamina_node_apply_layout(root, exactly(100, 40)))
        #expect(!state.statuses.isEmpty && state.statuses.allSatisfy { $0 == .LAMINA_ERROR_INVALID_STATE })
        for node in [leaf, other, root] { lamina_node_release(node) }
        lamina.close()
        #expect(state.destroyed == 1)
    }

    @Test func specsInsideOfFlex() throws {
        let lamina = try Lamina(threads: 0)
        let boxes = try [lamina.box(20, 10), lamina.box(30, 10)]
        let leaf = try lamina.node()
        try lamina.column(boxes, in: leaf)
        let other = try lamina.flex("flex: 1")
        let root = try lamina.flex("align-items: stretch", [leaf, other], isRoot: true)
        try ok(lamina_node_apply_layout(root, exactly(100, 40)))
        #expect(frame(leaf) == [0, 0, 30, 40])
        #expect(frame(boxes[1]) == [0, 10, 30, 10])
        #expect(frame(other) == [30, 0, 70, 40])
        // What is inside of the leaf moves what is outside.
        try ok(setSize(boxes[0], lamina_size(width: 50, height: 15)))
        try ok(lamina_node_apply_layout(root, exactly(100, 40)))
        #expect(frame(other) == [50, 0, 50, 40])
        #expect(frame(boxes[1]) == [0, 15, 30, 10])
        // A layout spec callback and a layout callback, too.
        let state = CallbackState()
        state.nodes = boxes
        state.makeSpec = { state, _ in try? lamina.column(state.nodes.map { UnsafeMutableRawPointer($0) }, spacing: 3) }
        let maker = try lamina.node()
        try ok(lamina_node_set_layout_spec_callback(maker, CallbackState.spec, state.userData, CallbackState.destroy))
        try ok(lamina_node_set_spec(leaf, nil))
        try ok(lamina_node_remove_from_parent(leaf))
        try ok(lamina_node_add_child(root, maker))
        try ok(lamina_node_apply_layout(root, exactly(100, 40)))
        #expect(frame(maker) == [50, 0, 50, 40])
        #expect(frame(boxes[1]) == [0, 18, 30, 10])
        for node in boxes + [leaf, other, root, maker] { lamina_node_release(node) }
        lamina.close()
    }

    @Test func everyRootCanBeLaidOutInOneCall() throws {
        let lamina = try Lamina(threads: 0)
        let box = try lamina.box(20, 10)
        let flexChild = try lamina.flex("flex: 1; height: 5px")
        let flexRoot = try lamina.flex("width: 40px", [flexChild], isRoot: true)
        let root = try lamina.node()
        try lamina.column([box, flexRoot], in: root)
        try ok(lamina_node_apply_layout(root, atMost(200, 200)))
        #expect(frame(root) == [0, 0, 40, 15])
        #expect(frame(flexRoot) == [0, 10, 40, 5])
        #expect(frame(flexChild) == [0, 0, 40, 5])
        // Exactly as told beats what the style says; a range only keeps it within.
        try ok(lamina_node_apply_layout(flexRoot, exactly(70, 20)))
        #expect(frame(flexRoot)[2...] == [70, 20])
        #expect(frame(flexChild) == [0, 0, 70, 5])
        let range = lamina_size_range(
            min: lamina_size(width: 50, height: 8), max: lamina_size(width: 60, height: 100))
        try ok(lamina_node_apply_layout(flexRoot, range))
        #expect(frame(flexRoot)[2...] == [50, 8])
        #expect(frame(flexChild) == [0, 0, 50, 5])
        // The whole again, though a part was laid out for something else meanwhile.
        try ok(lamina_node_apply_layout(root, atMost(200, 200)))
        #expect(frame(flexRoot) == [0, 10, 40, 5])
        #expect(frame(flexChild) == [0, 0, 40, 5])
        for node in [box, flexChild, flexRoot, root] { lamina_node_release(node) }
        lamina.close()
    }

    @Test func flexInsideOfSpecsAnswersTheQuestion() throws {
        let lamina = try Lamina(threads: 0)
        let words = try lamina.textNode("several words that may stand in lines")
        let inner = try lamina.flex("padding: 5px", [words])
        let flexRoot = try lamina.flex("flex-direction: column", [inner], isRoot: true)
        let root = try lamina.node()
        try lamina.column([flexRoot], in: root)
        var wide = try layOut(root, width: 1000)
        var narrow = try layOut(root, width: 60)
        #expect(try frame(flexRoot, in: narrow).height > frame(flexRoot, in: wide).height)
        #expect(try frame(words, in: narrow).origin.x == 5)
        #expect(frame(flexRoot) == [0, 0, 0, 0])
        // A layout holds the frames of its moment, applied or not.
        let old = try frame(words, in: narrow)
        try ok(lamina_layout_apply(wide))
        #expect(try frame(flexRoot)[3] == frame(flexRoot, in: wide).height)
        try ok(lamina_layout_apply(narrow))
        #expect(try frame(words)[3] == old.height)
        try ok(lamina_node_apply_layout(root, atMost(1000, .infinity)))
        #expect(try frame(flexRoot)[3] == frame(flexRoot, in: wide).height)
        #expect(try frame(words)[2] == frame(words, in: wide).width)
        let again = try layOut(flexRoot, width: 60)
        #expect(lamina_layout_get_size(again).height == (try frame(flexRoot, in: narrow).height))
        #expect(lamina_layout_get_node_count(again) == 3)
        for layout in [wide, narrow, again] { lamina_layout_release(layout) }
        // A text that changes is heard of above.
        let text = try lamina.text("short")
        try ok(lamina_node_set_text(words, text))
        lamina_text_release(text)
        wide = try layOut(root, width: 1000)
        narrow = try layOut(root, width: 60)
        #expect(try frame(flexRoot, in: narrow).height == frame(flexRoot, in: wide).height)
        for layout in [wide, narrow] { lamina_layout_release(layout) }
        for node in [words, inner, flexRoot, root] { lamina_node_release(node) }
        lamina.close()
    }

    @Test(arguments: [Int32(0), 2])
    func surfacesLayOutFlexTrees(threads: Int32) throws {
        let lamina = try Lamina(threads: threads)
        let state = CallbackState()
        let leaf = try lamina.node()
        try state.measures(leaf)
        let boxes = try [lamina.box(10, 10), lamina.box(10, 10)]
        let card = try lamina.node()
        try lamina.column(boxes, in: card)
        let middle = try lamina.flex("flex-grow: 1")
        let root = try lamina.flex("", [leaf, middle, card], isRoot: true)
        // A flex root placed by hand below it.
        let corner = try lamina.flex("flex: 1")
        let byHand = try lamina.flex("padding: 1px", [corner], isRoot: true)
        try ok(lamina_node_add_child(card, byHand))
        try ok(lamina_node_set_frame(byHand, rect(1, 2, 8, 8)))
        let surface = try lamina.surface(root, 100, 50)
        try lamina.settle()
        #expect(frame(root) == [0, 0, 100, 50])
        #expect(frame(leaf) == [0, 0, 40, 50])
        #expect(frame(card) == [90, 0, 10, 50])
        #expect(frame(boxes[1]) == [0, 10, 10, 10])
        #expect(frame(byHand) == [1, 2, 8, 8])
        #expect(frame(corner) == [1, 1, 6, 6])
        // Only what moved is painted again.
        var pixels = [UInt32](repeating: 0, count: 100 * 50)
        try ok(lamina_node_set_background(middle, lamina_color(red: 1, green: 0, blue: 0, alpha: 1)))
        try lamina.settle()
        try composite(surface, &pixels)
        #expect(pixels[60] == 0xFFFF_0000 && pixels[95] == 0)
        state.answer.width = 70
        try ok(lamina_node_set_needs_layout(leaf))
        try lamina.settle()
        #expect(frame(middle) == [70, 0, 20, 50])
        let damage = try composite(surface, &pixels)
        #expect(pixels[60] == 0 && pixels[80] == 0xFFFF_0000)
        #expect(damage.allSatisfy { $0.x >= 40 && $0.x + $0.width <= 90 } && !damage.isEmpty)
        // Children come and go, and the root does while a pass may be under way.
        for round in 0..<20 {
            let more = try lamina.box(3, 3)
            try ok(lamina_node_set_flex_style(more, "flex: none", -1))
            try ok(lamina_node_insert_child(root, more, 0))
            try ok(lamina_context_process(lamina.context, 0))
            if round % 2 == 0 { try ok(lamina_node_remove_from_parent(more)) }
            lamina_node_release(more)
        }
        try lamina.settle()
        #expect(frame(leaf)[0] == 30)
        try ok(lamina_node_set_needs_layout(leaf))
        try ok(lamina_context_process(lamina.context, 0))
        try ok(lamina_surface_set_root(surface, nil))
        for node in boxes + [leaf, middle, card, corner, byHand, root] { lamina_node_release(node) }
        try lamina.settle()
        lamina_surface_release(surface)
        lamina.close()
        #expect(state.destroyed == 1)
    }

    @Test func picturesOfFlexTrees() throws {
        let lamina = try Lamina(threads: 1)
        let boxes = try [lamina.box(4, 10), lamina.box(6, 10)]
        let card = try lamina.node()
        try lamina.column(boxes, in: card)
        let red = try lamina.flex("flex: 1")
        try ok(lamina_node_set_background(red, lamina_color(red: 1, green: 0, blue: 0, alpha: 1)))
        try ok(lamina_node_set_background(boxes[1], lamina_color(red: 0, green: 0, blue: 1, alpha: 1)))
        let root = try lamina.flex("", [red, card], isRoot: true)
        for _ in 0..<2 {
            let pixels = try render(root, 20, 20, lamina)
            #expect(pixels[13] == 0xFFFF_0000)
            #expect(pixels[14] == 0)
            #expect(pixels[20 * 10 + 14] == 0xFF00_00FF)
            #expect(frame(red) == [0, 0, 0, 0])
        }
        // Within a spec.
        let whole = try lamina.node()
        try lamina.column([root], in: whole)
        let pixels = try render(whole, 20, 30, lamina)
        #expect(pixels[20 * 10 + 5] == 0xFF00_00FF || pixels[20 * 10 + 14] == 0xFF00_00FF)
        for node in boxes + [card, red, root, whole] { lamina_node_release(node) }
        lamina.close()
    }

    @Test func directionsComeFromTheNodes() throws {
        let lamina = try Lamina(threads: 0)
        let box = try lamina.flex("width: 10px")
        let row = try lamina.flex("", [box])
        let root = try lamina.flex("flex-direction: column", [row], isRoot: true)
        try ok(setLayoutDirection(root, .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT))
        try ok(lamina_node_apply_layout(root, exactly(100, 40)))
        #expect(frame(box)[0] == 90)
        try ok(setLayoutDirection(row, .LAMINA_LAYOUT_DIRECTION_LEFT_TO_RIGHT))
        try ok(lamina_node_apply_layout(root, exactly(100, 40)))
        #expect(frame(box)[0] == 0)
        try ok(lamina_node_set_flex_style(row, "direction: rtl", -1))
        try ok(lamina_node_apply_layout(root, exactly(100, 40)))
        #expect(frame(box)[0] == 90)
        for node in [box, row, root] { lamina_node_release(node) }
        lamina.close()
    }

    /// On one thread, so that the sanitizers, under which it takes minutes, would learn nothing.
    @Test(.disabled(if: isSanitized)) func depthHasALimit() throws {
        let lamina = try Lamina(threads: 0)
        let root = try lamina.flex("padding-left: 0.5px", [], isRoot: true)
        func grow(_ from: Node, by count: Int) throws -> Node {
            var last = from
            for _ in 0..<count {
                let next = try lamina.flex("")
                try ok(lamina_node_add_child(last, next))
                lamina_node_release(next)
                last = next
            }
            return last
        }
        let deep = try grow(root, by: 9_999)
        try ok(lamina_node_apply_layout(root, exactly(100, 40)))
        #expect(frame(deep)[3] == 40)
        var layout: LayoutHandle?
        try ok(lamina_layout_create(root, exactly(50, 30), &layout))
        #expect(try frame(deep, in: #require(layout)).height == 30)
        lamina_layout_release(layout)
        _ = try grow(deep, by: 10_001)
        #expect(lamina_node_apply_layout(root, exactly(100, 41)) == .LAMINA_ERROR_OUT_OF_RANGE)
        #expect(lamina_layout_create(root, exactly(50, 30), &layout) == .LAMINA_ERROR_OUT_OF_RANGE)
        #expect(lastError().contains("deep"))
        lamina_node_release(root)
        lamina.close()
    }

    @Test func descriptionsDoNotMindFlex() throws {
        let lamina = try Lamina(threads: 0)
        let box = try lamina.flex("width: 10px")
        let root = try lamina.flex("", [box], isRoot: true)
        try ok(lamina_node_apply_layout(root, exactly(100, 40)))
        var text = [CChar](repeating: 0, count: 4000)
        #expect(lamina_node_read_description(root, &text, text.count) > 0)
        #expect(strstr(text, "10") != nil)
        #expect(lamina_node_read_explanation(root, exactly(100, 40), nil, &text, text.count) > 0)
        for node in [box, root] { lamina_node_release(node) }
        lamina.close()
    }

    /// Elements of layouts within layouts: flex in a spec, a spec in that, and flex in it again.
    @Test func explanationsGoThroughAllLayouts() throws {
        let lamina = try Lamina(threads: 0)
        func named(_ node: Node, _ name: String) throws -> Node {
            try ok(lamina_node_set_name(node, name, -1))
            return node
        }
        let deepest = try named(lamina.flex("width: 50%; height: 5px"), "deepest")
        let inner = try named(lamina.flex("", [deepest], isRoot: true), "inner")
        let plain = try named(lamina.box(20, 10), "plain")
        let leaf = try named(lamina.node(), "leaf")
        let column = try lamina.column([plain, inner].map { UnsafeMutableRawPointer($0) })
        try ok(lamina_node_set_spec(leaf, column))
        let button = try named(lamina.flex("flex: 1 1 0px"), "button")
        let row = try named(lamina.flex("padding: 5px", [leaf, button], isRoot: true), "row")
        let top = try named(lamina.node(), "top")
        let outer = try lamina.column([UnsafeMutableRawPointer(row)])
        try ok(lamina_node_set_spec(top, outer))
        let range = atMost(200, 100)
        func explain(_ element: UnsafeMutableRawPointer?) -> String {
            copied { lamina_node_read_explanation(top, range, element, $0, $1) }
        }
        let button1 = explain(button)
        #expect(
            button1.contains("item: 2 of 2 in the row of node \"row\", whose content box has width 20, height 15\n"))
        #expect(button1.contains("base: width 0, its flex-basis (CSS Flexbox 9.2)\n"))
        let root = explain(row)
        #expect(root.contains("constraints from column: ") && root.contains("decided: by its flex layout\n"))
        #expect(
            root.contains(
                "\nflex root, CSS profile: laid out within width 0 to 200, height 0 to inf\narranges: a row of 2"))
        #expect(
            explain(leaf).contains(
                "constraints: width unconstrained (max-content), height unconstrained (max-content); measured: 20 x 15\n"
            ))
        #expect(explain(plain).contains("\nplaced: 0 from the left and 0 from the top of column, aligned across"))
        #expect(explain(column).contains("decided: 2 children of 15 in all"))
        #expect(explain(inner).contains("flex root, CSS profile: laid out within width 20"))
        #expect(explain(deepest).contains("percentage: width 50% of node \"inner\"'s content width 20\n"))
        let names = explain(nil).split(separator: "\n").map { $0.prefix { $0 != ":" } }
        #expect(
            names == [
                "node \"top\"", "  column", "    node \"row\"", "      node \"leaf\"", "        column",
                "          node \"plain\"", "          node \"inner\"", "            node \"deepest\"",
                "      node \"button\"",
            ])
        // Nothing was laid out by that, and what is laid out says the same.
        #expect(frame(deepest) == [0, 0, 0, 0])
        try ok(lamina_node_apply_layout(top, range))
        #expect(frame(deepest) == [0, 0, 10, 5] && frame(button) == [25, 5, 0, 15])
        #expect(explain(button) == button1)
        let stranger = try lamina.flex("")
        #expect(lamina_node_read_explanation(top, range, UnsafeMutableRawPointer(stranger), nil, 0) == 0)
        #expect(lastError().contains("not part of the layout"))
        for node in [deepest, inner, plain, leaf, button, row, top, stranger] { lamina_node_release(node) }
        for spec in [column, outer] { lamina_spec_release(spec) }
        lamina.close()
    }

    /// As deep as flex layouts go, and flex layouts in specs in flex layouts as far as the stack has room.
    @Test func deepExplanations() throws {
        let lamina = try Lamina(threads: 0)
        var node = try lamina.flex("height: 3px")
        let deepest = node
        for _ in 0..<5_000 {
            let parent = try lamina.flex("", [node])
            lamina_node_release(node)
            node = parent
        }
        try ok(lamina_node_set_flex_profile(node, .LAMINA_FLEX_PROFILE_CSS))
        #expect(copied { lamina_node_read_explanation(node, exactly(9, 9), deepest, $0, $1) }.contains("\ndecided: "))
        let lines = copied { lamina_node_read_explanation(node, exactly(9, 9), nil, $0, $1) }.split(separator: "\n")
        #expect(lines.count == 5_001)
        lamina_node_release(node)
        var nested = try lamina.flex("height: 3px")
        let innermost = nested
        for _ in 0..<150 {
            let root = try lamina.flex("", [nested], isRoot: true)
            lamina_node_release(nested)
            nested = try lamina.node()
            let column = try lamina.column([UnsafeMutableRawPointer(root)])
            try ok(lamina_node_set_spec(nested, column))
            lamina_spec_release(column)
            lamina_node_release(root)
        }
        let range = atMost(100, 100)
        let text = copied { lamina_node_read_explanation(nested, range, innermost, $0, $1) }
        #expect(text.contains("\ndecided: ") || text.hasPrefix("left out: "), "\(text)")
        #expect(lamina_node_read_explanation(nested, range, nil, nil, 0) > 0)
        lamina_node_release(nested)
        lamina.close()
    }
}

private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> lamina_rect {
    lamina_rect(origin: lamina_point(x: x, y: y), size: lamina_size(width: width, height: height))
}

private func bitmap(_ pixels: UnsafeMutableRawPointer, _ width: Int32, _ height: Int32) -> lamina_bitmap {
    var bitmap = lamina_bitmap()
    bitmap.struct_size = MemoryLayout<lamina_bitmap>.size
    bitmap.data = pixels
    bitmap.width = width
    bitmap.height = height
    bitmap.stride = width * 4
    return bitmap
}

@discardableResult
private func composite(
    _ surface: UnsafeMutablePointer<lamina_surface>, _ pixels: inout [UInt32]
) throws -> [lamina_rect_px] {
    var damage = [lamina_rect_px](repeating: lamina_rect_px(), count: 16)
    var count = 0
    try pixels.withUnsafeMutableBytes { bytes in
        var target = bitmap(bytes.baseAddress!, 100, 50)
        try ok(lamina_surface_composite(surface, &target, &damage, damage.count, &count))
    }
    return Array(damage.prefix(count))
}

private func render(_ root: Node, _ width: Int32, _ height: Int32, _ lamina: Lamina) throws -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: Int(width * height))
    try pixels.withUnsafeMutableBytes { bytes in
        var target = bitmap(bytes.baseAddress!, width, height)
        try ok(lamina_node_render(root, 1, lamina_color(), &target, nil, nil, nil, nil))
        try ok(lamina_context_wait_idle(lamina.context, 20_000_000))
    }
    return pixels
}
