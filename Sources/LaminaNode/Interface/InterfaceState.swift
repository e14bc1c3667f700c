/// How near a node is to being seen (as in Texture).
public struct InterfaceState: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let measured = InterfaceState(rawValue: 1 << 0)
    public static let preload = InterfaceState(rawValue: 1 << 1)
    public static let display = InterfaceState(rawValue: 1 << 2)
    public static let visible = InterfaceState(rawValue: 1 << 3)
    public static let all: InterfaceState = [.measured, .preload, .display, .visible]

    /// Each flag implies those before it: so many states are there beside the empty one.
    static let levels = 4

    /// The state of so many flags.
    init(level: Int) { rawValue = (1 << UInt32(level)) - 1 }

    /// The same with all flags that it implies.
    public var whole: InterfaceState { InterfaceState(level: 32 - rawValue.leadingZeroBitCount) }

    /// One step farther from being seen.
    public var lowered: InterfaceState { InterfaceState(rawValue: rawValue >> 1) }
}

/// One event of a change.
public enum InterfaceEvent: Int32, Sendable {
    case enterPreload = 0
    case exitPreload = 1
    case enterDisplay = 2
    case exitDisplay = 3
    case enterVisible = 4
    case exitVisible = 5
    /// The last of each change.
    case change = 6
}

/// Observes a node's interface state. Owner thread, no lock held.
public protocol InterfaceObserver: AnyObject, Sendable {
    func interfaceState(of node: NodeID, _ event: InterfaceEvent, _ state: InterfaceState, before: InterfaceState)
}

/// A node whose state is another than its observers know.
public struct InterfaceChange: Sendable {
    public let node: NodeID
    public let before: InterfaceState
    public let state: InterfaceState
    /// In the order in which they were added.
    public internal(set) var observers: [(number: UInt64, observer: any InterfaceObserver)] = []
    /// Somebody manages the node.
    var isManaged = false
    /// The change holds a reference to the node.
    var isHeld = false

    /// Calls `body` with the events, in order (as in Texture).
    public func forEachEvent(_ body: (InterfaceEvent) -> Void) {
        func note(_ bit: InterfaceState, _ enter: InterfaceEvent, _ exit: InterfaceEvent?) {
            if state.contains(bit) == before.contains(bit) { return }
            if state.contains(bit) { body(enter) } else if let exit { body(exit) }
        }
        // As in Texture, what leaves its surface keeps what it loaded for when it comes back.
        note(.preload, .enterPreload, isManaged ? .exitPreload : nil)
        note(.display, .enterDisplay, .exitDisplay)
        note(.visible, .enterVisible, .exitVisible)
        body(.change)
    }
}

/// Observers of interface states. Only nodes with observers cost anything.
extension NodeStore {
    /// Adds an observer, which is notified of changes from now on, and returns its number.
    public mutating func addInterfaceObserver(_ observer: any InterfaceObserver, to node: Int32) -> UInt64 {
        self[node].flags.insert(.observed)
        return interfaces.add(observer, knowing: interfaceState(of: node), to: node)
    }

    /// Removes an observer; false when the node has none of this number.
    public mutating func removeInterfaceObserver(
        _ number: UInt64, of node: Int32, _ discarded: inout Discarded
    ) -> Bool {
        guard let removed = interfaces.remove(number, of: node) else { return false }
        discarded.append(removed)
        if !interfaces.isObserved(node) { self[node].flags.remove(.observed) }
        return true
    }

    /// Whether an observer is still there: an earlier one may have removed it.
    public func hasInterfaceObserver(_ number: UInt64, of node: NodeID) -> Bool {
        place(of: node).map { interfaces.contains(number, of: $0) } ?? false
    }

    /// Lets all observers of a node go that ends.
    mutating func dropInterfaceObservers(of node: Int32, _ discarded: inout Discarded) {
        guard self[node].flags.contains(.observed), let gone = interfaces.removeAll(of: node) else { return }
        gone.forEach { discarded.append($1.observer) }
    }

    /// The state of an observed node is another. The node lives until its observers are notified.
    mutating func noteInterface(_ node: Int32) {
        if self[node].flags.contains(.interfaceStale) { return }
        self[node].flags.insert(.interfaceStale)
        retainInternally(node)
        interfaces.noteStale(node)
        noteNews()
    }

    /// Whether observers may have to be notified.
    public var hasInterfaceChanges: Bool { interfaces.hasChanges }

    /// Hands out the nodes whose state is another than their observers know, in the order in which they changed. A node
    /// that left and came back, or moved, is not among them. The caller notifies and then ends them.
    public mutating func takeInterfaceChanges() -> [InterfaceChange] {
        var changes: [InterfaceChange] = []
        for node in interfaces.takeStale() {
            self[node].flags.remove(.interfaceStale)
            let first = changes.count
            let flags = self[node].flags
            interfaces.appendChanges(
                of: node, id(node), to: flags.interfaceState, isManaged: flags.contains(.managed), &changes)
            if changes.count == first { changes.append(InterfaceChange(node: id(node), before: [], state: [])) }
            changes[changes.count - 1].isHeld = true
        }
        return changes
    }

    /// Ends a change of which observers were notified.
    public mutating func end(_ change: InterfaceChange, _ discarded: inout Discarded) {
        for (_, observer) in change.observers { discarded.append(observer) }
        guard change.isHeld, let node = find(change.node) else { return }
        releaseInternally(node, &discarded)
    }
}
