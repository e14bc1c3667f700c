/// Where everything lies after a batch, and where it came from. A moved row or section maps to its target and a
/// reloaded row keeps its place; rows of a reloaded section have no partner.
public struct BatchResult: Sendable {
    private let sections: IndexMap
    private let sectionTargets: [Int: Int]
    private let sectionOrigins: [Int: Int]
    /// By old section: where its rows go; nil for sections that went or were reloaded.
    private let rows: [IndexMap?]
    private let rowTargets: [RowPath: RowPath]
    private let rowOrigins: [RowPath: RowPath]
    /// Sections made anew in place, and rows made anew in place, in old numbering.
    public let reloadedSections: Set<Int>
    public let reloadedRows: Set<RowPath>

    public var sectionCountBefore: Int { sections.oldCount }
    public var sectionCountAfter: Int { sections.newCount }

    init(sections: BatchSections, rows: [IndexMap?], moves: [Move<RowPath>], reloadedRows: Set<RowPath>) {
        self.sections = sections.map
        sectionTargets = sections.targets
        sectionOrigins = sections.origins
        self.rows = rows
        rowTargets = Dictionary(moves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
        rowOrigins = Dictionary(moves.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
        reloadedSections = sections.reloaded
        self.reloadedRows = reloadedRows
    }

    public func newSection(_ old: Int) -> Int? { sectionTargets[old] ?? sections.newIndex(old) }
    public func oldSection(_ new: Int) -> Int? { sectionOrigins[new] ?? sections.oldIndex(new) }

    public func newRow(_ old: RowPath) -> RowPath? {
        if let target = rowTargets[old] { return target }
        guard rows.indices.contains(old.section), let map = rows[old.section], let section = newSection(old.section)
        else { return nil }
        return map.newIndex(old.row).map { RowPath(section, $0) }
    }

    public func oldRow(_ new: RowPath) -> RowPath? {
        if let origin = rowOrigins[new] { return origin }
        guard let section = oldSection(new.section), let map = rows[section] else { return nil }
        return map.oldIndex(new.row).map { RowPath(section, $0) }
    }
}
