/// What turns one state of a list into another, by the identity of rows. Linear in the number of rows, except for the
/// search for the fewest moves, which takes n log n of the rows that lie out of order.
///
/// Rows of equal identity are matched in order: the first with the first.
public struct Diff: Equatable, Sendable {
    /// Which of the kept rows count as moved.
    public enum MoveRule: Sendable {
        /// As few as possible: all but a longest run of rows that keep their order.
        case minimal
        /// Rows that deletes and inserts alone do not bring to their place (IGListKit).
        case displaced
        /// Rows whose index is another one (Texture).
        case indexChanged
    }

    /// Old indexes, ascending.
    public internal(set) var deletes: [Int] = []
    /// New indexes, ascending.
    public internal(set) var inserts: [Int] = []
    /// Old indexes of kept rows with another version or kind, ascending.
    public internal(set) var updates: [Int] = []
    /// From old to new indexes, ascending in the new ones.
    public internal(set) var moves: [Move<Int>] = []
    /// The number of rows that both states have.
    public internal(set) var matched = 0
    public let oldCount: Int
    public let newCount: Int

    public var isEmpty: Bool { deletes.isEmpty && inserts.isEmpty && updates.isEmpty && moves.isEmpty }

    public init(old: [Row], new: [Row], moves rule: MoveRule = .minimal) {
        oldCount = old.count
        newCount = new.count
        let same = Self.commonPrefix(old, new)
        matched = same
        if same == old.count && same == new.count { return }
        // Versions may differ within the common prefix; whole arrays of equal rows were found above.
        for index in 0..<same where old[index] != new[index] { updates.append(index) }
        // The other rules look at all rows that were kept.
        let tail = rule == .minimal ? RowMatch.commonSuffix(old, new, from: same) : 0
        let match = RowMatch(old: old[same..<oldCount - tail], new: new[same..<newCount - tail])
        collect(match, from: same, old: old, new: new, tail: tail)
        moves = Self.moves(match.oldIndexes, from: same, rule: rule, deletes: deletes, inserts: inserts)
    }

    /// How many rows lie between the beginning and the end that two states have in common, of both together.
    public static func span(old: [Row], new: [Row]) -> Int {
        let limit = min(old.count, new.count)
        var (first, last) = (0, 0)
        while first < limit && old[first].identity == new[first].identity { first += 1 }
        while last < limit - first && old[old.count - 1 - last].identity == new[new.count - 1 - last].identity {
            last += 1
        }
        return old.count + new.count - 2 * (first + last)
    }

    /// The number of rows at the beginning that are the same rows. All of them when nothing at all has changed; else
    /// the scan ends at the first other identity, for versions are compared later.
    private static func commonPrefix(_ old: [Row], _ new: [Row]) -> Int {
        let limit = min(old.count, new.count)
        var index = 0
        if old.count == new.count {
            while index < limit && old[index] == new[index] { index += 1 }
            if index == limit { return limit }
        }
        index = 0
        while index < limit && old[index].identity == new[index].identity { index += 1 }
        // Everything is matched, but something was updated: one row short of all, so that the caller goes on.
        return index == limit && old.count == new.count ? limit - 1 : index
    }

    private mutating func collect(_ match: RowMatch, from first: Int, old: [Row], new: [Row], tail: Int) {
        var kept = [Bool](repeating: false, count: old.count - tail - first)
        for (offset, oldIndex) in match.oldIndexes.enumerated() {
            if oldIndex < 0 {
                inserts.append(first + offset)
                continue
            }
            matched += 1
            kept[Int(oldIndex) - first] = true
        }
        for offset in kept.indices where !kept[offset] { deletes.append(first + offset) }
        for (offset, oldIndex) in match.oldIndexes.enumerated() where oldIndex >= 0 {
            if old[Int(oldIndex)] != new[first + offset] { updates.append(Int(oldIndex)) }
        }
        updates.sort()
        for (from, to) in zip(old.indices.suffix(tail), new.indices.suffix(tail)) where old[from] != new[to] {
            updates.append(from)
        }
        matched += tail
    }

    private static func moves(
        _ oldIndexes: [Int32], from first: Int, rule: MoveRule, deletes: [Int], inserts: [Int]
    ) -> [Move<Int>] {
        switch rule {
        case .minimal:
            let stays = LongestRun.members(of: oldIndexes)
            return oldIndexes.indices.compactMap { offset in
                oldIndexes[offset] < 0 || stays[offset]
                    ? nil : Move(from: Int(oldIndexes[offset]), to: first + offset)
            }
        case .displaced:
            let map = IndexMap(oldCount: 0, deleted: deletes, inserted: inserts)
            return pairs(oldIndexes, from: first).filter {
                map.rankAfterDeletes($0.from) != map.rankBeforeInserts($0.to)
            }
        case .indexChanged:
            return pairs(oldIndexes, from: first).filter { $0.from != $0.to }
        }
    }

    private static func pairs(_ oldIndexes: [Int32], from first: Int) -> [Move<Int>] {
        oldIndexes.indices.compactMap { offset in
            oldIndexes[offset] < 0 ? nil : Move(from: Int(oldIndexes[offset]), to: first + offset)
        }
    }
}
