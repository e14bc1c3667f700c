import LaminaGeometry
import LaminaLock
import LaminaNode

/// Nodes that are never seen with placeholders: a turn in which one comes into sight lasts until it is drawn.
extension Engine {
    /// Whether the turn goes on: some visible nodes have not all their first contents, and there is patience for them.
    /// Their drawings go before all others then. `start` is when the turn began to wait.
    func awaitsContents(since start: UInt64) -> Bool {
        let awaited = context.nodes.withLock { $0.hasAwaited ? $0.visibleAwaited() : [] }
        if awaited.isEmpty { return false }
        let waited = monotonicMicroseconds() - start
        return awaited.reduce(false) { isAny, node in
            (waited < node.patience && !hasFirstContents(node.node)) || isAny
        }
    }

    private func hasFirstContents(_ node: NodeID) -> Bool {
        let place = context.nodes.withLock { store in
            store.find(node).map { index in
                let top = store.rasterizer(above: index) ?? index
                return (surface: store[top].surface, layer: store[top].layer, node: store.id(top))
            }
        }
        guard let place, let presentation = surfaces[place.surface] else { return true }
        if !isTakenOver(presentation) { return false }
        guard let top = presentation.tree.layers.index(of: place.node, hint: place.layer) else {
            return !presentation.tree.reading.isPartial
        }
        // Where nothing is under way, nothing will be: it failed, or there is no memory for it.
        return presentation.tree.isDrawn(Int32(top))
            || isDisplayed(place.node, hint: place.layer, in: presentation)
    }
}
