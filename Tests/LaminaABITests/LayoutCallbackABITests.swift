import CLamina
import Foundation
import LaminaABI
import Testing

/// What a callback of a test refers to; the numbers are touched under a lock, as callbacks run on any thread.
final class CallbackState: @unchecked Sendable {
    let lock = NSLock()
    var calls = 0
    var destroyed = 0
    var answer = lamina_size(width: 40, height: 10)
    var baseline = -1.0
    var statuses: [lamina_status] = []
    var seen: [lamina_size_range] = []
    var context: Lamina.Context?
    var nodes: [Lamina.Node] = []
    var arrangement: UnsafeMutablePointer<lamina_layout_pass>?
    var body: (CallbackState, Lamina.Node?, lamina_size_range) -> Void = { _, _, _ in }
    var makeSpec: (CallbackState, lamina_size_range) -> Lamina.Spec? = { _, _ in nil }
    var arrange: (CallbackState, UnsafeMutablePointer<lamina_layout_pass>?, lamina_size_range) -> Void = { _, _, _ in }

    func count(_ range: lamina_size_range) {
        lock.lock()
        defer { lock.unlock() }
        calls += 1
        seen.append(range)
    }

    /// A reference that the destroy notify gives back.
    var userData: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    static func of(_ data: UnsafeMutableRawPointer?) -> CallbackState {
        Unmanaged<CallbackState>.fromOpaque(data!).takeUnretainedValue()
    }

    static let destroy: lamina_destroy_fn = { data in
        let state = Unmanaged<CallbackState>.fromOpaque(data!).takeRetainedValue()
        state.lock.lock()
        state.destroyed += 1
        state.lock.unlock()
    }

    static let measure: lamina_node_measure_fn = { node, range, measurement, data in
        let state = CallbackState.of(data)
        state.count(range)
        state.body(state, node, range)
        measurement!.pointee.size = state.answer
        measurement!.pointee.first_baseline = state.baseline
        measurement!.pointee.last_baseline = state.baseline
    }

    static let spec: lamina_node_layout_spec_fn = { node, range, data in
        let state = CallbackState.of(data)
        state.count(range)
        state.body(state, node, range)
        return state.makeSpec(state, range)
    }

    static let arranger: lamina_node_layout_fn = { node, range, arrangement, data in
        let state = CallbackState.of(data)
        state.count(range)
        state.body(state, node, range)
        state.arrange(state, arrangement, range)
    }

    func measures(_ node: Lamina.Node) throws {
        try ok(lamina_node_set_measure_callback(node, Self.measure, userData, Self.destroy))
    }
}

typealias LayoutHandle = UnsafeMutablePointer<lamina_layout>

func layOut(_ root: Lamina.Node, width: Double, height: Double = .infinity) throws -> LayoutHandle {
    var layout: LayoutHandle?
    try ok(
        lamina_layout_create(
            root,
            lamina_size_range(min: lamina_size(width: 0, height: 0), max: lamina_size(width: width, height: height)),
            &layout))
    return try #require(layout)
}

func frame(_ node: Lamina.Node, in layout: LayoutHandle) throws -> CGRect {
    var frame = lamina_rect()
    try ok(lamina_layout_get_frame(layout, node, &frame))
    return CGRect(x: frame.origin.x, y: frame.origin.y, width: frame.size.width, height: frame.size.height)
}

extension Lamina {
    func column(_ nodes: [Node], in parent: Node, spacing: Double = 0) throws {
        let spec = try column(nodes.map { UnsafeMutableRawPointer($0) }, spacing: spacing)
        try ok(lamina_node_set_spec(parent, spec))
        lamina_spec_release(spec)
    }
}

