/// Who observes the interface states of which nodes, and which of them may have to be notified.
struct InterfaceObservation {
    /// An observer, and the state that it knows: one that is added before a change was notified knows of that already.
    typealias Observers = NumberedList<(observer: any InterfaceObserver, known: InterfaceState)>

    /// By node; those have `NodeFlags.observed`.
    private var observers: [Int32: Observers] = [:]
    private var lastNumber: UInt64 = 0
    /// Observed nodes whose state changed, each once (`NodeFlags.interfaceStale`); each is held.
    private var stale: [Int32] = []

    /// Whether no node is observed.
    var isEmpty: Bool { observers.isEmpty }
    var hasChanges: Bool { !stale.isEmpty }

    /// Adds an observer that knows `state`, and returns its number.
    mutating func add(_ observer: any InterfaceObserver, knowing state: InterfaceState, to node: Int32) -> UInt64 {
        lastNumber += 1
        observers[node, default: Observers()].append((observer, state), number: lastNumber)
        return lastNumber
    }

    /// Takes an observer out; nil when the node has none of this number.
    mutating func remove(_ number: UInt64, of node: Int32) -> (any InterfaceObserver)? {
        guard let removed = observers[node]?.remove(number) else { return nil }
        if observers[node]?.isEmpty ?? false { observers[node] = nil }
        return removed.observer
    }

    func contains(_ number: UInt64, of node: Int32) -> Bool { observers[node]?.contains(number) ?? false }
    func isObserved(_ node: Int32) -> Bool { observers[node] != nil }

    /// Takes all observers of a node out.
    mutating func removeAll(of node: Int32) -> Observers? { observers.removeValue(forKey: node) }

    mutating func noteStale(_ node: Int32) { stale.append(node) }
    mutating func forgetStale() { stale = [] }

    /// Hands out the nodes that may have changed.
    mutating func takeStale() -> [Int32] {
        defer { stale = [] }
        return stale
    }

    /// One change for all observers of a node that know another state than `state`, unless some know another one than
    /// others. They know it then.
    mutating func appendChanges(
        of node: Int32, _ id: NodeID, to state: InterfaceState, isManaged: Bool,
        _ changes: inout [InterfaceChange]
    ) {
        let first = changes.count
        observers[node]?.changeEach { number, observed in
            if observed.known == state { return }
            let before = observed.known
            observed.known = state
            let same = changes[first...].firstIndex { $0.before == before }
            if same == nil {
                changes.append(InterfaceChange(node: id, before: before, state: state, isManaged: isManaged))
            }
            changes[same ?? changes.count - 1].observers.append((number, observed.observer))
        }
    }
}
