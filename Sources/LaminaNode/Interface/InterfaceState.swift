/// How near a node is to being seen (as in Texture).
public struct InterfaceState: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let measured = InterfaceState(rawValue: 1 << 0)
    public static let preload = InterfaceState(rawValue: 1 << 1)
    public static let display = InterfaceState(rawValue: 1 << 2)
    public static let visible = InterfaceState(rawValue: 1 << 3)
    /// A node that stands on a surface, seen or not.
    static let shown: InterfaceState = [.measured, .preload, .display]
}

/// One thing that an observer is told of a change.
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

/// Who hears of a node's interface state. Owner thread, no lock held.
public protocol InterfaceObserver: AnyObject, Sendable {
    func interfaceState(of node: NodeID, _ event: InterfaceEvent, _ state: InterfaceState, before: InterfaceState)
}

/// A node whose state is another than it was told last.
public struct InterfaceChange: Sendable {
    public let node: NodeID
    public let before: InterfaceState
    public let state: InterfaceState
    /// In the order in which they were added.
    public internal(set) var observers: [(number: UInt64, observer: any InterfaceObserver)] = []
    /// The change holds a reference to the node.
    var isHeld = false

    /// Calls `body` with what is told, in order (as in Texture).
    public func forEachEvent(_ body: (InterfaceEvent) -> Void) {
        func tell(_ bit: InterfaceState, _ enter: InterfaceEvent, _ exit: InterfaceEvent?) {
            if state.contains(bit) == before.contains(bit) { return }
            if state.contains(bit) { body(enter) } else if let exit { body(exit) }
        }
        // As in Texture, what was loaded is kept for when the node comes back.
        tell(.preload, .enterPreload, nil)
        tell(.display, .enterDisplay, .exitDisplay)
        tell(.visible, .enterVisible, .exitVisible)
        body(.change)
    }
}

/// Who hears of a node, and what state each knows: one that is added before a change was told knows of it already.
struct ObservedNode {
    var observers = NumberedList<(observer: any InterfaceObserver, known: InterfaceState)>()
}

/// The interface states of nodes that no list manages: all of them on a surface, none elsewhere (as in Texture), and visible only where neither the
/// node nor one above it is hidden. Only nodes with observers cost anything.
extension NodeStore {
    /// The state as it is now, whatever was told; walks up, which costs the depth.
    public func interfaceState(of node: Int32) -> InterfaceState {
        if self[node].surface < 0 { return [] }
        var ancestor = node
        while ancestor >= 0 {
            if self[ancestor].flags.contains(.hidden) { return .shown }
            ancestor = self[ancestor].parent
        }
        return .shown.union(.visible)
    }

    /// Adds an observer, which is told of changes from now on, and returns its number.
    public mutating func addInterfaceObserver(_ observer: any InterfaceObserver, to node: Int32) -> UInt64 {
        lastInterfaceObserver += 1
        let state = interfaceState(of: node)
        observed[node, default: ObservedNode()].observers.append(
            (observer, state), number: lastInterfaceObserver)
        self[node].flags.insert(.observed)
        return lastInterfaceObserver
    }

    /// Removes an observer; false when the node has none of this number.
    public mutating func removeInterfaceObserver(
        _ number: UInt64, of node: Int32, _ discarded: inout Discarded
    ) -> Bool {
        guard let removed = observed[node]?.observers.remove(number) else { return false }
        discarded.append(removed.observer)
        if observed[node]?.observers.isEmpty ?? false {
            observed[node] = nil
            self[node].flags.remove(.observed)
        }
        return true
    }

    /// Whether an observer is still there: an earlier one may have removed it.
    public func hasInterfaceObserver(_ number: UInt64, of node: NodeID) -> Bool {
        guard let index = place(of: node) else { return false }
        return observed[index]?.observers.contains(number) ?? false
    }

    /// Lets all observers of a node go that ends.
    mutating func dropInterfaceObservers(of node: Int32, _ discarded: inout Discarded) {
        guard self[node].flags.contains(.observed), let gone = observed.removeValue(forKey: node) else { return }
        gone.observers.forEach { discarded.append($1.observer) }
    }

    /// An observed node came on a surface or left it. It lives until that is told.
    mutating func noteInterface(_ node: Int32) {
        if self[node].flags.contains(.interfaceStale) { return }
        self[node].flags.insert(.interfaceStale)
        retainInternally(node)
        staleInterfaces.append(node)
        noteNews()
    }

    /// A node was hidden or is so no more, which observed nodes below may have to be told.
    mutating func noteHidden(_ node: Int32) {
        if observed.isEmpty || self[node].surface < 0 { return }
        isVisibilityStale = true
        noteNews()
    }

    /// Whether somebody has to be told something.
    public var hasInterfaceChanges: Bool { !staleInterfaces.isEmpty || isVisibilityStale }

    /// Hands out the nodes whose state is another than they were told, parents before children. A node that left and came back, or moved, is not among
    /// them. The caller tells and then ends them.
    public mutating func takeInterfaceChanges() -> [InterfaceChange] {
        var nodes = staleInterfaces
        let held = nodes.count
        staleInterfaces = []
        if isVisibilityStale {
            let others = observed.keys.filter { !self[$0].flags.contains(.interfaceStale) }
            nodes += others.map { (self.depth(of: $0), $0) }.sorted { $0 < $1 }.map { $0.1 }
            isVisibilityStale = false
        }
        var changes: [InterfaceChange] = []
        for (number, node) in nodes.enumerated() {
            self[node].flags.remove(.interfaceStale)
            let first = changes.count
            appendChanges(of: node, to: &changes)
            if number >= held { continue }
            if changes.count == first { changes.append(InterfaceChange(node: id(node), before: [], state: [])) }
            changes[changes.count - 1].isHeld = true
        }
        return changes
    }

    /// One change for all observers of a node that are to be told, unless some know another state than others.
    private mutating func appendChanges(of node: Int32, to changes: inout [InterfaceChange]) {
        guard var known = observed[node] else { return }
        let (state, first) = (interfaceState(of: node), changes.count)
        let id = id(node)
        known.observers.changeEach { number, observed in
            if observed.known == state { return }
            let before = observed.known
            observed.known = state
            let same = changes[first...].firstIndex { $0.before == before }
            if same == nil { changes.append(InterfaceChange(node: id, before: before, state: state)) }
            changes[same ?? changes.count - 1].observers.append((number, observed.observer))
        }
        observed[node] = known
    }

    /// Ends a change that was told.
    public mutating func end(_ change: InterfaceChange, _ discarded: inout Discarded) {
        for (_, observer) in change.observers { discarded.append(observer) }
        guard change.isHeld, let node = find(change.node) else { return }
        releaseInternally(node, &discarded)
    }

    private func depth(of node: Int32) -> Int {
        var depth = 0
        var ancestor = self[node].parent
        while ancestor >= 0 {
            depth += 1
            ancestor = self[ancestor].parent
        }
        return depth
    }
}
