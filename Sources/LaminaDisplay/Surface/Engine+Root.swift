public import LaminaGeometry
import LaminaLock
public import LaminaNode

/// How roots of a surface follow one another. One that comes before the last was ever shown takes its place at once,
/// but not twice in a row: the next one waits then, so that a host that shows another root in every frame sees each
/// frame a whole one. (Drawings of a node follow one another in the same way.)
struct RootTurns {
    /// The root replaced one that was never shown: it is not replaced before it is shown.
    var replacesUnshown = false
    /// Since when another one waits; nil while none does.
    var waitsSince: UInt64?
}

extension Engine {
    /// Shows `root`, or nothing. Fails with `invalidState` when it has a parent or is shown elsewhere, `invalidHandle`
    /// when it is gone.
    public func setRoot(_ root: NodeID?, of surface: Surface) throws(LaminaError) {
        guard let presentation = surfaces[surface.number] else { return }
        let isShown = isRootShown(presentation)
        var discarded = Discarded()
        try context.nodes.withLock { (store) throws(LaminaError) in
            let state = store.surfaces[surface.number]
            let index = try root.map { (id) throws(LaminaError) in try findRoot(id, for: state, in: &store) } ?? -1
            let waits = index >= 0 && state.root >= 0 && !isShown && presentation.turns.replacesUnshown
            if index == state.root || !waits {
                presentation.turns.waitsSince = nil
                presentation.turns.replacesUnshown = index >= 0 && !isShown
                store.setRoot(index, of: surface.number, &discarded)
                store.setNextRoot(-1, of: surface.number, &discarded)
            } else {
                presentation.turns.waitsSince = presentation.turns.waitsSince ?? parts.calls.clock.now
                store.setNextRoot(index, of: surface.number, &discarded)
            }
        }
        parts.wake.signal()
    }

    /// The place of a node that may be the root of a surface.
    private func findRoot(
        _ root: NodeID, for state: SurfaceState, in store: inout NodeStore
    ) throws(LaminaError) -> Int32 {
        guard let index = store.find(root) else {
            throw LaminaError(.invalidHandle, "root no longer exists: it was released")
        }
        if index == state.root || index == state.nextRoot { return index }
        if store[index].parent >= 0 {
            throw LaminaError(.invalidState, "root has a parent: remove it from that first")
        }
        if store[index].flags.contains(.root) || store[index].surface >= 0 {
            throw LaminaError(.invalidState, "root is on another surface: remove it from that first")
        }
        return index
    }

    /// Whether a root need not be waited for: all of it was drawn, or nothing more comes of it.
    private func isRootShown(_ presentation: Presentation) -> Bool {
        let number = presentation.number
        let root = context.nodes.withLock { store in
            let root = store.surfaces[number].root
            return root < 0 ? nil : store.id(root)
        }
        guard let root else { return true }
        if presentation.tree.holds.limit == 0 || isSettled(presentation) { return true }
        let layer = presentation.tree.root
        return layer >= 0 && presentation.tree.layers[Int(layer)].node == root && presentation.tree.shownRoot == layer
            && !presentation.tree.reading.isPartial && presentation.tree.isDrawn(layer)
    }

    /// Turns to roots that have waited for those before them; false when there are none.
    func settleRoots() -> Bool {
        var didWork = false
        for presentation in surfaces.values where presentation.turns.waitsSince != nil {
            let isDue = rootDue(presentation).map { $0 <= parts.calls.clock.now } ?? false
            if !isDue && !isRootShown(presentation) { continue }
            presentation.turns.waitsSince = nil
            var discarded = Discarded()
            context.nodes.withLock { store in
                store.setRoot(store.surfaces[presentation.number].nextRoot, of: presentation.number, &discarded)
                store.setNextRoot(-1, of: presentation.number, &discarded)
            }
            didWork = true
        }
        return didWork
    }

    /// When the first root will have waited long enough.
    var nextRootDue: UInt64? { surfaces.values.lazy.compactMap { self.rootDue($0) }.min() }

    private func rootDue(_ presentation: Presentation) -> UInt64? {
        presentation.turns.waitsSince.map { since in
            let (due, overflow) = since.addingReportingOverflow(presentation.tree.holds.limit)
            return overflow ? .max : due
        }
    }
}
