public import LaminaDisplay
public import LaminaGeometry
import LaminaList
import LaminaLock
public import LaminaNode

/// What stands in the place of rows that are seen and not drawn yet: an empty node, with the placeholder of their kind.
/// The picture that comes takes the same node, and fades in as the contents of any node do.
extension List {
    /// The placeholder of rows of a kind; nil: the list's node shows.
    public func setPlaceholder(
        _ placeholder: NodePlaceholder?, kind: UInt16, in engine: Engine
    ) throws(LaminaError) {
        try checkChangeable()
        placeholders[kind] = placeholder
        placeholders[kind]?.persists = true
        // A new child shows after a layout only, for which workers may have no time when it is needed.
        if placeholder != nil && nodes.all.isEmpty { makeNodes(for: &nodes, in: engine) }
        for cell in cells.values where cell.isPlaceholder && rows[cell.row].kind == kind {
            clearPlace(cell, in: engine)
        }
        update(in: engine)
    }

    /// Has rows in view that have nothing to show keep their places.
    func showPlaceholders(_ visible: [Int], in engine: Engine) {
        if placeholders.isEmpty { return }
        for row in visible where rows[row].role != .start && scroll.extents.length(row) > 0 {
            guard let placeholder = placeholders[rows[row].kind] else { continue }
            let cell = cells[row] ?? Cell(row: row)
            cells[row] = cell
            if cell.hasFailed {
                if cell.isPlaceholder { clearPlace(cell, in: engine) }
            } else if cell.content == nil {
                show(placeholder, in: cell, in: engine)
            }
        }
    }

    private func show(_ placeholder: NodePlaceholder, in cell: Cell, in engine: Engine) {
        let frame = scroll.extents.frame(cell.row)
        let size = axis.size(length: frame.length, breadth: frame.breadth)
        if cell.node != nil && cell.size == size { return }
        let isNew = cell.node == nil
        guard let node = cell.node ?? takeNode(in: engine) else { return }
        if isNew { cell.place = nil }
        (cell.node, cell.size) = (node, size)
        var discarded = Discarded()
        engine.context.nodes.withLock { store in
            guard let index = store.find(node) else { return }
            store.setFrame(Rect(origin: .zero, size: size), of: index)
            store.changePlaceholder(of: index, &discarded) { $0 = placeholder }
        }
        _ = consume discarded
    }

    /// Before another picture of a row: that fades in where the placeholder of its kind says so. It has none while it
    /// shows what was drawn ahead of its coming into view, which is there at once.
    func fadeChange(of node: NodeID, _ placeholder: NodePlaceholder?, in engine: Engine) {
        guard let placeholder, placeholder.fadesChanges else { return }
        var discarded = Discarded()
        engine.context.nodes.withLock { store in
            guard let index = store.find(node) else { return }
            store.changePlaceholder(of: index, &discarded) { $0 = placeholder }
        }
        _ = consume discarded
    }

    /// Placeholders below trees that are drawn now have done their work.
    func endPlaceholders(in engine: Engine) {
        if placeholders.isEmpty { return }
        for cell in cells.values where cell.under != nil && !isDrawing(cell.row) {
            if let under = cell.under.take() { clearPicture(under, in: engine) }
        }
    }

    /// Takes the placeholder from a cell; work on it goes on.
    private func clearPlace(_ cell: Cell, in engine: Engine) {
        clear(cell, isLeaving: false, in: engine)
        cell.place = nil
    }
}