@Suite struct MeasurerABITests {
    @Test func anAnswerIsUsedAndKept() throws {
        let lamina = try Lamina()
        let state = CallbackState()
        let (root, leaf, other) = (try lamina.node(), try lamina.node(), try lamina.node())
        try state.measures(leaf)
        try ok(setSize(other, lamina_size(width: 5, height: 5)))
        try lamina.column([leaf, other], in: root)
        for _ in 0..<3 { lamina_layout_release(try layOut(root, width: 100)) }
        let asked = state.calls
        #expect(asked >= 1 && asked <= 2, "once, and once more where the stack stretches it")
        #expect(state.seen[0].max.width == 100 && state.seen[0].max.height == .infinity)
        var layout = try layOut(root, width: 100)
        #expect(try frame(leaf, in: layout) == CGRect(x: 0, y: 0, width: 40, height: 10))
        #expect(state.calls == asked)
        lamina_layout_release(layout)

        // A change beside it does not ask again; data of its own that changed does.
        try ok(setSize(other, lamina_size(width: 7, height: 5)))
        lamina_layout_release(try layOut(root, width: 100))
        #expect(state.calls == asked)
        state.answer = lamina_size(width: 40, height: 30)
        try ok(lamina_node_set_needs_layout(leaf))
        layout = try layOut(root, width: 100)
        #expect(state.calls > asked)
        #expect(try frame(other, in: layout).minY == 30)
        lamina_layout_release(layout)

        try ok(lamina_node_set_measure_callback(leaf, nil, nil, nil))
        #expect(state.destroyed == 1)
        layout = try layOut(root, width: 100)
        #expect(try frame(leaf, in: layout).height == 0)
        lamina_layout_release(layout)
        lamina.close()
    }

    @Test(arguments: [
        lamina_size(width: .nan, height: 5), lamina_size(width: 5, height: -1),
        lamina_size(width: .infinity, height: 5), lamina_size(width: 1e300, height: 1),
    ])
    func nonsenseIsTakenAsNothing(answer: lamina_size) throws {
        let lamina = try Lamina(threads: 0)
        let state = CallbackState()
        state.answer = answer
        state.baseline = .nan
        let (root, leaf) = (try lamina.node(), try lamina.node())
        try state.measures(leaf)
        try lamina.column([leaf], in: root)
        let layout = try layOut(root, width: 100)
        #expect(try frame(leaf, in: layout).height == 0)
        lamina_layout_release(layout)
        lamina.close()
    }

