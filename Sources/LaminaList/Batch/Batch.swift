/// Changes of a list that take effect together, in Texture's semantics: deletes and reloads count in the old
/// numbering, inserts in the new one, moves from old to new. The order in which they are named does not matter.
public struct Batch: Equatable, Sendable {
    public var deleteSections: Set<Int> = []
    public var insertSections: Set<Int> = []
    public var reloadSections: Set<Int> = []
    public var moveSections: Set<Move<Int>> = []
    public var deleteRows: Set<RowPath> = []
    public var insertRows: Set<RowPath> = []
    public var reloadRows: Set<RowPath> = []
    public var moveRows: Set<Move<RowPath>> = []

    public init() {}

    public var isEmpty: Bool { self == Batch() }

    /// Adds the changes of a batch within this one: both become one.
    public mutating func merge(_ inner: Batch) {
        deleteSections.formUnion(inner.deleteSections)
        insertSections.formUnion(inner.insertSections)
        reloadSections.formUnion(inner.reloadSections)
        moveSections.formUnion(inner.moveSections)
        deleteRows.formUnion(inner.deleteRows)
        insertRows.formUnion(inner.insertRows)
        reloadRows.formUnion(inner.reloadRows)
        moveRows.formUnion(inner.moveRows)
    }
}

/// A change that cannot be: what it says of the list does not agree with the list, or with itself.
public struct BatchError: Error, Equatable, Sendable {
    public enum Kind: String, Sendable {
        case sectionCountMismatch = "section_count_mismatch"
        case deleteSectionOutOfRange = "delete_section_out_of_range"
        case deleteRowBadSection = "delete_row_bad_section"
        case deleteRowOutOfRange = "delete_row_out_of_range"
        case insertRowBadSection = "insert_row_bad_section"
        case insertRowOutOfRange = "insert_row_out_of_range"
        case insertSectionOutOfRange = "insert_section_out_of_range"
        case deleteAndReloadSameSection = "delete_and_reload_same_section"
        case deleteAndReloadSameRow = "delete_and_reload_same_row"
        case deleteAndMoveSameRow = "delete_and_move_same_row"
        case rowCountMismatch = "row_count_mismatch"
        case identityMismatch = "identity_mismatch"
    }

    public let kind: Kind
    /// Where: a section, and the number of a row among its items; -1 where there is none.
    public var section = -1
    public var row = -1
    /// How many sections or rows there are, before or after, whichever the index counts in.
    public var limit = -1
    /// Of a count that does not add up.
    public var before = 0
    public var inserted = 0
    public var deleted = 0
    public var got = 0
    public var expected: Int { before + inserted - deleted }

    init(_ kind: Kind) { self.kind = kind }

    /// A row that is kept, in the numbering of before, whose place has another one.
    init(notTheSame path: RowPath) {
        kind = .identityMismatch
        (section, row) = (path.section, path.row)
    }

    /// A sentence that says what was wrong and what would be right.
    public var message: String {
        switch kind {
        case .sectionCountMismatch:
            "the list has \(got) sections after the update, not \(expected): "
                + "\(before) before it, \(inserted) inserted, \(deleted) deleted"
        case .rowCountMismatch:
            "section \(Self.number(section)) has \(got) items after the update, not \(expected): "
                + "\(before) before it, \(inserted) inserted, \(deleted) deleted"
        case .identityMismatch:
            "item \(Self.number(row)) of section \(Self.number(section)) is still there after the update, "
                + "by what the changes say, but one of another identity stands in its place"
        case .deleteSectionOutOfRange:
            "section \(Self.number(section)) is deleted, moved or reloaded; \(Self.some(limit, "section")) before the update"
        case .insertSectionOutOfRange:
            "section \(Self.number(section)) is inserted or moved there; \(Self.some(limit, "section")) after the update"
        case .deleteRowBadSection:
            "item \(Self.number(row)) of section \(Self.number(section)) is deleted, moved or reloaded; "
                + "\(Self.some(limit, "section")) before the update"
        case .insertRowBadSection:
            "item \(Self.number(row)) of section \(Self.number(section)) is inserted or moved there; \(Self.some(limit, "section")) after the update"
        case .deleteRowOutOfRange:
            "item \(Self.number(row)) of section \(Self.number(section)) is deleted, moved or reloaded; "
                + "the section has \(limit) item\(limit == 1 ? "" : "s") before the update"
        case .insertRowOutOfRange:
            "item \(Self.number(row)) of section \(Self.number(section)) is inserted or moved there; "
                + "the section has \(limit) item\(limit == 1 ? "" : "s") after the update"
        case .deleteAndReloadSameSection: "section \(Self.number(section)) is both deleted and reloaded; name it once"
        case .deleteAndReloadSameRow:
            "item \(Self.number(row)) of section \(Self.number(section)) is both deleted and reloaded; name it once"
        case .deleteAndMoveSameRow:
            "item \(Self.number(row)) of section \(Self.number(section)) is both deleted and moved; name it once"
        }
    }

    /// As hosts have it: what is negative here came as a number beyond all.
    private static func number(_ index: Int) -> UInt { UInt(bitPattern: index) }

    private static func some(_ count: Int, _ noun: String) -> String {
        count == 1 ? "there is 1 \(noun)" : "there are \(count) \(noun)s"
    }
}
