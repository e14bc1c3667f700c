import LaminaAnimation
import LaminaDisplay
import LaminaGeometry
import LaminaList
import LaminaNode

/// How rows show what a transition changes of them: those that stay move from where they are shown, also to make room
/// for what is measured later; those that go leave; those that come, or have other contents, appear once drawn.
struct RowsMotion {
    /// In the transition, as long as something is still to begin.
    fileprivate(set) var share: TransitionShare?
    /// Rows in view that are to appear, each with its delay, and those whose contents are to fade.
    fileprivate var coming: [UInt64: Double] = [:]
    fileprivate var changing: Set<UInt64> = []
    /// Rows that the change puts elsewhere among the others.
    fileprivate var moved: Set<UInt64> = []
    /// It has not been scrolled fast.
    fileprivate var fades = true
    /// Cells that rows have lost in a change, with the way of those that go out of the view.
    fileprivate var leaving: [(cell: Cell, way: Point?)] = []
    /// Cells that show something at the beginning of a change, and what the list showed at its corner then.
    fileprivate var before: (cells: Set<ObjectIdentifier>, origin: Point)?

    /// The point of the node's space at its corner, as long as a change moves rows.
    var origin: Point? { before?.origin }

    /// Rows that scroll fast do not fade: those of half a view in a step.
    static let fast = 0.5
}

extension List {
    // MARK: - A change

    /// Before a change of rows: takes part in the transition that is open.
    func beginMotion(in engine: Engine) {
        if motion.share?.isOpen != true, let share = engine.driver(Animator.self)?.takeShare(for: node) {
            (motion.share, motion.fades) = (share, true)
        } else if let share = motion.share, !share.isOpen, share.isHeld || !movesCells(in: engine) {
            // It is over: what changes now is there at once.
            motion = RowsMotion()
        }
        noteShown()
    }

    private func movesCells(in engine: Engine) -> Bool {
        cells.values.contains { cell in cell.isAnimated && cell.node.map { engine.animator.moves($0) } ?? false }
    }

    /// Before something else that may put rows elsewhere.
    func noteShown() {
        guard motion.share != nil, let lastOrigin else { return }
        motion.before = (Set(cells.values.lazy.filter { $0.node != nil }.map(ObjectIdentifier.init)), lastOrigin)
    }

    /// Behind it: what it brought into view appears. `isOther`: rows with other contents, by their number now; `moved`:
    /// those that are put elsewhere among the others.
    func noteMotion(moved: some Sequence<Int> = [], isOther: (Int) -> Bool) {
        guard let share = motion.share else { return }
        motion.moved.formUnion(moved.lazy.map { self.rows[$0].identity })
        var order = 0.0
        for row in scroll.extents.rows(from: scroll.offset, to: scroll.offset + scroll.view) ?? 0..<0 {
            if cells[row].map({ $0.node == nil || farWay(of: $0) != nil }) ?? true {
                motion.coming[rows[row].identity] = order * share.stagger
                order += 1
            } else if isOther(row) {
                motion.changing.insert(rows[row].identity)
            }
        }
    }

    /// Whether a cell is seen before a change.
    private func wasSeen(_ cell: Cell) -> Bool {
        guard let before = motion.before, before.cells.contains(ObjectIdentifier(cell)) else { return false }
        return isSeen(cell, from: before.origin)
    }

    /// Whether a cell stands in the view.
    private func isSeen(_ cell: Cell, from origin: Point?) -> Bool {
        guard let place = cell.place, let origin else { return false }
        let start = axis.length(place.origin) - axis.length(origin)
        return start < scroll.view && start + axis.length(place.size) > 0
    }

    /// Whether a cell out of range is on its way there, or sets out for it.
    func isOnItsWay(_ cell: Cell, in engine: Engine) -> Bool {
        guard let node = cell.node else { return false }
        if motion.share != nil && wasSeen(cell) { return true }
        return cell.isAnimated && engine.animator.moves(node)
    }

