import LaminaLock
import LaminaNode

/// Telling who watches nodes come into sight and leave it.
extension Engine {
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
