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

    /// The line behind an item that fills `item`, in the last pixels of that or in the middle of the `gap` behind it;
    /// nil where the insets leave nothing of it.
    func line(behind item: Rect, gap: Double, axis: ListAxis, scale: Double, isRightToLeft: Bool) -> Rect? {
        let thickness = max(1, (self.thickness * scale).rounded()) / scale
        let isLeftToRight = axis.isHorizontal || !isRightToLeft
        let side = axis.side(item.origin) + (isLeftToRight ? leading : trailing)
        let breadth = axis.breadth(item.size) - leading - trailing
        if breadth <= 0 || axis.length(item.size) <= 0 { return nil }
        let behind = gap > 0 ? ((gap - thickness) / 2 * scale).rounded() / scale : -thickness
        let start = axis.length(item.origin)
        let along = axis.isReversed ? start - behind - thickness : start + axis.length(item.size) + behind
        return Rect(
            origin: axis.point(along: along, across: side), size: axis.size(length: thickness, breadth: breadth))
    }
}

/// A line is a node with a background, which stands in the space of rows and belongs to a cell: scrolling costs nothing
/// for it, and it comes, moves and goes as its row does.
extension List {
    public func setSeparators(_ new: RowSeparators, in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        if new == separators { return }
        separators = new
        for cell in cells.values { clearLine(of: cell, in: engine) }
        update(in: engine)
    }

    /// A line stands between two items of a column.
    func hasLine(behind row: Int) -> Bool {
        separators.areShown && scroll.extents.layout.form == .column && row + 1 < rows.count
            && rows[row].role == .item && rows[row + 1].role == .item
    }

    /// Where the line behind a cell stands; nil where there is none.
    private func linePlace(of cell: Cell, at place: Cell.Place) -> Cell.Place? {
        guard cell.node != nil, hasLine(behind: cell.row) else { return nil }
        let column = scroll.extents.column
        let item = Rect(
            origin: axis.point(along: axis.length(place.origin), across: column.side),
            size: axis.size(length: axis.length(place.size), breadth: column.breadth))
        let line = separators.line(
            behind: item, gap: scroll.extents.gap, axis: axis, scale: scale,
            isRightToLeft: surroundings.isRightToLeft)
        return line.map { Cell.Place(origin: $0.origin, size: $0.size) }
    }

    /// Brings the line behind a cell to where it stands; what is to be presented of it.
    func placeLine(of cell: Cell, at place: Cell.Place, origin: Point, in engine: Engine) -> PresentedChange? {
        guard let goal = linePlace(of: cell, at: place) else {
            leaveLine(of: cell, origin: origin, in: engine)
            return nil
        }
        if cell.line?.place == goal { return nil }
        guard var line = cell.line ?? takeLine(in: engine) else { return nil }
        fit(line, to: goal, in: engine)
        if line.isAnimated { engine.animator.stop(line.node, in: engine) }
        (line.place, line.isAnimated) = (goal, false)
        cell.line = line
        return PresentedChange(line.node, Self.shownLine(at: goal))
    }

    private static func shownLine(at place: Cell.Place) -> PresentedValues {
        var values = PresentedValues(position: place.center)
        values.fields.insert([.opacity, .zPosition])
        values.zPosition = lowered.zPosition
        return values
    }

    /// A line stands just above its row, also while that is below others.
    static let lowered = PresentedValues(zPosition: 1.0 / 1024)

    /// The line behind a cell that moves, from `was`, goes along with it.
    func moveLine(
        of cell: Cell, from was: Cell.Place, to place: Cell.Place, origin: Point, delay: Double, in engine: Engine
    ) {
        guard let goal = linePlace(of: cell, at: place), let start = cell.line?.place ?? linePlace(of: cell, at: was)
        else { return leaveLine(of: cell, origin: origin, in: engine) }
        guard var line = cell.line ?? takeLine(in: engine) else { return }
        fit(line, to: goal, in: engine)
        if line.isNew { engine.setPresented([PresentedChange(line.node, Self.shownLine(at: goal))]) }
        line.place = goal
        engine.setPresented([
            PresentedChange(line.node, PresentedValues(zPosition: lineOrder(of: cell)))
        ])
        move(&line, from: start.center, delay: delay, origin: origin, in: engine)
        cell.line = line
    }

    /// Gives a line another size.
    private func fit(_ line: Cell.Line, to goal: Cell.Place, in engine: Engine) {
        if line.place.size == goal.size { return }
        engine.context.nodes.withLock { store in
            guard let index = store.find(line.node) else { return }
            store.setFrame(Rect(origin: .zero, size: goal.size), of: index)
            store.setBackground(separators.color, of: index)
        }
    }

    func clearLine(of cell: Cell, in engine: Engine) {
        guard let line = cell.line.take() else { return }
        if line.isAnimated { engine.animator.stop(line.node, in: engine) }
        engine.setPresented([PresentedChange(line.node, Self.hidden)])
        lines.give(line.node)
    }

    private func takeLine(in engine: Engine) -> Cell.Line? {
        take(from: &lines, in: engine).map { Cell.Line(node: $0, place: Cell.Place(origin: .zero, size: .zero)) }
    }
}
