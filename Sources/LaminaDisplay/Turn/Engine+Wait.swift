import Glibc
public import LaminaGeometry
import LaminaLock
public import LaminaNode

/// Calls that wait for workers.
extension Engine {
    /// Processes and sleeps until nothing is left to do; fails with `timedOut`.
    public func waitIdle(timeout: UInt64) throws(LaminaError) {
        try wait(timeout: timeout) { $0.isIdle }
    }

    /// Processes and sleeps until the transaction is complete; commits it first when it is open. A call that is refused
    /// leaves it open.
    public func wait(for transaction: Transaction, timeout: UInt64) throws(LaminaError) {
        try checkIdle()
        if transaction.isOpen { try transaction.commit(done: nil) }
        try wait(timeout: timeout) { _ in transaction.isComplete }
    }

    /// Processes and sleeps until the node and all below it show what they want to show (as in Texture). Their drawings
    /// go before all others meanwhile. Fails with `invalidState` when the node is on no surface, `invalidHandle` when
    /// it is gone, `timedOut`.
    public func waitDisplayed(_ node: NodeID, timeout: UInt64) throws(LaminaError) {
        var failure: LaminaError?
        try wait(timeout: timeout) { engine in
            let found = engine.context.nodes.withLock { store in
                store.find(node).map { index in
                    // A part of a picture is displayed when that is.
                    let top = store.rasterizer(above: index) ?? index
                    return (surface: store[top].surface, node: store.id(top), layer: store[top].layer)
                }
            }
            guard let found else {
                failure = LaminaError(.invalidHandle, "node no longer exists: it was released while the call waited")
                return true
            }
            guard let presentation = engine.surfaces[found.surface] else {
                failure = LaminaError(.invalidState, "node is not on a surface, so nothing of it is displayed")
                return true
            }
            return engine.isDisplayed(found.node, hint: found.layer, in: presentation)
        }
        if let failure { throw failure }
    }

    /// Whether all that changed has been laid out and is read, and its drawings have begun.
    func isTakenOver(_ presentation: Presentation) -> Bool {
        let hasChanges = context.nodes.withLock { store in
            let state = store.surfaces[presentation.number]
            return state.needsLayout || state.needsLayers || !store.changes.isEmpty
        }
        return !hasChanges && presentation.pendingLayout == nil && !presentation.tree.drawings.hasTouched
    }

    func isDisplayed(_ node: NodeID, hint: Int32, in presentation: Presentation) -> Bool {
        if !isTakenOver(presentation) { return false }
        guard let top = presentation.tree.layers.index(of: node, hint: hint) else { return false }
        var isDone = true
        var pending = [Int32(top)]
        while let index = pending.popLast() {
            let layer = presentation.tree.layers[Int(index)]
            if let drawing = layer.pending {
                isDone = false
                // The caller waits for this one alone.
                if completeEarly(drawing) { parts.wake.signal() }
                if let operation = drawing.operation, drawing.urgency != Urgency(.max - 1) {
                    drawing.urgency = Urgency(.max - 1)
                    parts.queue.move(operation, to: .max - 1)
                }
            }
            pending.append(contentsOf: layer.children)
        }
        return isDone
    }

    /// Whether what moves moves on in frames that the host begins, or by the clock that it sets, alone.
    public var makesNoFrames: Bool { frames.isHosted || parts.calls.clock.isHost }

    /// Processes and sleeps until something is so; fails with `timedOut`. Looked at after each turn.
    public func wait(timeout: UInt64, until isDone: (Engine) -> Bool) throws(LaminaError) {
        let start = monotonicMicroseconds()
        let (sum, overflow) = start.addingReportingOverflow(timeout)
        let deadline = overflow ? UInt64.max : sum
        enter()
        defer { leave() }
        while true {
            try process(budget: deadline == .max ? nil : max(1, deadline - min(deadline, monotonicMicroseconds())))
            if isDone(self) || context.isClosing { return }
            let now = monotonicMicroseconds()
            if now >= deadline { throw LaminaError(.timedOut, "not done within \(timeout) us") }
            let left = deadline == .max ? nil : deadline - now
            sleep(microseconds: parts.calls.timeToNext.map { min($0, left ?? .max) } ?? left)
        }
    }

    func sleep(microseconds: UInt64?) {
        var wait = pollfd(fd: parts.wake.descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = microseconds.map { Int32((min($0, 1_000_000_000) + 999) / 1000) } ?? -1
        _ = unsafe poll(&wait, 1, milliseconds)
    }
}
