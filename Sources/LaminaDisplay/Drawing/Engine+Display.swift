import LaminaDraw
import LaminaGeometry
import LaminaNode
import LaminaLock

/// From changed nodes to layers: drawings, and what becomes of them.
extension Engine {
    /// Takes over what the host changed; false when there was nothing that can be taken over now. Of what takes long,
    /// as much as there is time for until `deadline`, and the rest in later turns.
    func applyChanges(until deadline: UInt64) -> Bool {
        if !context.nodes.withLock({ $0.hasChanges }) {
            restoreNear()
            return false
        }
        for driver in drivers { driver.willReadLayers(in: self) }
        var didWork = false
        for number in surfaces.keys.sorted() {
            guard let presentation = surfaces[number] else { continue }
            // What a pass has arranged is shown before the next one begins.
            if presentation.applied != nil && readLayers(presentation, deadline) { didWork = true }
            if startLayout(presentation, deadline) { didWork = true }
            if presentation.pendingLayout == nil && readLayers(presentation, deadline) { didWork = true }
        }
        if applyProperties() { didWork = true }
        // Without a lock, and taken out before: what ends here may run host code.
        restoreNear()
        for presentation in surfaces.values { release(presentation.tree.remains.take()) }
        return didWork
    }

    /// Has what was dropped drawn again where it may have come near.
    private func restoreNear() {
        for presentation in surfaces.values { presentation.tree.restoreNear() }
    }

    /// Lets go of what layers held: what host data may end with at once, many others on a worker.
    func release(_ remains: consuming (dropped: [AnyObject], retired: RetiredLayers?)) {
        let retired = remains.retired
        _ = consume remains
        guard let retired, retired.count >= Teardown.leastCount else { return }
        // Pixels that nobody sees must not make others wait for room.
        if bitmapBudget < .max { retired.dropBitmaps() }
        parts.teardown.add(retired)
    }

    /// Changes that do not have to wait for a layout pass under way.
    var hasActionableChanges: Bool {
        context.nodes.withLock { store in
            if !store.changes.isEmpty { return true }
            return surfaces.values.contains { presentation in
                let state = store.surfaces[presentation.number]
                if presentation.applied != nil { return true }
                return presentation.pendingLayout == nil && (state.needsLayout || state.needsLayers)
            }
        }
    }

    // MARK: Layers

    /// Reads the layers whose frames or children changed: as the layout has them that was applied last, or as they are
    /// when none is on its way.
    private func readLayers(_ presentation: Presentation, _ deadline: UInt64) -> Bool {
        let number = presentation.number
        presentation.tree.reading.limit(ReadingLimit(deadline: deadline, least: leastLayersRead))
        let applied = presentation.applied.take()
        var discarded = Discarded()
        return context.nodes.withLock { store -> Bool in
            guard store.surfaces[number].needsLayers else { return false }
            let root = store.surfaces[number].root
            // Another root is shown when it has a layout.
            let layout = applied?.root.flatMap { store.find($0) } == root ? applied : nil
            if applied != nil && layout == nil { return false }
            let size = layout?.size ?? presentation.size
            if let nodes = store.takeRestructured(number) {
                presentation.tree.read(nodes, in: &store, size: size, arrangedBy: layout)
            } else {
                presentation.tree.readAll(root: root, in: &store, size: size, scale: presentation.scale)
            }
            store.releaseDeparted(from: number, &discarded)
            return true
        }
    }

    /// Takes over single properties in place.
    private func applyProperties() -> Bool {
        context.nodes.withLock { store -> Bool in
            let changed = store.takeChanged()
            for node in changed {
                // Without a layer yet the node is read with its surface.
                guard let presentation = surfaces[store[node].surface],
                    let index = presentation.tree.layers.index(of: store.id(node), hint: store[node].layer)
                else {
                    store.noteRasterized(node)
                    continue
                }
                let hasMoved = presentation.tree.takeBoundsOrigin(store[node].boundsOrigin, of: index)
                let isPicture = presentation.tree.layers[index].raster != nil
                if hasMoved && isPicture || presentation.tree.needsRaster(index, of: store[node]) {
                    store.noteRasterStale(node)
                }
                presentation.tree.update(index, from: node, in: store)
            }
            return !changed.isEmpty
        }
    }

