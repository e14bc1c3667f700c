import CLamina
import Foundation
import LaminaABI
import Testing

typealias Arrangement = UnsafeMutablePointer<lamina_layout_pass>

@Suite struct ArrangementABITests {
    /// Children down a diagonal, each as large as it wants to be.
    private static func diagonal(_ state: CallbackState, _ arrangement: Arrangement?, _ range: lamina_size_range) {
        var origin = lamina_point()
        for index in 0..<lamina_layout_pass_get_child_count(arrangement) {
            var child: Lamina.Node?
            var size = lamina_size()
            guard lamina_layout_pass_copy_child(arrangement, index, &child) == .LAMINA_OK else { return }
            let all = lamina_size_range(min: lamina_size(), max: range.max)
            state.statuses.append(lamina_layout_pass_measure_child(arrangement, child, all, &size))
            state.statuses.append(
                lamina_layout_pass_set_child_frame(arrangement, child, lamina_rect(origin: origin, size: size)))
            origin = lamina_point(x: origin.x + size.width, y: origin.y + size.height)
            lamina_node_release(child)
        }
        state.statuses.append(
            lamina_layout_pass_set_size(arrangement, lamina_size(width: origin.x, height: origin.y)))
    }

    private func arranger(_ node: Lamina.Node) throws -> CallbackState {
        let state = CallbackState()
        state.arrange = Self.diagonal
        try ok(lamina_node_set_layout_callback(node, CallbackState.arranger, state.userData, CallbackState.destroy))
        return state
    }

    @Test func childrenArePlaced() throws {
        let lamina = try Lamina()
        let (root, node, box, below) = (try lamina.node(), try lamina.node(), try lamina.node(), try lamina.node())
        let text = try lamina.textNode("some words that are to be broken into lines")
        try ok(setSize(box, lamina_size(width: 30, height: 20)))
        let cell = try lamina.node()
        try ok(setSize(below, lamina_size(width: 9, height: 8)))
        try lamina.column([below], in: cell)
        for child in [box, text, cell] { try ok(lamina_node_add_child(node, child)) }
        let state = try arranger(node)
        try lamina.column([node], in: root)
        var layout = try layOut(root, width: 100)
        #expect(try frame(box, in: layout) == CGRect(x: 0, y: 0, width: 30, height: 20))
        let words = try frame(text, in: layout)
        #expect(words.minX == 30 && words.minY == 20 && words.width <= 100 && words.height > 20)
        #expect(try frame(cell, in: layout).origin == CGPoint(x: words.maxX, y: words.maxY))
        #expect(try frame(below, in: layout) == CGRect(x: 0, y: 0, width: 9, height: 8))
        #expect(try frame(node, in: layout).height == words.maxY + 8)
        #expect(state.statuses.allSatisfy { $0 == .LAMINA_OK })
        lamina_layout_release(layout)

        // Nothing is asked again until a child changes.
        let asked = state.calls
        lamina_layout_release(try layOut(root, width: 100))
        #expect(state.calls == asked)
        try ok(setSize(below, lamina_size(width: 9, height: 18)))
        layout = try layOut(root, width: 100)
        #expect(state.calls > asked)
        #expect(try frame(node, in: layout).height == words.maxY + 18)
        try ok(lamina_layout_apply(layout))
        #expect(lamina_node_get_frame(below).size.height == 18)
        lamina_layout_release(layout)
        lamina.close()
        #expect(state.destroyed == 1)
    }

    @Test func whatIsNotPlacedIsEmpty() throws {
        let lamina = try Lamina()
        let (node, cell, below) = (try lamina.node(), try lamina.node(), try lamina.node())
        try ok(setSize(below, lamina_size(width: 9, height: 8)))
        try lamina.column([below], in: cell)
        try ok(lamina_node_add_child(node, cell))
        let state = try arranger(node)
        var layout = try layOut(node, width: 50)
        try ok(lamina_layout_apply(layout))
        lamina_layout_release(layout)
        #expect(lamina_node_get_frame(below).size.height == 8)
        state.arrange = { _, _, _ in }
        try ok(lamina_node_set_needs_layout(node))
        layout = try layOut(node, width: 50)
        try ok(lamina_layout_apply(layout))
        #expect(lamina_node_get_frame(below).size.height == 0 && lamina_node_get_frame(cell).size.height == 0)
        var none = lamina_rect()
        #expect(lamina_layout_get_frame(layout, below, &none) == .LAMINA_ERROR_OUT_OF_RANGE)
        lamina_layout_release(layout)
        lamina.close()
    }

