extension SectionedDiff {
    /// One step of several that lead to the new state; what it takes counts in the data before it, what it puts in the
    /// data after it.
    public struct Stage: Equatable, Sendable {
        public var rowsUpdated: [RowPath] = []
        public var sectionsDeleted: [Int] = []
        public var rowsDeleted: [RowPath] = []
        public var sectionsInserted: [Int] = []
        public var sectionsMoved: [Move<Int>] = []
        public var rowsInserted: [RowPath] = []
        public var rowsMoved: [Move<RowPath>] = []
        public var sectionsUpdated: [Int] = []
        public var after: [Section] = []
    }

    /// Updates of rows; deletes; inserts and moves of sections; inserts and moves of rows; updates of sections
    /// (DifferenceKit). Steps in which nothing happens are left out.
    public func stages(old: [Section], new: [Section]) -> [Stage] {
        var stages: [Stage] = []
        var data = old
        let target = SectionTarget(sections)
        if !rowUpdates.isEmpty {
            let partner = rowPartners(old, new, target)
            for path in rowUpdates {
                if let to = partner(path) { data[path.section].rows[path.row] = new[to.section].rows[to.row] }
            }
            stages.append(Stage(rowsUpdated: rowUpdates, after: data))
        }
        if !sections.deletes.isEmpty || !rowDeletes.isEmpty {
            data = deleting(from: data)
            stages.append(Stage(sectionsDeleted: sections.deletes, rowsDeleted: rowDeletes, after: data))
        }
        let ranks = IndexMap(oldCount: old.count, deleted: sections.deletes, inserted: [])
        if !sections.inserts.isEmpty || !sections.moves.isEmpty {
            let moved = sections.moves.map { Move(from: ranks.rankAfterDeletes($0.from), to: $0.to) }
            data = new.indices.map { index in
                guard let from = target.old(index) else { return new[index] }
                return data[ranks.rankAfterDeletes(from)]
            }
            stages.append(Stage(sectionsInserted: sections.inserts, sectionsMoved: moved, after: data))
        }
        if !rowInserts.isEmpty || !rowMoves.isEmpty {
            for index in data.indices { data[index].rows = new[index].rows }
            stages.append(Stage(rowsInserted: rowInserts, rowsMoved: stagedMoves(target), after: data))
        }
        if !sections.updates.isEmpty {
            stages.append(Stage(sectionsUpdated: sections.updates.compactMap(target.new).sorted(), after: new))
        }
        return stages
    }

    private func deleting(from data: [Section]) -> [Section] {
        let gone = Set(rowDeletes)
        let deleted = Set(sections.deletes)
        return data.indices.filter { !deleted.contains($0) }.map { index in
            var section = data[index]
            section.rows = section.rows.indices.filter { !gone.contains(RowPath(index, $0)) }.map { section.rows[$0] }
            return section
        }
    }

    /// Moves of rows once sections stand where they will be and deleted rows are gone.
    private func stagedMoves(_ target: SectionTarget) -> [Move<RowPath>] {
        rowMoves.compactMap { move in
            guard let section = target.new(move.from.section) else { return nil }
            let before = rowDeletes.count { $0.section == move.from.section && $0.row < move.from.row }
            return Move(from: RowPath(section, move.from.row - before), to: move.to)
        }
    }

    /// Where each kept row lies in the new data.
    private func rowPartners(_ old: [Section], _ new: [Section], _ target: SectionTarget) -> (RowPath) -> RowPath? {
        let moves = Dictionary(rowMoves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
        return { path in
            if let to = moves[path] { return to }
            guard let section = target.new(path.section) else { return nil }
            let out =
                rowDeletes.filter { $0.section == path.section }
                + rowMoves.map(\.from).filter { $0.section == path.section }
            let into = rowInserts.filter { $0.section == section } + rowMoves.map(\.to).filter { $0.section == section }
            let map = IndexMap(
                oldCount: old[path.section].rows.count, deleted: out.map(\.row).sorted(),
                inserted: into.map(\.row).sorted())
            return map.newIndex(path.row).map { RowPath(section, $0) }
        }
    }
}

/// Where sections go, moved ones too.
struct SectionTarget {
    private let map: IndexMap
    private let targets: [Int: Int]
    private let origins: [Int: Int]

    init(_ diff: Diff) {
        map = diff.map
        targets = Dictionary(diff.moves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
        origins = Dictionary(diff.moves.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
    }

    func new(_ old: Int) -> Int? { targets[old] ?? map.newIndex(old) }
    func old(_ new: Int) -> Int? { origins[new] ?? map.oldIndex(new) }
}
