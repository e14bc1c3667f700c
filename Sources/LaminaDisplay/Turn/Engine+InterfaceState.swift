import LaminaLock
import LaminaNode

/// Telling who watches nodes come into sight and leave it, and how they are laid out.
extension Engine {
    /// Notifies observers of the layouts that were applied since the last time; false when there are none.
    func notifyLayouts() -> Bool {
        guard context.nodes.withLock({ $0.hasLayoutChanges }) else { return false }
        for change in context.nodes.withLock({ $0.takeLayoutChanges() }) {
            for call in change.calls
            where context.nodes.withLock({ $0.hasLayoutObserver(call.number, of: change.node) }) {
                call.observer.layout(of: change.node, call.event, size: change.size)
            }
            if let known = change.mayDiffer { measure(change, known) } else { end(change) }
        }
        return true
    }

    /// Notifies observers of what changed since the last time; false when nothing did.
    func notifyInterfaceStates() -> Bool {
        guard context.nodes.withLock({ $0.hasInterfaceChanges }) else { return false }
        for change in context.nodes.withLock({ $0.takeInterfaceChanges() }) {
            notify(change)
            var discarded = Discarded()
            context.nodes.withLock { $0.end(change, &discarded) }
        }
        return true
    }

    private func notify(_ change: InterfaceChange) {
        if change.observers.isEmpty { return }
        change.forEachEvent { event in
            for (number, observer) in change.observers
            where context.nodes.withLock({ $0.hasInterfaceObserver(number, of: change.node) }) {
                observer.interfaceState(of: change.node, event, change.state, before: change.before)
            }
        }
    }
}
