import LaminaAnimation
public import LaminaDisplay
public import LaminaGeometry
import LaminaList
import LaminaLock
import LaminaNode

/// Lines between the items of a list of one column.
public struct RowSeparators: Equatable, Sendable {
    public var color = Color.clear
    /// Along the axis; a pixel at least.
    public var thickness = 1.0
    /// How far they keep off the sides, from where text begins to where it ends.
    public var leading = 0.0
    public var trailing = 0.0

    public init() {}

    var areShown: Bool { color.alpha > 0 }
}

/// A line is a node with a background, which stands in the space of rows: scrolling costs nothing for it, and what
/// moves a row moves its line.
extension List {
    public func setSeparators(_ new: RowSeparators, in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        if new == separators { return }
        separators = new
        for cell in cells.values { clearLine(of: cell, in: engine) }
        update(in: engine)
    }

    /// Where the line behind a cell stands; nil where there is none: it stands between two items.
    func linePlace(of cell: Cell, at place: Cell.Place) -> Cell.Place? {
        guard separators.areShown, cell.node != nil, scroll.extents.layout.form == .column, cell.row + 1 < rows.count,
            rows[cell.row].role == .item, rows[cell.row + 1].role == .item, axis.length(place.size) > 0
        else { return nil }
        let thickness = max(1, (separators.thickness * scale).rounded()) / scale
        let isLeftToRight = axis.isHorizontal || !surroundings.isRightToLeft
        let near = isLeftToRight ? separators.leading : separators.trailing
        let breadth = scroll.extents.frame(cell.row).breadth - separators.leading - separators.trailing
        if breadth <= 0 { return nil }
        // The last pixels of the row, or the middle of what lies between it and the next.
        let gap = scroll.extents.gap
        let inset = gap > 0 ? -((gap + thickness) / 2 * scale).rounded() / scale : -thickness
        let shift = gap > 0 ? -inset - thickness : inset
        var origin = place.origin
        if axis.isHorizontal {
            origin.x += axis.isReversed ? -shift - thickness : place.size.width + shift
            origin.y = scroll.extents.frame(cell.row).side + near
        } else {
            origin.y += axis.isReversed ? -shift - thickness : place.size.height + shift
            origin.x = scroll.extents.frame(cell.row).side + near
        }
        return Cell.Place(origin: origin, size: axis.size(length: thickness, breadth: breadth))
    }

    /// Brings the line behind a cell to where it stands; what is to be presented of it.
    func placeLine(of cell: Cell, at place: Cell.Place, in engine: Engine) -> PresentedChange? {
        guard let goal = linePlace(of: cell, at: place) else {
            clearLine(of: cell, in: engine)
            return nil
        }
        if cell.line?.place == goal { return nil }
        guard let node = cell.line?.node ?? takeLine(in: engine) else { return nil }
        let line = cell.line ?? Cell.Line(node: node, place: Cell.Place(origin: .zero, size: .zero))
        fit(line, to: goal, in: engine)
        if cell.isAnimated { engine.animator.stop(node, in: engine) }
        cell.line = Cell.Line(node: node, place: goal)
        var values = PresentedValues(position: goal.center)
        values.fields.insert([.opacity, .zPosition])
        values.zPosition = 0.5
        return PresentedChange(node, values)
    }

    /// Gives a line another size.
    func fit(_ line: Cell.Line, to goal: Cell.Place, in engine: Engine) {
        if line.place.size == goal.size { return }
        engine.context.nodes.withLock { store in
            guard let index = store.find(line.node) else { return }
            store.setFrame(Rect(origin: .zero, size: goal.size), of: index)
            store.setBackground(separators.color, of: index)
        }
    }

    func clearLine(of cell: Cell, in engine: Engine) {
        guard let line = cell.line.take() else { return }
        if cell.isAnimated { engine.animator.stop(line.node, in: engine) }
        engine.setPresented([PresentedChange(line.node, Self.hidden)])
        lines.give(line.node)
    }

    private func takeLine(in engine: Engine) -> NodeID? {
        if let node = lines.take() { return node }
        makeNodes(for: &lines, in: engine)
        return lines.take()
    }
}
