import LaminaGeometry
import LaminaNode

/// Reading layers from nodes. Each step leaves a tree that could be shown, and notes what it damaged on the way.
///
/// A tree that comes in whole may take longer than a turn has time for (`LayerReading`): its layers then come in steps,
/// in the order they are painted in.
extension LayerTree {
    /// Reads the whole tree, keeping what is shown of the nodes that stay.
    func readAll(root node: Int32, in store: inout NodeStore, size: Size, scale: Double) {
        self.size = size
        self.scale = scale
        reading.begin()
        eviction.noteMove()
        let before = root
        root = node < 0 ? Layer.none : build(node, below: Layer.none, in: &store)
        if before >= 0 && before != root && layers[Int(before)].parent == Layer.none { leaveRoot(before) }
        endOrphans()
        if root < 0 { trim() }
        damageAll()
    }

    /// Reads nodes whose frame or children changed. `layout` is a pass that was applied: what it arranged is read as it
    /// found it, whatever has changed since, so that nobody sees half of a change. The next pass brings the rest.
    func read(_ nodes: [Int32], in store: inout NodeStore, size: Size, arrangedBy layout: TreeLayout?) {
        reading.begin()
        eviction.noteMove()
        if size != self.size && root >= 0 { takeFrame(Rect(origin: .zero, size: size), of: Int(root)) }
        self.size = size
        for node in nodes {
            // Without a layer yet, the node comes with its parent's children.
            guard let index = layers.index(of: store.id(node), hint: store[node].layer) else {
                store.noteRasterized(node)
                continue
            }
            let hasChanged = store.noteRead(node)
            if index != Int(root) { readFrame(of: index, node, in: &store) }
            let unread = reading.takeUnread(of: Int32(index))
            let list = reading.takeCaptured(of: store.id(node))
            if hasChanged || list != nil {
                // What a layout spec callback named came with the layout.
                if let layout, unread == nil, !store.hasChildrenByCallback(node) {
                    // Those of now, unless they are others since.
                    if let list { readChildren(of: index, node, hasChanged ? list : nil, in: &store) }
                    takeFramesOfDeparted(from: index, node, layout, in: &store)
                    if hasChanged { store.noteChildren(node) }
                } else {
                    readChildren(of: index, node, nil, in: &store)
                }
                if layers[index].raster != nil { store.setNeedsDisplay(node) }
            } else if let unread {
                readMore(unread, of: index, node, in: &store)
            }
        }
        endOrphans()
    }

    /// Takes over the frame of a node, unless its layer stands below another node for now.
    private func readFrame(of index: Int, _ node: Int32, in store: inout NodeStore) {
        let (above, parent) = (layers[index].parent, store[node].parent)
        if above >= 0 && parent >= 0 && layers[Int(above)].node != store.id(parent) { return store.noteUnread(node) }
        takeFrame(store[node].frame, of: index)
    }

    /// Nodes that have left since a layout pass began stand where it puts them, with all below them, also if they are
    /// back by now: they get other layers then.
    private func takeFramesOfDeparted(
        from index: Int, _ node: Int32, _ layout: TreeLayout, in store: inout NodeStore
    ) {
        var departed: [Int32] = []
        for child in layers[index].children {
            let found = store.find(layers[Int(child)].node)
            let isPresent = found.map { store[$0].parent == node && store[$0].layer == child } ?? false
            if !isPresent && !layers[Int(child)].isHeld { departed.append(child) }
        }
        while let next = departed.popLast() {
            guard let frame = layout.frame(of: layers[Int(next)].node) else { continue }
            takeFrame(frame, of: Int(next))
            departed += layers[Int(next)].children
        }
    }