    // MARK: Drawings

    /// Stands for a group that no node makes.
    private static let wholeSurface = NodeID(index: -1, generation: 0)

    /// Starts the drawings that layers lack, until `deadline`; false when there is nothing to start.
    func startDrawings(until deadline: UInt64) -> Bool {
        var didWork = false
        for presentation in surfaces.values.sorted(by: { $0.number < $1.number }) {
            while !presentation.tree.drawings.isEmpty {
                startDrawings(presentation, until: deadline)
                didWork = true
                if monotonicMicroseconds() >= deadline { return true }
            }
        }
        return didWork
    }

    /// Starts some of the drawings that layers lack. Those that belong together get one transaction, and start
    /// together.
    private func startDrawings(_ presentation: Presentation, until deadline: UInt64) {
        let (touched, ended) = presentation.tree.drawings.take(
            atMost: presentation.displaysTogether ? .max : 32)
        cancelAll(ended)
        var due: [DisplayOperation] = []
        var atOnce: [DisplayOperation] = []
        var placeholders: [DisplayOperation] = []
        for place in touched {
            let index = Int(place)
            if presentation.tree.layers[index].isFree { continue }
            let drawing = dueDrawing(presentation, index)
            if let drawing,
                presentation.tree.layers[index].wanted.drawsAtOnce || isReady(drawing, index, in: presentation)
            {
                note(drawing, at: index, in: presentation)
                atOnce.append(drawing)
                continue
            }
            if let placeholder = duePlaceholder(presentation, index) { placeholders.append(placeholder) }
            guard let operation = drawing else { continue }
            note(operation, at: index, in: presentation)
            due.append(operation)
        }
        start(placeholders)
        if !due.isEmpty { startTogether(due) }
        if !atOnce.isEmpty { draw(atOnce, until: deadline) }
    }

    /// Whether there is nothing to draw: a picture that is there is shown in the turn that asks for it, where nothing
    /// is to appear together with it.
    private func isReady(_ drawing: DisplayOperation, _ index: Int, in presentation: Presentation) -> Bool {
        if presentation.displaysTogether || presentation.tree.displayGroup(of: index) != nil { return false }
        return drawing.content.isReady(in: drawing.box)
    }

    /// A drawing is on its way from now on: the layer may stand in the list twice.
    private func note(_ drawing: DisplayOperation, at index: Int, in presentation: Presentation) {
        presentation.tree.setPending(drawing, of: index)
        presentation.isCompleting = true
        noteSubtreeBegins(at: index, in: presentation)
        bytesUnderWay += drawing.drawn.byteCount
    }

    /// Hands drawings to the workers, those that belong together in one transaction.
    private func startTogether(_ due: [DisplayOperation]) {
        for operation in due { operation.notifyWillDisplay() }
        // The callbacks may have changed anything: each drawing finds its layer again.
        var together: [NodeID: Transaction] = [:]
        var operations: [Operation] = []
        for drawing in due {
            var groupNode: NodeID?
            var frame: DrawingGroup?
            if let presentation = surfaces[drawing.surface],
                let index = presentation.tree.layers.index(of: drawing.node, hint: drawing.layer)
            {
                groupNode = presentation.tree.displayGroup(of: index).map { presentation.tree.layers[$0].node }
                if groupNode == nil && presentation.displaysTogether { groupNode = Self.wholeSurface }
                frame = drawingGroup(presentation, index)
            }
            let known = groupNode.flatMap { together[$0] }
            let transaction = known ?? parts.makeTransaction(group: frame)
            if known == nil { frame?.begin() }
            if let groupNode { together[groupNode] = transaction }
            drawing.operation = try? transaction.addWaiting(drawing, drawing.urgency)
            if let operation = drawing.operation { operations.append(operation) }
            if groupNode == nil { try? transaction.commit(done: nil) }
        }
        for transaction in together.values { try? transaction.commit(done: nil) }
        parts.start(operations)
    }

