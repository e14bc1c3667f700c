import CLamina
import Glibc
import LaminaABI
import Testing

@Suite struct NodeABITests {
    @Test func propertiesComeBack() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.node()
        try ok(lamina_node_set_background(node, lamina_color(red: 0.25, green: 0.5, blue: 0.75, alpha: 1)))
        #expect(lamina_node_get_background(node).green == 0.5)
        try ok(lamina_node_set_opacity(node, 0.5))
        #expect(lamina_node_get_opacity(node) == 0.5)
        try ok(lamina_node_set_corner_radius(node, 4))
        #expect(lamina_node_get_corner_radius(node) == 4)
        try ok(lamina_node_set_hidden(node, true))
        #expect(lamina_node_is_hidden(node))
        try ok(lamina_node_set_clipping(node, true))
        #expect(lamina_node_is_clipping(node))
        let frame = lamina_rect(origin: lamina_point(x: -1, y: 2), size: lamina_size(width: 3, height: 4))
        try ok(lamina_node_set_frame(node, frame))
        #expect(lamina_node_get_frame(node).origin.x == -1 && lamina_node_get_frame(node).size.height == 4)
        #expect(lamina_node_get_kind(node) == .LAMINA_NODE_KIND_DISPLAY)
        #expect(lamina_node_get_kind(try lamina.textNode("x")) == .LAMINA_NODE_KIND_TEXT)
    }

    @Test func nodesAreFound() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let nodes = try (0..<5).map { _ in try lamina.node() }
        // 0 has 1 and 3, 1 has 2; 4 stands alone.
        for (parent, child) in [(0, 1), (1, 2), (0, 3)] { try ok(lamina_node_add_child(nodes[parent], nodes[child])) }
        for (node, name) in [(2, "é"), (3, "é"), (0, "top")] { try ok(lamina_node_set_name(nodes[node], name, -1)) }
        func named(_ name: String, below root: Int) throws -> Lamina.Node? {
            var found: Lamina.Node? = nodes[4]
            try ok(lamina_node_find_named(nodes[root], name, -1, &found))
            lamina_node_release(found)
            return found
        }
        #expect(try named("é", below: 0) == nodes[2] && named("é", below: 3) == nodes[3])
        #expect(try named("top", below: 0) == nodes[0] && named("top", below: 1) == nil && named("", below: 4) == nil)
        func common(_ a: Int, _ b: Int) throws -> Lamina.Node? {
            var found: Lamina.Node?
            try ok(lamina_node_copy_common_ancestor(nodes[a], nodes[b], &found))
            lamina_node_release(found)
            return found
        }
        #expect(try common(2, 3) == nodes[0] && common(3, 2) == nodes[0] && common(1, 2) == nodes[1])
        #expect(try common(2, 2) == nodes[2] && common(0, 2) == nodes[0] && common(2, 4) == nil)
        var found: Lamina.Node?
        #expect(lamina_node_copy_common_ancestor(nodes[0], nil, &found) == .LAMINA_ERROR_INVALID_HANDLE)
        #expect(lamina_node_find_named(nodes[0], "\u{FF}", 1, &found) == .LAMINA_ERROR_INVALID_ARGUMENT)
        let other = try Lamina()
        defer { other.close() }
        #expect(lamina_node_copy_common_ancestor(nodes[0], try other.node(), &found) == .LAMINA_ERROR_FOREIGN_CONTEXT)
    }

    /// What a search by function is told of, and what it does meanwhile.
    private final class Search {
        var asked: [Lamina.Node?] = []
        var matches: (Lamina.Node?) -> Bool = { _ in false }

        func run(below root: Lamina.Node?) throws -> Lamina.Node? {
            var found: Lamina.Node?
            try ok(
                lamina_node_find_matching(
                    root,
                    { node, data in
                        let search = Unmanaged<Search>.fromOpaque(data!).takeUnretainedValue()
                        search.asked.append(node)
                        return search.matches(node)
                    }, Unmanaged.passUnretained(self).toOpaque(), &found))
            lamina_node_release(found)
            return found
        }
    }

    @Test func nodesAreFoundByFunction() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let nodes = try (0..<5).map { _ in try lamina.node() }
        for (parent, child) in [(0, 1), (1, 2), (0, 3), (3, 4)] {
            try ok(lamina_node_add_child(nodes[parent], nodes[child]))
        }
        let search = Search()
        #expect(try search.run(below: nodes[0]) == nil && search.asked == nodes)
        search.matches = { lamina_node_get_child_count($0) == 1 }
        #expect(try search.run(below: nodes[0]) == nodes[1] && search.run(below: nodes[3]) == nodes[3])
        // It may change the tree: what has ended is not asked for, and not found.
        search.asked = []
        search.matches = { node in
            if node == nodes[1] { _ = lamina_node_remove_children(nodes[3]) }
            if node == nodes[1] { lamina_node_release(nodes[4]) }
            return false
        }
        #expect(try search.run(below: nodes[0]) == nil && search.asked == Array(nodes[0..<4]))
        var found: Lamina.Node?
        #expect(lamina_node_find_matching(nodes[0], nil, nil, &found) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lamina_node_find_matching(nil, { _, _ in true }, nil, &found) == .LAMINA_ERROR_INVALID_HANDLE)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 2, 1e300]) func badNumbersChangeNothing(bad: Double) throws
    {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.node()
        try ok(lamina_node_set_opacity(node, 0.5))
        #expect(lamina_node_set_opacity(node, bad) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lastError().contains("opacity is \(bad)"))
        #expect(lamina_node_get_opacity(node) == 0.5)
        let size = lamina_size(width: 1, height: bad)
        let isBad = bad.isNaN || bad < 0 || bad > 10_000_000
        let rect = lamina_rect(origin: lamina_point(x: 0, y: 0), size: size)
        #expect((lamina_node_set_frame(node, rect) == .LAMINA_ERROR_INVALID_ARGUMENT) == isBad)
        #expect((lamina_node_set_preferred_size(node, size) == .LAMINA_ERROR_INVALID_ARGUMENT) == isBad)
        let color = lamina_color(red: Float(bad), green: 0, blue: 0, alpha: 0)
        #expect(lamina_node_set_background(node, color) == .LAMINA_ERROR_INVALID_ARGUMENT)
    }

    @Test func names() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.node()
        try ok(lamina_node_set_name(node, "aé😀", -1))
        var buffer = [CChar](repeating: 1, count: 6)
        #expect(lamina_node_read_name(node, nil, 0) == 7)
        #expect(lamina_node_read_name(node, &buffer, buffer.count) == 7)
        #expect(String(cString: buffer) == "aé", "cut between characters, with a NUL")
        #expect(lamina_node_set_name(node, "\u{FF}a", 2) == .LAMINA_OK)
        let broken: [CChar] = [0x61, CChar(bitPattern: 0xFF), 0x62]
        #expect(lamina_node_set_name(node, broken, 3) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lastError().contains("byte 1"))
        #expect(lamina_node_set_name(node, nil, 5) == .LAMINA_ERROR_INVALID_ARGUMENT)
    }

    @Test func styles() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.node()
        var style = lamina_style()
        #expect(lamina_node_set_style(node, &style) == .LAMINA_ERROR_INVALID_ARGUMENT, "struct_size is 0")
        style.struct_size = MemoryLayout<lamina_style>.size
        style.width = lamina_dimension(unit: .LAMINA_UNIT_POINTS, value: 12)
        style.flex_grow = 2
        try ok(lamina_node_set_style(node, &style))
        var found = lamina_style()
        found.struct_size = MemoryLayout<lamina_style>.size
        try ok(lamina_node_get_style(node, &found))
        #expect(found.width.value == 12 && found.flex_grow == 2 && found.height.unit == .LAMINA_UNIT_AUTO)
        style.align_self = .LAMINA_ALIGN_BASELINE_FIRST
        #expect(lamina_node_set_style(node, &style) == .LAMINA_ERROR_INVALID_ARGUMENT)
        style.align_self = lamina_align(rawValue: 77)!
        #expect(lamina_node_set_style(node, &style) == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(lastError().contains("77"))

        // A program built against an older, shorter struct: the rest keeps its defaults.
        style.align_self = .LAMINA_ALIGN_AUTO
        style.struct_size = MemoryLayout<Int>.size + MemoryLayout<lamina_dimension>.size
        try ok(lamina_node_set_style(node, &style))
        try ok(lamina_node_get_style(node, &found))
        #expect(found.width.value == 12 && found.flex_grow == 0)
    }

    @Test func userDataIsDestroyedExactlyOnce() throws {
        let counts = (0..<5).map { _ in DestroyCount() }
        let lamina = try Lamina()
        let node = try lamina.node()
        try ok(lamina_node_set_user_data(node, counts[0].userData, DestroyCount.notify))
        #expect(lamina_node_get_user_data(node) == counts[0].userData)
        try ok(lamina_node_set_user_data(node, counts[1].userData, DestroyCount.notify))
        #expect(counts[0].value == 1 && counts[1].value == 0)
        #expect(
            lamina_node_set_user_data(nil, counts[2].userData, DestroyCount.notify) == .LAMINA_ERROR_INVALID_HANDLE)
        #expect(counts[2].value == 1, "also when the call fails")
        lamina_node_release(node)
        #expect(counts[1].value == 1)
        let last = try lamina.node()
        try ok(lamina_node_set_user_data(last, counts[3].userData, DestroyCount.notify))
        try ok(lamina_node_set_draw_callback(last, { _, _, _, _, _ in .LAMINA_OK }, counts[4].userData, DestroyCount.notify))
        lamina.close()
        #expect(counts.map(\.value) == [1, 1, 1, 1, 1])
    }

    @Test func hierarchyOfAShownTreeBelongsToTheOwner() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(lamina.context, lamina_size(width: 10, height: 10), 1, &surface))
        let root = try lamina.node()
        let child = try lamina.node()
        try ok(lamina_surface_set_root(surface, root))
        let pair = UnsafeMutablePointer<Lamina.Node>.allocate(capacity: 2)
        defer { pair.deallocate() }
        pair[0] = root
        pair[1] = child
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { pointer in
                let pair = pointer!.assumingMemoryBound(to: Lamina.Node.self)
                let added = lamina_node_add_child(pair[0], pair[1])
                let faded = lamina_node_set_opacity(pair[0], 0.5)
                return UnsafeMutableRawPointer(bitPattern: Int(added.rawValue) << 8 | Int(faded.rawValue) | 1 << 20)
            }, pair)
        var result: UnsafeMutableRawPointer?
        pthread_join(thread, &result)
        let bits = Int(bitPattern: result)
        #expect(bits >> 8 & 0xFF == Int(lamina_status.LAMINA_ERROR_WRONG_THREAD.rawValue))
        #expect(bits & 0xFF == 0, "properties are welcome from any thread")
        #expect(lamina_node_get_child_count(root) == 0)
        try ok(lamina_node_add_child(root, child))
        #expect(lamina_surface_set_root(surface, child) == .LAMINA_ERROR_INVALID_STATE)
    }
}