    @Test func destroyRunsOnceWhateverHappens() throws {
        let lamina = try Lamina()
        let (first, second, refused, left) = (CallbackState(), CallbackState(), CallbackState(), CallbackState())
        let (node, text, kept) = (try lamina.node(), try lamina.textNode("text"), try lamina.node())
        try first.measures(node)
        try second.measures(node)
        #expect(first.destroyed == 1 && second.destroyed == 0)
        #expect(
            lamina_node_set_measure_callback(text, CallbackState.measure, refused.userData, CallbackState.destroy)
                == .LAMINA_ERROR_UNSUPPORTED)
        #expect(
            lamina_node_set_layout_spec_callback(text, CallbackState.spec, refused.userData, CallbackState.destroy)
                == .LAMINA_ERROR_UNSUPPORTED)
        #expect(
            lamina_node_set_layout_callback(nil, CallbackState.arranger, refused.userData, CallbackState.destroy)
                == .LAMINA_ERROR_INVALID_HANDLE)
        #expect(refused.destroyed == 3)
        // Another kind of callback stays when NULL is set.
        try ok(lamina_node_set_layout_callback(node, nil, nil, nil))
        #expect(second.destroyed == 0)
        lamina_node_release(node)
        #expect(second.destroyed == 1)
        try left.measures(kept)
        lamina.close()
        #expect(left.destroyed == 1 && first.destroyed == 1 && refused.destroyed == 3)
    }

    /// The last reference of the context may go while a callback runs: the layout ends with a status, the data lives
    /// until then.
    @Test(arguments: [0, 1]) func theContextGoesMeanwhile(threads: Int32) throws {
        let lamina = try Lamina(threads: threads)
        let state = CallbackState()
        let (root, leaf) = (try lamina.node(), try lamina.node())
        state.body = { state, _, _ in
            if state.calls == 1 { lamina_context_release(lamina.context) }
            state.lock.withLock { #expect(state.destroyed == 0) }
        }
        try state.measures(leaf)
        try lamina.column([leaf], in: root)
        var layout: LayoutHandle?
        let range = lamina_size_range(min: lamina_size(), max: lamina_size(width: 90, height: 90))
        #expect(lamina_layout_create(root, range, &layout) == .LAMINA_ERROR_INVALID_HANDLE)
        #expect(layout == nil && state.destroyed == 1)
    }

    /// On a surface the callbacks run on workers, and what they see of the API cannot stop anything.
    @Test(arguments: [0, 1, 2]) func workersAskToo(threads: Int32) throws {
        let lamina = try Lamina(threads: threads)
        let state = CallbackState()
        let (root, leaf) = (try lamina.node(), try lamina.node())
        state.context = lamina.context
        state.body = { state, node, _ in
            var layout: LayoutHandle?
            let range = lamina_size_range(min: lamina_size(), max: lamina_size(width: 9, height: 9))
            state.statuses.append(lamina_layout_create(node, range, &layout))
            state.statuses.append(lamina_context_process(state.context, 0))
            state.statuses.append(lamina_context_wait_idle(state.context, 1000))
            _ = lamina_node_get_frame(node)
        }
        try state.measures(leaf)
        try lamina.column([leaf], in: root)
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(lamina.context, lamina_size(width: 60, height: 50), 1, &surface))
        try ok(lamina_surface_set_root(surface, root))
        try ok(lamina_context_wait_idle(lamina.context, .max))
        #expect(lamina_node_get_frame(leaf).size.height == 10)
        #expect(!state.statuses.isEmpty)
        for (number, status) in state.statuses.enumerated() {
            let onOwner = threads == 0
            #expect(
                status == (number % 3 == 0 || onOwner ? .LAMINA_ERROR_INVALID_STATE : .LAMINA_ERROR_WRONG_THREAD))
        }
        state.answer.height = 20
        try ok(lamina_node_set_needs_layout(leaf))
        try ok(lamina_context_wait_idle(lamina.context, .max))
        #expect(lamina_node_get_frame(leaf).size.height == 20)
        lamina_surface_release(surface)
        lamina.close()
        #expect(state.destroyed == 1)
    }
}

@Suite struct SpecMakerABITests {
    /// Two nodes in a row when there is room, else one below the other, and a third node only then.
    @Test func theSpecFollowsTheRoom() throws {
        let lamina = try Lamina()
        let state = CallbackState()
        let (root, node) = (try lamina.node(), try lamina.node())
        for width in [30.0, 40, 50] {
            let child = try lamina.node()
            try ok(setSize(child, lamina_size(width: width, height: 10)))
            state.nodes.append(child)
        }
        state.makeSpec = { state, range in
            let isWide = range.max.width >= 100
            var options = lamina_stack_options()
            options.struct_size = MemoryLayout<lamina_stack_options>.size
            options.axis = isWide ? .LAMINA_AXIS_HORIZONTAL : .LAMINA_AXIS_VERTICAL
            let children = state.nodes.prefix(isWide ? 2 : 3).map { Optional(UnsafeMutableRawPointer($0)) }
            var spec: Lamina.Spec?
            _ = lamina_spec_create_stack(
                lamina.context, &options, nil, children, children.count, &spec)
            return spec
        }
        try ok(lamina_node_set_layout_spec_callback(node, CallbackState.spec, state.userData, CallbackState.destroy))
        try lamina.column([node], in: root)
        let wide = try layOut(root, width: 200)
        #expect(try frame(state.nodes[1], in: wide) == CGRect(x: 30, y: 0, width: 40, height: 10))
        #expect(lamina_node_get_child_count(node) == 0, "a layout that is not applied changes nothing")
        try ok(lamina_layout_apply(wide))
        #expect(lamina_node_get_child_count(node) == 2)
        #expect(lamina_node_get_frame(state.nodes[1]).origin.x == 30)

        let narrow = try layOut(root, width: 60)
        try ok(lamina_layout_apply(narrow))
        #expect(lamina_node_get_child_count(node) == 3)
        #expect(lamina_node_get_frame(state.nodes[2]).origin.y == 20)
        try ok(lamina_layout_apply(wide))
        #expect(lamina_node_get_child_count(node) == 2, "children that the spec does not name are gone")
        lamina_layout_release(wide)
        lamina_layout_release(narrow)

        // Once its nodes are children, their changes reach it, and without a change nobody is asked.
        lamina_layout_release(try layOut(root, width: 200))
        let asked = state.calls
        lamina_layout_release(try layOut(root, width: 200))
        #expect(state.calls == asked)
        try ok(setSize(state.nodes[0], lamina_size(width: 35, height: 10)))
        let again = try layOut(root, width: 200)
        #expect(try frame(state.nodes[1], in: again).minX == 35)
        lamina_layout_release(again)
        lamina.close()
        #expect(state.destroyed == 1)
    }