    /// Reads who the children of a layer are, or who they were for `captured`. Those that stay keep their layers.
    private func readChildren(
        of index: Int, _ node: Int32, _ captured: [NodeID]?, in store: inout NodeStore
    ) {
        restoreOrder(below: index)
        let before = layers[index].children
        extents.settle(index, layers)
        for (place, child) in before.enumerated() {
            // Before anything is built: what leaves may stand elsewhere by then, below a child that comes.
            if !isChild(child, of: node, in: &store) { damage(extents[Int(child)], in: index) }
            orphan(child, place)
        }
        var children: ContiguousArray<Int32> = []
        children.reserveCapacity(store[node].children.count)
        var firstUnread: Int?
        var fresh: [Int32] = []
        var newest: Int32 = -1
        takeRaster(index, of: store[node])
        func keep(_ kept: Int) {
            if let held = holds.layer(for: Int32(kept)), layers[Int(held)].parent == Layer.orphan { keep(Int(held)) }
            layers[kept].parent = Int32(index)
            extents.settle(kept, layers)
            // Its order among the others changed.
            if layers[kept].order < newest { damage(extents[kept], in: index) }
            newest = max(newest, layers[kept].order)
            children.append(Int32(kept))
        }
        func keep(_ departed: Int32, _ layer: Int32) {
            if layer >= 0 { return keep(Int(layer)) }
            let built = build(departed, below: Int32(index), in: &store)
            fresh.append(built)
            children.append(built)
        }
        let isPicture = layers[index].raster != nil
        let wanted =
            isPicture ? WantedChildren() : WantedChildren(captured, of: node, before, layers, in: &store)
        for (place, child) in wanted.nodes.enumerated() {
            for departed in wanted.departed where departed.place == place { keep(departed.node, departed.layer) }
            if let kept = layers.index(of: store.id(child), hint: store[child].layer),
                layers[kept].parent == Layer.orphan, Int(layers[kept].order) < before.count,
                before[Int(layers[kept].order)] == Int32(kept)
            {
                keep(kept)
            } else if !mayRead(child, in: store) {
                if firstUnread == nil { firstUnread = place }
            } else {
                let built = build(child, below: Int32(index), in: &store)
                fresh.append(built)
                children.append(built)
            }
        }
        for departed in wanted.departed where departed.place == wanted.nodes.count {
            keep(departed.node, departed.layer)
        }
        // A node that went and came back has another layer.
        for child in before where layers[Int(child)].parent == Layer.orphan {
            extents.settle(Int(child), layers)
            damage(extents[Int(child)], in: index)
        }
        keepLeaving(before, among: &children, below: index)
        layers[index].children = children
        sortChildren(of: index)
        childrenChanged(index)
        for child in fresh { damageOuter(Int(child)) }
        noteReplacements(before, children, fresh, below: index)
        guard let firstUnread else { return }
        if captured == nil && !children.contains(where: { layers[Int($0)].isHeld }) {
            leave(UnreadChildren(nodes: wanted.nodes, next: firstUnread), of: index, node, in: &store)
        } else {
            // There may be others by the time that there is time, or fewer layers.
            reading.leaveAll()
            store.noteChildren(node)
        }
    }

    /// Reads children that there was no time for before. Their parent has the same ones as then; those that come behind
    /// them and had layers keep these, and their places.
    private func readMore(
        _ unread: UnreadChildren, of index: Int, _ node: Int32, in store: inout NodeStore
    ) {
        restoreOrder(below: index)
        let wasBare = layers[index].children.isEmpty
        var next = unread.next
        var fresh: [Int32] = []
        // What stands behind is put back at the end.
        var behind = layers[index].children[unread.next...]
        layers[index].children.removeSubrange(unread.next...)
        while next < unread.nodes.count {
            let child = unread.nodes[next]
            if let kept = behind.first, layers[Int(kept)].node == store.id(child) {
                behind.removeFirst()
                layers[index].children.append(kept)
            } else if mayRead(child, in: store) {
                let built = build(child, below: Int32(index), in: &store)
                fresh.append(built)
                layers[index].children.append(built)
            } else {
                break
            }
            next += 1
        }
        layers[index].children += behind
        sortChildren(of: index)
        if wasBare {
            childrenChanged(index)
        } else {
            for child in fresh { extents.changed(Int(child), from: .empty, layers) }
        }
        for child in fresh { damageOuter(Int(child)) }
        if next < unread.nodes.count {
            leave(UnreadChildren(nodes: unread.nodes, next: next), of: index, node, in: &store)
        }
    }

    /// Takes over that a layer has other children than before. With its first or without its last it may be painted as
    /// a group or as none, which rounds otherwise: then all of it is.
    func childrenChanged(_ index: Int) {
        let wasGroup = layers[box: index].appearance.isGroup(layers.effects(index))
        layers[box: index].appearance.hasChildren = !layers[index].children.isEmpty
        extents.update(index, layers)
        if layers[box: index].appearance.isGroup(layers.effects(index)) != wasGroup { damageOuter(index) }
    }

    /// Whether there is time for a node; what has a layer is not taken away for want of it.
    private func mayRead(_ node: Int32, in store: borrowing NodeStore) -> Bool {
        reading.allowsAnother() || layers.index(of: store.id(node), hint: store[node].layer) != nil
    }

    /// Notes that children of a node are left for another time.
    private func leave(_ unread: UnreadChildren, of index: Int, _ node: Int32, in store: inout NodeStore) {
        reading.leave(unread, of: Int32(index))
        store.noteUnread(node)
        // An array that grows by itself is copied in the middle of some later turn.
        let left = unread.nodes.count - unread.next
        if left > layers.count {
            layers.reserve(left)
            extents.reserve(left)
        }
    }

    private func isChild(_ layer: Int32, of parent: Int32, in store: inout NodeStore) -> Bool {
        store.find(layers[Int(layer)].node).map { store[$0].parent == parent } ?? false
    }

