public import LaminaDisplay
public import LaminaGeometry
public import LaminaList

/// Changes of the rows. Whatever changes, the row that the reader looks at stays in its place.
extension List {
    /// Another state of the data: what went, came, moved or changed is found by identity. Where much has, a worker
    /// looks for it, and the owner's next turns take it over; until then the list shows what it showed.
    public func setRows(_ new: Rows, in engine: Engine) throws(LaminaError) {
        try checkChangeable(settlesRows: false)
        try checkCount(new.count)
        let isSame = rows == new
        if !isSame { try check(new) }
        let wasPending = cancelDiff()
        if isSame {
            if wasPending { update(in: engine) }
            return
        }
        if rows.isEmpty {
            beginMotion(in: engine)
            rows = new
            sections = SectionTable(new)
            scroll.fill(new, wideRows: sections.wideRows)
            placeRows()
            noteSections()
            noteMotion { _ in false }
            update(in: engine)
        } else if let change = rows.countChange(to: new) {
            apply(change, in: engine) { $0 = new }
        } else {
            let (old, new) = (rows.array, new.array)
            if Diff.span(old: old, new: new) > Self.mostAtOnce && beginDiff(old, new, in: engine) { return }
            apply(RowsFound(old: old, new: new), in: engine)
        }
    }

    /// The rows that were given last; nil while a worker looks for what is other about them.
    public var givenRows: Rows? { updates.diff == nil ? rows : nil }

    /// Changes that span so many rows are found at once: that takes some tenths of a millisecond.
    static let mostAtOnce = 4000

    public func insertRows(_ added: [Row], at index: Int, in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        guard index >= 0, index <= rows.count else {
            throw LaminaError(
                .outOfRange, "index is \(UInt(bitPattern: index)); 0 to \(rows.count), the number of rows, is needed")
        }
        try checkCount(rows.count + added.count)
        try check(added, at: index)
        let map = IndexMap(oldCount: rows.count, deleted: [], inserted: Array(index..<index + added.count))
        apply(RowChange(map: map), in: engine) { $0.insert(contentsOf: added, at: index) }
    }

    public func removeRows(at index: Int, count: Int, in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        guard index >= 0, count >= 0, index <= rows.count, count <= rows.count - index else {
            throw LaminaError(
                .outOfRange,
                "index is \(UInt(bitPattern: index)) and count \(UInt(bitPattern: count)); the list has "
                    + "\(rows.count) rows")
        }
        let range = index..<index + count
        let map = IndexMap(oldCount: rows.count, deleted: Array(range), inserted: [])
        apply(RowChange(map: map), in: engine) { $0.removeSubrange(range) }
    }

    /// Moves a row to stand at `to` after the move.
    public func moveRow(from: Int, to: Int, in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        try check(from)
        try check(to)
        if from == to { return }
        let map = IndexMap(oldCount: rows.count, deleted: [from], inserted: [to])
        apply(RowChange(map: map, moves: [Move(from: from, to: to)]), in: engine) { rows in
            rows.insert(rows.remove(at: from), at: to)
        }
    }

    /// The content of a row changed: it is drawn anew, and what shows stays until then.
    public func updateRow(_ index: Int, version: UInt64, in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        try check(index)
        if rows[index].version == version { return }
        beginMotion(in: engine)
        forgetMeasurements(of: [index])
        rows[index].version = version
        noteMotion { $0 == index }
        update(in: engine)
    }

    /// As many rows as a list can have.
    func checkCount(_ count: Int) throws(LaminaError) {
        if count > List.maximumRows {
            throw LaminaError(
                .outOfRange, "the list would have \(count) rows; at most \(List.maximumRows) are possible")
        }
    }

    public static var maximumRows: Int { 4_000_000 }
    public static var maximumKind: UInt32 { 0x7FFF }

    /// Rows that would be taken for each other; looked for where they are so few that it takes no time that matters.
    func check(_ new: Rows) throws(LaminaError) {
        if new.isCounted || new.count > Self.mostAtOnce { return }
        guard let (first, second) = new.firstEqual else { return }
        throw Self.equal(first, second, new[first].identity)
    }

