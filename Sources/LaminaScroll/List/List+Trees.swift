public import LaminaDisplay
public import LaminaGeometry
import LaminaList
import LaminaLock
import LaminaNode

/// Cells that are trees of the host's.
extension List {
    /// How rows of a kind are shown: by trees, or for nil not at all.
    public func setTrees(_ maker: (any CellTreeMaker)?, kind: UInt16, in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        forms.set(maker.map { .trees($0) }, kind: kind)
        Self.release(trees.takeAll(kind), in: engine)
        form += 1
        update(in: engine)
    }

    /// Puts a tree that has its size into the list, in the place of what the row showed before.
    func show(_ tree: NodeID, _ size: Size, _ look: CellLook, in cell: Cell, in engine: Engine) {
        if tree != cell.node && (trees.contains(tree) || cells.values.contains { $0.node == tree }) {
            let error = LaminaError(.invalidState, "the cell callback gave it the tree of another row")
            return fail(cell, look, error, in: engine)
        }
        let before = cell.node
        let (wasTree, wasPlaceholder) = (cell.isTree, cell.isPlaceholder)
        settle(cell, look, .tree, size)
        if before != tree {
            cell.node = tree
            cell.place = nil
            cell.state = nil
            (cell.isHidden, cell.isAnimated) = (true, false)
        }
        var discarded = Discarded()
        var failure: LaminaError?
        let isThere = engine.context.nodes.withLock { store -> Bool in
            guard let parent = store.find(self.node), let index = store.find(tree) else { return false }
            store.setFrame(Rect(origin: store[index].frame.origin, size: size), of: index)
            if before == tree { return true }
            // Until the update that follows says how near it is.
            store.setInterfaceLimit([], of: index)
            do throws(LaminaError) {
                // What leaves stays in sight until what comes is drawn.
                if wasTree, let before, let old = store.find(before), store[old].parent == parent {
                    try store.replace(old, of: parent, with: index, &discarded)
                } else {
                    try store.add(index, to: parent, &discarded)
                }
                return true
            } catch {
                failure = error
                return false
            }
        }
        _ = consume discarded
        if let failure {
            let row = title(ofRow: cell.row, look.identity, in: engine)
            engine.note(level: 2, "the tree of \(row) cannot be shown: \(failure.message)")
        }
        if before == tree { return }
        if let before, wasPlaceholder {
            cell.under = before
        } else if let before {
            let old = Cell(row: cell.row)
            (old.content, old.observer, old.drawn, old.node) = (wasTree ? .tree : nil, cell.observer, look, before)
            cell.observer = nil
            drop(old, in: engine)
        }
        if isThere { observe(tree, cell, in: engine) }
    }

    /// A tree shows no row any more.
    func retire(_ tree: NodeID, _ cell: Cell, in engine: Engine) {
        var discarded = Discarded()
        engine.context.nodes.withLock { store in
            guard let index = store.find(tree) else { return }
            if let observer = cell.observer { _ = store.removeLayoutObserver(observer, of: index, &discarded) }
            let parent = store.find(self.node)
            // Before it leaves: observers are to let go of what they loaded.
            store.setInterfaceLimit([], of: index)
            if store[index].parent == parent { store.remove(index, &discarded) }
            store.clearPresented([.position, .zPosition], of: index)
            if cell.isAnimated { store.clearPresented([.opacity, .transform], of: index) }
        }
        _ = consume discarded
        cell.observer = nil
        cell.state = nil
        (cell.isHidden, cell.isAnimated) = (true, false)
        giveBack(tree, cell.drawn?.kind ?? 0, in: engine)
    }

    /// Keeps a tree for another row, or releases it.
    func giveBack(_ tree: NodeID, _ kind: UInt16, in engine: Engine) {
        // The host gave one tree to two rows: it is still the other's.
        if trees.contains(tree) || cells.values.contains(where: { $0.node == tree }) { return }
        if case .trees = forms[kind], !isEnded, trees.give(tree, kind) { return }
        Self.release([tree], in: engine)
    }

    static func release(_ trees: [NodeID], in engine: Engine) {
        if trees.isEmpty { return }
        var discarded = Discarded()
        engine.context.nodes.withLock { store in
            for tree in trees {
                guard let index = store.find(tree) else { continue }
                store.setInterfaceLimit(nil, of: index)
                _ = store.release(index, &discarded)
            }
        }
        _ = consume discarded
    }

    // MARK: - Trees that change by themselves

    private func observe(_ tree: NodeID, _ cell: Cell, in engine: Engine) {
        let observer = CellObserver(self)
        engine.context.nodes.withLock { store in
            if let index = store.find(tree) {
                cell.observer = store.addLayoutObserver(observer, to: index, measures: true)
            }
        }
    }

    /// What a tree would measure may be another: it is measured anew, and has its size until then.
    fileprivate func remeasure(_ tree: NodeID) {
        guard !isEnded, let engine = scrolling?.engine, let cell = cells.values.first(where: { $0.node == tree }),
            let look = cell.drawn
        else { return }
        // Another tree is on its way.
        if let work = cell.work, !work.isRefit { return }
        cancelWork(of: cell, in: engine)
        let work = CellWork(
            self, cell, look, .refit, range: axis.range(scroll.extents.constraint(cell.row)), tree: tree)
        cell.work = work
        works += 1
        do throws(LaminaError) {
            work.operation = try parts.post(work, priority: 1)
        } catch {
            cell.work = nil
            works -= 1
        }
    }
}

/// Tells a list when the size of a cell's tree may be another.
private final class CellObserver: LayoutObserver, @unchecked Sendable {
    // Observers are called on the owner thread, where the list lives.
    private weak let list: List?

    init(_ list: List) { self.list = list }

    func layout(of node: NodeID, _ event: LayoutEvent, size: Size) {
        if event == .naturalSize { list?.remeasure(node) }
    }
}
