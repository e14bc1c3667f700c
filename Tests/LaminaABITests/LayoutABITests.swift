import CLamina
import Foundation
import LaminaABI
import Testing

@Suite struct LayoutABITests {
    private func layOut(_ root: Lamina.Node, width: Double, height: Double) throws -> UnsafeMutablePointer<
        lamina_layout
    > {
        var layout: UnsafeMutablePointer<lamina_layout>?
        let range = lamina_size_range(
            min: lamina_size(width: 0, height: 0), max: lamina_size(width: width, height: height))
        try ok(lamina_layout_create(root, range, &layout))
        return try #require(layout)
    }

    @Test func aColumnOfTextsAndBoxes() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let root = try lamina.node()
        let box = try lamina.node()
        try ok(setSize(box, lamina_size(width: 30, height: 20)))
        let text = try lamina.textNode("Some words that need more than one line")
        let spec = try lamina.column([UnsafeMutableRawPointer(box), UnsafeMutableRawPointer(text)], spacing: 5)
        try ok(lamina_node_set_spec(root, spec))
        lamina_spec_release(spec)
        #expect(lamina_node_get_child_count(root) == 2)

        let layout = try layOut(root, width: 100, height: .infinity)
        var frame = lamina_rect()
        try ok(lamina_layout_get_frame(layout, text, &frame))
        #expect(frame.origin.y == 25)
        #expect(frame.size.width <= 100 && frame.size.height > 20)
        #expect(lamina_layout_get_size(layout).height == frame.origin.y + frame.size.height)
        #expect(lamina_node_get_frame(text).size.height == 0, "measuring changes nothing")
        try ok(lamina_layout_apply(layout))
        #expect(lamina_node_get_frame(text).size.height == frame.size.height)
        #expect(lamina_node_get_frame(root).size.width == lamina_layout_get_size(layout).width)
        #expect(lamina_layout_get_frame(layout, try lamina.node(), &frame) == .LAMINA_ERROR_OUT_OF_RANGE)
        lamina_layout_release(layout)
        #expect(lamina_layout_get_size(layout).width == 0)
    }

    @Test func specsAreChecked() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.node()
        let element = UnsafeMutableRawPointer(node)
        var spec: Lamina.Spec?
        #expect(
            lamina_spec_create_overlay(lamina.context, nil, element, element, &spec) == .LAMINA_ERROR_INVALID_ARGUMENT,
            "the same node twice")
        #expect(lamina_spec_create_ratio(lamina.context, -1, nil, element, &spec) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lamina_spec_create_ratio(lamina.context, 1, nil, nil, &spec) == .LAMINA_ERROR_INVALID_HANDLE)
        let insets = lamina_insets(top: .nan, left: 0, bottom: 0, right: 0)
        #expect(lamina_spec_create_inset(lamina.context, insets, nil, element, &spec) == .LAMINA_ERROR_INVALID_ARGUMENT)
        try ok(lamina_spec_create_ratio(lamina.context, 1, nil, element, &spec))
        #expect(lamina_node_set_spec(node, spec) == .LAMINA_ERROR_CYCLE)
    }

    /// Nested as deep as it goes: refused with a sentence, not with a stack overflow.
    @Test func deepSpecsAreRefused() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        var element = UnsafeMutableRawPointer(try lamina.node())
        var failure = lamina_status.LAMINA_OK
        for _ in 0..<2000 {
            var spec: Lamina.Spec?
            let insets = lamina_insets(top: 0, left: 0, bottom: 0, right: 0)
            failure = lamina_spec_create_inset(lamina.context, insets, nil, element, &spec)
            guard let spec else { break }
            element = UnsafeMutableRawPointer(spec)
        }
        #expect(failure == .LAMINA_ERROR_OUT_OF_RANGE)
    }

    /// The thread sanitizer's own stack of calls has room for 65,536 and no check: below a sanitizer the tree is less
    /// deep.
    private static var depths: [Int] {
        let isInstrumented = !(ProcessInfo.processInfo.environment["LAMINA_SANITIZER"] ?? "").isEmpty
        return isInstrumented ? [500, 1500] : [500, 9000]
    }

    @Test(arguments: depths) func deepTreesAreLaidOut(depth: Int) throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        var node = try lamina.node()
        try ok(setSize(node, lamina_size(width: 7, height: 3)))
        for _ in 0..<depth {
            let parent = try lamina.node()
            let spec = try lamina.column([UnsafeMutableRawPointer(node)])
            try ok(lamina_node_set_spec(parent, spec))
            lamina_spec_release(spec)
            lamina_node_release(node)
            node = parent
        }
        let layout = try layOut(node, width: 100, height: 100)
        #expect(lamina_layout_get_size(layout).height == 3)
    }
}

@Suite struct TextABITests {
    @Test func textsAndMetrics() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let text = try lamina.text("Grüße an alle, die das hier lesen")
        #expect(lamina_text_get_length(text) == "Grüße an alle, die das hier lesen".utf8.count)
        var metrics = lamina_text_metrics()
        metrics.struct_size = MemoryLayout<lamina_text_metrics>.size
        try ok(lamina_text_measure(text, nil, .infinity, &metrics))
        #expect(metrics.line_count == 1 && !metrics.is_truncated && metrics.first_baseline > 5)
        var options = lamina_text_options()
        options.struct_size = MemoryLayout<lamina_text_options>.size
        options.max_lines = 1
        try ok(lamina_text_measure(text, &options, 60, &metrics))
        #expect(metrics.is_truncated && metrics.size.width <= 60)
        #expect(lamina_text_measure(text, &options, .nan, &metrics) == .LAMINA_ERROR_INVALID_ARGUMENT)
        let broken: [CChar] = [0x61, CChar(bitPattern: 0xC3)]
        var made: Lamina.Text?
        #expect(lamina_text_create(lamina.context, broken, 2, nil, &made) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(made == nil && lastError().contains("1"))
    }

    @Test func builders() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        var builder: UnsafeMutablePointer<lamina_text_builder>?
        try ok(lamina_text_builder_create(lamina.context, nil, &builder))
        try ok(lamina_text_builder_append(builder, "é bold", -1, nil))
        var attributes = lamina_text_attributes()
        attributes.struct_size = MemoryLayout<lamina_text_attributes>.size
        attributes.weight = 700
        try ok(lamina_text_builder_set_attributes(builder, 3, -1, &attributes))
        #expect(lamina_text_builder_set_attributes(builder, 1, 3, &attributes) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lamina_text_builder_set_attributes(builder, 0, 8, &attributes) == .LAMINA_ERROR_OUT_OF_RANGE)
        #expect(lamina_text_builder_set_attributes(builder, 5, 3, &attributes) == .LAMINA_ERROR_OUT_OF_RANGE)
        attributes.weight = 20
        #expect(lamina_text_builder_set_attributes(builder, 0, 1, &attributes) == .LAMINA_ERROR_INVALID_ARGUMENT)
        var first: Lamina.Text?
        var second: Lamina.Text?
        try ok(lamina_text_builder_copy_text(builder, &first))
        try ok(lamina_text_builder_append(builder, " and more", -1, nil))
        try ok(lamina_text_builder_copy_text(builder, &second))
        #expect(lamina_text_get_length(first) == 7 && lamina_text_get_length(second) == 16)
    }
}
