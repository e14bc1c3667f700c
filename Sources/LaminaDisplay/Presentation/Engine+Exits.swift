public import LaminaGeometry
public import LaminaNode
import LaminaLock

/// Exits: what is shown of a node stays when it leaves its parent, until its exit is ended.
extension Engine {
    /// Has what is shown of a node, and of all below it, stay when it leaves its parent. Returns the number of the
    /// exit. Fails with `invalidState` when nothing of it is shown, it is a root, or it has an exit already;
    /// `invalidHandle` when it is gone.
    public func beginExit(of node: NodeID) throws(LaminaError) -> UInt64 {
        let found = context.nodes.withLock { store -> LayerPlace? in
            guard let index = store.find(node) else { return nil }
            let place = place(of: index, node, in: store)
            // What the node has, for when nobody can ask it any more.
            if place.surface >= 0 {
                surfaces[place.surface]?.tree.beginOverrides(Int(place.layer), of: store[index])
            }
            return place
        }
        guard let found else { throw LaminaError(.invalidHandle, "node no longer exists: it was released") }
        guard found.surface >= 0, let presentation = surfaces[found.surface] else {
            throw LaminaError(.invalidState, "node is not shown: only what a surface shows can stay")
        }
        let layer = Int(found.layer)
        if layer == Int(presentation.tree.root) {
            throw LaminaError(.invalidState, "node is the root of its surface, which has no parent to leave")
        }
        if presentation.tree.layers[layer].exit != 0 {
            throw LaminaError(.invalidState, "node has an exit already: end that first")
        }
        nextExit += 1
        presentation.tree.beginExit(nextExit, of: layer)
        exits[nextExit] = found
        return nextExit
    }

    /// Ends an exit: if the node has left, its layer goes. False when there is none of this number.
    public func endExit(_ number: UInt64) -> Bool {
        guard let place = exits.removeValue(forKey: number) else { return false }
        guard let presentation = surfaces[place.surface],
            let layer = presentation.tree.layer(ofExit: number, hint: place.layer)
        else { return true }
        // Host data may end with what the layers held, and the context with that.
        enter()
        presentation.tree.endExit(of: layer)
        release(presentation.tree.remains.take())
        notePresented()
        leave()
        return true
    }

    /// Presents the named values of what an exit keeps, also when its node is gone; nothing when the layer has ended.
    /// The node does not have them: one that comes back begins without. False when there is no exit of this number.
    public func setPresented(_ values: PresentedValues, ofExit number: UInt64) -> Bool {
        guard let place = exits[number] else { return false }
        guard let presentation = surfaces[place.surface],
            let layer = presentation.tree.layer(ofExit: number, hint: place.layer)
        else { return true }
        presentation.tree.present(values, at: layer, copies: true)
        notePresented()
        return true
    }

    /// Has what an exit keeps stand right below a node, where both have the same parent.
    public func put(exit number: UInt64, below node: NodeID) {
        guard let place = exits[number], let presentation = surfaces[place.surface],
            let layer = presentation.tree.layer(ofExit: number, hint: place.layer)
        else { return }
        presentation.tree.layers[layer].overrides?.below = node
    }

    /// What an exit shows; nil when it has ended, by itself or otherwise.
    public func presented(ofExit number: UInt64) -> PresentedValues? {
        guard let place = exits[number], let presentation = surfaces[place.surface],
            let layer = presentation.tree.layer(ofExit: number, hint: place.layer)
        else { return nil }
        return presentation.tree.shownValues(at: layer)
    }

    /// What an exit shows, in the space in which its node stands again: what animations can have go on from there is
    /// named. `isSibling`: it stands below the same node. Nil when it has ended.
    public func shown(ofExit number: UInt64, as node: ShownNode) -> (values: PresentedValues, isSibling: Bool)? {
        guard let place = exits[number], let presentation = surfaces[place.surface],
            var values = presented(ofExit: number),
            let layer = presentation.tree.layer(ofExit: number, hint: place.layer)
        else { return nil }
        let other = ShownNode(layer: layer, of: presentation.tree, on: place.surface, now: node)
        guard let change = change(from: other, to: node) else { return nil }
        let isSibling = other.parent == node.parent
        if !isSibling {
            values.position = change.before.position(by: node.anchor)
            values.size = change.before.frame.size
        }
        values.fields = PresentedFields.all.subtracting([.boundsOrigin, .zPosition])
        return (values, isSibling)
    }
}
