public import LaminaGeometry
public import LaminaNode
import LaminaLock

/// What is to be presented of one node.
public struct PresentedChange: Sendable {
    public var node: NodeID
    public var values: PresentedValues

    public init(_ node: NodeID, _ values: PresentedValues) {
        self.node = node
        self.values = values
    }
}

/// Presented values: what is shown in place of what nodes have. The model knows nothing of them, so that nothing is
/// laid out or drawn for them; the next composite paints what they changed.
///
/// They are kept for the node until they are cleared or it ends, whether or not it has a layer; one that comes later
/// begins with them.
extension Engine {
    /// Presents the named values of a node. Fails with `invalidHandle` when it is gone.
    public func setPresented(_ values: PresentedValues, of node: NodeID) throws(LaminaError) {
        let found = context.nodes.withLock { store in store.find(node) != nil }
        if !found { throw LaminaError(.invalidHandle, "node no longer exists: it was released") }
        setPresented([PresentedChange(node, values)])
    }

    /// The same for many nodes in one go: takes the tree lock once. Passes over nodes that are gone, and returns which
    /// changes are theirs.
    @discardableResult
    public func setPresented(_ changes: [PresentedChange]) -> [Int] {
        if changes.isEmpty { return [] }
        var missing: [Int] = []
        var due: [PresentedLayer] = []
        swap(&due, &presentedLayers)
        context.nodes.withLock { store in
            // Read where they are, once each: they are large, and an element of an array is copied.
            let changes = changes.span
            var presentation: Presentation?
            for number in changes.indices {
                let values = changes[number].values
                if values.fields.isEmpty { continue }
                guard let node = store.find(changes[number].node) else {
                    missing.append(number)
                    continue
                }
                store.setPresented(values, of: node)
                let surface = store[node].surface
                if surface != presentation?.number { presentation = surfaces[surface] }
                if let layer = presentation?.noteChange(values, of: node, changes[number].node, in: store) {
                    due.append(layer)
                }
            }
        }
        // Few large things that move are copied; to find out what stands around each of many would take longer.
        show(due, copies: changes.count <= LayerDamage.scrollLimit)
        due.removeAll(keepingCapacity: due.count <= 4096)
        swap(&due, &presentedLayers)
        notePresented()
        return missing
    }

    private func show(_ due: [PresentedLayer], copies: Bool) {
        var presentation: Presentation?
        for layer in due {
            if layer.surface != presentation?.number {
                presentation?.tree.endGathering()
                presentation = surfaces[layer.surface]
                if !copies { presentation?.tree.beginGathering() }
            }
            presentation?.tree.presentChanged(layer.fields, at: Int(layer.layer), copies: copies)
        }
        presentation?.tree.endGathering()
    }

    /// The first change of a node that is gone; nil when all are there.
    public func firstMissing(_ changes: [PresentedChange]) -> Int? {
        context.nodes.withLock { store in
            for (number, change) in changes.enumerated() where store.find(change.node) == nil { return number }
            return nil
        }
    }

    /// Shows of some fields again what the node has. Fails with `invalidHandle` when it is gone.
    public func clearPresented(_ fields: PresentedFields, of node: NodeID) throws(LaminaError) {
        let found = context.nodes.withLock { store -> LayerPlace? in
            guard let index = store.find(node) else { return nil }
            store.clearPresented(fields, of: index)
            return place(of: index, node, in: store)
        }
        guard let found else { throw LaminaError(.invalidHandle, "node no longer exists: it was released") }
        if found.surface < 0 { return }
        surfaces[found.surface]?.tree.endPresented(fields, at: Int(found.layer))
        notePresented()
    }

    /// What is shown of a node: what is presented, and for all else what its layer has, which is read from the node at
    /// the end of a turn, or the node itself where it has no layer. `fields` are those that are presented. Fails with
    /// `invalidHandle` when it is gone.
    public func presented(of node: NodeID) throws(LaminaError) -> PresentedValues {
        for driver in drivers { driver.willReadPresented(in: self) }
        let found = context.nodes.withLock { store -> PresentedValues? in
            guard let index = store.find(node) else { return nil }
            var values = shownByLayer(index, in: store) ?? store.ownValues(of: index)
            if let presented = store.presentedValues(of: index) { values.merge(presented) }
            return values
        }
        guard let found else { throw LaminaError(.invalidHandle, "node no longer exists: it was released") }
        return found
    }

    /// What the layer of a node has of it, presented values aside; nil where it has none.
    private func shownByLayer(_ node: Int32, in store: borrowing NodeStore) -> PresentedValues? {
        let now = ShownNode(node, in: store)
        let place = place(of: node, now.node, in: store)
        guard place.surface >= 0, let presentation = surfaces[place.surface] else { return nil }
        let layer = Int(place.layer)
        let shown = ShownNode(layer: layer, of: presentation.tree, on: place.surface, now: now)
        var values = shown.values(by: now.anchor)
        values.zPosition = presentation.tree.layers[layer].wanted.zPosition
        return values
    }

    /// Where the layer of a node is.
    struct LayerPlace {
        var surface: Int32 = -1
        var layer: Int32 = -1
    }

    func place(of node: Int32, _ id: NodeID, in store: borrowing NodeStore) -> LayerPlace {
        let (surface, layer) = (store[node].surface, store[node].layer)
        guard surface >= 0, layer >= 0, let presentation = surfaces[surface],
            presentation.tree.layers.index(of: id, hint: layer) != nil
        else { return LayerPlace() }
        return LayerPlace(surface: surface, layer: layer)
    }

    /// The next composite has something to paint: a host that sleeps has to know.
    func notePresented() {
        if !isProcessing { parts.wake.signal() }
    }
}

/// A layer of which other values are to be shown.
struct PresentedLayer {
    let surface: Int32
    let layer: Int32
    /// What has changed.
    let fields: PresentedFields
}

extension Presentation {
    /// Has the layer of a node take over what is presented of it, to be shown next; nil when the node has none here, or
    /// nothing changes.
    fileprivate func noteChange(
        _ values: borrowing PresentedValues, of node: Int32, _ id: NodeID, in store: borrowing NodeStore
    ) -> PresentedLayer? {
        guard let index = tree.layers.index(of: id, hint: store[node].layer) else { return nil }
        if tree.layers[index].overrides == nil { tree.beginOverrides(index, of: store[node]) }
        let fields = tree.layers[index].overrides?.values.merge(values) ?? []
        return fields.isEmpty ? nil : PresentedLayer(surface: number, layer: Int32(index), fields: fields)
    }
}
