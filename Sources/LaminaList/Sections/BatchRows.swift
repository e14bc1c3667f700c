/// What a batch does to rows that follow each other, headers and footers among them.
public struct BatchRows: Sendable {
    public let change: RowChange
    /// Rows made anew in place, in the new numbering.
    public let reloaded: [Int]

    /// `old` and `rows`: all rows before and after. Nothing has happened when it throws.
    public init(_ batch: Batch, old: Rows, new rows: Rows) throws(BatchError) {
        let (before, after) = (Self.table(old, batch), Self.table(rows, batch))
        let result = try batch.resolve(old: before.counts, new: after.counts)
        let movedRows = Set(batch.moveRows.map(\.from))
        let movedSections = Set(batch.moveSections.map(\.from))
        var deleted: [Int] = []
        var moves: [Move<Int>] = []
        var isKept = [Bool](repeating: false, count: rows.count)
        var reloaded: [Int] = []
        func take(_ old: Int, _ new: Int?, moves isMoved: Bool) {
            if let new, !isMoved { isKept[new] = true } else { deleted.append(old) }
            if let new, isMoved { moves.append(Move(from: old, to: new)) }
        }
        for (number, section) in before.sections.enumerated() {
            let to = result.newSection(number).map { after.sections[$0] }
            let isReloaded = result.reloadedSections.contains(number)
            let isMoved = movedSections.contains(number)
            // What is made anew in place shows as it was until then, row by row.
            if isReloaded, let to { reloaded += to.rows }
            if let header = section.header ?? Self.start(section) {
                take(header, to.flatMap { $0.header ?? Self.start($0) }, moves: isMoved)
            }
            for row in section.items {
                let path = RowPath(number, row - section.items.lowerBound)
                var new = result.newRow(path).flatMap { after.row(at: $0) }
                if isReloaded, let to, path.row < to.items.count { new = to.items.lowerBound + path.row }
                take(row, new, moves: isMoved || movedRows.contains(path))
                if let new, result.reloadedRows.contains(path) {
                    reloaded.append(new)
                } else if let place = new, !isReloaded, old[row].identity != rows[place].identity {
                    throw BatchError(notTheSame: path)
                }
            }
            if let footer = section.footer { take(footer, to?.footer, moves: isMoved) }
        }
        let inserted = isKept.indices.filter { !isKept[$0] }
        change = RowChange(
            map: IndexMap(oldCount: old.count, deleted: deleted, inserted: inserted), moves: moves)
        self.reloaded = reloaded
    }

    /// A list without rows has one section, unless the batch speaks of sections.
    private static func table(_ rows: Rows, _ batch: Batch) -> SectionTable {
        let ofSections =
            !batch.insertSections.isEmpty || !batch.deleteSections.isEmpty || !batch.moveSections.isEmpty
            || !batch.reloadSections.isEmpty
        return rows.isEmpty && !ofSections ? SectionTable(itemCount: 0) : SectionTable.of(rows)
    }

    private static func start(_ section: SectionTable.Section) -> Int? {
        section.first < section.items.lowerBound && section.header == nil ? section.first : nil
    }
}

extension SectionTable {
    /// As `init`, but a list without rows has no section.
    fileprivate static func of(_ rows: Rows) -> SectionTable {
        var table = SectionTable(rows)
        if rows.isEmpty { table.removeAll() }
        return table
    }
}
