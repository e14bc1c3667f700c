import CLamina
import LaminaABI
import Testing

/// What a C function noted.
private final class Notes {
    var events: [(lamina_interface_event, UInt32, UInt32)] = []
    var userData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}

private let note: lamina_node_interface_fn = { node, event, state, before, data in
    guard let data else { return }
    let notes = Unmanaged<Notes>.fromOpaque(data).takeUnretainedValue()
    notes.events.append((event, state.rawValue, before.rawValue))
}

@Suite struct InterfaceStateABITests {
    @Test func observersHearOfSurfaces() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.node()
        let notes = Notes()
        var number: UInt64 = 0
        try ok(lamina_node_add_interface_observer(node, note, notes.userData, nil, &number))
        #expect(lamina_node_get_interface_state(node).rawValue == 0)
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(lamina.context, lamina_size(width: 8, height: 8), 1, &surface))
        try ok(lamina_surface_set_root(surface, node))
        #expect(lamina_node_get_interface_state(node).rawValue == 15)
        #expect(notes.events.isEmpty, "told in the owner's process")
        try ok(lamina_context_wait_idle(lamina.context, .max))
        #expect(
            notes.events.map { $0.0 } == [
                .LAMINA_INTERFACE_EVENT_ENTER_PRELOAD, .LAMINA_INTERFACE_EVENT_ENTER_DISPLAY,
                .LAMINA_INTERFACE_EVENT_ENTER_VISIBLE, .LAMINA_INTERFACE_EVENT_CHANGE,
            ])
        #expect(notes.events.allSatisfy { $0.1 == 15 && $0.2 == 0 })
        try ok(lamina_node_set_hidden(node, true))
        #expect(lamina_node_get_interface_state(node).rawValue == 7)
        try ok(lamina_context_wait_idle(lamina.context, .max))
        #expect(notes.events.count == 6)
        try ok(lamina_node_remove_interface_observer(node, number))
        #expect(lamina_node_remove_interface_observer(node, number) == .LAMINA_ERROR_INVALID_STATE)
        #expect(lastError().contains("there is no observer \(number)"))
        try ok(lamina_node_set_hidden(node, false))
        try ok(lamina_context_wait_idle(lamina.context, .max))
        #expect(notes.events.count == 6)
        lamina_surface_release(surface)
        lamina_node_release(node)
    }

    /// Each observer hears of changes of the state that it knows, which is the one when it was added.
    @Test func anObserverThatComesBeforeAChangeIsTold() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let node = try lamina.node()
        let (early, late) = (Notes(), Notes())
        try ok(lamina_node_add_interface_observer(node, note, early.userData, nil, nil))
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(lamina.context, lamina_size(width: 8, height: 8), 1, &surface))
        try ok(lamina_surface_set_root(surface, node))
        #expect(lamina_node_get_interface_state(node).rawValue == 15)
        try ok(lamina_node_add_interface_observer(node, note, late.userData, nil, nil))
        try ok(lamina_context_wait_idle(lamina.context, .max))
        #expect(early.events.count == 4 && late.events.isEmpty)
        // Back and forth for the first two, once for the third.
        let third = Notes()
        try ok(lamina_surface_set_root(surface, nil))
        try ok(lamina_node_add_interface_observer(node, note, third.userData, nil, nil))
        try ok(lamina_surface_set_root(surface, node))
        try ok(lamina_context_wait_idle(lamina.context, .max))
        #expect(early.events.count == 4 && late.events.isEmpty)
        #expect(third.events.count == 4 && third.events.allSatisfy { $0.1 == 15 && $0.2 == 0 })
        lamina_surface_release(surface)
        lamina_node_release(node)
    }

    @Test func aMoveBetweenAHiddenParentAndOneThatShowsIsTold() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let nodes = try (0..<4).map { _ in try lamina.node() }
        let (root, hidden, seen, node) = (nodes[0], nodes[1], nodes[2], nodes[3])
        for parent in [hidden, seen] { try ok(lamina_node_add_child(root, parent)) }
        try ok(lamina_node_set_hidden(hidden, true))
        try ok(lamina_node_add_child(seen, node))
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(lamina.context, lamina_size(width: 8, height: 8), 1, &surface))
        try ok(lamina_surface_set_root(surface, root))
        let notes = Notes()
        try ok(lamina_node_add_interface_observer(node, note, notes.userData, nil, nil))
        for parent in [hidden, seen] {
            try ok(lamina_node_add_child(parent, node))
            try ok(lamina_context_wait_idle(lamina.context, .max))
        }
        #expect(
            notes.events.map { $0.0 } == [
                .LAMINA_INTERFACE_EVENT_EXIT_VISIBLE, .LAMINA_INTERFACE_EVENT_CHANGE,
                .LAMINA_INTERFACE_EVENT_ENTER_VISIBLE, .LAMINA_INTERFACE_EVENT_CHANGE,
            ])
        lamina_surface_release(surface)
        for node in nodes { lamina_node_release(node) }
    }

    @Test func dataEndsOnce() throws {
        let lamina = try Lamina()
        let node = try lamina.node()
        let count = DestroyCount()
        func add() -> lamina_status {
            lamina_node_add_interface_observer(node, note, count.userData, DestroyCount.notify, nil)
        }
        #expect(
            lamina_node_add_interface_observer(node, nil, count.userData, DestroyCount.notify, nil)
                == .LAMINA_ERROR_INVALID_ARGUMENT)
        #expect(count.value == 1)
        try ok(add())
        try ok(add())
        lamina_node_release(node)
        #expect(count.value == 3)
        #expect(add() == .LAMINA_ERROR_INVALID_HANDLE)
        #expect(count.value == 4)
        let other = try lamina.node()
        try ok(lamina_node_add_interface_observer(other, note, count.userData, DestroyCount.notify, nil))
        lamina.close()
        #expect(count.value == 5, "with the context")
    }
}
