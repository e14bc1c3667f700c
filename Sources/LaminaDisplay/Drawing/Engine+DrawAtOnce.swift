import LaminaLock
import LaminaNode

/// Drawings of nodes that are never late: on the owner thread, in the turn that found them due (as in Texture).
extension Engine {
    /// Draws and shows them one after the other until `deadline`, one at least; the rest is due again in the next turn.
    func draw(_ drawings: [DisplayOperation], until deadline: UInt64) {
        for (number, drawing) in drawings.enumerated() {
            if number > 0 && monotonicMicroseconds() >= deadline {
                for drawing in drawings[number...] { putBack(drawing) }
                return
            }
            drawing.notifyWillDisplay()
            // Without a transaction: there is nothing to wait for, and its contents appear by themselves.
            let operation = Operation(drawing, priority: 0, transaction: nil)
            drawing.operation = operation
            parts.run(operation, on: worker)
            drawing.complete(cancelled: false, in: self)
        }
    }

    /// A drawing that did not begin, so that nobody was notified of it.
    private func putBack(_ drawing: DisplayOperation) {
        bytesUnderWay -= drawing.drawn.byteCount
        guard let presentation = surfaces[drawing.surface],
            let index = currentLayer(of: drawing.node, in: presentation),
            presentation.tree.layers[index].pending === drawing
        else { return }
        presentation.tree.setPending(nil, of: index)
        presentation.tree.drawings.touch(index)
    }
}
