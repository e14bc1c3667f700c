import CLamina
import LaminaABI
import Testing

@Suite struct SpecABITests {
    private let lamina: Lamina
    private let root: Lamina.Node
    private let a: Lamina.Node
    private let b: Lamina.Node

    init() throws {
        lamina = try Lamina()
        root = try lamina.node()
        a = try lamina.node()
        b = try lamina.node()
        try ok(lamina_node_set_preferred_size(a, lamina_size(width: 20, height: 10)))
        try ok(lamina_node_set_preferred_size(b, lamina_size(width: 10, height: 30)))
    }

    private var both: [UnsafeMutableRawPointer?] { [UnsafeMutableRawPointer(a), UnsafeMutableRawPointer(b)] }

    /// The frames of both boxes, as x, y, width, height, in a root of 100 x 50.
    private func frames(
        isExact: Bool = true, _ make: (UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>) -> lamina_status
    ) throws -> [[Double]] {
        var spec: Lamina.Spec?
        try ok(make(&spec))
        try ok(lamina_node_set_spec(root, spec))
        lamina_spec_release(spec)
        let size = lamina_size(width: 100, height: 50)
        var layout: UnsafeMutablePointer<lamina_layout>?
        try ok(lamina_layout_create(root, lamina_size_range(min: isExact ? size : lamina_size(), max: size), &layout))
        defer { lamina_layout_release(layout) }
        return try [a, b].map { node in
            var frame = lamina_rect()
            if lamina_node_get_child_index(root, node) == -1 { return [] }
            try ok(lamina_layout_get_frame(layout, node, &frame))
            return [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height]
        }
    }

    private func stackOptions(_ change: (inout lamina_stack_options) -> Void) -> lamina_stack_options {
        var options = lamina_stack_options()
        options.struct_size = MemoryLayout<lamina_stack_options>.size
        options.align_items = .LAMINA_ALIGN_START
        change(&options)
        return options
    }

    private func setRightToLeft() throws {
        try ok(lamina_node_set_layout_direction(root, .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT))
    }

