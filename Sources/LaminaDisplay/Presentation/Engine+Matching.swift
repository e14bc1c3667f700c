public import LaminaGeometry
public import LaminaNode
import LaminaLock

/// What transitions need to match nodes by their names, and to show old contents beside new ones.
extension Engine {
    /// The shown nodes with one of some names. Costs the number of nodes that surfaces show.
    public func names(of wanted: Set<[UInt8]>) -> [NodeID: [UInt8]] {
        context.nodes.withLock { store in
            var found: [NodeID: [UInt8]] = [:]
            for number in surfaces.keys.sorted() {
                var waiting = [store.surfaces[number].root].filter { $0 >= 0 }
                while let node = waiting.popLast() {
                    if let name = store[node].extras?.name, wanted.contains(name) { found[store.id(node)] = name }
                    waiting.append(contentsOf: store[node].children)
                }
            }
            return found
        }
    }

    /// The same of some nodes and those below them.
    public func names(of wanted: Set<[UInt8]>, below tops: [ShownNode]) -> [NodeID: [UInt8]] {
        context.nodes.withLock { store in
            var found: [NodeID: [UInt8]] = [:]
            var waiting = tops.compactMap { store.find($0.node) }
            while let node = waiting.popLast() {
                if let name = store[node].extras?.name, wanted.contains(name) { found[store.id(node)] = name }
                if !store[node].flags.contains(.rasterizes) { waiting.append(contentsOf: store[node].children) }
            }
            return found
        }
    }

    /// The names of nodes that have one.
    public func names(ofNodes nodes: [NodeID]) -> [NodeID: [UInt8]] {
        context.nodes.withLock { store in
            var found: [NodeID: [UInt8]] = [:]
            for node in nodes { found[node] = store.find(node).flatMap { store[$0].extras?.name } }
            return found
        }
    }

    /// Some nodes and those below them that have a name, as they are now.
    public func nodes(named name: [UInt8], below tops: [ShownNode]) -> [ShownNode] {
        context.nodes.withLock { store in
            var found: [ShownNode] = []
            var waiting = tops.compactMap { store.find($0.node) }
            while let node = waiting.popLast() {
                if store[node].extras?.name == name { found.append(ShownNode(node, in: store)) }
                if !store[node].flags.contains(.rasterizes) { waiting.append(contentsOf: store[node].children) }
            }
            return found
        }
    }

    /// The nodes that are wanted of those that come with others that are new, each after what it stands in. Rows of
    /// lists are left to these.
    public func nodes(newBelow tops: [ShownNode], _ isWanted: (NodeID) -> Bool) -> [ShownNode] {
        context.nodes.withLock { store in
            var found: [ShownNode] = []
            var waiting = tops.reversed().compactMap { store.find($0.node) }
            while let parent = waiting.popLast() {
                if store[parent].flags.contains(.rasterizes) { continue }
                let isFree = !store[parent].flags.contains(.placesChildren)
                for child in store[parent].children.reversed() {
                    let node = ShownNode(child, in: store)
                    // One that was elsewhere moves.
                    if shown(node) != nil { continue }
                    if isFree && isWanted(node.node) { found.append(node) }
                    waiting.append(child)
                }
            }
            return found
        }
    }

    /// What has left, and what is below it, as it is shown still.
    public func layers(below left: [ShownNode], _ isWanted: (NodeID) -> Bool) -> [ShownNode] {
        var found: [ShownNode] = []
        for top in left {
            guard let presentation = surfaces[top.surface] else { continue }
            var waiting = [top.layer]
            while let layer = waiting.popLast() {
                let index = Int(layer)
                if isWanted(presentation.tree.layers[index].node) {
                    found.append(ShownNode(layer: index, of: presentation.tree, on: top.surface, now: nil))
                }
                waiting.append(contentsOf: presentation.tree.layers[index].children)
            }
        }
        return found
    }

    /// The same of a node that stays.
    public func layer(of node: NodeID) -> ShownNode? {
        context.nodes.withLock { store in store.find(node).flatMap { shown(ShownNode($0, in: store)) } }
    }

    /// A node as it is now; nil when it is gone.
    public func node(_ id: NodeID) -> ShownNode? {
        context.nodes.withLock { store in store.find(id).map { ShownNode($0, in: store) } }
    }

