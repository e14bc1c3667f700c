/// What changed since the owner thread's last turn.
public struct ChangeLog {
    /// Nodes on a surface whose properties changed, each once (`NodeFlags.changed`).
    private(set) var nodes: [Int32] = []
    private var hasNews = false

    /// At most so many nodes changed.
    public var count: Int { nodes.count }

    /// Whether no node changed.
    public var isEmpty: Bool { nodes.isEmpty }

    @inline(__always)
    mutating func note(_ node: Int32) {
        nodes.append(node)
        hasNews = true
    }

    /// Notes a change that is listed elsewhere.
    mutating func noteNews() { hasNews = true }

    /// Whether the owner thread has to be woken for what was just changed.
    @inline(__always)
    mutating func takeNews() -> Bool {
        if !hasNews { return false }
        hasNews = false
        return true
    }

    mutating func takeNodes() -> [Int32] {
        defer { nodes = [] }
        return nodes
    }
}
