import LaminaGeometry
import LaminaLock
import LaminaNode

/// Measures a node that is placed by hand, as something has changed that its size depends on.
final class NaturalSizeOperation: OperationBody, @unchecked Sendable {
    // `measured` is written by the worker and read by the owner thread after the operation is over.
    /// The node is held by it.
    let change: LayoutChange
    private let known: KnownSize
    private let parts: EngineParts
    private(set) var measured: KnownSize?

    init(_ change: LayoutChange, _ known: KnownSize, _ parts: EngineParts) {
        (self.change, self.known, self.parts) = (change, known, parts)
    }

    func execute(on worker: Worker, as operation: Operation) {
        let layout = try? parts.measure(change.node, range: known.range, scale: known.scale, on: worker)
        measured = layout.map { KnownSize(range: known.range, scale: known.scale, size: $0.size) }
    }

    func complete(cancelled: Bool, in engine: Engine) { engine.measured(self, cancelled: cancelled) }
}

/// Telling observers of the natural size of nodes that it is another: only once it is found out that it is.
extension Engine {
    /// Has a worker find out what a node measures now; one at a time for each.
    func measure(_ change: LayoutChange, _ known: KnownSize) {
        if measuredNodes[change.node] != nil {
            measuredNodes[change.node] = true
            return end(change)
        }
        let operation = NaturalSizeOperation(change, known, parts)
        measuredNodes[change.node] = false
        do throws(LaminaError) {
            // It is as layout: what is drawn next depends on it.
            try parts.post(operation, priority: .max)
        } catch {
            measuredNodes[change.node] = nil
            end(change)
        }
    }

    fileprivate func measured(_ operation: NaturalSizeOperation, cancelled: Bool) {
        let change = operation.change
        let hasChangedSince = measuredNodes.removeValue(forKey: change.node) ?? false
        if cancelled { return end(change) }
        var discarded = Discarded()
        let (calls, known) = context.nodes.withLock { store in
            // One that could not be measured tells whoever measures it why.
            let calls = store.takeMeasured(operation.measured, of: change.node, &discarded)
            return (calls, hasChangedSince ? store.knownSize(of: change.node) : nil)
        }
        for call in calls where context.nodes.withLock({ $0.hasLayoutObserver(call.number, of: change.node) }) {
            call.observer.layout(of: change.node, call.event, size: change.size)
        }
        if let known { measure(change, known) } else { end(change) }
    }

    /// Observers were notified of all of a change.
    func end(_ change: LayoutChange) {
        var discarded = Discarded()
        context.nodes.withLock { $0.end(change, &discarded) }
    }
}
