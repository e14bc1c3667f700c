import LaminaGeometry
import LaminaLayout
import LaminaLock
import LaminaNode

/// Layout passes of surfaces, one after the other.
extension Engine {
    /// Posts a layout pass when one is due and none is under way.
    func startLayout(_ presentation: Presentation, _ deadline: UInt64) -> Bool {
        // What is read in steps is read to the end first.
        guard presentation.pendingLayout == nil, !presentation.tree.reading.isPartial else { return false }
        let number = presentation.number
        let range = SizeRange(exactly: presentation.size)
        var discarded = Discarded()
        let captured = context.nodes.withLock { store -> (LayoutSnapshot, UInt64)? in
            guard store.surfaces[number].needsLayout else { return nil }
            store.forgetOutdatedLayouts()
            guard store.surfaces.takeNeedsLayout(number), mayGoOn(presentation, &store) else { return nil }
            let root = store.surfaces[number].root
            if root < 0 { return nil }
            let snapshot = LayoutSnapshot(
                of: root, in: &store, range: range, scale: presentation.scale, .changes(expanded: []),
                isOver: { deadline < .max && monotonicMicroseconds() >= deadline })
            presentation.tree.reading.capture(
                store.captureChildren(on: number, before: presentation.tree.reading.captured, &discarded))
            return (snapshot, store.surfaces[number].layoutVersion)
        }
        guard let (snapshot, version) = captured else { return false }
        do throws(LaminaError) {
            try snapshot.checkDepth()
            let operation = LayoutOperation(
                surface: presentation.number, version: version, snapshot: snapshot, parts: parts)
            presentation.pendingLayout = operation
            presentation.turns.hasBegun = true
            presentation.isCompleting = true
            // Layout goes before drawings of the same moment: they depend on it.
            try parts.post(operation, priority: .max)
        } catch {
            presentation.pendingLayout = nil
            parts.mailbox.log(2, "layout failed: \(error.message)")
        }
        return true
    }

    /// So many passes in a row that nothing but layout callbacks has made due are taken for an endless loop.
    private static let maximumOwnPasses = 100

    /// Whether the pass that is due is no part of an endless loop. One is ended: what the last pass found stays until
    /// something else changes.
    private func mayGoOn(_ presentation: Presentation, _ store: inout NodeStore) -> Bool {
        switch store.surfaces.takeLayoutCause(presentation.number) {
        case .change: presentation.ownPasses = 0
        case nil: break
        case .callback(let node):
            presentation.ownPasses += 1
            if presentation.ownPasses < Self.maximumOwnPasses { break }
            if presentation.ownPasses > Self.maximumOwnPasses { return false }
            parts.mailbox.log(
                1,
                "the layout of \(store.name(of: node)) does not come to rest: each time its layout callback is called, that or what it"
                    + " returns changes something that the layout depends on; after \(Self.maximumOwnPasses) passes"
                    + " the layout stays as it is until something else changes")
            return false
        }
        return true
    }

    /// A layout pass is over: its frames are taken over, also when the tree has changed since. A host that changes
    /// something in every frame would else see nothing.
    func layoutEnded(_ operation: LayoutOperation, cancelled: Bool) {
        guard let presentation = surfaces[operation.surface], presentation.pendingLayout === operation else { return }
        presentation.pendingLayout = nil
        guard !cancelled, let (solver, result) = operation.outcome else { return }
        if let failure = solver.failure { parts.mailbox.log(1, failure.error.message) }
        let number = operation.surface
        var discarded = Discarded()
        let applied = context.nodes.withLock { store -> Bool in
            defer {
                solver.store(in: &store)  // `operation` keeps the solver beyond the lock
                if operation.isPartial { store.surfaces.continueLayout(number) }
                store.keepResult(result)
                store.endHolds(&discarded)
            }
            guard let id = result.root, let root = store.find(id), store.surfaces[number].root == root else {
                return false
            }
            // One that goes on is shown when all of it is there, unless that is put off again and again.
            let isWhole = !operation.isPartial || store.surfaces[number].layoutVersion != operation.version
            store.applyFrame(Rect(origin: .zero, size: result.size), of: root)
            store.apply(result, isOwnerThread: true, &discarded)
            if isWhole && store.surfaces[number].needsLayers { presentation.applied = result }
            return true
        }
        if applied {
            count { $0.layouts += 1 }
            parts.imageSources.layoutEnded()
        }
    }
}