    @Test func theHandleIsGoodInTheCallbackOnly() throws {
        let lamina = try Lamina()
        let (node, stranger) = (try lamina.node(), try lamina.node())
        let state = try arranger(node)
        state.nodes = [stranger]
        state.arrange = { state, arrangement, range in
            state.arrangement = arrangement
            var size = lamina_size()
            var child: Lamina.Node?
            let frame = lamina_rect(origin: lamina_point(x: .nan, y: 0), size: size)
            state.statuses = [
                lamina_layout_pass_measure_child(arrangement, state.nodes[0], range, &size),
                lamina_layout_pass_measure_child(arrangement, nil, range, &size),
                lamina_layout_pass_set_child_frame(arrangement, state.nodes[0], frame),
                lamina_layout_pass_set_size(arrangement, lamina_size(width: -1, height: 0)),
                lamina_layout_pass_copy_child(arrangement, 0, &child),
            ]
            let thread = Thread {
                state.statuses.append(lamina_layout_pass_set_size(state.arrangement, lamina_size()))
                state.lock.unlock()
            }
            state.lock.lock()
            thread.start()
            state.lock.lock()
            state.lock.unlock()
        }
        lamina_layout_release(try layOut(node, width: 50))
        #expect(
            state.statuses == [
                .LAMINA_ERROR_INVALID_ARGUMENT, .LAMINA_ERROR_INVALID_HANDLE, .LAMINA_ERROR_INVALID_ARGUMENT,
                .LAMINA_ERROR_INVALID_ARGUMENT, .LAMINA_ERROR_OUT_OF_RANGE, .LAMINA_ERROR_WRONG_THREAD,
            ])
        #expect(lamina_layout_pass_set_size(state.arrangement, lamina_size()) == .LAMINA_ERROR_INVALID_HANDLE)
        #expect(lamina_layout_pass_get_child_count(state.arrangement) == 0)
        lamina.close()
    }

    /// Changing the tree from within is harmless: the layout that is under way is out of date, and the next one is
    /// right.
    @Test func changesFromWithin() throws {
        let lamina = try Lamina()
        let (root, node, child) = (try lamina.node(), try lamina.node(), try lamina.node())
        try ok(lamina_node_add_child(node, child))
        let state = try arranger(node)
        state.nodes = [node, child]
        state.arrange = { state, arrangement, range in
            let isFirst = state.calls == 1
            if isFirst {
                state.statuses = [
                    setSize(state.nodes[1], lamina_size(width: 21, height: 22)),
                    setSize(state.nodes[0], lamina_size(width: 50, height: 60)),
                ]
            }
            Self.diagonal(state, arrangement, range)
            if isFirst { state.statuses.append(lamina_node_remove_from_parent(state.nodes[1])) }
        }
        try lamina.column([node], in: root)
        lamina_layout_release(try layOut(root, width: 100))
        #expect(state.statuses.allSatisfy { $0 == .LAMINA_OK })
        let layout = try layOut(root, width: 100)
        #expect(try frame(node, in: layout).size == CGSize(width: 50, height: 60))
        #expect(lamina_layout_get_node_count(layout) == 2)
        lamina_layout_release(layout)
        lamina.close()
    }
}

