import CLamina
import LaminaABI
import Testing

@Suite struct TreeABITests {
    private let lamina: Lamina

    init() throws { lamina = try Lamina() }

    private func record(
        _ kind: lamina_tree_kind, below parent: Int32, _ change: (inout lamina_tree_record) -> Void = { _ in }
    ) -> lamina_tree_record {
        var record = lamina_tree_record()
        record.struct_size = MemoryLayout<lamina_tree_record>.size
        record.parent = parent
        record.kind = kind
        record.opacity = 1
        record.text_length = -1
        record.ratio = 1
        change(&record)
        return record
    }

    private func build(_ records: [lamina_tree_record]) -> (
        status: lamina_status, nodes: [Lamina.Node?], root: Lamina.Node?
    ) {
        var nodes = [Lamina.Node?](repeating: nil, count: records.count + 1)
        var root: Lamina.Node?
        let status = lamina_node_create_tree(lamina.context, records, records.count, &nodes, nodes.count, &root)
        return (status, nodes, root)
    }

    private var counts: [UInt64] {
        var statistics = lamina_statistics()
        statistics.struct_size = MemoryLayout<lamina_statistics>.size
        _ = lamina_context_get_statistics(lamina.context, &statistics)
        return [statistics.node_count, statistics.object_count]
    }

    @Test func aCardInOneCall() throws {
        defer { lamina.close() }
        let existing = try lamina.node()
        let before = counts
        try "title".withCString { name in
            try "Some words".withCString { words in
                let records = [
                    record(.LAMINA_TREE_KIND_NODE, below: -1) { $0.corner_radius = 4 },
                    record(.LAMINA_TREE_KIND_INSET, below: 0) {
                        $0.insets = lamina_insets(top: 1, left: 2, bottom: 3, right: 4)
                    },
                    record(.LAMINA_TREE_KIND_STACK, below: 1),
                    record(.LAMINA_TREE_KIND_TEXT, below: 2) {
                        $0.name = name
                        $0.text = words
                        $0.text_length = 4
                    },
                    record(.LAMINA_TREE_KIND_NODE, below: 2) {
                        $0.hidden = true
                        $0.clips = true
                        $0.opacity = 0.25
                        $0.background = lamina_color(red: 0, green: 1, blue: 0, alpha: 1)
                    },
                    record(.LAMINA_TREE_KIND_NODE, below: 4) {
                        $0.frame = lamina_rect(origin: lamina_point(x: 1, y: 2), size: lamina_size(width: 3, height: 4))
                    },
                    record(.LAMINA_TREE_KIND_EXISTING_NODE, below: 2) { $0.node = existing },
                    record(.LAMINA_TREE_KIND_NODE, below: 0),
                ]
                let (status, nodes, root) = build(records)
                try ok(status)
                #expect(nodes[0] == root && nodes[1] == nil && nodes[2] == nil && nodes[6] == existing)
                #expect(nodes[8] == nil, "no more than there are records")
                #expect(lamina_node_get_corner_radius(root) == 4)
                #expect(lamina_node_get_kind(nodes[3]) == .LAMINA_NODE_KIND_TEXT)
                #expect(copied { lamina_node_read_name(nodes[3], $0, $1) } == "title")
                #expect(copied { lamina_node_read_description(nodes[3], $0, $1) }.contains("\"Some\""))
                #expect(lamina_node_is_hidden(nodes[4]) && lamina_node_is_clipping(nodes[4]))
                #expect(lamina_node_get_opacity(nodes[4]) == 0.25 && lamina_node_get_background(nodes[4]).green == 1)
                #expect(lamina_node_get_frame(nodes[5]).origin.y == 2)
                #expect(lamina_node_get_child_index(nodes[4], nodes[5]) == 0)
                let children = [nodes[7], nodes[3], nodes[4], existing]
                #expect(children.map { lamina_node_get_child_index(root, $0) } == [3, 0, 1, 2], "as one by one")
                lamina_node_release(root)
                #expect(counts == before, "only the root carried a reference")
            }
        }
    }

    @Test func specsOfExistingNodes() throws {
        defer { lamina.close() }
        let (a, b) = (try lamina.node(), try lamina.node())
        let before = counts
        var stack = lamina_stack_options()
        stack.struct_size = MemoryLayout<lamina_stack_options>.size
        stack.axis = .LAMINA_AXIS_VERTICAL
        var spec: Lamina.Spec?
        try withUnsafePointer(to: stack) { stack in
            let records = [
                record(.LAMINA_TREE_KIND_STACK, below: -1) { $0.stack = stack },
                record(.LAMINA_TREE_KIND_EXISTING_NODE, below: 0) { $0.node = a },
                record(.LAMINA_TREE_KIND_NODE, below: 0),
                record(.LAMINA_TREE_KIND_RATIO, below: 2),
                record(.LAMINA_TREE_KIND_EXISTING_NODE, below: 3) { $0.node = b },
            ]
            try ok(lamina_spec_create_tree(lamina.context, records, records.count, nil, 0, &spec))
        }
        #expect(counts == [before[0] + 1, before[1] + 1])
        #expect(copied { lamina_spec_read_description(spec, $0, $1) }.hasPrefix("- column -\n"))
        var parent: Lamina.Node?
        try ok(lamina_node_copy_parent(a, &parent))
        #expect(parent == nil, "named, not moved")
        let root = try lamina.node()
        try ok(lamina_node_set_spec(root, spec))
        lamina_spec_release(spec)
        #expect(lamina_node_get_child_index(root, a) == 0 && lamina_node_get_child_count(root) == 2)
        lamina_node_release(root)
        #expect(counts == before)
    }