    @Test func specsThatCannotBeAreLeftOut() throws {
        let lamina = try Lamina(threads: 0)
        let foreign = try Lamina(threads: 0)
        let state = CallbackState()
        let (root, node) = (try lamina.node(), try lamina.node())
        try lamina.column([node], in: root)
        try ok(lamina_node_set_layout_spec_callback(node, CallbackState.spec, state.userData, CallbackState.destroy))
        let stale = try lamina.column([])
        lamina_spec_release(stale)
        let others: [() throws -> Lamina.Spec?] = [
            { nil }, { stale }, { try foreign.column([]) }, { try lamina.column([UnsafeMutableRawPointer(root)]) },
            { try lamina.column([UnsafeMutableRawPointer(node)]) },
            {
                let child = UnsafeMutableRawPointer(try lamina.node())
                return try lamina.column([
                    UnsafeMutableRawPointer(try lamina.column([child])),
                    UnsafeMutableRawPointer(try lamina.column([child])),
                ])
            },
        ]
        for make in others {
            state.makeSpec = { _, _ in try? make() }
            try ok(lamina_node_set_needs_layout(node))
            let layout = try layOut(root, width: 100)
            #expect(lamina_layout_get_node_count(layout) == 2)
            try ok(lamina_layout_apply(layout))
            #expect(lamina_node_get_child_count(node) == 0)
            lamina_layout_release(layout)
        }
        foreign.close()
        lamina.close()
    }

    /// Two makers that name each other's nodes end, too.
    @Test func makersThatNameEachOther() throws {
        let lamina = try Lamina()
        let states = [CallbackState(), CallbackState()]
        let nodes = [try lamina.node(), try lamina.node()]
        for (number, state) in states.enumerated() {
            state.nodes = [nodes[1 - number]]
            state.makeSpec = { state, _ in try? lamina.column([UnsafeMutableRawPointer(state.nodes[0])]) }
            try ok(
                lamina_node_set_layout_spec_callback(
                    nodes[number], CallbackState.spec, state.userData, CallbackState.destroy))
        }
        let layout = try layOut(nodes[0], width: 100)
        try ok(lamina_layout_apply(layout))
        lamina_layout_release(layout)
        lamina.close()
        #expect(states.map { $0.destroyed } == [1, 1])
    }

    /// A hundred makers in one another on a thread of the host's, whose stack is of any size.
    @Test func makersInOneAnother() throws {
        let lamina = try Lamina()
        var inner = try lamina.node()
        try ok(setSize(inner, lamina_size(width: 11, height: 7)))
        for _ in 0..<100 {
            let state = CallbackState()
            state.nodes = [inner]
            state.makeSpec = { state, _ in try? lamina.column([UnsafeMutableRawPointer(state.nodes[0])]) }
            inner = try lamina.node()
            try ok(
                lamina_node_set_layout_spec_callback(inner, CallbackState.spec, state.userData, CallbackState.destroy))
        }
        let layout = try layOut(inner, width: 100)
        #expect(lamina_layout_get_size(layout).height == 7)
        lamina_layout_release(layout)
        lamina.close()
    }

