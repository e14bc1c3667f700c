public import LaminaGeometry

/// What an observer of layout is notified of.
public enum LayoutEvent: Int32, Sendable {
    /// A layout was applied that gave the node another frame, or arranged what is below it anew.
    case laidOut = 0
    /// Its size is another than the observer knows.
    case size = 1
    /// Nothing arranges it, and what it would measure may be another.
    case naturalSize = 2
}

/// Observes a node's layout. Owner thread, no lock held.
public protocol LayoutObserver: AnyObject, Sendable {
    func layout(of node: NodeID, _ event: LayoutEvent, size: Size)
}

/// A node of which observers are to be notified. It is held until then.
public struct LayoutChange: Sendable {
    public let node: NodeID
    public let size: Size
    /// In the order in which they were added, each event for all of them.
    public fileprivate(set) var calls: [(event: LayoutEvent, number: UInt64, observer: any LayoutObserver)] = []
}

/// Who observes the layout of which nodes, and which of them may have to be notified.
struct LayoutObservation {
    private typealias Observers = NumberedList<(observer: any LayoutObserver, known: Size)>

    /// By node; those have `NodeFlags.layoutObserved`.
    private var observers: [Int32: Observers] = [:]
    private var lastNumber: UInt64 = 0
    /// Observed nodes with an event, each once (`NodeFlags.layoutEvent`); each is held.
    private var stale: [Int32] = []

    var hasChanges: Bool { !stale.isEmpty }

    mutating func add(_ observer: any LayoutObserver, knowing size: Size, to node: Int32) -> UInt64 {
        lastNumber += 1
        observers[node, default: Observers()].append((observer, size), number: lastNumber)
        return lastNumber
    }

    /// Takes an observer out; nil when the node has none of this number.
    mutating func remove(_ number: UInt64, of node: Int32) -> (any LayoutObserver)? {
        guard let removed = observers[node]?.remove(number) else { return nil }
        if observers[node]?.isEmpty ?? false { observers[node] = nil }
        return removed.observer
    }

    func contains(_ number: UInt64, of node: Int32) -> Bool { observers[node]?.contains(number) ?? false }
    func isObserved(_ node: Int32) -> Bool { observers[node] != nil }

    mutating func removeAll(of node: Int32, _ discarded: inout Discarded) {
        guard let gone = observers.removeValue(forKey: node) else { return }
        gone.forEach { discarded.append($1.observer) }
    }

    mutating func noteStale(_ node: Int32) { stale.append(node) }
    mutating func forgetStale() { stale = [] }

    /// Hands out the nodes with events.
    mutating func takeStale() -> [Int32] {
        defer { stale = [] }
        return stale
    }

    /// The calls that a node's events come to; observers know its size then.
    mutating func change(of node: Int32, _ id: NodeID, size: Size, _ events: NodeFlags) -> LayoutChange {
        var change = LayoutChange(node: id, size: size)
        func add(_ event: LayoutEvent, where isWanted: (Size) -> Bool = { _ in true }) {
            observers[node]?.forEach { number, observed in
                if isWanted(observed.known) { change.calls.append((event, number, observed.observer)) }
            }
        }
        if events.contains(.laidOut) { add(.laidOut) }
        add(.size) { $0 != size }
        if events.contains(.naturalSizeStale) { add(.naturalSize) }
        observers[node]?.changeEach { _, observed in observed.known = size }
        return change
    }
}

/// Observers of layout. Only nodes with observers cost anything.
extension NodeStore {
    /// Adds an observer, which is notified of what happens from now on, and returns its number.
    public mutating func addLayoutObserver(_ observer: any LayoutObserver, to node: Int32) -> UInt64 {
        self[node].flags.insert(.layoutObserved)
        return layoutObservers.add(observer, knowing: self[node].frame.size, to: node)
    }

    /// Removes an observer; false when the node has none of this number.
    public mutating func removeLayoutObserver(
        _ number: UInt64, of node: Int32, _ discarded: inout Discarded
    ) -> Bool {
        guard let removed = layoutObservers.remove(number, of: node) else { return false }
        discarded.append(removed)
        if !layoutObservers.isObserved(node) { self[node].flags.remove(.layoutObserved) }
        return true
    }

    /// Whether an observer is still there: an earlier one may have removed it.
    public func hasLayoutObserver(_ number: UInt64, of node: NodeID) -> Bool {
        place(of: node).map { layoutObservers.contains(number, of: $0) } ?? false
    }

    /// Notes events of a node, which lives until its observers are notified.
    @inline(__always)
    mutating func noteLayoutEvent(_ events: NodeFlags, of node: Int32) {
        if self[node].flags.contains(.layoutObserved) { keepLayoutEvent(events, of: node) }
    }

    private mutating func keepLayoutEvent(_ events: NodeFlags, of node: Int32) {
        self[node].flags.formUnion(events)
        if self[node].flags.contains(.layoutEvent) { return }
        self[node].flags.insert(.layoutEvent)
        retainInternally(node)
        layoutObservers.noteStale(node)
        noteNews()
    }

    /// Whether observers may have to be notified.
    public var hasLayoutChanges: Bool { layoutObservers.hasChanges }

    /// Hands out the nodes with events, in the order of the first of each. The caller notifies and then ends them.
    public mutating func takeLayoutChanges() -> [LayoutChange] {
        var changes: [LayoutChange] = []
        for node in layoutObservers.takeStale() {
            let events = self[node].flags
            self[node].flags.subtract([.layoutEvent, .laidOut, .naturalSizeStale])
            changes.append(layoutObservers.change(of: node, id(node), size: self[node].frame.size, events))
        }
        return changes
    }

    /// Ends a change of which observers were notified.
    public mutating func end(_ change: LayoutChange, _ discarded: inout Discarded) {
        for call in change.calls { discarded.append(call.observer) }
        if let node = find(change.node) { releaseInternally(node, &discarded) }
    }
}
