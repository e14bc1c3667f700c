public import LaminaList
public import LaminaNode

/// The host's way to show rows by trees of nodes.
public protocol CellTreeMaker: AnyObject, Sendable {
    /// Called on the owner thread, else on workers, several rows at a time.
    var isOnOwner: Bool { get }

    /// The tree that shows a row, which stood at `index` when it came into range: `reused`, brought up to date, or
    /// another one, whose reference the list takes over;
    /// nil for none. `reused` showed another row of the kind, or an earlier version of this one, and is in no tree.
    func tree(for row: Row, at index: Int, _ marks: RowMarks, reusing reused: NodeID?) -> NodeID?
}

/// Trees that show no row now. Each is held with one reference.
struct CellTrees {
    private var free: [UInt16: [NodeID]] = [:]

    /// Some screenfuls.
    private static let limit = 32

    func contains(_ node: NodeID) -> Bool { free.values.contains { $0.contains(node) } }

    mutating func take(_ kind: UInt16) -> NodeID? { free[kind]?.popLast() }

    /// Keeps a tree; false when there are enough, and it is to be released.
    mutating func give(_ node: NodeID, _ kind: UInt16) -> Bool {
        if free[kind, default: []].count >= Self.limit { return false }
        free[kind, default: []].append(node)
        return true
    }

    mutating func takeAll(_ kind: UInt16? = nil) -> [NodeID] {
        guard let kind else {
            defer { free = [:] }
            return free.keys.sorted().flatMap { free[$0] ?? [] }
        }
        return free.removeValue(forKey: kind) ?? []
    }
}