    @Test func shortForms() throws {
        defer { lamina.close() }
        #expect(
            try frames { lamina_spec_create_row(lamina.context, 4, .LAMINA_ALIGN_CENTER, both, 2, $0) }
                == [[0, 20, 20, 10], [24, 10, 10, 30]])
        #expect(
            try frames { lamina_spec_create_column(lamina.context, -4, .LAMINA_ALIGN_END, both, 2, $0) }
                == [[80, 0, 20, 10], [90, 6, 10, 30]])
        var spacer: Lamina.Spec?
        try ok(lamina_spec_create_spacer(lamina.context, nil, &spacer))
        let apart = [both[0], UnsafeMutableRawPointer(spacer), both[1]]
        #expect(
            try frames { lamina_spec_create_row(lamina.context, 0, .LAMINA_ALIGN_START, apart, 3, $0) }
                == [[0, 0, 20, 10], [90, 0, 10, 30]])
        var row: Lamina.Spec?
        try ok(lamina_spec_create_row(lamina.context, 0, .LAMINA_ALIGN_START, both, 2, &row))
        #expect(
            try frames { lamina_spec_create_padding(lamina.context, 7, 3, UnsafeMutableRawPointer(row), $0) }
                == [[7, 3, 20, 10], [27, 3, 10, 30]])
        var none: Lamina.Spec?
        #expect(
            lamina_spec_create_row(lamina.context, .nan, .LAMINA_ALIGN_START, both, 2, &none)
                == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(
            lamina_spec_create_row(lamina.context, 0, .LAMINA_ALIGN_START, nil, 2, &none)
                == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(
            lamina_spec_create_padding(lamina.context, -.infinity, 3, both[0], &none) == .LAMINA_ERROR_INVALID_ARGUMENT)
    }

    @Test func wrappingStacks() throws {
        defer { lamina.close() }
        var options = stackOptions {
            $0.wrap = true
            $0.spacing = 75
            $0.line_spacing = 5
        }
        let wrapped = try frames { lamina_spec_create_stack(lamina.context, &options, nil, both, 2, $0) }
        #expect(wrapped == [[0, 0, 20, 10], [0, 15, 10, 30]])
        options.align_content = .LAMINA_ALIGN_CONTENT_END
        let low = try frames { lamina_spec_create_stack(lamina.context, &options, nil, both, 2, $0) }
        #expect(low == [[0, 5, 20, 10], [0, 20, 10, 30]])
        // A program that was compiled before there was wrapping.
        options.struct_size = MemoryLayout<lamina_stack_options>.offset(of: \.line_spacing)!
        let old = try frames { lamina_spec_create_stack(lamina.context, &options, nil, both, 2, $0) }
        #expect(old == [[0, 0, 20, 10], [95, 0, 10, 30]])
    }

    @Test func alignmentShorthands() throws {
        defer { lamina.close() }
        var options = stackOptions {
            $0.horizontal_alignment = .LAMINA_HORIZONTAL_ALIGNMENT_RIGHT
            $0.vertical_alignment = .LAMINA_VERTICAL_ALIGNMENT_BOTTOM
        }
        let expected: [[Double]] = [[70, 40, 20, 10], [90, 20, 10, 30]]
        #expect(try frames { lamina_spec_create_stack(lamina.context, &options, nil, both, 2, $0) } == expected)
        try setRightToLeft()
        let mirrored = try frames { lamina_spec_create_stack(lamina.context, &options, nil, both, 2, $0) }
        #expect(mirrored == [[80, 40, 20, 10], [70, 20, 10, 30]], "still at the right, now in the other order")
        options.horizontal_alignment = .LAMINA_HORIZONTAL_ALIGNMENT_END
        let atEnd = try frames { lamina_spec_create_stack(lamina.context, &options, nil, both, 2, $0) }
        #expect(atEnd == [[10, 40, 20, 10], [0, 20, 10, 30]])
    }

    @Test func relativeAbsoluteAndWrapper() throws {
        defer { lamina.close() }
        let one = both[0]
        #expect(
            try frames {
                lamina_spec_create_relative(
                    lamina.context, .LAMINA_PLACEMENT_END, .LAMINA_PLACEMENT_CENTER, .LAMINA_CENTER_SIZING_DEFAULT, nil,
                    one, $0)
            }[0] == [80, 20, 20, 10])
        var style = lamina_style()
        style.struct_size = MemoryLayout<lamina_style>.size
        style.width = lamina_dimension(unit: .LAMINA_UNIT_POINTS, value: 20)
        style.height = lamina_dimension(unit: .LAMINA_UNIT_FRACTION, value: 0.5)
        style.layout_position = lamina_point(x: 30, y: 5)
        try ok(lamina_node_set_style(a, &style))
        let absolute = try frames {
            lamina_spec_create_absolute(lamina.context, .LAMINA_ABSOLUTE_SIZING_FIT, nil, both, 2, $0)
        }
        #expect(absolute == [[30, 5, 20, 25], [0, 0, 10, 30]])
        try setRightToLeft()
        let mirrored = try frames {
            lamina_spec_create_absolute(lamina.context, .LAMINA_ABSOLUTE_SIZING_FIT, nil, both, 2, $0)
        }
        #expect(mirrored == [[50, 5, 20, 25], [90, 0, 10, 30]])
        let wrapper = try frames(isExact: false) { lamina_spec_create_wrapper(lamina.context, nil, both, 2, $0) }
        #expect(wrapper == [[0, 0, 20, 25], [10, 0, 10, 30]])
    }

    @Test func corners() throws {
        defer { lamina.close() }
        var options = lamina_corner_options()
        options.struct_size = MemoryLayout<lamina_corner_options>.size
        options.location = .LAMINA_CORNER_LOCATION_TOP_END
        options.offset = lamina_point(x: 1, y: 2)
        func corner() throws -> [[Double]] {
            try frames(isExact: false) {
                lamina_spec_create_corner(lamina.context, &options, nil, both[0], both[1], $0)
            }
        }
        #expect(try corner() == [[0, 0, 20, 10], [16, -13, 10, 30]])
        options.wraps_corner = true
        #expect(try corner() == [[0, 13, 20, 10], [16, 0, 10, 30]])
        try setRightToLeft()
        #expect(try corner() == [[6, 13, 20, 10], [0, 0, 10, 30]])
        options.location = .LAMINA_CORNER_LOCATION_TOP_RIGHT
        #expect(try corner() == [[0, 13, 20, 10], [16, 0, 10, 30]])
        options.location = lamina_corner_location(rawValue: 8)!
        #expect(throws: UnexpectedStatus.self) { try corner() }
        options.location = .LAMINA_CORNER_LOCATION_BOTTOM_LEFT
        options.offset.x = .infinity
        #expect(throws: UnexpectedStatus.self) { try corner() }
    }

    @Test func directionalInsets() throws {
        defer { lamina.close() }
        try ok(lamina_node_set_style(a, nil))
        let physical = lamina_insets(top: 1, left: 2, bottom: 3, right: 4)
        let directional = lamina_directional_insets(top: 1, start: 2, bottom: 3, end: 4)
        let left: [Double] = [2, 1, 94, 46]
        let right: [Double] = [4, 1, 94, 46]
        #expect(try frames { lamina_spec_create_inset(lamina.context, physical, nil, both[0], $0) }[0] == left)
        #expect(
            try frames { lamina_spec_create_directional_inset(lamina.context, directional, nil, both[0], $0) }[0]
                == left)
        try setRightToLeft()
        #expect(try frames { lamina_spec_create_inset(lamina.context, physical, nil, both[0], $0) }[0] == left)
        #expect(
            try frames { lamina_spec_create_directional_inset(lamina.context, directional, nil, both[0], $0) }[0]
                == right)
    }

    @Test func directionsComeFromAbove() throws {
        defer { lamina.close() }
        #expect(lamina_context_get_layout_direction(lamina.context) == .LAMINA_LAYOUT_DIRECTION_LEFT_TO_RIGHT)
        try ok(lamina_context_set_layout_direction(lamina.context, .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT))
        #expect(lamina_context_get_layout_direction(lamina.context) == .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT)
        func row() throws -> [Double] {
            try frames { lamina_spec_create_row(lamina.context, 0, .LAMINA_ALIGN_START, both, 2, $0) }.map { $0[0] }
        }
        #expect(try row() == [80, 70])
        let outer = try lamina.node()
        try ok(lamina_node_add_child(outer, root))
        try ok(lamina_node_set_layout_direction(outer, .LAMINA_LAYOUT_DIRECTION_LEFT_TO_RIGHT))
        #expect(try row() == [0, 20], "the root of a layout follows what is above it")
        let loose = try lamina.node()
        #expect(!lamina_node_is_right_to_left(a) && lamina_node_is_right_to_left(loose))
        try ok(lamina_node_set_layout_direction(outer, .LAMINA_LAYOUT_DIRECTION_INHERIT))
        #expect(try row() == [80, 70])
        #expect(lamina_node_is_right_to_left(a))
        #expect(
            lamina_context_set_layout_direction(lamina.context, lamina_layout_direction(rawValue: 3)!)
                == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lamina_context_get_layout_direction(nil) == .LAMINA_LAYOUT_DIRECTION_INHERIT)
        #expect(!lamina_node_is_right_to_left(nil))
    }

    @Test func styleFields() throws {
        defer { lamina.close() }
        var style = lamina_style()
        style.struct_size = MemoryLayout<lamina_style>.size
        style.ascender = 3
        style.descender = -4
        style.layout_position = lamina_point(x: -5, y: 6)
        style.layout_direction = .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT
        try ok(lamina_node_set_style(a, &style))
        try ok(lamina_node_set_min_size(a, lamina_size(width: 1, height: 2)))
        try ok(lamina_node_set_max_size(a, lamina_size(width: 100, height: .infinity)))
        try ok(lamina_node_set_flex(a, 2, 3, lamina_dimension(unit: .LAMINA_UNIT_FRACTION, value: 0.25)))
        var read = lamina_style()
        read.struct_size = MemoryLayout<lamina_style>.size
        try ok(lamina_node_get_style(a, &read))
        #expect(read.ascender == 3 && read.descender == -4 && read.layout_position.x == -5)
        #expect(read.layout_direction == .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT)
        #expect(read.min_width.value == 1 && read.min_height.value == 2 && read.max_width.value == 100)
        #expect(read.max_height.unit == .LAMINA_UNIT_AUTO && read.flex_basis.value == 0.25)
        #expect(read.flex_grow == 2 && read.flex_shrink == 3)
        let half = lamina_dimension(unit: .LAMINA_UNIT_FRACTION, value: 0.5)
        try ok(lamina_node_set_size(a, half, lamina_dimension(unit: .LAMINA_UNIT_POINTS, value: 7)))
        try ok(lamina_node_set_spacing(a, -1, 2))
        try ok(lamina_node_set_align_self(a, .LAMINA_ALIGN_END))
        try ok(lamina_node_set_layout_position(a, lamina_point(x: 8, y: 9)))
        try ok(lamina_node_get_style(a, &read))
        #expect(read.width.value == 0.5 && read.height.value == 7 && read.layout_position.y == 9)
        #expect(read.spacing_before == -1 && read.spacing_after == 2 && read.align_self == .LAMINA_ALIGN_END)
        #expect(lamina_node_set_align_self(a, .LAMINA_ALIGN_BASELINE_LAST) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lamina_node_set_spacing(a, .nan, 0) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lamina_node_set_layout_position(a, lamina_point(x: 0, y: .infinity)) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(
            lamina_node_set_size(a, half, lamina_dimension(unit: .LAMINA_UNIT_POINTS, value: -7))
                == .LAMINA_ERROR_INVALID_ARGUMENT)
        try ok(lamina_node_set_size(a, lamina_dimension(), lamina_dimension()))
        try ok(lamina_node_get_style(a, &read))
        #expect(lamina_node_get_preferred_size(a).width == 0 && lamina_node_get_preferred_size(b).height == 30)
        read.width = lamina_dimension(unit: .LAMINA_UNIT_FRACTION, value: 0.5)
        try ok(lamina_node_set_style(a, &read))
        #expect(lamina_node_get_preferred_size(a).width == 0 && lastError().contains("fraction"))
        #expect(lamina_node_set_min_size(a, lamina_size(width: .infinity, height: 0)) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lamina_node_set_max_size(a, lamina_size(width: .nan, height: 0)) == .LAMINA_ERROR_INVALID_ARGUMENT)
        read.layout_position.x = .nan
        #expect(lamina_node_set_style(a, &read) == .LAMINA_ERROR_INVALID_ARGUMENT)
    }

    @Test func lengthsAsText() throws {
        defer { lamina.close() }
        var dimension = lamina_dimension()
        try ok(lamina_dimension_parse("12.5pt", -1, &dimension))
        #expect(dimension.unit == .LAMINA_UNIT_POINTS && dimension.value == 12.5)
        #expect(copied { lamina_dimension_read_text(dimension, $0, $1) } == "12.5pt")
        try ok(lamina_dimension_parse("50%x", 3, &dimension))
        #expect(dimension.unit == .LAMINA_UNIT_FRACTION && dimension.value == 0.5)
        #expect(lamina_dimension_parse("12px", -1, &dimension) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lastError().contains("12px") && dimension.value == 0.5)
        dimension.value = 2
        #expect(lamina_dimension_read_text(dimension, nil, 0) == 0)
    }
}
