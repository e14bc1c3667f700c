public import LaminaDraw
public import LaminaGeometry
import LaminaLock
public import LaminaNode

/// Layout and presence of trees that stand by themselves: cells of lists.
extension EngineParts {
    /// Lays out the tree below `root` on a worker and returns its size. One that is on no surface has its frames then;
    /// of one that is shown nothing changes until its surface is laid out. Fails with what a layout callback failed
    /// with, and with `invalidHandle` when the node is gone.
    public func layOut(
        _ root: NodeID, range: SizeRange, scale: Double, on worker: Worker
    ) throws(LaminaError) -> Size {
        let result = try measure(root, range: range, scale: scale, on: worker)
        var discarded = Discarded()
        nodes.withLock { store in
            guard let index = store.find(root), store[index].surface < 0 else { return }
            store.applyByHand(result, root: index, isOwnerThread: false, &discarded)
        }
        return result.size
    }

    /// Draws the tree below `root` in a size, on a worker. Fails in the same way.
    public func draw(
        _ root: NodeID, size: Size, scale: Double, on worker: Worker, as operation: Operation
    ) throws(LaminaError) -> Bitmap {
        let snapshot = try nodes.withLock { (store) throws(LaminaError) -> RenderSnapshot in
            guard let index = store.find(root) else {
                throw LaminaError(.invalidHandle, "the tree no longer exists: it was released")
            }
            return try RenderSnapshot(of: index, in: &store, size: size, scale: scale)
        }
        let picture = LaidOutPicture(snapshot, scale: scale, on: worker, of: self)
        let bounds = picture.bounds
        let bitmap = try pool.take(width: bounds.width, height: bounds.height, cleared: true)
        let failure = bitmap.withPixels {
            picture.paint(on: $0, background: .clear, worker: worker, as: operation)
        }
        if let failure { throw failure }
        return bitmap
    }

    /// The layout of a tree, found on a worker; no node changes. Fails in the same way.
    func measure(
        _ root: NodeID, range: SizeRange, scale: Double, on worker: Worker
    ) throws(LaminaError) -> TreeLayout {
        let captured = nodes.withLock { store -> (current: TreeLayout?, snapshot: LayoutSnapshot?)? in
            guard let index = store.find(root) else { return nil }
            if let known = store.currentLayout(of: index, range: range, scale: scale) { return (known, nil) }
            return (
                nil, LayoutSnapshot(of: index, in: &store, range: range, scale: scale, .changes(expanded: []))
            )
        }
        guard let captured else { throw LaminaError(.invalidHandle, "the tree no longer exists: it was released") }
        if let known = captured.current { return known }
        guard let snapshot = captured.snapshot else { return .empty }
        return try layOut(snapshot, storingOn: worker, stackIsDeep: threadCount > 0)
    }
}

extension Engine {
    /// Whether all that is near enough to be drawn of a node and below it is drawn; false when it is on no surface.
    public func isDrawn(_ node: NodeID) -> Bool {
        let place = context.nodes.withLock { store -> LayerPlace in
            store.find(node).map { self.place(of: $0, node, in: store) } ?? LayerPlace()
        }
        guard place.layer >= 0, let presentation = surfaces[place.surface] else { return false }
        return presentation.tree.isDrawn(place.layer)
    }
}
