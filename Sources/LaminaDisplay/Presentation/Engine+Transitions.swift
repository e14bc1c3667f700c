import LaminaGeometry
public import LaminaNode
import LaminaLock

/// How far layouts have come.
public enum LayoutProgress: Sendable {
    /// What changed is still to be laid out.
    case waiting
    /// A pass has been applied, and others are to follow.
    case applied
    /// All that changed is laid out.
    case settled
}

/// What a layout has changed.
public struct ArrangedChanges {
    /// Nodes with another place or size, and those that are below another parent.
    public var moved: [ShownChange] = []
    /// Nodes that are new below a parent that was shown before.
    public var appeared: [ShownNode] = []
    /// Nodes that are shown no more, below a parent that still is. They may be gone.
    public var left: [ShownNode] = []
}

/// What transitions need to know of the tree: what changed since layers were read, which still have what was shown
/// before. All costs the number of nodes that changed.
extension Engine {
    /// The nodes with changes that layers do not have yet, as they are now.
    public func nodesChanged() -> [NodeID: ShownNode] {
        context.nodes.withLock { store in
            var found: [NodeID: ShownNode] = [:]
            store.forEachChanged { node in found[store.id(node)] = ShownNode(node, in: store) }
            return found
        }
    }

    /// What nodes have otherwise than their layers, places and sizes aside. `known`: what nodes had that changed before
    /// already.
    public func changedValues(since known: [NodeID: ShownNode]) -> [ShownChange] {
        context.nodes.withLock { store in
            var changes: [ShownChange] = []
            changes.reserveCapacity(store.changes.count)
            // Looked up once for many.
            var presentation: Presentation?
            store.forEachChanged { node in
                let now = ShownNode(node, in: store)
                if now.surface != presentation?.number { presentation = surfaces[now.surface] }
                guard let before = (known.isEmpty ? nil : known[now.node]) ?? presentation?.shown(now) else { return }
                let fields = now.changes(since: before).subtracting(.geometry)
                if fields.isEmpty { return }
                changes.append(
                    ShownChange(
                        before: before, now: now, fields: fields, presented: PresentedBox.make(of: node, in: store)))
            }
            return changes
        }
    }

    /// What the last layout, or the host by hand, has put elsewhere, in the order of the tree's changes.
    public func arrangedChanges() -> ArrangedChanges {
        context.nodes.withLock { store in
            var changes = ArrangedChanges()
            for number in surfaces.keys.sorted() {
                guard let presentation = surfaces[number] else { continue }
                for node in store.nodesToRead(on: number) {
                    guard let layer = presentation.tree.layers.index(of: store.id(node), hint: store[node].layer) else {
                        continue  // it comes with its parent
                    }
                    noteMoved(node, &changes, in: &store)
                    let isNew = store[node].flags.contains(.childrenChanged)
                    if isNew || presentation.tree.reading.captured[store.id(node)] != nil {
                        noteChildren(of: node, layer, presentation, &changes, in: &store)
                    }
                }
            }
            // What left one parent for another, or came back, has its old layer still.
            let moved = Set(changes.moved.lazy.filter { $0.before.layer != $0.now.layer }.map(\.now.node))
            if !moved.isEmpty { changes.appeared.removeAll { moved.contains($0.node) } }
            return changes
        }
    }

    private func noteMoved(_ node: Int32, _ changes: inout ArrangedChanges, in store: inout NodeStore) {
        let now = ShownNode(node, in: store)
        // A root is where its surface is.
        guard now.parent != nil, !store[store[node].parent].flags.contains(.placesChildren), let before = shown(now),
            before.parent == now.parent
        else { return }
        let fields = now.changes(since: before).intersection(.geometry)
        if fields.isEmpty { return }
        changes.moved.append(
            ShownChange(before: before, now: now, fields: fields, presented: PresentedBox.make(of: node, in: store)))
    }

    private func noteChildren(
        of parent: Int32, _ layer: Int, _ presentation: Presentation, _ changes: inout ArrangedChanges,
        in store: inout NodeStore
    ) {
        if presentation.tree.layers[layer].raster != nil || store[parent].flags.contains(.placesChildren) { return }
        for child in store[parent].children {
            let now = ShownNode(child, in: store)
            if shown(now) == nil { changes.appeared.append(now) }
        }
        for child in presentation.tree.layers[layer].children {
            let index = Int(child)
            let (isHeld, exit) = (presentation.tree.layers[index].isHeld, presentation.tree.layers[index].exit)
            if isHeld || exit != 0 { continue }
            let now = store.find(presentation.tree.layers[index].node).map { ShownNode($0, in: store) }
            if let now, now.surface == presentation.number, now.parent == store.id(parent), now.layer == child {
                continue
            }
            let before = ShownNode(layer: index, of: presentation.tree, on: presentation.number, now: now)
            guard let now, now.surface >= 0, let place = store.find(now.node) else {
                changes.left.append(before)
                continue
            }
            let there = frame(of: before, below: place, in: &store).map { before.with(frame: $0) } ?? before
            let fields = now.changes(since: there)
            changes.moved.append(
                ShownChange(before: there, now: now, fields: fields, presented: PresentedBox.make(of: place, in: store))
            )
        }
    }

