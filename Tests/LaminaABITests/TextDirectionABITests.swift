import CLamina
import LaminaABI
import Testing

private typealias Node = Lamina.Node

/// Text without letters stands where layout begins; text with letters goes its own way.
@Suite struct TextDirectionABITests {
    private func line(_ node: Node) throws -> (left: Double, isRightToLeft: Bool) {
        var layout: UnsafeMutablePointer<lamina_text_layout>?
        try ok(lamina_node_copy_text_layout(node, &layout))
        var line = lamina_text_line()
        line.struct_size = MemoryLayout<lamina_text_line>.size
        try ok(lamina_text_layout_get_line(layout, 0, &line))
        lamina_text_layout_release(layout)
        return (line.rect.origin.x, line.is_right_to_left)
    }

    private func setFrame(_ node: Node, width: Double) throws {
        let size = lamina_size(width: width, height: 30)
        try ok(lamina_node_set_frame(node, lamina_rect(origin: lamina_point(), size: size)))
    }

    @Test(arguments: ["12:30", "(1, 2)", "— 5 %", "\n7"])
    func textWithoutLettersFollowsTheLayout(_ words: String) throws {
        let lamina = try Lamina(threads: 0)
        let (root, text) = (try lamina.node(), try lamina.textNode(words))
        try ok(lamina_node_add_child(root, text))
        try setFrame(text, width: 200)
        #expect(try line(text) == (0, false))
        try ok(setLayoutDirection(root, .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT))
        #expect(try line(text).isRightToLeft)
        #expect(try line(text).left > 100)
        try ok(setLayoutDirection(text, .LAMINA_LAYOUT_DIRECTION_LEFT_TO_RIGHT))
        #expect(try line(text) == (0, false))
        try ok(setLayoutDirection(text, .LAMINA_LAYOUT_DIRECTION_INHERIT))
        try ok(setLayoutDirection(root, .LAMINA_LAYOUT_DIRECTION_INHERIT))
        try ok(lamina_context_set_layout_direction(lamina.context, .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT))
        #expect(try line(text).isRightToLeft)
        // In a flex layout its property counts.
        try ok(lamina_node_set_flex_profile(root, .LAMINA_FLEX_PROFILE_CSS))
        try ok(lamina_node_set_flex_style(text, "width: 150px", -1))
        let range = lamina_size_range(min: lamina_size(), max: lamina_size(width: 200, height: 100))
        try ok(lamina_node_apply_layout(root, range))
        #expect(try line(text).isRightToLeft)
        try ok(lamina_node_set_flex_style(root, "direction: ltr", -1))
        try ok(lamina_node_apply_layout(root, range))
        #expect(try line(text) == (0, false))
        for node in [root, text] { lamina_node_release(node) }
        lamina.close()
    }

    @Test(arguments: [("abc", false), ("12 abc", false), ("אבג", true), ("12 אבג", true)])
    func lettersHaveADirectionOfTheirOwn(_ words: String, _ isRightToLeft: Bool) throws {
        let lamina = try Lamina(threads: 0)
        let text = try lamina.textNode(words)
        try setFrame(text, width: 200)
        for direction in [
            lamina_layout_direction.LAMINA_LAYOUT_DIRECTION_LEFT_TO_RIGHT, .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT,
        ] {
            try ok(setLayoutDirection(text, direction))
            #expect(try line(text).isRightToLeft == isRightToLeft)
        }
        lamina_node_release(text)
        lamina.close()
    }

    /// Where ink is, of 100 columns: the first and the last one.
    private func ink(_ pixels: [UInt32]) -> ClosedRange<Int>? {
        let columns = (0..<100).filter { x in (0..<20).contains { pixels[$0 * 100 + x] >> 24 > 60 } }
        guard let first = columns.first, let last = columns.last else { return nil }
        return first...last
    }

    private func withBitmap(_ pixels: inout [UInt32], _ body: (UnsafePointer<lamina_bitmap>) throws -> Void) rethrows {
        try pixels.withUnsafeMutableBytes { bytes in
            var bitmap = lamina_bitmap()
            bitmap.struct_size = MemoryLayout<lamina_bitmap>.size
            bitmap.data = bytes.baseAddress
            bitmap.width = 100
            bitmap.height = 20
            bitmap.stride = 400
            try body(&bitmap)
        }
    }

    @Test func picturesFollowTheLayout() throws {
        let lamina = try Lamina()
        let (root, text) = (try lamina.node(), try lamina.textNode("12:30"))
        try lamina.column([text], in: root)
        func picture() throws -> ClosedRange<Int>? {
            var pixels = [UInt32](repeating: 0, count: 2000)
            try withBitmap(&pixels) { try ok(lamina_node_render(root, 1, lamina_color(), $0, nil, nil, nil, nil)) }
            try ok(lamina_context_wait_idle(lamina.context, .max))
            return ink(pixels)
        }
        let left = try #require(try picture())
        #expect(left.lowerBound < 5 && left.upperBound < 60)
        try ok(setLayoutDirection(root, .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT))
        let right = try #require(try picture())
        #expect(right.lowerBound > 40 && right.upperBound > 95)
        for node in [root, text] { lamina_node_release(node) }
        lamina.close()
    }

    /// What is on screen is drawn again when its direction changes, whoever says so.
    @Test func surfacesFollowTheLayout() throws {
        let lamina = try Lamina()
        let (root, text) = (try lamina.node(), try lamina.textNode("12:30"))
        try lamina.column([text], in: root)
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(lamina.context, lamina_size(width: 100, height: 20), 1, &surface))
        try ok(lamina_surface_set_root(surface, root))
        func isRight() throws -> Bool {
            try ok(lamina_context_wait_idle(lamina.context, .max))
            var pixels = [UInt32](repeating: 0, count: 2000)
            var count = 0
            try withBitmap(&pixels) { try ok(lamina_surface_composite(surface, $0, nil, 0, &count)) }
            if count == 0 { return last }
            let found = try #require(ink(pixels))
            return found.upperBound > 95
        }
        var last = false
        func expect(_ right: Bool, _ comment: Comment) throws {
            last = try isRight()
            #expect(last == right, comment)
        }
        try expect(false, "at first")
        try ok(setLayoutDirection(root, .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT))
        try expect(true, "the root's")
        try ok(setLayoutDirection(text, .LAMINA_LAYOUT_DIRECTION_LEFT_TO_RIGHT))
        try expect(false, "its own")
        try ok(setLayoutDirection(text, .LAMINA_LAYOUT_DIRECTION_INHERIT))
        try ok(setLayoutDirection(root, .LAMINA_LAYOUT_DIRECTION_INHERIT))
        try ok(lamina_context_set_layout_direction(lamina.context, .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT))
        try expect(true, "the context's")
        try ok(lamina_node_set_spec(root, nil))
        try ok(lamina_node_set_flex_profile(root, .LAMINA_FLEX_PROFILE_CSS))
        try ok(lamina_node_set_flex_style(text, "flex: 1", -1))
        try ok(lamina_node_set_flex_style(root, "direction: ltr", -1))
        try expect(false, "that of its flex layout")
        try ok(lamina_surface_set_root(surface, nil))
        for node in [root, text] { lamina_node_release(node) }
        lamina_surface_release(surface)
        lamina.close()
    }
}
