import CLamina
import LaminaABI
import Testing

/// Cells that stand where the host puts them are laid out on all workers.
@Suite struct FeedLayoutABITests {
    private static let cells = 12
    private static let textsOfCell = 5

    /// The frames of all texts of a feed on a surface, before and after one text of each second cell changed.
    private func frames(threads: Int32) throws -> [lamina_rect] {
        let lamina = try Lamina(threads: threads)
        defer { lamina.close() }
        let feed = try lamina.node()
        var texts: [Lamina.Node] = []
        for cell in 0..<Self.cells {
            let node = try lamina.node()
            let parts = try (0..<Self.textsOfCell).map { part in
                try lamina.textNode("cell \(cell) says " + String(repeating: "more of it ", count: cell + part))
            }
            let spec = try lamina.column(parts.map { UnsafeMutableRawPointer($0) }, spacing: Double(cell))
            try ok(lamina_node_set_spec(node, spec))
            lamina_spec_release(spec)
            let frame = lamina_rect(
                origin: lamina_point(x: 0, y: Double(cell) * 100),
                size: lamina_size(width: 150 + Double(cell * 7), height: 100))
            try ok(lamina_node_set_frame(node, frame))
            try ok(lamina_node_add_child(feed, node))
            lamina_node_release(node)
            texts += parts
        }
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(lamina.context, lamina_size(width: 300, height: 1200), 1.25, &surface))
        try ok(lamina_surface_set_root(surface, feed))
        try ok(lamina_context_wait_idle(lamina.context, 60_000_000))
        var found = texts.map { lamina_node_get_frame($0) }
        for (number, node) in texts.enumerated() where number % (2 * Self.textsOfCell) == 3 {
            let text = try lamina.text("another text, \(number), with more words than there were before in it")
            try ok(lamina_node_set_text(node, text))
            lamina_text_release(text)
        }
        try ok(lamina_context_wait_idle(lamina.context, 60_000_000))
        found += texts.map { lamina_node_get_frame($0) }
        for node in texts { lamina_node_release(node) }
        lamina_node_release(feed)
        lamina_surface_release(surface)
        return found
    }

    @Test func framesAreTheSameOnAnyNumberOfWorkers() throws {
        let alone = try frames(threads: 0)
        #expect(alone.count == 2 * Self.cells * Self.textsOfCell)
        #expect(alone.allSatisfy { $0.size.width > 0 && $0.size.height > 0 })
        for threads in [Int32(1), 2, 4] {
            for (one, other) in zip(try frames(threads: threads), alone) {
                #expect(one.origin.x == other.origin.x && one.origin.y == other.origin.y)
                #expect(one.size.width == other.size.width && one.size.height == other.size.height)
            }
        }
    }
}
