extension Diff {
    /// Where rows lie after the change and before it; moved rows have no partner here.
    public var map: IndexMap {
        IndexMap(
            oldCount: oldCount, deleted: (deletes + moves.map(\.from)).sorted(),
            inserted: (inserts + moves.map(\.to)).sorted())
    }

    /// The new rows, made of the old ones and those that were inserted: takes out deletes and origins of moves, then
    /// puts inserts and targets of moves in ascending order. Updated rows keep the old version.
    public func apply(to old: [Row], inserting new: (Int) -> Row) -> [Row] {
        let map = map
        let origin = Dictionary(moves.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
        return (0..<newCount).map { index in
            if let from = origin[index] ?? map.oldIndex(index) { return old[from] }
            return new(index)
        }
    }

    /// The same change without updates, for views that cannot update and move at once: an updated row is deleted and
    /// inserted.
    public func withoutUpdates() -> Diff {
        var form = self
        let updated = Set(updates)
        let map = map
        let targets = Dictionary(moves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
        form.moves.removeAll { updated.contains($0.from) }
        form.deletes = (deletes + updates).sorted()
        form.inserts = (inserts + updates.compactMap { targets[$0] ?? map.newIndex($0) }).sorted()
        form.updates = []
        return form
    }

    /// The same change with each move as a delete and an insert.
    public func withoutMoves() -> Diff {
        var form = self
        form.deletes = (deletes + moves.map(\.from)).sorted()
        form.inserts = (inserts + moves.map(\.to)).sorted()
        form.moves = []
        return form
    }

    /// Old indexes of the rows that neither went nor moved, ascending.
    public var stayed: [Int] {
        let map = map
        return (0..<oldCount).filter { map.newIndex($0) != nil }
    }

    /// One step of several that lead to the new state; the indexes of what it takes count in the data before it, those
    /// of what it puts in the data after it.
    public struct Stage: Equatable, Sendable {
        public var updated: [Int] = []
        public var deleted: [Int] = []
        public var inserted: [Int] = []
        public var moved: [Move<Int>] = []
        public var after: [Row]
    }

    /// Updates, then deletes, then inserts and moves, each where there are any (DifferenceKit).
    public func stages(old: [Row], new: [Row]) -> [Stage] {
        var stages: [Stage] = []
        var rows = old
        if !updates.isEmpty {
            let map = map
            let targets = Dictionary(moves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
            for index in updates { if let to = targets[index] ?? map.newIndex(index) { rows[index] = new[to] } }
            stages.append(Stage(updated: updates, after: rows))
        }
        let deletion = IndexMap(oldCount: oldCount, deleted: deletes, inserted: [])
        if !deletes.isEmpty {
            rows = rows.indices.filter { deletion.newIndex($0) != nil }.map { rows[$0] }
            stages.append(Stage(deleted: deletes, after: rows))
        }
        if !inserts.isEmpty || !moves.isEmpty {
            let moved = moves.map { Move(from: deletion.rankAfterDeletes($0.from), to: $0.to) }
            stages.append(Stage(inserted: inserts, moved: moved, after: new))
        }
        return stages
    }
}