    /// Makes the layers of a subtree, or takes them from where they were. The caller puts the topmost in its place.
    private func build(_ top: Int32, below parent: Int32, in store: inout NodeStore) -> Int32 {
        let first = buildLayer(top, below: parent, in: &store)
        var built = [first]
        // The children of layers that are being made, the innermost last, and the next of each.
        var open: [UnreadChildren] = []
        var parents: [Int32] = []
        func enter(_ node: Int32, _ place: Int32, _ store: inout NodeStore) {
            if store[node].children.isEmpty || store[node].flags.contains(.rasterizes) { return }
            open.append(UnreadChildren(nodes: store.painted(node), next: 0))
            parents.append(place)
        }
        enter(top, first, &store)
        while let depth = open.indices.last {
            let next = open[depth].next
            if next == open[depth].nodes.count {
                open.removeLast()
                parents.removeLast()
                continue
            }
            open[depth].next += 1
            let (node, parent) = (open[depth].nodes[next], parents[depth])
            if mayRead(node, in: store) {
                let place = buildLayer(node, below: parent, in: &store)
                layers[Int(parent)].children.append(place)
                built.append(place)
                enter(node, place, &store)
                continue
            }
            // The first that is left: all before it have layers.
            if !reading.hasUnread(parent), let owner = store.find(layers[Int(parent)].node) {
                leave(UnreadChildren(nodes: open[depth].nodes, next: next), of: Int(parent), owner, in: &store)
            }
            // Those behind it may have layers, which they keep, unless there are none but the ones just made.
            if layers.used == built.count { open[depth].next = open[depth].nodes.count }
        }
        for place in built.reversed() {
            layers[box: Int(place)].appearance.hasChildren = !layers[Int(place)].children.isEmpty
            sortChildren(of: Int(place))
            extents.compute(Int(place), layers)
        }
        return first
    }

    /// Makes the layer of a node, or takes it from where it was, without its children.
    private func buildLayer(_ node: Int32, below parent: Int32, in store: inout NodeStore) -> Int32 {
        let place = claim(node, in: &store)
        let index = Int(place)
        extents.notLate(index)
        _ = reading.takeUnread(of: place)
        _ = reading.takeCaptured(of: store.id(node))
        restoreOrder(below: index)
        for (number, child) in layers[index].children.enumerated() { orphan(child, number) }
        layers[index].children.removeAll(keepingCapacity: true)
        layers[index].parent = parent
        let isRaster = store[node].flags.contains(.rasterizes)
        if isRaster && readsAnotherPicture(index, of: node, in: &store) { store.noteRasterStale(node) }
        _ = store.noteRead(node)
        takeOverrides(index, of: node, in: store)
        takeRaster(index, of: store[node])
        takeEffects(index, of: store[node])
        takeContent(index, of: store[node], store.shownContent(node))
        layers[box: index].appearance = appearance(index, of: store[node])
        layers[box: index].shift = .zero
        layers[index].frame.position = parent < 0 ? .zero : store[node].frame.origin
        layers[index].frame.place = parent < 0 ? .zero : self.place(of: store[node].frame, below: Int(parent))
        layers[index].frame.boundsOrigin = store[node].boundsOrigin
        layers[index].frame.size = parent < 0 ? size : store[node].frame.size
        placeOrigin(index)
        snap(index)
        drawings.touch(index)
        return place
    }

    /// The layer of a node, taken out of where it is; a new one when it has none.
    private func claim(_ node: Int32, in store: inout NodeStore) -> Int32 {
        if let found = layers.index(of: store.id(node), hint: store[node].layer) {
            let parent = Int(layers[found].parent)
            if parent >= 0 {
                damageOuter(found)
                layers[parent].children.removeAll { $0 == Int32(found) }
                orders.remove(Int32(found), of: Int32(parent))
                childrenChanged(parent)
            }
            return Int32(found)
        }
        let added = add(store.id(node))
        store[node].layer = added
        return added
    }

    private func orphan(_ index: Int32, _ place: Int) {
        layers[Int(index)].parent = Layer.orphan
        layers[Int(index)].order = Int32(place)
        reading.addOrphan(index)
    }

    /// The layers of another root stand in the place of these, which stay in sight until those are drawn.
    private func leaveRoot(_ before: Int32) {
        var shown = before
        for layer in [before, holds.layer(for: before)].compactMap({ $0 }) {
            layers[Int(layer)].parent = Layer.orphan
            reading.addOrphan(layer)
            shown = layer
        }
        if root < 0 || holds.limit == 0 { return }
        holds.note([(shown, root)], below: Int(Layer.none))
        // Also where the tree comes in steps: nothing is to be seen of it before it is whole.
        holdReplaced()
    }

    /// Ends the layers that found no new place, once all who may have one for them are read.
    private func endOrphans() {
        if !reading.isPartial { holdReplaced() }
        for index in reading.takeOrphans() where layers[Int(index)].parent == Layer.orphan { remove(index) }
    }
}
