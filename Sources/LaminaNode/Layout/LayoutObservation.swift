public import LaminaGeometry

/// What an observer of layout is notified of.
public enum LayoutEvent: Int32, Sendable {
    /// A layout was applied that gave the node another frame, or arranged what is below it anew.
    case laidOut = 0
    /// Its size is another than the observer knows.
    case size = 1
    /// Nothing arranges it, and what it measures is another than it was, or may be where that is not known.
    case naturalSize = 2
}

/// Observes a node's layout. Owner thread, no lock held.
public protocol LayoutObserver: AnyObject, Sendable {
    func layout(of node: NodeID, _ event: LayoutEvent, size: Size)
}

/// What a node that is observed measured last.
public struct KnownSize: Sendable {
    public let range: SizeRange
    public let scale: Double
    public var size: Size

    public init(range: SizeRange, scale: Double, size: Size) {
        (self.range, self.scale, self.size) = (range, scale, size)
    }
}

/// A node of which observers are to be notified. It is held until then.
public struct LayoutChange: Sendable {
    public let node: NodeID
    public let size: Size
    /// In the order in which they were added, each event for all of them.
    public fileprivate(set) var calls: [(event: LayoutEvent, number: UInt64, observer: any LayoutObserver)] = []
    /// What it may not measure any more: it is to be measured before others are notified.
    public fileprivate(set) var mayDiffer: KnownSize?
}

/// Who observes the layout of which nodes, and which of them may have to be notified.
struct LayoutObservation {
    private typealias Observers = NumberedList<(observer: any LayoutObserver, known: Size, measures: Bool)>

    /// By node; those have `NodeFlags.layoutObserved`.
    private var observers: [Int32: Observers] = [:]
    private var lastNumber: UInt64 = 0
    /// What observed nodes measured last, as far as it is known.
    private var measured: [Int32: KnownSize] = [:]
    /// Observed nodes with an event, each once (`NodeFlags.layoutEvent`); each is held.
    private var stale: [Int32] = []

    var hasChanges: Bool { !stale.isEmpty }

    mutating func add(
        _ observer: any LayoutObserver, knowing size: Size, measures: Bool, to node: Int32
    ) -> UInt64 {
        lastNumber += 1
        observers[node, default: Observers()].append((observer, size, measures), number: lastNumber)
        return lastNumber
    }

    /// Takes an observer out; nil when the node has none of this number.
    mutating func remove(_ number: UInt64, of node: Int32) -> (any LayoutObserver)? {
        guard let removed = observers[node]?.remove(number) else { return nil }
        if observers[node]?.isEmpty ?? false { (observers[node], measured[node]) = (nil, nil) }
        return removed.observer
    }

    func contains(_ number: UInt64, of node: Int32) -> Bool { observers[node]?.contains(number) ?? false }
    func isObserved(_ node: Int32) -> Bool { observers[node] != nil }

    mutating func removeAll(of node: Int32, _ discarded: inout Discarded) {
        guard let gone = observers.removeValue(forKey: node) else { return }
        measured[node] = nil
        gone.forEach { discarded.append($1.observer) }
    }

    mutating func noteStale(_ node: Int32) { stale.append(node) }
    mutating func forgetStale() { stale = [] }

    /// Hands out the nodes with events.
    mutating func takeStale() -> [Int32] {
        defer { stale = [] }
        return stale
    }

    /// A range that leaves no choice says nothing of what a node would be.
    mutating func note(_ known: KnownSize, of node: Int32) {
        if known.range.min != known.range.max { measured[node] = known }
    }

    func known(_ node: Int32) -> KnownSize? { measured[node] }

    /// Takes over what a node measures now in a range; whether that is another than before. Where it was measured in
    /// another range since, what is known is newer.
    mutating func takeMeasured(_ now: KnownSize, of node: Int32) -> Bool {
        guard let known = measured[node], known.range == now.range, known.scale == now.scale, known.size != now.size
        else { return false }
        measured[node] = now
        return true
    }

    /// Those that are notified of a natural size once it is measured.
    func waiting(_ node: Int32) -> [(event: LayoutEvent, number: UInt64, observer: any LayoutObserver)] {
        var calls: [(event: LayoutEvent, number: UInt64, observer: any LayoutObserver)] = []
        observers[node]?.forEach { number, observed in
            if !observed.measures { calls.append((.naturalSize, number, observed.observer)) }
        }
        return calls
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
        if events.contains(.naturalSizeStale) {
            let known = measured[node]
            observers[node]?.forEach { number, observed in
                if known == nil || observed.measures {
                    change.calls.append((.naturalSize, number, observed.observer))
                } else {
                    change.mayDiffer = known
                }
            }
        }
        observers[node]?.changeEach { _, observed in observed.known = size }
        return change
    }
}

/// Observers of layout. Only nodes with observers cost anything.
extension NodeStore {
    /// Adds an observer, which is notified of what happens from now on, and returns its number. `measures`: it measures
    /// the node itself when it is notified that its natural size may be another.
    public mutating func addLayoutObserver(
        _ observer: any LayoutObserver, to node: Int32, measures: Bool = false
    ) -> UInt64 {
        if !self[node].flags.contains(.layoutObserved) {
            self[node].flags.insert(.layoutObserved)
            if let known = self[node].layout?.tree?.knownSize { layoutObservers.note(known, of: node) }
        }
        return layoutObservers.add(observer, knowing: self[node].frame.size, measures: measures, to: node)
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

    /// Notes what a node measures, for those who observe it.
    public mutating func noteMeasured(_ known: KnownSize, of node: Int32) {
        if self[node].flags.contains(.layoutObserved) { layoutObservers.note(known, of: node) }
    }

    /// What is known that a node measured last.
    public func knownSize(of node: NodeID) -> KnownSize? { place(of: node).flatMap { layoutObservers.known($0) } }

    public func isLayoutObserved(_ node: Int32) -> Bool { self[node].flags.contains(.layoutObserved) }

    /// What a node measures now; nil when that could not be found out. Returns who is to be notified of it; the
    /// references that the calls hold end with `discarded`.
    public mutating func takeMeasured(
        _ now: KnownSize?, of node: NodeID, _ discarded: inout Discarded
    ) -> [(event: LayoutEvent, number: UInt64, observer: any LayoutObserver)] {
        guard let index = place(of: node) else { return [] }
        if let now, !layoutObservers.takeMeasured(now, of: index) { return [] }
        let calls = layoutObservers.waiting(index)
        for call in calls { discarded.append(call.observer) }
        return calls
    }

    /// Ends a change of which observers were notified.
    public mutating func end(_ change: LayoutChange, _ discarded: inout Discarded) {
        for call in change.calls { discarded.append(call.observer) }
        if let node = find(change.node) { releaseInternally(node, &discarded) }
    }
}
