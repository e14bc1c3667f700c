/// The rows of a list, in their order. Those of which only the number was said take no memory.
public struct Rows: RandomAccessCollection, MutableCollection, RangeReplaceableCollection, Equatable, Sendable {
    private enum Storage: Equatable, Sendable {
        /// Their identities are their numbers.
        case counted(Int, version: UInt64)
        case given([Row])
    }
    private var storage: Storage

    public init() { storage = .given([]) }

    public init(_ rows: [Row]) { storage = .given(rows) }

    /// Rows whose identities are their numbers.
    public init(count: Int, version: UInt64) { storage = .counted(count, version: version) }

    public var startIndex: Int { 0 }

    public var endIndex: Int {
        switch storage {
        case .counted(let count, _): count
        case .given(let rows): rows.count
        }
    }

    public subscript(index: Int) -> Row {
        get {
            switch storage {
            case .counted(let count, let version):
                precondition(index >= 0 && index < count, "no such row")
                return Row(identity: UInt64(index), version: version)
            case .given(let rows): return rows[index]
            }
        }
        set { edit { $0[index] = newValue } }
    }

    public mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<Row>) {
        edit { $0.replaceSubrange(range, with: new) }
    }

    /// All of them; takes time in their number where only that was said.
    public var array: [Row] {
        switch storage {
        case .counted(let count, let version): (0..<count).map { Row(identity: UInt64($0), version: version) }
        case .given(let rows): rows
        }
    }

    private mutating func edit(_ body: (inout [Row]) -> Void) {
        var rows = array
        storage = .given([])
        body(&rows)
        storage = .given(rows)
    }

    /// Whether only the number was said.
    public var isCounted: Bool { if case .counted = storage { true } else { false } }

    /// Whether all are items: there is one section then, without a header.
    var areItems: Bool {
        switch storage {
        case .counted: true
        case .given(let rows): rows.allSatisfy { $0.role == .item }
        }
    }

    /// The first two of the same identity.
    public var firstEqual: (Int, Int)? {
        guard case .given(let rows) = storage else { return nil }
        return RowMatch.firstEqual(rows)
    }

    /// What is other in `new` when both are but numbers of rows of a version: some more at the end, or some less.
    public func countChange(to new: Rows) -> RowChange? {
        guard case .counted(let count, let version) = storage, case .counted(let newCount, version) = new.storage
        else { return nil }
        return RowChange(
            map: IndexMap(
                oldCount: count, deleted: newCount < count ? Array(newCount..<count) : [],
                inserted: count < newCount ? Array(count..<newCount) : []))
    }

    public static func == (a: Rows, b: Rows) -> Bool {
        if a.isCounted == b.isCounted { return a.storage == b.storage }
        return a.count == b.count && zip(a, b).allSatisfy { $0 == $1 }
    }
}
