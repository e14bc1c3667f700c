import LaminaGeometry
import LaminaNode
import Testing

@testable import LaminaDisplay

private let all: InterfaceState = [.measured, .preload, .display, .visible]

private final class Watcher: InterfaceObserver {
    private let name: String
    private let journal: Journal
    private let act: @Sendable (InterfaceEvent) -> Void

    init(_ name: String, _ journal: Journal, act: @escaping @Sendable (InterfaceEvent) -> Void = { _ in }) {
        self.name = name
        self.journal = journal
        self.act = act
    }

    func interfaceState(of node: NodeID, _ event: InterfaceEvent, _ state: InterfaceState, before: InterfaceState) {
        journal.note("\(name) \(event)" + (event == .change ? " \(before.rawValue)-\(state.rawValue)" : ""))
        act(event)
    }
}

@Suite struct InterfaceStateTests {
    private let enter = ["enterPreload", "enterDisplay", "enterVisible", "change 0-15"]
    private let exit = ["exitDisplay", "exitVisible", "change 15-0"]

    private func watch(_ stage: Stage, _ node: NodeID, _ watcher: Watcher) -> UInt64 {
        var number: UInt64 = 0
        stage.change { store, _ in number = store.addInterfaceObserver(watcher, to: node.index) }
        return number
    }

    private func state(_ stage: Stage, _ node: NodeID) -> InterfaceState {
        var state: InterfaceState = []
        stage.change { store, _ in state = store.interfaceState(of: node.index) }
        return state
    }

    @Test func comingAndGoingIsToldInOrderToAll() throws {
        let stage = try Stage()
        defer { stage.close() }
        let journal = Journal()
        let (root, child) = (stage.node(), stage.node())
        try stage.add(child, to: root)
        _ = watch(stage, child, Watcher("a", journal))
        _ = watch(stage, root, Watcher("r", journal))
        _ = watch(stage, child, Watcher("b", journal))
        #expect(state(stage, child) == [])
        try stage.show(root)
        let both = { (events: [String]) in events.flatMap { ["a \($0)", "b \($0)"] } }
        #expect(journal.all == enter.map { "r \($0)" } + both(enter))
        #expect(state(stage, child) == all)
        try stage.test.engine.setRoot(nil, of: stage.surface)
        #expect(state(stage, child) == [])
        try stage.settle()
        #expect(Array(journal.all.dropFirst(12)) == exit.map { "r \($0)" } + both(exit))
    }

    @Test func hiddenNodesAreDisplayedAndNotVisible() throws {
        let stage = try Stage()
        defer { stage.close() }
        let journal = Journal()
        let (root, parent, child) = (stage.node(), stage.node(), stage.node())
        try stage.add(parent, to: root)
        try stage.add(child, to: parent)
        try stage.show(root)
        _ = watch(stage, child, Watcher("c", journal))
        _ = watch(stage, parent, Watcher("p", journal))
        stage.change { store, _ in store.set(.hidden, to: true, of: parent.index) }
        try stage.settle()
        let leave = ["exitVisible", "change 15-7"]
        #expect(journal.all == leave.map { "p \($0)" } + leave.map { "c \($0)" })
        // Hidden once more makes no difference to what is below.
        stage.change { store, _ in store.set(.hidden, to: true, of: child.index) }
        stage.change { store, _ in store.set(.hidden, to: false, of: parent.index) }
        try stage.settle()
        #expect(Array(journal.all.dropFirst(4)) == ["p enterVisible", "p change 7-15"])
        // There and back within one turn is nothing.
        stage.change { store, _ in store.set(.hidden, to: true, of: parent.index) }
        stage.change { store, _ in store.set(.hidden, to: false, of: parent.index) }
        try stage.settle()
        #expect(journal.all.count == 6)
    }

    @Test func movingBetweenShownParentsTellsNothing() throws {
        let stage = try Stage()
        defer { stage.close() }
        let journal = Journal()
        let (root, one, two, child) = (stage.node(), stage.node(), stage.node(), stage.node())
        for node in [one, two] { try stage.add(node, to: root) }
        try stage.add(child, to: one)
        try stage.show(root)
        _ = watch(stage, child, Watcher("c", journal))
        try stage.add(child, to: two)
        try stage.settle()
        stage.change { store, discarded in store.remove(child.index, &discarded) }
        try stage.add(child, to: one)
        try stage.settle()
        #expect(journal.all == [])
        // Another surface is no difference either.
        let other = try stage.test.engine.makeSurface(size: Size(width: 10, height: 10), scale: 1)
        stage.change { store, discarded in store.remove(child.index, &discarded) }
        try stage.test.engine.setRoot(child, of: other)
        try stage.settle()
        #expect(journal.all == [])
        withExtendedLifetime(other) {}
    }

    @Test func aNodeThatIsLetGoLivesUntilItIsTold() throws {
        let stage = try Stage()
        defer { stage.close() }
        let journal = Journal()
        let (root, child, below) = (stage.node(), stage.node(), stage.node())
        try stage.add(child, to: root)
        try stage.add(below, to: child)
        try stage.show(root)
        let context = stage.test.context
        _ = watch(
            stage, below,
            Watcher("b", journal) { _ in
                journal.note(context.withNodes { $0.find(below) != nil } ? "alive" : "gone")
            })
        stage.change { store, discarded in
            _ = store.release(below.index, &discarded)
            _ = store.release(child.index, &discarded)
        }
        stage.change { store, discarded in store.remove(child.index, &discarded) }
        try stage.settle()
        #expect(journal.all == exit.flatMap { ["b \($0)", "alive"] })
        #expect(context.withNodes { $0.find(below) == nil && $0.find(child) == nil })
        #expect(context.withNodes { $0.count } == 1)
    }

    @Test func anObserverMayRemoveAnother() throws {
        let stage = try Stage()
        defer { stage.close() }
        let journal = Journal()
        let root = stage.node()
        let context = stage.test.context
        let second = Locked64()
        _ = watch(
            stage, root,
            Watcher("a", journal) { event in
                guard event == .enterDisplay else { return }
                var discarded = Discarded()
                let removed = context.withNodes {
                    $0.removeInterfaceObserver(second.value, of: root.index, &discarded)
                }
                journal.note("\(removed)")
            })
        second.value = watch(stage, root, Watcher("b", journal))
        try stage.show(root)
        #expect(
            journal.all == [
                "a enterPreload", "b enterPreload", "a enterDisplay", "true", "a enterVisible", "a change 0-15",
            ])
    }

    @Test func nodesBelowAreToldAfterThoseAbove() throws {
        let stage = try Stage()
        defer { stage.close() }
        let journal = Journal()
        let root = stage.node()
        var expected = ["0"]
        _ = watch(stage, root, Watcher("0", journal))
        for first in 1...3 {
            let child = stage.node()
            try stage.add(child, to: root)
            _ = watch(stage, child, Watcher("\(first)", journal))
            let below = stage.node()
            try stage.add(below, to: child)
            _ = watch(stage, below, Watcher("\(first)b", journal))
            expected += ["\(first)", "\(first)b"]
        }
        try stage.show(root)
        #expect(journal.all.filter { $0.contains("change") } == expected.map { "\($0) change 0-15" })
    }
}

/// A number that a callback reads.
private final class Locked64: @unchecked Sendable {  // one thread only
    var value: UInt64 = 0
}
