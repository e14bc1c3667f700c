/// Operations as a program that keeps no books collects them: doubled deletes, moves of sections that go. IGListKit's
/// rules for what is left of them.
public struct LooseOperations: Equatable, Sendable {
    public var deleteSections: Set<Int> = []
    public var insertSections: Set<Int> = []
    public var moveSections: Set<Move<Int>> = []
    public var deleteRows: [RowPath] = []
    public var insertRows: [RowPath] = []
    public var updateRows: [RowPath] = []
    public var moveRows: [Move<RowPath>] = []

    public init() {}

    /// One delete for each path, and as many inserts fewer there; a section move that goes with operations on its rows
    /// becomes a delete and an insert of the section, which those operations go into.
    public func normalised() -> LooseOperations {
        var result = self
        // A section that goes or comes anyway does not move as well: counts have to stay as the data has them.
        result.moveSections = moveSections.filter {
            !deleteSections.contains($0.from) && !insertSections.contains($0.to)
        }
        let from = Dictionary(result.moveSections.map { ($0.from, $0) }, uniquingKeysWith: { first, _ in first })
        let to = Dictionary(result.moveSections.map { ($0.to, $0) }, uniquingKeysWith: { first, _ in first })
        result.balance()
        result.deleteRows = result.convert(result.deleteRows, sections: from)
        result.insertRows = result.convert(result.insertRows, sections: to)
        var left: [Move<RowPath>] = []
        for move in moveRows {
            if let section = from[move.from.section] {
                result.split(section)
            } else if !deleteSections.contains(move.from.section) && !left.contains(move) {
                left.append(move)
            }
        }
        result.moveRows = left
        return result
    }

    private mutating func balance() {
        var counts: [RowPath: Int] = [:]
        for path in deleteRows { counts[path, default: 0] += 1 }
        insertRows = insertRows.filter { path in
            guard let count = counts[path], count > 1 else { return true }
            counts[path] = count - 1
            return false
        }
        deleteRows = Set(deleteRows).sorted()
    }

    /// Rows whose section is not in `sections`; the others turn the move of their section into a delete and an insert.
    private mutating func convert(_ paths: [RowPath], sections: [Int: Move<Int>]) -> [RowPath] {
        var left: [RowPath] = []
        for path in paths {
            if let move = sections[path.section] { split(move) } else { left.append(path) }
        }
        return left
    }

    private mutating func split(_ move: Move<Int>) {
        moveSections.remove(move)
        deleteSections.insert(move.from)
        insertSections.insert(move.to)
    }
}
