/// What a list knows of a row that is out of range: who it is, which state its content has, and what form it takes.
/// Its values stay with the host until a cell is made.
public struct Row: Equatable, Sendable {
    /// The same for the same thing in every state of the data.
    public var identity: UInt64
    /// Another number when the content has changed.
    public var version: UInt64
    /// Rows of a kind look alike: they share a template and what is learned of their extents.
    public var kind: UInt16
    public var role: RowRole

    public init(identity: UInt64, version: UInt64 = 0, kind: UInt16 = 0, role: RowRole = .item) {
        self.identity = identity
        self.version = version
        self.kind = kind
        self.role = role
    }
}

/// What a row is to its section. Sections are not kept apart from rows: they are what these say.
public enum RowRole: UInt8, Sendable {
    case item
    /// Begins a section, and stays in view as long as the section does.
    case header
    /// Ends a section.
    case footer
    /// Begins a section without a header, and shows nothing.
    case start
}

/// A row by its section and its index there.
public struct RowPath: Hashable, Comparable, Sendable {
    public var section: Int
    public var row: Int

    public init(_ section: Int, _ row: Int) {
        self.section = section
        self.row = row
    }

    public static func < (a: RowPath, b: RowPath) -> Bool { (a.section, a.row) < (b.section, b.row) }
}

/// From an index or path before a change to one after it.
public struct Move<Place: Hashable & Sendable>: Hashable, Sendable {
    public var from: Place
    public var to: Place

    public init(from: Place, to: Place) {
        self.from = from
        self.to = to
    }
}

extension Array {
    /// By origin; moves from the same place keep their order.
    public func sortedByOrigin<Place: Comparable>() -> [Move<Place>] where Element == Move<Place> {
        // `sort` is stable in practice, but not by contract.
        enumerated().sorted { ($0.element.from, $0.offset) < ($1.element.from, $1.offset) }.map(\.element)
    }
}