    /// Those of `nodes` that are among `tops`, or below one of them.
    public func nodes(_ nodes: [NodeID], within tops: Set<NodeID>) -> [NodeID] {
        context.nodes.withLock { store in
            nodes.filter { node in
                var next = store.find(node) ?? -1
                while next >= 0, !tops.contains(store.id(next)) { next = store[next].parent }
                return next >= 0
            }
        }
    }

    /// Where something is shown now, in the space of the parent of `node`; nil where nothing of either is shown.
    func frame(of shown: ShownNode, below node: Int32, in store: inout NodeStore) -> Rect? {
        let parent = store[node].parent
        guard parent >= 0, let presentation = surfaces[shown.surface],
            let from = presentation.tree.layers.index(of: shown.node, hint: shown.layer)
        else { return nil }
        // A parent that is new itself has its place below one that is shown already.
        var (above, offset) = (parent, Point.zero)
        while above >= 0 {
            let layer = store[above].surface == shown.surface ? store[above].layer : -1
            if let index = presentation.tree.layers.index(of: store.id(above), hint: layer),
                let place = presentation.tree.shownFrame(of: from, below: index)
            {
                return Rect(
                    origin: place.origin - offset + store.presentedBoundsOrigin(of: parent), size: place.size)
            }
            let next = store[above].parent
            if next < 0 { return nil }
            offset = offset + store.presentedFrame(of: above).origin - store.presentedBoundsOrigin(of: next)
            above = next
        }
        return nil
    }

    /// What the layer of a node has.
    func shown(_ now: ShownNode) -> ShownNode? {
        now.surface >= 0 ? surfaces[now.surface]?.shown(now) : nil
    }

    /// Where the layouts of all surfaces are.
    public var layoutProgress: LayoutProgress {
        context.nodes.withLock { store in
            var progress = LayoutProgress.settled
            for presentation in surfaces.values {
                if !store.surfaces[presentation.number].needsLayout && presentation.pendingLayout == nil { continue }
                if presentation.applied == nil { return .waiting }
                progress = .applied
            }
            return progress
        }
    }

    /// Whether something is still to be read into layers.
    public var hasChanges: Bool { context.nodes.withLock { $0.hasChanges } }

    /// Begins the exit of a node that has left its surface, or ended, while its layer is still there: within
    /// `willReadLayers`. Nil when there is none.
    public func beginExit(ofLeft node: ShownNode) -> UInt64? {
        guard let presentation = surfaces[node.surface],
            let layer = presentation.tree.layers.index(of: node.node, hint: node.layer),
            layer != Int(presentation.tree.root), presentation.tree.layers[layer].exit == 0
        else { return nil }
        presentation.tree.beginOverrides(layer, of: node)
        nextExit += 1
        presentation.tree.beginExit(nextExit, of: layer)
        exits[nextExit] = LayerPlace(surface: node.surface, layer: Int32(layer))
        return nextExit
    }
}

extension Presentation {
    /// What the layer of a node has that is on this surface.
    fileprivate func shown(_ now: ShownNode) -> ShownNode? {
        guard let layer = tree.layers.index(of: now.node, hint: now.layer) else { return nil }
        return ShownNode(layer: layer, of: tree, on: now.surface, now: now)
    }
}

extension LayerTree {
    /// Where a layer is shown, from the corner of another one as if it stood below that.
    func shownFrame(of index: Int, below other: Int) -> Rect? {
        guard let place = layers.frame(of: index, below: other) else { return nil }
        let own = layers[index].frame
        // What is shown in its own size is not to lose what rounding took.
        let isOwn = place.size.width == Double(own.pixelWidth) && place.size.height == Double(own.pixelHeight)
        return Rect(
            origin: Point(x: place.minX / scale, y: place.minY / scale),
            size: isOwn ? own.size : Size(width: place.size.width / scale, height: place.size.height / scale))
    }

    /// The same as of a record, for a node whose record is gone.
    func beginOverrides(_ index: Int, of node: ShownNode) {
        if layers[index].overrides != nil { return }
        let overrides = LayerOverrides(PresentedValues())
        let isRaster = layers[index].raster != nil
        overrides.own = LayerOverrides.Own(
            opacity: node.opacity, background: isRaster ? .clear : node.background,
            cornerRadius: isRaster ? 0 : node.cornerRadius, appearance: node.appearance)
        layers[index].overrides = overrides
    }
}
