/// A section with its rows, as data.
public struct Section: Equatable, Sendable {
    public var row: Row
    public var rows: [Row]

    /// `identity` and `version` are the section's own; a change in its rows is none of its version.
    public init(identity: UInt64, version: UInt64 = 0, rows: [Row]) {
        row = Row(identity: identity, version: version)
        self.rows = rows
    }
}

/// What turns one state of a sectioned list into another. Rows of a kept section are compared with those that it had,
/// what is left over with what is left over in other kept sections. Rows of deleted and inserted sections go and come
/// with them.
public struct SectionedDiff: Equatable, Sendable {
    /// Things the host wants made anew or updated though their identity and version are the same.
    public struct Marks: Sendable {
        public var reloadSections: Set<UInt64> = []
        public var reloadRows: Set<UInt64> = []
        public var updateRows: Set<UInt64> = []

        public init() {}
    }

    public let sections: Diff
    /// Old paths, ascending.
    public private(set) var rowDeletes: [RowPath] = []
    /// New paths, ascending.
    public private(set) var rowInserts: [RowPath] = []
    /// Old paths of kept rows with another version or kind, ascending.
    public private(set) var rowUpdates: [RowPath] = []
    /// From old to new paths, ascending in the new ones.
    public private(set) var rowMoves: [Move<RowPath>] = []
    /// What was marked, in new numbering; only what the list had before.
    public private(set) var sectionReloads: [Int] = []
    public private(set) var markedRowReloads: [RowPath] = []
    public private(set) var markedRowUpdates: [RowPath] = []

    public var isEmpty: Bool {
        !isStructural && sections.isEmpty && rowUpdates.isEmpty && sectionReloads.isEmpty && markedRowReloads.isEmpty
            && markedRowUpdates.isEmpty
    }

    /// Whether anything goes, comes or moves.
    public var isStructural: Bool {
        !(sections.deletes.isEmpty && sections.inserts.isEmpty && sections.moves.isEmpty && rowDeletes.isEmpty
            && rowInserts.isEmpty && rowMoves.isEmpty)
    }

    public init(old: [Section], new: [Section], marks: Marks = Marks()) {
        sections = Diff(old: old.map(\.row), new: new.map(\.row))
        let map = sections.map
        let targets = Dictionary(sections.moves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
        for from in old.indices {
            if let to = targets[from] ?? map.newIndex(from) { compare(old[from], new[to], from: from, to: to) }
        }
        joinAcrossSections(old, new)
        rowDeletes.sort()
        rowInserts.sort()
        rowUpdates.sort()
        rowMoves.sort { $0.to < $1.to }
        apply(marks, new)
    }

    private mutating func compare(_ old: Section, _ new: Section, from: Int, to: Int) {
        let diff = Diff(old: old.rows, new: new.rows)
        if diff.isEmpty { return }
        rowDeletes += diff.deletes.map { RowPath(from, $0) }
        rowInserts += diff.inserts.map { RowPath(to, $0) }
        rowUpdates += diff.updates.map { RowPath(from, $0) }
        rowMoves += diff.moves.map { Move(from: RowPath(from, $0.from), to: RowPath(to, $0.to)) }
    }

    /// A row that one kept section lost and another one got has moved.
    private mutating func joinAcrossSections(_ old: [Section], _ new: [Section]) {
        if rowDeletes.isEmpty || rowInserts.isEmpty { return }
        rowInserts.sort()
        let lost = rowDeletes.sorted()
        let match = RowMatch(
            old: lost.map { old[$0.section].rows[$0.row] }[...],
            new: rowInserts.map { new[$0.section].rows[$0.row] }[...])
        var gone = Set(lost)
        var come: [RowPath] = []
        for (index, oldIndex) in match.oldIndexes.enumerated() {
            let to = rowInserts[index]
            guard oldIndex >= 0 else {
                come.append(to)
                continue
            }
            let from = lost[Int(oldIndex)]
            gone.remove(from)
            rowMoves.append(Move(from: from, to: to))
            if old[from.section].rows[from.row] != new[to.section].rows[to.row] { rowUpdates.append(from) }
        }
        rowDeletes = lost.filter(gone.contains)
        rowInserts = come
    }

    private mutating func apply(_ marks: Marks, _ new: [Section]) {
        let inserted = Set(sections.inserts)
        for (index, section) in new.enumerated() where marks.reloadSections.contains(section.row.identity) {
            if !inserted.contains(index) { sectionReloads.append(index) }
        }
        if marks.reloadRows.isEmpty && marks.updateRows.isEmpty { return }
        for (index, section) in new.enumerated() {
            for (row, data) in section.rows.enumerated() {
                if marks.reloadRows.contains(data.identity) { markedRowReloads.append(RowPath(index, row)) }
                if marks.updateRows.contains(data.identity) { markedRowUpdates.append(RowPath(index, row)) }
            }
        }
    }
}