    /// The way of a cell that a change puts farther away than it takes to leave the view: that far. Nobody would see
    /// what goes on to such a place, or for most of its time what comes from there.
    func farWay(of cell: Cell) -> Point? {
        guard let before = motion.before, before.cells.contains(ObjectIdentifier(cell)), let was = cell.place,
            !was.isAbove, cell.row != pinned?.row
        else { return nil }
        var frame = scroll.extents.frame(cell.row)
        frame.top -= scroll.offset
        let now = axis.rect(frame, view: scroll.view)
        let way = axis.length(now.origin) - (axis.length(was.origin) - axis.length(before.origin))
        let most = scroll.view + max(axis.length(was.size), axis.length(now.size))
        return abs(way) > most ? axis.point(along: way < 0 ? -most : most, across: 0) : nil
    }

    /// Rows that a change takes far out of the view leave it.
    func dropFarCells(in engine: Engine) {
        if motion.before == nil { return }
        for cell in cells.values.sorted(by: { $0.row < $1.row }) where !isSeen(cell.row) {
            guard isOnItsWay(cell, in: engine), let way = farWay(of: cell) else { continue }
            cells[cell.row] = nil
            drop(cell, way: way, in: engine)
        }
    }

    /// Whether a cell that is let go of is seen, and leaves at the end of the change.
    func leavesLater(_ cell: Cell, way: Point?, in engine: Engine) -> Bool {
        guard motion.share != nil, cell.node != nil, wasSeen(cell) || isOnItsWay(cell, in: engine) else { return false }
        motion.leaving.append((cell, way))
        return true
    }

    /// Has rows that are gone leave as the transition says, and others the view.
    func leave(origin: Point, in engine: Engine) {
        guard let share = motion.share, let before = motion.before, !motion.leaving.isEmpty else { return }
        let leaving = motion.leaving.sorted { $0.cell.row < $1.cell.row }
        motion.leaving = []
        let shift = origin - before.origin
        for (cell, way) in leaving {
            guard let node = cell.node else { continue }
            // What is gone lies below all that stays; but a header that is held at the top stands above what comes.
            let order = way != nil ? movingOrder(of: cell) : cell.place?.isAbove == true ? nil : -1
            let goal = way.flatMap { way in cell.place.map { $0.center + shift + way } }
            let isLeaving = engine.animator.leave(node, to: goal, order: order, shift: shift, share, in: engine)
            leaveLine(of: cell, way: way, order: way == nil ? order : lineOrder(of: cell), origin: origin, in: engine)
            clear(cell, isLeaving: isLeaving, in: engine)
        }
    }

    /// Scrolled by hand or by command.
    func noteScrolled(by distance: Double) {
        if motion.share == nil || abs(distance) < scroll.view * RowsMotion.fast { return }
        (motion.coming, motion.changing, motion.fades) = ([:], [], false)
    }

    /// Once nothing is to begin any more the transition may be over.
    func endMotion(in engine: Engine) {
        guard let share = motion.share else { return }
        let isWaiting = { (identity: UInt64) in
            self.cells.values.contains { self.rows[$0.row].identity == identity && $0.work != nil }
        }
        if works < workLimit {
            motion.coming = motion.coming.filter { isWaiting($0.key) }
            motion.changing = motion.changing.filter(isWaiting)
        }
        if !motion.coming.isEmpty || !motion.changing.isEmpty || isPreparing { return }
        engine.animator.give(back: share)
        // What is measured later corrects what moves yet.
        if !movesCells(in: engine) { motion = RowsMotion() }
    }

    /// The list ends.
    func abandonMotion(in engine: Engine) {
        guard let share = motion.share else { return }
        motion = RowsMotion()
        engine.animator.give(back: share)
    }

    // MARK: - A cell

    /// Before a row shows another picture: whether a transition fades out the one before.
    func fadeContents(of cell: Cell, in engine: Engine) -> Bool {
        guard let share = motion.share, let node = cell.node,
            motion.changing.remove(rows[cell.row].identity) != nil
        else { return false }
        engine.animator.fadeContents(of: node, share, in: engine)
        return true
    }

    /// A row that shows for the first time.
    func appear(_ cell: Cell, in engine: Engine) {
        guard let share = motion.share, let node = cell.node else { return }
        let known = motion.coming.removeValue(forKey: rows[cell.row].identity)
        // Others come into view because some turn out to be shorter than was thought.
        guard let delay = known ?? (motion.fades && isSeen(cell, from: lastOrigin) ? 0 : nil) else { return }
        cell.isAnimated = true
        // A header that stays in view stands above the others.
        let isBelow = rows[cell.row].role != .header
        engine.animator.appear(node, isBelow: isBelow, delay: delay, share, in: engine)
        appearLine(of: cell, isBelow: isBelow, delay: delay, share, in: engine)
    }