    private func check(_ added: [Row], at index: Int) throws(LaminaError) {
        if added.isEmpty || rows.count + added.count > Self.mostAtOnce { return }
        if let (first, second) = Rows(added).firstEqual {
            throw Self.equal(index + first, index + second, added[first].identity)
        }
        let identities = Set(added.map(\.identity))
        guard let row = rows.firstIndex(where: { identities.contains($0.identity) }),
            let place = added.firstIndex(where: { $0.identity == rows[row].identity })
        else { return }
        throw LaminaError(
            .invalidArgument,
            "rows[\(place)] has the identity \(rows[row].identity), as row \(row) of the list: each needs its own")
    }

    private static func equal(_ first: Int, _ second: Int, _ identity: UInt64) -> LaminaError {
        LaminaError(
            .invalidArgument, "rows \(first) and \(second) have one identity, \(identity): each needs its own")
    }

    func apply(_ found: RowsFound, in engine: Engine) {
        let (diff, new) = (found.diff, found.new)
        if !diff.updates.isEmpty { forgetMeasurements(of: diff.updates) }
        if let change = found.change {
            apply(change, made: found.made, in: engine) { $0 = Rows(new) }
        } else if !diff.updates.isEmpty {
            for index in diff.updates where rows[index].kind != new[index].kind {
                scroll.replaceKind(of: index, with: new[index].kind)
            }
            beginMotion(in: engine)
            rows = Rows(new)
            let others = Set(diff.updates)
            noteMotion(isOther: others.contains)
            update(in: engine)
        }
    }

    /// What rows of another content measure is not known any more; those that show something keep their sizes until
    /// they are drawn again. `changed`: ascending.
    private func forgetMeasurements(of changed: [Int]) {
        scroll.forgetMeasurements(of: changed.filter { cells[$0]?.content == nil })
    }

    /// `edit` does to the rows what `change` says; `made`: what a worker made of it. `reloaded`: rows that are made
    /// anew though they may look the same, in the new numbering.
    func apply(
        _ change: RowChange, reloaded: [Int] = [], made: RowsFound.Made? = nil, in engine: Engine,
        _ edit: (inout Rows) -> Void
    ) {
        endPagesSoon("the rows of the list have changed before all was drawn")
        beginMotion(in: engine)
        // Many rows may move: each is looked up once.
        let targets = Dictionary(change.moves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
        let newIndex = { (row: Int) in change.map.newIndex(row) ?? targets[row] }
        deselect(change.map.deleted) { newIndex($0) != nil }
        let before = cells.mapValues { rows[$0.row] }
        edit(&rows)
        if let made { sections = made.sections } else { sections.apply(change.map, rows) }
        let wideRows = made?.wideRows ?? sections.wideRows
        scroll.change(change) { [rows] extents in
            let isMade = made.map { extents.adopt($0.extents, change) } ?? false
            if !isMade { extents.apply(change) { rows[$0].kind } }
            extents.wideRows = wideRows
        }
        // A row of another kind is measured anew.
        var kept: [Int: Cell] = [:]
        var others = Set(reloaded)
        for (row, cell) in cells {
            guard let to = newIndex(row), kept[to] == nil else {
                drop(cell, in: engine)
                continue
            }
            if let was = before[row] {
                if was.kind != rows[to].kind { scroll.replaceKind(of: to, with: rows[to].kind) }
                if was.version != rows[to].version { others.insert(to) }
            }
            cell.row = to
            kept[to] = cell
        }
        cells = kept
        for row in reloaded { cells[row]?.reload += 1 }
        scroller.aim = scroller.aim.flatMap { aim in
            newIndex(aim.id).map { ScrollAim(id: $0, alignment: aim.alignment) }
        }
        placeRows()
        noteSections()
        contentMoved()
        noteMotion(moved: change.moves.map(\.to), isOther: others.contains)
        update(in: engine)
    }
}