    @Test(arguments: [0, 2]) func onASurface(threads: Int32) throws {
        let lamina = try Lamina(threads: threads)
        let state = CallbackState()
        let (root, text) = (try lamina.node(), try lamina.textNode("a text"))
        state.nodes = [text]
        state.makeSpec = { state, _ in try? lamina.column([UnsafeMutableRawPointer(state.nodes[0])]) }
        try ok(lamina_node_set_layout_spec_callback(root, CallbackState.spec, state.userData, CallbackState.destroy))
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(lamina.context, lamina_size(width: 60, height: 50), 1, &surface))
        try ok(lamina_surface_set_root(surface, root))
        try ok(lamina_context_wait_idle(lamina.context, .max))
        #expect(lamina_node_get_child_count(root) == 1)
        #expect(lamina_node_get_frame(text).size.width > 10)
        #expect(lamina_node_set_layout_spec_callback(root, nil, nil, nil) == .LAMINA_OK)
        lamina_surface_release(surface)
        lamina.close()
        #expect(state.destroyed == 1)
    }
}

/// Explanations of trees in which host code takes part.
@Suite struct CallbackExplanationTests {
    private let lamina: Lamina
    private let root: Lamina.Node
    private let child: Lamina.Node
    private let inner: Lamina.Node

    init() throws {
        lamina = try Lamina()
        (root, child, inner) = (try lamina.node(), try lamina.node(), try lamina.node())
        try lamina.column([child], in: root)
        try ok(setSize(inner, lamina_size(width: 20, height: 7)))
    }

    private let range = lamina_size_range(
        min: lamina_size(width: 100, height: 0), max: lamina_size(width: 100, height: .infinity))

    private func explain(_ element: Lamina.Node?) -> String {
        copied { lamina_node_read_explanation(root, range, element.map { .init($0) }, $0, $1) }
    }

    @Test func aMeasurerIsAsked() throws {
        let state = CallbackState()
        try state.measures(child)
        #expect(explain(nil).contains("10"))
        let text = explain(child)
        #expect(
            text.contains("its content wants 40 x 10")
                && text.hasSuffix("a measure callback of the host measures it\n"))
        #expect(state.calls > 0)
        lamina.close()
    }

    @Test func aSpecMakerAndAnArrangerAreAsked() throws {
        let state = CallbackState()
        state.nodes = [inner]
        state.makeSpec = { state, _ in try? self.lamina.column(state.nodes.map { UnsafeMutableRawPointer($0) }) }
        try ok(lamina_node_set_layout_spec_callback(child, CallbackState.spec, state.userData, CallbackState.destroy))
        #expect(explain(child).contains("decided: by a layout callback of the host"))
        #expect(explain(nil).contains("100 x 7"), "stretched across, and as high as what the spec holds")
        #expect(
            lamina_node_read_explanation(root, range, UnsafeMutableRawPointer(inner), nil, 0) == 0,
            "a node that is no child yet is not part of the tree")
        #expect(lamina_node_get_child_count(child) == 0, "an explanation changes nothing")

        let arranging = CallbackState()
        arranging.arrange = { _, arrangement, _ in
            _ = lamina_layout_pass_set_size(arrangement!, lamina_size(width: 60, height: 33))
        }
        try ok(
            lamina_node_set_layout_callback(child, CallbackState.arranger, arranging.userData, CallbackState.destroy))
        #expect(explain(nil).contains("100 x 33"))
        #expect(explain(child).contains("decided: by a layout callback of the host"))
        lamina.close()
    }

    @Test func noExplanationWithinACallback() throws {
        let state = CallbackState()
        var lengths: [Int] = []
        var reason = ""
        state.body = { _, node, range in
            lengths.append(lamina_node_read_explanation(node!, range, nil, nil, 0))
            reason = String(cString: lamina_last_error())
        }
        try state.measures(child)
        lamina_layout_release(try layOut(root, width: 100))
        #expect(!lengths.isEmpty && lengths.allSatisfy { $0 == 0 } && reason.contains("a layout callback is running"))
        lamina.close()
    }

    /// What is measured concurrently is explained like the rest.
    @Test func aConcurrentNodeIsTakenIn() throws {
        try lamina.column([inner], in: child)
        try ok(lamina_node_set_concurrent(root, true))
        #expect(explain(inner).contains("20 x 7"))
        lamina.close()
    }
}