@Suite struct LayoutHandleABITests {
    @Test func nodesCanBeWalkedAndHit() throws {
        let lamina = try Lamina()
        let (root, cell, first, second) = (try lamina.node(), try lamina.node(), try lamina.node(), try lamina.node())
        try ok(setSize(first, lamina_size(width: 20, height: 10)))
        try ok(setSize(second, lamina_size(width: 20, height: 10)))
        try lamina.column([second], in: cell)
        try lamina.column([first, cell], in: root, spacing: 5)
        let layout = try layOut(root, width: 100)
        var absolute = lamina_rect()
        try ok(lamina_layout_get_absolute_frame(layout, second, &absolute))
        #expect(absolute.origin.y == 15 && absolute.size.height == 10)
        #expect(try frame(second, in: layout).minY == 0)
        var found: [Lamina.Node?] = []
        for index in 0..<lamina_layout_get_node_count(layout) {
            var node: Lamina.Node?
            try ok(lamina_layout_copy_node(layout, index, &node))
            found.append(node)
            lamina_node_release(node)
        }
        #expect(found == [root, first, cell, second])
        var node: Lamina.Node?
        #expect(lamina_layout_copy_node(layout, 4, &node) == .LAMINA_ERROR_OUT_OF_RANGE)
        for (x, y, expected) in [(3.0, 3.0, first), (3, 12, root), (3, 18, second)] {
            try ok(lamina_layout_hit_test(layout, lamina_point(x: x, y: y), &node))
            #expect(node == expected)
            lamina_node_release(node)
        }
        try ok(lamina_layout_hit_test(layout, lamina_point(x: -3, y: 3), &node))
        #expect(node == nil)
        #expect(
            lamina_layout_hit_test(layout, lamina_point(x: .nan, y: 3), &node) == .LAMINA_ERROR_INVALID_ARGUMENT)
        // A node that goes is no longer handed out.
        try lamina.column([], in: cell)
        lamina_node_release(second)
        try ok(lamina_layout_hit_test(layout, lamina_point(x: 3, y: 18), &node))
        #expect(node == nil)
        #expect(lamina_layout_copy_node(layout, 3, &node) == .LAMINA_ERROR_INVALID_HANDLE)
        lamina_layout_release(layout)
        lamina.close()
    }

    /// A tree with texts and nested cells, the same for the same seed.
    private func feed(_ lamina: Lamina, cells: Int) throws -> (root: Lamina.Node, all: [Lamina.Node]) {
        var all: [Lamina.Node] = []
        var rows: [Lamina.Node] = []
        for number in 0..<cells {
            let (row, inner, box) = (try lamina.node(), try lamina.node(), try lamina.node())
            let texts = try (0..<3).map {
                try lamina.textNode(String(repeating: "Text \($0) of \(number) ", count: 1 + (number + $0) % 5))
            }
            try ok(
                setSize(
                    box, lamina_size(width: Double(number % 70), height: 3.25 * Double(number % 9))))
            var style = lamina_style()
            style.struct_size = MemoryLayout<lamina_style>.size
            style.flex_grow = Double(number % 2)
            style.flex_shrink = Double(number % 3)
            try ok(lamina_node_set_style(row, &style))
            try lamina.column([texts[2], box], in: inner)
            try lamina.column([texts[0], texts[1], inner], in: row, spacing: 1.5)
            rows.append(row)
            all += texts + [row, inner, box]
        }
        let root = try lamina.node()
        try lamina.column(rows, in: root, spacing: 2)
        return (root, all)
    }

    /// Measured on three threads at once, the frames are those of one thread, to the bit.
    @Test(arguments: [Double.infinity, 5000, 900]) func concurrentGivesTheSame(height: Double) throws {
        let lamina = try Lamina(threads: 2)
        let (root, all) = try feed(lamina, cells: 60)
        let serial = try layOut(root, width: 213.7, height: height)
        #expect(!lamina_node_is_concurrent(root))
        try ok(lamina_node_set_concurrent(root, true))
        #expect(lamina_node_is_concurrent(root))
        for node in all.prefix(12) { try ok(lamina_node_set_needs_layout(node)) }
        for _ in 0..<3 {
            for node in all { try ok(lamina_node_set_needs_layout(node)) }
            let concurrent = try layOut(root, width: 213.7, height: height)
            for node in all { #expect(try frame(node, in: serial) == frame(node, in: concurrent)) }
            lamina_layout_release(concurrent)
        }
        lamina_layout_release(serial)
        lamina.close()
    }

    /// Several trees, and one and the same tree, on four threads of the host's at once, while texts change.
    @Test func severalThreadsAtOnce() throws {
        let lamina = try Lamina(threads: 1)
        let trees = try (0..<3).map { _ in try feed(lamina, cells: 15) }
        let text = try lamina.text("another text")
        final class Failures: @unchecked Sendable { let lock = NSLock(); var list: [lamina_status] = [] }
        let failures = Failures()
        nonisolated(unsafe) let shared = trees
        nonisolated(unsafe) let other = text
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for round in 0..<40 {
                let tree = shared[(thread + round) % 3]
                var layout: LayoutHandle?
                let range = lamina_size_range(
                    min: lamina_size(), max: lamina_size(width: 100 + 50 * Double(round % 2), height: .infinity))
                var status = lamina_layout_create(tree.root, range, &layout)
                if status == .LAMINA_OK && thread == 0 { status = lamina_layout_apply(layout) }
                if round % 5 == thread { _ = lamina_node_set_text(tree.all[round % 3], other) }
                lamina_layout_release(layout)
                if status != .LAMINA_OK { failures.lock.withLock { failures.list.append(status) } }
            }
        }
        #expect(failures.list.isEmpty)
        // What is known after all that is right.
        for tree in trees {
            let kept = try layOut(tree.root, width: 150)
            for node in tree.all { try ok(lamina_node_set_needs_layout(node)) }
            let fresh = try layOut(tree.root, width: 150)
            for node in tree.all { #expect(try frame(node, in: kept) == frame(node, in: fresh)) }
            lamina_layout_release(kept)
            lamina_layout_release(fresh)
        }
        lamina.close()
    }

    /// Whatever finite numbers go in, every frame that comes out is made of numbers.
    @Test(.disabled(if: isSanitized), arguments: 0..<20) func nothingMakesNaN(seed: UInt64) throws {
        var random = SystemSeed(state: seed &* 7919 &+ 1)
        let lamina = try Lamina(threads: 0)
        for _ in 0..<8 {
            var nodes: [Lamina.Node] = []
            var open: [Lamina.Node] = [try lamina.node()]
            nodes.append(open[0])
            while let parent = open.popLast(), nodes.count < 30 {
                var children: [Lamina.Node] = []
                for _ in 0..<(1 + random.next(4)) {
                    let child = try lamina.node()
                    var style = random.style()
                    _ = lamina_node_set_style(child, &style)
                    children.append(child)
                    if random.next(2) == 0 {
                        open.append(child)
                    } else {
                        let state = CallbackState()
                        state.answer = lamina_size(width: random.number(), height: random.number())
                        state.baseline = random.number()
                        try state.measures(child)
                    }
                }
                nodes += children
                var options = lamina_stack_options()
                options.struct_size = MemoryLayout<lamina_stack_options>.size
                options.axis = random.next(2) == 0 ? .LAMINA_AXIS_VERTICAL : .LAMINA_AXIS_HORIZONTAL
                options.spacing = random.number() - 3
                options.align_items = lamina_align(rawValue: UInt32(random.next(7)))!
                var spec: Lamina.Spec?
                let elements = children.map { Optional(UnsafeMutableRawPointer($0)) }
                var style = random.style()
                try ok(lamina_spec_create_stack(lamina.context, &options, &style, elements, elements.count, &spec))
                try ok(lamina_node_set_spec(parent, spec))
                lamina_spec_release(spec)
            }
            for width in [0, 1, 320.3, 9_999_999, Double.infinity] {
                let layout = try layOut(nodes[0], width: width, height: random.next(2) == 0 ? .infinity : 77)
                let count = lamina_layout_get_node_count(layout)
                #expect(count > 1 && count <= nodes.count)
                for index in 0..<count {
                    var node: Lamina.Node?
                    try ok(lamina_layout_copy_node(layout, index, &node))
                    let frame = try frame(try #require(node), in: layout)
                    lamina_node_release(node)
                    let numbers = [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height]
                    #expect(numbers.allSatisfy { $0.isFinite } && frame.size.width >= 0 && frame.size.height >= 0)
                }
                lamina_layout_release(layout)
            }
        }
        lamina.close()
    }
}

struct SystemSeed {
    var state: UInt64
    mutating func next(_ n: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % n
    }

    mutating func number() -> Double { [0, 0.1, 1e-300, 7.5, 100, 1e6, 9_999_999, 1.0 / 3][next(8)] }

    mutating func style() -> lamina_style {
        var style = lamina_style()
        style.struct_size = MemoryLayout<lamina_style>.size
        func dimension(_ kind: Int, _ value: Double) -> lamina_dimension {
            lamina_dimension(
                unit: lamina_unit(rawValue: UInt32(kind))!,
                value: kind == 2 ? value.truncatingRemainder(dividingBy: 1) : value)
        }
        style.width = dimension(next(3), number())
        style.height = dimension(next(3), number())
        style.min_width = dimension(next(3), number())
        style.max_height = dimension(next(3), number())
        style.flex_basis = dimension(next(3), number())
        style.flex_grow = number()
        style.flex_shrink = number()
        style.spacing_before = number() - 5
        return style
    }
}