    /// What a node that appears has otherwise than something that is shown, as if that were in its place.
    public func change(from other: ShownNode, to node: ShownNode) -> ShownChange? {
        context.nodes.withLock { store in
            guard let index = store.find(node.node), let place = frame(of: other, below: index, in: &store) else {
                return nil
            }
            let before = other.with(frame: place)
            var fields = node.changes(since: before).subtracting(.opacity)
            var presented = PresentedBox.make(of: index, in: store)
            // It may be on its way itself, scaled.
            if presented == nil, let shown = transformPresented(of: other) {
                presented = shown
                fields.insert(.transform)
            }
            return ShownChange(before: before, now: node, fields: fields, presented: presented)
        }
    }

    private func transformPresented(of node: ShownNode) -> PresentedBox? {
        guard let tree = surfaces[node.surface]?.tree, let layer = tree.layers.index(of: node.node, hint: node.layer),
            let overrides = tree.layers[layer].overrides, overrides.has(.transform)
        else { return nil }
        var values = PresentedValues()
        (values.fields, values.transform) = (.transform, overrides.values.transform)
        return PresentedBox(values)
    }

    /// Where something that leaves goes when it goes along with a change: it fades out there.
    public func place(of leaving: ShownNode, with change: ShownChange, scales: Bool) -> PresentedValues {
        var values = PresentedValues(opacity: 0)
        guard let shown = shownFrame(of: leaving, besides: leaving) else { return values }
        let way = change.now.frame.origin - change.before.frame.origin
        let target = leaving.with(frame: Rect(origin: shown.origin + way, size: change.now.frame.size))
        values.fields = [.opacity, .position, .size]
        values.position = target.position(by: leaving.anchor)
        values.size = target.frame.size
        if scales { leaving.scale(&values) }
        return values
    }

    /// Where something that leaves goes when it goes to a node that stays.
    public func place(of leaving: ShownNode, at node: ShownNode, scales: Bool) -> PresentedValues {
        var values = PresentedValues(opacity: 0)
        guard node.surface == leaving.surface, let place = shownFrame(of: node, besides: leaving) else { return values }
        let target = leaving.with(frame: place)
        values.fields = [.opacity, .position, .size, .cornerRadii]
        (values.position, values.size) = (target.position(by: leaving.anchor), target.frame.size)
        values.cornerRadii = node.values.cornerRadii
        if scales { leaving.scale(&values) }
        return values
    }

    /// Where a layer is shown in the space in which another one stands.
    private func shownFrame(of node: ShownNode, besides other: ShownNode) -> Rect? {
        guard let tree = surfaces[other.surface]?.tree, let index = tree.layers.index(of: node.node, hint: node.layer),
            let beside = tree.layers.index(of: other.node, hint: other.layer)
        else { return nil }
        let above = Int(tree.layers[beside].parent)
        guard above >= 0, let frame = tree.shownFrame(of: index, below: above) else { return nil }
        return Rect(origin: frame.origin + tree.layers[above].frame.boundsOrigin, size: frame.size)
    }
    /// Where a node is presented, in the space of its parent; nil when it is gone.
    public func presentedFrame(of node: NodeID) -> Rect? {
        context.nodes.withLock { store in store.find(node).map { store.presentedFrame(of: $0) } }
    }

    /// The opacity with which a node is presented, and its own; nil when it is gone.
    public func opacities(of node: NodeID) -> (shown: Double, own: Double)? {
        context.nodes.withLock { store in
            guard let index = store.find(node) else { return nil }
            let own = store[index].opacity
            guard let values = store.presentedValues(of: index), values.fields.contains(.opacity) else {
                return (own, own)
            }
            return (values.opacity, own)
        }
    }

    /// Puts a copy of the contents that a node is shown with over it: an exit of its own. Nil when it shows none.
    public func beginCopy(of node: ShownNode) -> UInt64? {
        guard let presentation = surfaces[node.surface],
            let layer = presentation.tree.layers.index(of: node.node, hint: node.layer),
            let copy = presentation.tree.addCopy(nextExit + 1, of: layer)
        else { return nil }
        nextExit += 1
        exits[nextExit] = LayerPlace(surface: node.surface, layer: Int32(copy))
        return nextExit
    }
}
