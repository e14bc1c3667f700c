public import LaminaDisplay
public import LaminaGeometry
import LaminaList
import LaminaMotion

/// Which rows are selected, and which a pointer is down on. By identity: rows keep it wherever they go.
public struct RowSelection: Sendable {
    public enum Mode: Int32, Sendable {
        case none = 0
        case single
        case multiple
    }

    var mode = Mode.none
    private(set) var selected: Set<UInt64> = []
    var highlighted: UInt64?
    /// Where a range begins that is extended by keys, and where it ends.
    var anchor: UInt64?
    var cursor: UInt64?

    /// It refers to no row.
    var isEmpty: Bool { selected.isEmpty && highlighted == nil && cursor == nil }

    func marks(_ identity: UInt64) -> RowMarks {
        var marks: RowMarks = []
        if !selected.isEmpty && selected.contains(identity) { marks.insert(.selected) }
        if highlighted == identity { marks.insert(.highlighted) }
        return marks
    }

    /// Whether anything changed.
    mutating func set(_ rows: Set<UInt64>) -> Bool {
        defer { selected = rows }
        return rows != selected
    }

    /// A row goes; keys go on from another one, if they stood at it. Whether it was selected.
    mutating func forget(_ identity: UInt64, for other: @autoclosure () -> UInt64?) -> Bool {
        if highlighted == identity { highlighted = nil }
        if cursor == identity { cursor = other() }
        if anchor == identity { anchor = other() }
        return selected.remove(identity) != nil
    }
}

extension List {
    func marks(of row: Int) -> RowMarks { selection.marks(rows[row].identity) }

    public func marksNow(of row: Int) throws(LaminaError) -> RowMarks {
        try check(row)
        return marks(of: row)
    }

    /// What taps select; what is selected and would be too much is not any more.
    public func setSelectionMode(_ mode: RowSelection.Mode, in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        selection.mode = mode
        if mode == .none || (mode == .single && selection.selected.count > 1) { select([], in: engine) }
    }

    /// Selects a row, in place of others where one can be, or ends that.
    public func setSelected(_ isSelected: Bool, _ row: Int, in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        try check(row)
        try checkSelecting()
        var rows = selection.selected
        let identity = self.rows[row].identity
        if isSelected {
            rows = selection.mode == .single ? [identity] : rows.union([identity])
        } else {
            rows.remove(identity)
        }
        (selection.anchor, selection.cursor) = (identity, identity)
        select(rows, in: engine)
    }

    /// The rows that are selected, in their order.
    public var selectedRows: [Int] {
        settleRows()
        return selection.selected.isEmpty ? [] : rows.indices.filter { selection.selected.contains(rows[$0].identity) }
    }

    /// Moves the selection by items, as arrow keys do, and brings it into view; `extends`: the rows from where the
    /// selection began to there, where several can be selected.
    public func moveSelection(by distance: Int, extends: Bool, in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        try checkSelecting()
        guard let to = item(currentRow, distance) else { return }
        try select(to: to, extends: extends, in: engine)
    }

    /// The row that keys go on from.
    var currentRow: Int? { selection.cursor.flatMap { row(of: $0) } }

    private func row(of identity: UInt64) -> Int? {
        // Mostly it is in view.
        cells.values.first { rows[$0.row].identity == identity }?.row ?? rows.firstIndex { $0.identity == identity }
    }

    /// Selects a row, or all from where the selection began to there, and brings it into view.
    func select(to row: Int, extends: Bool, in engine: Engine) throws(LaminaError) {
        selection.cursor = rows[row].identity
        var chosen: Set<UInt64> = [rows[row].identity]
        if extends, selection.mode == .multiple, let first = selection.anchor.flatMap({ self.row(of: $0) }) {
            for other in min(first, row)...max(first, row) where rows[other].role == .item {
                chosen.insert(rows[other].identity)
            }
        } else {
            selection.anchor = rows[row].identity
        }
        select(chosen, in: engine)
        try reveal(row, in: engine)
    }

    private func checkSelecting() throws(LaminaError) {
        if selection.mode != .none { return }
        throw LaminaError(
            .invalidState, "the list's rows cannot be selected: set another mode with lamina_list_set_selection()")
    }

    /// The item so many items away; the first or last where there are not so many.
    func item(_ from: Int?, _ distance: Int) -> Int? {
        guard let from else {
            return distance < 0 ? rows.lastIndex { $0.role == .item } : rows.firstIndex { $0.role == .item }
        }
        var (found, left) = (from, distance.magnitude)
        var next = from
        while left > 0 {
            next += distance < 0 ? -1 : 1
            guard rows.indices.contains(next) else { break }
            if rows[next].role != .item { continue }
            found = next
            left -= 1
        }
        return found
    }

    /// Scrolls no farther than it takes to see all of a row.
    func reveal(_ row: Int, in engine: Engine) throws(LaminaError) {
        try scroll(toRow: row, .nearest, in: engine)
    }

    func select(_ rows: Set<UInt64>, in engine: Engine) {
        if !selection.set(rows) { return }
        events.add(ListEvent(.selectionChanged), from: self)
        update(in: engine)
    }

    /// Before rows go: they are selected no more. Keys go on from the item that takes the place of the one that they
    /// stood at, else from the last one before it.
    func deselect(_ gone: [Int], staying: (Int) -> Bool) {
        if selection.isEmpty { return }
        func isNext(_ row: Int) -> Bool { rows[row].role == .item && staying(row) }
        var isOther = false
        for row in gone where !staying(row) {
            let wasSelected = selection.forget(
                rows[row].identity,
                for: ((row..<rows.count).first(where: isNext) ?? (0..<row).last(where: isNext))
                    .map { rows[$0].identity })
            if wasSelected { isOther = true }
        }
        if isOther { events.add(ListEvent(.selectionChanged), from: self) }
    }

    // MARK: - Touches

    /// Whether taps mean anything.
    var takesTaps: Bool { selection.mode != .none || events.hasObservers }

    func highlight(_ identity: UInt64?, in engine: Engine) {
        if selection.highlighted == identity || !takesTaps { return }
        selection.highlighted = identity
        update(in: engine)
    }

    /// A pointer went down on a row and up again.
    func tap(_ identity: UInt64, in engine: Engine) {
        guard takesTaps, let row = cells.values.first(where: { rows[$0.row].identity == identity })?.row else { return }
        events.add(ListEvent(.tap, row: row, identity: identity), from: self)
        if selection.mode == .none || rows[row].role != .item { return }
        let isSelected = selection.selected.contains(identity)
        try? setSelected(selection.mode == .single || !isSelected, row, in: engine)
    }
}
