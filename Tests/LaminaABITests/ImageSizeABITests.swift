import CLamina
import Glibc
import LaminaABI
import Testing

private typealias Node = Lamina.Node

private func range(_ width: Double, _ height: Double, least: Double = 0) -> lamina_size_range {
    lamina_size_range(
        min: lamina_size(width: least, height: 0), max: lamina_size(width: width, height: height))
}

private let unbounded = range(.infinity, .infinity)

private func size(_ node: Node?, _ within: lamina_size_range = unbounded) throws -> [Double] {
    var layout: UnsafeMutablePointer<lamina_layout>?
    try ok(lamina_layout_create(node, within, &layout))
    defer { lamina_layout_release(layout) }
    let found = lamina_layout_get_size(layout)
    return [found.width, found.height]
}

private func frame(_ node: Node?) -> [Double] {
    let frame = lamina_node_get_frame(node)
    return [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height]
}

/// Nodes that are as large as their picture.
@Suite struct ImageSizeABITests {
    private let lamina: Lamina

    init() throws { lamina = try Lamina() }

    private func show(
        _ width: Int32, _ height: Int32, in node: Node?, scale: Double = 1,
        source: (Double, Double, Double, Double) = (0, 0, 1, 1)
    ) throws {
        var pixels = [UInt32](repeating: 0xFF12_3456, count: Int(width * height))
        try pixels.withUnsafeMutableBytes { bytes in
            var bitmap = lamina_bitmap(
                struct_size: MemoryLayout<lamina_bitmap>.size, data: bytes.baseAddress, width: width, height: height,
                stride: width * 4, format: .LAMINA_PIXEL_FORMAT_ARGB32)
            var options = lamina_image_options()
            options.struct_size = MemoryLayout<lamina_image_options>.size
            options.scale = scale
            options.source = lamina_rect(
                origin: lamina_point(x: source.0, y: source.1), size: lamina_size(width: source.2, height: source.3))
            try ok(setImage(lamina.context, node, &bitmap, &options))
        }
    }

    @Test func thePixelsByTheScale() throws {
        defer { lamina.close() }
        let node = try lamina.node()
        defer { lamina_node_release(node) }
        #expect(try size(node) == [0, 0])
        try show(40, 20, in: node)
        #expect(try size(node) == [40, 20])
        try show(40, 20, in: node, scale: 2)
        #expect(try size(node) == [20, 10])
        try show(40, 20, in: node, source: (0.5, 0, 0.25, 1))
        #expect(try size(node) == [10, 20])
        try ok(lamina_node_set_image(node, nil, nil))
        #expect(try size(node) == [0, 0])
    }

    @Test func lessRoomKeepsTheProportions() throws {
        defer { lamina.close() }
        let node = try lamina.node()
        defer { lamina_node_release(node) }
        try show(40, 20, in: node)
        #expect(try size(node, range(30, .infinity)) == [30, 15])
        #expect(try size(node, range(.infinity, 5)) == [10, 5])
        #expect(try size(node, range(30, 5)) == [10, 5])
        #expect(try size(node, range(0, 0)) == [0, 0])
        // More room does not make it larger; what must be wider is.
        #expect(try size(node, range(300, 300)) == [40, 20])
        #expect(try size(node, range(60, .infinity, least: 60)) == [60, 20])
    }

    @Test func aStyleSaysOtherwise() throws {
        defer { lamina.close() }
        let node = try lamina.node()
        defer { lamina_node_release(node) }
        try show(40, 20, in: node)
        var style = lamina_style()
        style.struct_size = MemoryLayout<lamina_style>.size
        style.flex_shrink = 1
        style.width = lamina_dimension(unit: .LAMINA_UNIT_POINTS, value: 8)
        try ok(lamina_node_set_style(node, &style))
        #expect(try size(node) == [8, 4])
        style.height = lamina_dimension(unit: .LAMINA_UNIT_POINTS, value: 9)
        try ok(lamina_node_set_style(node, &style))
        #expect(try size(node) == [8, 9])
    }

    /// The picture of a node whose children a spec arranges is a background.
    @Test func childrenOfASpecComeFirst() throws {
        defer { lamina.close() }
        let (node, picture) = (try lamina.node(), try lamina.node())
        defer {
            lamina_node_release(node)
            lamina_node_release(picture)
        }
        try show(400, 200, in: node)
        try show(40, 20, in: picture)
        let column = try lamina.column([UnsafeMutableRawPointer(picture)])
        try ok(lamina_node_set_spec(node, column))
        lamina_spec_release(column)
        #expect(try size(node) == [40, 20])
        try show(50, 20, in: picture)
        #expect(try size(node) == [50, 20])
    }

    /// In a flex layout a picture is a leaf until it is given children, and again when they are gone.
    @Test func inAFlexLayout() throws {
        defer { lamina.close() }
        let (root, picture, badge) = (try lamina.node(), try lamina.node(), try lamina.node())
        defer { for node in [root, picture, badge] { lamina_node_release(node) } }
        try ok(lamina_node_set_flex_profile(root, .LAMINA_FLEX_PROFILE_CSS))
        try ok(lamina_node_set_flex_style(root, "align-items: flex-start; width: 100px", -1))
        try ok(lamina_node_set_flex_style(badge, "width: 7px; height: 3px", -1))
        try ok(lamina_node_add_child(root, picture))
        func laidOut() throws -> [Double] {
            try ok(lamina_node_apply_layout(root, range(100, .infinity)))
            return frame(picture)
        }
        #expect(try laidOut() == [0, 0, 0, 0])
        try show(40, 20, in: picture)
        #expect(try laidOut() == [0, 0, 40, 20])
        try show(30, 20, in: picture)
        #expect(try laidOut() == [0, 0, 30, 20])
        try ok(lamina_node_add_child(picture, badge))
        #expect(try laidOut() == [0, 0, 7, 3])
        #expect(frame(badge) == [0, 0, 7, 3])
        try show(60, 20, in: picture)
        #expect(try laidOut() == [0, 0, 7, 3])
        try ok(lamina_node_remove_from_parent(badge))
        #expect(try laidOut() == [0, 0, 60, 20])
        try ok(lamina_node_set_image(picture, nil, nil))
        #expect(try laidOut() == [0, 0, 0, 0])
    }

    /// Pictures shrink where there is less room, with min-width: 0 as in CSS.
    @Test func flexRowsShrinkPictures() throws {
        defer { lamina.close() }
        let root = try lamina.node()
        defer { lamina_node_release(root) }
        try ok(lamina_node_set_flex_profile(root, .LAMINA_FLEX_PROFILE_CSS))
        try ok(lamina_node_set_flex_style(root, "align-items: flex-start; width: 60px", -1))
        var pictures: [Node] = []
        for _ in 0..<2 {
            let picture = try lamina.node()
            try show(40, 20, in: picture)
            try ok(lamina_node_set_flex_style(picture, "min-width: 0", -1))
            try ok(lamina_node_add_child(root, picture))
            lamina_node_release(picture)
            pictures.append(picture)
        }
        try ok(lamina_node_apply_layout(root, range(60, .infinity)))
        #expect(frame(pictures[0]) == [0, 0, 30, 15])
        #expect(frame(pictures[1]) == [30, 0, 30, 15])
    }
}