    /// What is wrong, and what the sentence has to name.
    private func refusals(existing: Lamina.Node) -> [([lamina_tree_record], String)] {
        let node = record(.LAMINA_TREE_KIND_NODE, below: -1)
        let row = record(.LAMINA_TREE_KIND_STACK, below: 0)
        let known = record(.LAMINA_TREE_KIND_EXISTING_NODE, below: 1) { $0.node = existing }
        return [
            ([], "record_count is 0"),
            ([record(.LAMINA_TREE_KIND_STACK, below: -1)], "records[0]: it is the root"),
            ([record(.LAMINA_TREE_KIND_NODE, below: 0)], "records[0]: parent is 0"),
            ([node, node], "records[1]: parent is -1"),
            ([node, row, record(.LAMINA_TREE_KIND_NODE, below: 2)], "records[2]: parent is 2"),
            ([node, row, record(.LAMINA_TREE_KIND_NODE, below: .max)], "records[2]: parent is"),
            ([node, row, row], "records[2]: the node of records[0] has a spec already, records[1]"),
            ([node, record(.LAMINA_TREE_KIND_INSET, below: 0)], "records[1]: 0 elements are below it"),
            ([node, record(.LAMINA_TREE_KIND_OVERLAY, below: 0), known], "takes two"),
            (
                [node, row, known, record(.LAMINA_TREE_KIND_NODE, below: 2)],
                "records[3]: parent is 2, an existing node"
            ),
            ([node, row, known, known], "records[3]: node is already in records[2]"),
            ([node, row, record(.LAMINA_TREE_KIND_EXISTING_NODE, below: 1)], "records[2]: node is NULL"),
            ([node, record(lamina_tree_kind(rawValue: 14)!, below: 0)], "records[1]: kind is 14"),
            ([node, record(.LAMINA_TREE_KIND_RATIO, below: 0) { $0.ratio = 0 }, known], "records[1]: ratio is 0"),
            ([record(.LAMINA_TREE_KIND_NODE, below: -1) { $0.opacity = 2 }], "records[0]: opacity is 2"),
            ([record(.LAMINA_TREE_KIND_TEXT, below: -1) { $0.text_length = 3 }, node], "records[1]: parent is -1"),
            (
                [node, record(.LAMINA_TREE_KIND_NODE, below: 0) { $0.struct_size = 16 }],
                "records[1]: struct_size is 16"
            ),
            ([record(.LAMINA_TREE_KIND_NODE, below: -1) { $0.struct_size = 8 }], "records[0].struct_size is 8"),
        ]
    }

    @Test func nothingIsMadeOfWrongRecords() throws {
        defer { lamina.close() }
        let existing = try lamina.node()
        let home = try lamina.node()
        try ok(lamina_node_add_child(home, existing))
        let before = counts
        for (records, words) in refusals(existing: existing) {
            let (status, nodes, root) = build(records)
            #expect(status != .LAMINA_OK && root == nil && nodes.allSatisfy { $0 == nil }, "\(words)")
            #expect(lastError().contains(words), "\(lastError()) should say: \(words)")
        }
        #expect(counts == before)
        #expect(lamina_node_get_child_index(home, existing) == 0, "nothing was moved")
    }

    @Test(.disabled(if: isSanitized)) func deepAndLargeTrees() throws {
        defer { lamina.close() }
        let before = counts
        var chain = [record(.LAMINA_TREE_KIND_NODE, below: -1)]
        for depth in 0..<1001 { chain.append(record(.LAMINA_TREE_KIND_WRAPPER, below: Int32(depth))) }
        #expect(build(chain).status == .LAMINA_ERROR_OUT_OF_RANGE)
        #expect(lastError().hasPrefix("records[1001]: "))
        chain.removeLast()
        try ok(build(chain).status)
        let nodes = (0..<20_000).map { record(.LAMINA_TREE_KIND_NODE, below: Int32($0) - 1) }
        let (status, _, root) = build(nodes)
        try ok(status)
        #expect(copied { lamina_node_read_description(root, $0, $1) }.hasSuffix("and 10000 more\n"))
        let wide =
            [chain[0], record(.LAMINA_TREE_KIND_STACK, below: 0)]
            + nodes.map { _ in record(.LAMINA_TREE_KIND_NODE, below: 1) }
        try ok(build(wide).status)
        #expect(counts[0] == before[0] + 1 + 20_000 + 20_001)
    }

    @Test func nodesThatAreShown() throws {
        let surfaceLamina = lamina
        defer { lamina.close() }
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(surfaceLamina.context, lamina_size(width: 10, height: 10), 1, &surface))
        let shown = try lamina.node()
        try ok(lamina_surface_set_root(surface, shown))
        let records = [
            record(.LAMINA_TREE_KIND_NODE, below: -1),
            record(.LAMINA_TREE_KIND_EXISTING_NODE, below: 0) { $0.node = shown },
        ]
        #expect(build(records).status == .LAMINA_ERROR_INVALID_STATE)
        #expect(lastError().contains("records[1]: node is the root of a surface"))
    }
}
