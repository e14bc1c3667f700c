import CLamina
import Glibc
import LaminaABI
import Testing

/// Texts through the C names: what the engine's own tests cannot see.
@Suite(.serialized) struct TextFeatureABITests {
    private func attributes() -> lamina_text_attributes {
        var attributes = lamina_text_attributes()
        attributes.struct_size = MemoryLayout<lamina_text_attributes>.size
        return attributes
    }

    private func options(_ change: (inout lamina_text_options) -> Void = { _ in }) -> lamina_text_options {
        var options = lamina_text_options()
        options.struct_size = MemoryLayout<lamina_text_options>.size
        change(&options)
        return options
    }

    private func metrics(_ text: Lamina.Text, _ options: lamina_text_options, _ width: Double) throws
        -> lamina_text_metrics
    {
        var (options, metrics) = (options, lamina_text_metrics())
        metrics.struct_size = MemoryLayout<lamina_text_metrics>.size
        try ok(lamina_text_measure(text, &options, width, &metrics))
        return metrics
    }

    @Test func scaleFactorsGoFromLargeToSmall() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let text = try lamina.text("Several words that wrap")
        var found = lamina_text_metrics()
        found.struct_size = MemoryLayout<lamina_text_metrics>.size
        let status = [0.5, 0.5, 0.9].withUnsafeBufferPointer { factors in
            var options = options {
                $0.scale_factors = factors.baseAddress; $0.scale_factor_count = 3
            }
            return lamina_text_measure(text, &options, 60, &found)
        }
        #expect(status == .LAMINA_ERROR_INVALID_ARGUMENT && lastError().contains("scale_factors[2] is 0.9"))
    }

    /// A program compiled against an older header passes shorter structs.
    @Test func shorterStructsMeanTheSame() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let text = try lamina.text("Several words that wrap")
        var old = options { $0.max_lines = 1 }
        let new = try metrics(text, old, 60)
        old.struct_size = MemoryLayout.offset(of: \lamina_text_options.truncates_at_words)!
        #expect(try metrics(text, old, 60).size.width == new.size.width)
        var short = lamina_text_metrics()
        short.struct_size = MemoryLayout.offset(of: \lamina_text_metrics.hidden_begin)!
        short.missing_glyphs = 77
        try ok(lamina_text_measure(text, &old, 60, &short))
        #expect(short.line_count == 1 && short.is_truncated && short.missing_glyphs == 77)
        // Half a pointer at the end is none.
        var cut = attributes()
        cut.features = UnsafePointer(bitPattern: UInt.max)
        cut.struct_size = MemoryLayout.offset(of: \lamina_text_attributes.features)! + 4
        var made: Lamina.Text?
        try ok(lamina_text_create(lamina.context, "x", 1, &cut, &made))
        lamina_text_release(made)
        lamina_text_release(text)
    }

    /// Whatever thread sets it: one of the strings stays, whole and in the look that was there.
    @Test func stringsKeepTheLookOnAnyThread() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        var look = attributes()
        look.size = 40
        var text: Lamina.Text?
        try ok(lamina_text_create(lamina.context, "0", 1, &look, &text))
        var node: Lamina.Node?
        try ok(lamina_node_create_text(lamina.context, text, &node))
        lamina_text_release(text)
        var threads = [pthread_t](repeating: pthread_t(), count: 4)
        for number in threads.indices {
            pthread_create(
                &threads[number], nil,
                { node in
                    let handle = node.map { Lamina.Node(OpaquePointer($0)) }
                    for round in 100..<300 {
                        _ = lamina_node_set_string(handle, "at \(round)", -1)
                        var shown: Lamina.Text?
                        if lamina_node_copy_text(handle, &shown) == .LAMINA_OK { lamina_text_release(shown) }
                    }
                    return nil
                }, UnsafeMutableRawPointer(node))
        }
        for thread in threads { pthread_join(thread, nil) }
        var (shown, expected): (Lamina.Text?, Lamina.Text?) = (nil, nil)
        try ok(lamina_node_copy_text(node, &shown))
        var buffer = [CChar](repeating: 0, count: 32)
        _ = lamina_text_read_string(shown, &buffer, 32)
        try ok(lamina_text_create(lamina.context, buffer, -1, &look, &expected))
        #expect(lamina_text_is_equal(shown, expected) && lamina_text_get_length(shown) >= 5)
        lamina_text_release(shown)
        lamina_text_release(expected)
        lamina_node_release(node)
    }

    @Test func tokensOfAnotherContextAreRefused() throws {
        let (lamina, other) = (try Lamina(), try Lamina())
        defer {
            lamina.close()
            other.close()
        }
        let (text, token) = (try lamina.text("text"), try other.text("token"))
        var options = options { $0.token = token }
        var metrics = lamina_text_metrics()
        metrics.struct_size = MemoryLayout<lamina_text_metrics>.size
        #expect(lamina_text_measure(text, &options, 100, &metrics) == .LAMINA_ERROR_FOREIGN_CONTEXT)
        #expect(lastError().contains("options->token"))
        options.token = UnsafeMutablePointer(bitPattern: 0xdead0)
        #expect(lamina_text_measure(text, &options, 100, &metrics) == .LAMINA_ERROR_INVALID_HANDLE)
        lamina_text_release(text)
        lamina_text_release(token)
    }

    @Test func nodesKeepTheirOptions() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let (node, token) = (
            try lamina.textNode("a text that is cut where there is no room for it"), try lamina.text("!")
        )
        var options = options {
            ($0.max_lines, $0.token, $0.insets) = (1, token, lamina_insets(top: 2, left: 3, bottom: 4, right: 5))
        }
        try ok(lamina_node_set_text_options(node, &options))
        lamina_text_release(token)
        try ok(
            lamina_node_set_frame(node, lamina_rect(origin: lamina_point(), size: lamina_size(width: 120, height: 40))))
        var layout: UnsafeMutablePointer<lamina_text_layout>?
        try ok(lamina_node_copy_text_layout(node, &layout))
        var found = lamina_text_metrics()
        found.struct_size = MemoryLayout<lamina_text_metrics>.size
        try ok(lamina_text_layout_get_metrics(layout, &found))
        #expect(found.is_truncated && found.size.width == 120 && found.hidden_begin > 0)
        var line = lamina_text_line()
        line.struct_size = MemoryLayout<lamina_text_line>.size
        try ok(lamina_text_layout_get_line(layout, 0, &line))
        #expect(line.rect.origin.x == 3 && line.rect.origin.y == 2 && line.end == found.hidden_begin)
        var hit = lamina_text_hit()
        hit.struct_size = MemoryLayout<lamina_text_hit>.size
        let point = lamina_point(x: 3 + line.rect.size.width - 1, y: 8)
        try ok(lamina_text_layout_hit_test(layout, point, &hit))
        #expect(hit.part == .LAMINA_TEXT_PART_TOKEN)
        #expect(lamina_text_layout_retain(layout) == layout)
        lamina_text_layout_release(layout)
        lamina_text_layout_release(layout)
        #expect(lamina_text_layout_get_metrics(layout, &found) == .LAMINA_ERROR_INVALID_HANDLE)
        let plain = try lamina.node()
        #expect(lamina_node_copy_text_layout(plain, &layout) == .LAMINA_ERROR_UNSUPPORTED)
        #expect(lamina_node_set_text_highlight(plain, 0, 1, nil) == .LAMINA_ERROR_UNSUPPORTED)
        #expect(lamina_node_set_text_highlight(node, 2, 1, nil) == .LAMINA_ERROR_OUT_OF_RANGE)
        lamina_node_release(node)
        lamina_node_release(plain)
    }

    /// The same picture by node, by text and by layout.
    @Test func threeWaysToDrawAreOne() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let text = try lamina.text("Three ways")
        var ways = [[UInt32]](repeating: [UInt32](repeating: 0, count: 120 * 40), count: 3)
        let black = lamina_color(red: 0, green: 0, blue: 0, alpha: 1)
        func draw(_ index: Int, _ body: (UnsafePointer<lamina_bitmap>) throws -> Void) rethrows {
            try ways[index].withUnsafeMutableBytes { bytes in
                var bitmap = lamina_bitmap(
                    struct_size: MemoryLayout<lamina_bitmap>.size, data: bytes.baseAddress, width: 120, height: 40,
                    stride: 480,
                    format: .LAMINA_PIXEL_FORMAT_ARGB32)
                try body(&bitmap)
            }
        }
        let size = lamina_size(width: 120, height: 40)
        try draw(0) {
            try ok(lamina_text_draw(text, nil, lamina_rect(origin: lamina_point(), size: size), black, 1, $0))
        }
        var layout: UnsafeMutablePointer<lamina_text_layout>?
        try ok(lamina_text_layout_create(text, nil, size, &layout))
        try draw(1) { try ok(lamina_text_layout_draw(layout, lamina_point(), black, 1, $0)) }
        let node = try lamina.textNode("Three ways")
        try draw(2) {
            try ok(lamina_node_render(node, 1, lamina_color(), $0, nil, nil, nil, nil))
            try ok(lamina_context_wait_idle(lamina.context, UInt64.max))
        }
        #expect(ways[0].contains { $0 != 0 } && ways[0] == ways[1] && ways[0] == ways[2])
        lamina_text_layout_release(layout)
        lamina_text_release(text)
        lamina_node_release(node)
    }

    @Test func rangesAndCarets() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let text = try lamina.text("añb")
        var layout: UnsafeMutablePointer<lamina_text_layout>?
        let free = lamina_size(width: .infinity, height: .infinity)
        try ok(lamina_text_layout_create(text, nil, free, &layout))
        var count = 0
        var rects = [lamina_rect](repeating: lamina_rect(), count: 2)
        try ok(lamina_text_layout_read_rects(layout, 0, -1, &rects, 2, &count))
        #expect(count == 1 && rects[0].size.width > 0)
        #expect(lamina_text_layout_read_rects(layout, 2, 3, nil, 0, &count) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lamina_text_layout_read_rects(layout, 0, 9, nil, 0, &count) == .LAMINA_ERROR_OUT_OF_RANGE)
        #expect(lamina_text_layout_read_rects(layout, 3, 1, nil, 0, &count) == .LAMINA_ERROR_OUT_OF_RANGE)
        var caret = lamina_text_caret()
        caret.struct_size = MemoryLayout<lamina_text_caret>.size
        try ok(lamina_text_layout_get_caret(layout, 4, &caret))
        #expect(caret.strong.origin.x == rects[0].size.width && caret.line == 0)
        #expect(lamina_text_layout_get_caret(layout, 2, &caret) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lamina_text_layout_move_caret(layout, 1, .LAMINA_CARET_MOVEMENT_RIGHT) == 3)
        #expect(lamina_text_layout_move_caret(layout, 99, .LAMINA_CARET_MOVEMENT_RIGHT) == -1)
        var rect = lamina_rect()
        #expect(lamina_text_layout_get_attachment(layout, 0, &rect, nil) == .LAMINA_ERROR_OUT_OF_RANGE)
        #expect(lamina_text_convert_position(text, .LAMINA_TEXT_UNIT_CHARACTER, 2, .LAMINA_TEXT_UNIT_BYTE) == 3)
        #expect(lamina_text_get_boundary(text, 1, .LAMINA_TEXT_UNIT_CHARACTER, true) == 3)
        let same = try lamina.text("añb")
        #expect(lamina_text_is_equal(text, same) && lamina_text_get_hash(text) == lamina_text_get_hash(same))
        lamina_text_release(same)
        lamina_text_layout_release(layout)
        lamina_text_release(text)
    }
}
