import LaminaLock
public import LaminaNode

/// What becomes of the drawings of a node and all below it.
public enum SubtreeEvent: Int32, Sendable {
    /// The first of them begins.
    case begin = 0
    /// None is under way any more.
    case complete = 1
}

/// Who observes the drawings of which subtrees. Owner thread only.
struct SubtreeObservation {
    typealias Call = @Sendable (SubtreeEvent) -> Void

    fileprivate struct Subtree {
        var calls = NumberedList<Call>()
        /// Drawings are under way, as observers know.
        var isBusy = false
        /// A drawing began in this turn.
        var hasBegun = false
    }

    fileprivate var subtrees: [NodeID: Subtree] = [:]
    /// Something began or ended in this turn.
    fileprivate var hasChanged = false
}

/// Observers of whole subtrees: Texture's `hierarchyDisplayDidFinish` and the hooks of its transaction containers.
extension Engine {
    /// Adds a call behind the others of the node, and returns its number.
    public func addSubtreeObserver(
        of node: NodeID, _ call: @escaping @Sendable (SubtreeEvent) -> Void
    ) -> UInt64 {
        nextObserver += 1
        subtrees.subtrees[node, default: SubtreeObservation.Subtree()].calls.append(call, number: nextObserver)
        subtrees.hasChanged = true  // drawings may be under way
        return nextObserver
    }

    /// Removes such a call; false when the node has none of this number.
    public func removeSubtreeObserver(_ number: UInt64, of node: NodeID) -> Bool {
        let removed = subtrees.subtrees[node]?.calls.remove(number)
        if subtrees.subtrees[node]?.calls.isEmpty ?? false { subtrees.subtrees[node] = nil }
        return removed != nil
    }

    /// A drawing of a layer begins.
    func noteSubtreeBegins(at index: Int, in presentation: Presentation) {
        if subtrees.subtrees.isEmpty { return }
        subtrees.hasChanged = true
        var ancestor = index
        while ancestor >= 0 {
            subtrees.subtrees[presentation.tree.layers[ancestor].node]?.hasBegun = true
            ancestor = Int(presentation.tree.layers[ancestor].parent)
        }
    }

    /// A drawing is over, or layers went.
    func noteSubtreeEnds() { if !subtrees.subtrees.isEmpty { subtrees.hasChanged = true } }

    /// At the end of a turn: notifies observers of subtrees where drawings began, or are over. Visits the layers of
    /// each observed subtree, up to one with a drawing under way, in turns in which one began or ended.
    func notifySubtrees() {
        if subtrees.subtrees.isEmpty { return }
        for node in subtrees.subtrees.keys where context.nodes.withLock({ $0.find(node) == nil }) {
            subtrees.subtrees[node] = nil
        }
        guard subtrees.hasChanged else { return }
        subtrees.hasChanged = false
        for node in subtrees.subtrees.keys.sorted(by: { $0.index < $1.index }) {
            guard let subtree = subtrees.subtrees[node] else { continue }
            let isBusy = isDrawing(node)
            let (began, ended) = (
                !subtree.isBusy && (subtree.hasBegun || isBusy), !isBusy && (subtree.isBusy || subtree.hasBegun)
            )
            subtrees.subtrees[node]?.isBusy = isBusy
            subtrees.subtrees[node]?.hasBegun = false
            if began { notify(.begin, of: node, subtree.calls) }
            if ended { notify(.complete, of: node, subtree.calls) }
        }
    }

    private func notify(_ event: SubtreeEvent, of node: NodeID, _ calls: NumberedList<SubtreeObservation.Call>) {
        calls.forEach { number, call in
            // One that an earlier one removed is not called any more.
            if subtrees.subtrees[node]?.calls.contains(number) ?? false { call(event) }
        }
    }

    /// Whether drawings of a node or of one below it are under way.
    private func isDrawing(_ node: NodeID) -> Bool {
        let place = context.nodes.withLock { store in
            store.find(node).map { (surface: store[$0].surface, layer: store[$0].layer) }
        }
        guard let place, let presentation = surfaces[place.surface],
            let top = presentation.tree.layers.index(of: node, hint: place.layer)
        else { return false }
        var pending = [Int32(top)]
        while let next = pending.popLast() {
            if presentation.tree.layers[Int(next)].pending != nil { return true }
            pending.append(contentsOf: presentation.tree.layers[Int(next)].children)
        }
        return false
    }
}