    /// The drawing that a layer lacks; nil when it has it, waits for one, or has nothing to draw. A drawing under way
    /// that is out of date is cancelled, but not twice in a row.
    private func dueDrawing(_ presentation: Presentation, _ index: Int) -> DisplayOperation? {
        if presentation.tree.layers[index].isBare { return nil }
        let layer = presentation.tree.layers[index]
        let appearance = presentation.tree.layers[box: index].appearance
        guard layer.wantsDrawing, presentation.tree.mayHaveInk(index) else {
            layer.pending?.operation?.cancel()
            let hasContents = layer.reveal?.hasContents ?? (layer.shown.bitmap != nil)
            if hasContents { presentation.tree.show(nil, as: nil, at: index) }
            if layer.wanted.isOutOfRange { presentation.tree.layers[index].shown.original = nil }
            return nil
        }
        let wanted = Layer.Drawn(
            version: layer.wanted.version, size: layer.frame.size, width: layer.frame.pixelWidth,
            height: layer.frame.pixelHeight, scale: presentation.scale)
        if let pending = layer.pending {
            // What is wanted anew waits for no others any more: it shows what it has, and goes on.
            if pending.drawn != wanted && completeEarly(pending) { return nil }
            if layer.wanted.isSuspended { pending.operation?.cancel() }
            if pending.drawn != wanted && !layer.wasDropped { pending.operation?.cancel() }
            let urgency = urgency(of: layer)
            if urgency != pending.urgency, let operation = pending.operation {
                pending.urgency = urgency
                parts.queue.move(operation, to: urgency)
            }
            return nil
        }
        // A new scale has its layers read before anything is drawn for it: until then they are as large as the old one
        // made them.
        if presentation.tree.scale != presentation.scale { return nil }
        if layer.shown.drawn == wanted || appearance.isHidden || layer.shown.isEvicted || layer.wanted.isSuspended {
            return nil
        }
        if isShortOfMemory(for: wanted.byteCount) && presentation.tree.distance(index) != nil {
            presentation.tree.setEvicted(index, true)
            return nil
        }
        if let stretched = presentation.tree.layers[index].stretched(to: wanted) {
            return DisplayOperation(
                surface: presentation.number, layer: Int32(index), node: layer.node, content: stretched, .stretched,
                drawn: wanted, observer: nil, urgency(of: layer))
        }
        if presentation.tree.layers[index].shown.drawn == wanted { return nil }  // as it is
        let (observer, content) = context.nodes.withLock { store -> ((any DisplayObserver)?, (any BitmapContent)?) in
            guard let node = store.find(layer.node) else { return (nil, layer.wanted.content) }
            let observer = store[node].extras?.displayObserver as? any DisplayObserver
            if layer.raster == nil { return (observer, layer.wanted.content) }
            return (observer, RasterContent(of: node, in: &store, scale: presentation.scale))
        }
        guard let content else { return nil }
        // Before it is drawn, so that none comes unnoticed.
        for image in content.awaitedImages { _ = image.add(.drawing(layer.node)) }
        return DisplayOperation(
            surface: presentation.number, layer: Int32(index), node: layer.node, content: content, .contents,
            drawn: wanted, observer: observer, urgency(of: layer))
    }

    /// When a drawing goes: by the priority that the host gave it, and within that what is seen first, the rest by its
    /// distance in quarters of a screenful.
    private func urgency(of layer: Layer) -> Urgency {
        if !layer.wanted.isManaged { return Urgency(layer.wanted.priority) }
        let screens = context.nodes.withLock { store in
            store.find(layer.node).map { store[$0].flags.interfaceState.contains(.visible) ? 0 : store.screensAway($0) }
        }
        let quarters = min(((screens ?? 0) * 4).rounded(.up), Double(Urgency.farthest))
        return Urgency(layer.wanted.priority, distance: Int(quarters))
    }

