import LaminaDraw
import LaminaGeometry
import LaminaNode

/// Placeholders: their drawings, and fades on the clock of what moves.
extension Engine {
    /// The drawing that the placeholder of a layer lacks; the caller posts it.
    func duePlaceholder(_ presentation: Presentation, _ index: Int) -> DisplayOperation? {
        guard let due = presentation.tree.placeholderContent(index) else { return nil }
        let layer = presentation.tree.layers[index]
        if isShortOfMemory(for: due.drawn.byteCount) && presentation.tree.distance(index) != nil { return nil }
        let operation = DisplayOperation(
            surface: presentation.number, layer: Int32(index), node: layer.node, content: due.content,
            .placeholder, drawn: due.drawn, observer: nil, Urgency(.max - 2))
        layer.reveal?.pending = operation
        bytesUnderWay += due.drawn.byteCount
        return operation
    }

    /// Starts drawings of placeholders, each by itself: they go before all others and wait for none.
    func start(_ placeholders: [DisplayOperation]) {
        for drawing in placeholders { drawing.operation = try? parts.post(drawing, priority: .max - 2) }
    }

    /// Shows the drawing of a placeholder, if that still stands.
    func placeholderEnded(_ operation: DisplayOperation) {
        bytesUnderWay -= operation.drawn.byteCount
        guard let presentation = surfaces[operation.surface],
            let index = currentLayer(of: operation.node, in: presentation),
            let reveal = presentation.tree.layers[index].reveal, reveal.pending === operation
        else { return }
        reveal.pending = nil
        let wasStopped = operation.operation?.mayHaveStopped ?? false
        if let failure = operation.failure, !wasStopped {
            reveal.pictureDrawn = operation.drawn
            parts.mailbox.log(1, "drawing a placeholder failed: \(failure.message)")
        } else if let rendering = operation.rendering, !wasStopped, reveal.phase == .stands {
            reveal.picture = rendering.bitmap
            reveal.pictureDrawn = operation.drawn
            presentation.tree.settlePlaceholder(index)
        }
        presentation.tree.drawings.touch(index)
        keepBudget()
    }

    /// Whether anything fades, seen or not.
    var isFading: Bool { surfaces.values.contains { !$0.tree.fades.isEmpty } }

    /// Whether a fade has to be shown at another time than it was last, or is over.
    var isFadeDue: Bool {
        guard frames.last != nil, motion.time != lastFade else { return false }
        return surfaces.values.contains { !$0.tree.fades.isEmpty && $0.tree.hasFade(toBringTo: motion.time) }
    }

    /// Takes fades to the time of the frame; false when none was due. Those that are new begin then; between frames of
    /// the host's, with the next.
    func advanceFades() -> Bool {
        if !isFading { return false }
        let isDue = isFadeDue
        let start = frame != nil ? motion.time : (frames.isHosted ? nil : motionNow)
        let now = motion.time
        for presentation in surfaces.values where !presentation.tree.fades.isEmpty {
            if let start { presentation.tree.beginFades(at: start) }
            if isDue || presentation.tree.fades.hasChanged { presentation.tree.advanceFades(to: now, worker.painter) }
        }
        if isDue { lastFade = now }
        return isDue
    }

    /// When the next frame of a fade is due; where nobody sees any, when all are over. At the end of a turn, so that
    /// none is forgotten that began in it.
    func nextFade() -> UInt64? {
        _ = advanceFades()
        if motion.speed == 0 { return nil }
        if surfaces.values.contains(where: { $0.tree.showsFade }) { return frames.next }
        return surfaces.values.lazy.compactMap { $0.tree.endOfFades }.max().flatMap { motion.frame(at: $0) }
    }
}
