/// Where the rows of a list lie after some were deleted and others inserted, and where they came from. A few sorted
/// numbers, whatever the length of the list; an answer takes a binary search.
public struct IndexMap: Equatable, Sendable {
    public let oldCount: Int
    /// Old indexes, ascending, each once.
    public let deleted: [Int]
    /// New indexes, ascending, each once.
    public let inserted: [Int]

    public var newCount: Int { oldCount - deleted.count + inserted.count }
    public var isIdentity: Bool { deleted.isEmpty && inserted.isEmpty }

    /// Both lists ascend and name no index twice.
    public init(oldCount: Int, deleted: [Int], inserted: [Int]) {
        self.oldCount = oldCount
        self.deleted = deleted
        self.inserted = inserted
    }

    /// nil for a deleted row and beyond the end.
    public func newIndex(_ old: Int) -> Int? {
        guard old >= 0, old < oldCount else { return nil }
        let before = Self.countBelow(old, deleted)
        if before < deleted.count, deleted[before] == old { return nil }
        return place(old - before)
    }

    /// nil for an inserted row and beyond the end.
    public func oldIndex(_ new: Int) -> Int? {
        guard new >= 0, new < newCount else { return nil }
        let before = Self.countBelow(new, inserted)
        if before < inserted.count, inserted[before] == new { return nil }
        return Self.free(new - before, deleted)
    }

    /// The index of an old row once deleted rows are gone.
    func rankAfterDeletes(_ old: Int) -> Int { old - Self.countBelow(old, deleted) }
    /// The index of a new row before inserted rows come.
    func rankBeforeInserts(_ new: Int) -> Int { new - Self.countBelow(new, inserted) }

    private func place(_ rank: Int) -> Int { Self.free(rank, inserted) }

    /// The index of the free place number `rank` between taken ones.
    private static func free(_ rank: Int, _ taken: [Int]) -> Int {
        // taken[i] - i free places lie before taken[i].
        var low = 0
        var high = taken.count
        while low < high {
            let middle = (low + high) / 2
            if taken[middle] - middle <= rank { low = middle + 1 } else { high = middle }
        }
        return rank + low
    }

    private static func countBelow(_ number: Int, _ sorted: [Int]) -> Int {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