    /// A drawing is over: it is shown when it is whole, and the next one starts when it is not the one wanted any more.
    func displayEnded(_ operation: DisplayOperation) {
        if operation.kind == .placeholder { return placeholderEnded(operation) }
        var finished = false
        noteSubtreeEnds()
        bytesUnderWay -= operation.drawn.byteCount
        // The status of a drawing that was stopped is no failure: it is wanted again as if it had never begun.
        let wasStopped = operation.operation?.mayHaveStopped ?? false
        let failure = wasStopped ? nil : operation.failure
        if let presentation = surfaces[operation.surface],
            let index = currentLayer(of: operation.node, in: presentation),
            presentation.tree.layers[index].pending === operation
        {
            let isEmpty =
                !presentation.tree.layers[index].wantsDrawing || !presentation.tree.mayHaveInk(index)
            presentation.tree.setPending(nil, of: index)
            if let failure {
                // Drawn again only when something changes: a drawing that always fails must not run for ever.
                presentation.tree.layers[index].shown.drawn = operation.drawn
                logFailure(failure, of: operation)
            } else if let rendering = operation.rendering, !wasStopped, !isEmpty,
                !presentation.tree.layers[index].wanted.isSuspended, isProgress(operation.drawn, presentation, index)
            {
                if operation.kind == .contents { presentation.tree.layers[index].shown.original = nil }
                let isFrame = parts.players.find(operation.node) != nil
                presentation.tree.show(
                    rendering.bitmap, offset: rendering.offset, as: operation.drawn, isChange: !isFrame, at: index)
                finished = true
            }
            presentation.tree.layers[index].wasDropped = !finished && failure == nil
            redrawIfOutdated(operation)
        }
        count { counts in
            if operation.kind == .stretched { return }
            if finished { counts.displays += 1 } else { counts.staleDisplays += 1 }
        }
        if let warning = operation.rendering?.warning, !wasStopped { logFailure(warning, of: operation) }
        operation.notifyDidDisplay(finished: finished)
        // What became due meanwhile starts now: one drawing of a node at a time.
        if let presentation = surfaces[operation.surface],
            let index = currentLayer(of: operation.node, in: presentation)
        {
            presentation.tree.drawings.touch(index)
        }
        keepBudget()
    }

    /// Whether a drawing is better than what is shown. One for another scale is shown, too, until the right one comes:
    /// a scale that changes faster than the node draws would show nothing new. But nothing of the present scale gives
    /// way to it that is as new.
    private func isProgress(_ drawn: Layer.Drawn, _ presentation: Presentation, _ index: Int) -> Bool {
        if drawn.scale == presentation.scale { return true }
        guard let shown = presentation.tree.layers[index].shown.drawn else { return true }
        return shown.scale != presentation.scale || shown.version != drawn.version
    }

    /// Has a node drawn again whose drawing read traits that changed since. What the node has counts, not the layer:
    /// the change may not have been taken over yet, and may have seemed to need no drawing, as none had read the
    /// traits.
    private func redrawIfOutdated(_ operation: DisplayOperation) {
        if !operation.content.readsTraits { return }
        context.nodes.withLock { store in
            guard let index = store.find(operation.node), let now = store[index].content,
                operation.content.isOutdated(by: now)
            else { return }
            store.setNeedsDisplay(index)
        }
    }

    private func logFailure(_ failure: LaminaError, of operation: DisplayOperation) {
        let (name, isText) = context.nodes.withLock { store in
            (
                store.name(of: operation.node),
                store.find(operation.node).map { store[$0].flags.contains(.text) } ?? false
            )
        }
        let remedy = failure.code == .outOfRange && isText ? "; divide the text among several nodes" : ""
        parts.mailbox.log(1, "drawing of \(name) failed: \(failure.message)\(remedy)")
    }

    func currentLayer(of node: NodeID, in presentation: Presentation) -> Int? {
        let place = context.nodes.withLock { store in store.find(node).map { store[$0].layer } }
        return place.flatMap { presentation.tree.layers.index(of: node, hint: $0) }
    }
}
