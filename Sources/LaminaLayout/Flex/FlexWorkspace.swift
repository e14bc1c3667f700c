/// Room that a flex layout takes while it is found: for items, lines and former frames. Whoever lays out trees one
/// after the other keeps it from one to the next; a tree has none of its own between layouts then.
public struct FlexWorkspace: ~Copyable, Sendable {
    fileprivate var scratch = FlexScratch()

    /// No room yet, and no memory.
    public init() {}

    /// The memory that it holds.
    public var bytes: Int {
        scratch.items.bytes + scratch.lines.bytes + scratch.noted.bytes + scratch.former.bytes
    }
}

extension FlexTree {
    /// Trades the room that the tree has for `workspace`, between layouts.
    public mutating func exchange(_ workspace: inout FlexWorkspace) { swap(&scratch, &workspace.scratch) }
}