    /// The end of a change, with the cells that stand elsewhere in the space of the list's node.
    func move(_ cells: [(cell: Cell, place: Cell.Place)], origin: Point, in engine: Engine) {
        guard let share = motion.share, let before = motion.before else { return }
        let shift = origin - before.origin
        var order = 0.0
        for (cell, place) in cells {
            guard let node = cell.node, let was = cell.place else { continue }
            // What grows keeps its corner.
            let grown = Point(
                x: (place.size.width - was.size.width) / 2, y: (place.size.height - was.size.height) / 2)
            cell.place = place
            cell.isAnimated = true
            let delay = order * share.stagger
            engine.animator.move(
                node, from: was.center, shift: shift + grown, to: place.center, delay: delay, share, in: engine)
            moveLine(of: cell, from: was, to: place, origin: origin, delay: delay, in: engine)
            order += 1
        }
    }

    /// How far above others a row moves: rows that the change moves above those that make room for them, and of both
    /// the later ones. Below headers that stay in view.
    func movingOrder(of cell: Cell) -> Double {
        if scroll.extents.isOwn { return Double(cell.row) }
        let place = Double(cell.row + 1) / Double(rows.count + 1)
        return (place + (motion.moved.contains(rows[cell.row].identity) ? 1 : 0)) / 4
    }

    /// The line behind a row lies above that.
    func lineOrder(of cell: Cell) -> Double { movingOrder(of: cell) + 1 / Double(8 * rows.count + 8) }

    /// Whether a change moves a cell, rather than puts it elsewhere.
    func moves(_ cell: Cell, to place: Cell.Place, origin: Point) -> Bool {
        guard let before = motion.before, before.cells.contains(ObjectIdentifier(cell)), let was = cell.place,
            !was.isAbove, !place.isAbove
        else { return false }
        if farWay(of: cell) != nil { return false }
        let way = was.origin + (origin - before.origin) - place.origin
        if abs(way.x) > Self.nothing || abs(way.y) > Self.nothing { return true }
        return cell.isAnimated && place.size != was.size
    }

    /// What rounding makes of the sums of many heights.
    private static let nothing = 1e-6

    func endChange() { motion.before = nil }

    // MARK: - The line behind a cell

    func move(_ line: inout Cell.Line, from start: Point, delay: Double, origin: Point, in engine: Engine) {
        guard let share = motion.share, let before = motion.before else { return }
        line.isAnimated = true
        engine.animator.move(
            line.node, from: start, shift: origin - before.origin, to: line.place.center, delay: delay, share,
            in: engine)
    }

    private func appearLine(
        of cell: Cell, isBelow: Bool, delay: Double, _ share: TransitionShare, in engine: Engine
    ) {
        guard var line = cell.line, line.isNew else { return }
        (line.isNew, line.isAnimated) = (false, true)
        cell.line = line
        engine.animator.appear(line.node, isBelow: isBelow, delay: delay, share, in: engine)
    }

    /// Lines that are new behind rows that are not: what follows those is other now.
    func appearLines(in engine: Engine) {
        for cell in cells.values.sorted(by: { $0.row < $1.row }) where cell.line?.isNew == true {
            if let share = motion.share, motion.before != nil {
                appearLine(of: cell, isBelow: false, delay: 0, share, in: engine)
            } else {
                cell.line?.isNew = false
            }
        }
    }

    /// A cell has no line any more; in a change that leaves as a row does. `way`, `order`: with its row.
    func leaveLine(of cell: Cell, way: Point? = nil, order: Double? = nil, origin: Point, in engine: Engine) {
        guard let line = cell.line else { return }
        guard let share = motion.share, let shift = motion.before.map({ origin - $0.origin }),
            engine.animator.leave(
                line.node, to: way.map { line.place.center + shift + $0 }, order: order, shift: shift, share, in: engine
            )
        else { return clearLine(of: cell, in: engine) }
        cell.line = nil
        remove(line.node, from: &lines, in: engine)
    }
}

extension Cell.Place {
    /// Where the anchor of the node is.
    var center: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }
}
