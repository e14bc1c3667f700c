// Finding nodes in a tree.
extension NodeStore {
    /// The first node of this name, `root` before its children; nil for an empty name.
    public func first(named name: [UInt8], below root: Int32) -> Int32? {
        if name.isEmpty { return nil }
        var rest = [root]
        while let node = rest.popLast() {
            if let own = self[node].extras?.name, own == name { return node }
            rest.append(contentsOf: self[node].children.reversed())
        }
        return nil
    }

    /// A node and all below it, each before its children.
    public func identities(below root: Int32) -> [NodeID] {
        var found: [NodeID] = []
        var rest = [root]
        while let node = rest.popLast() {
            found.append(id(node))
            rest.append(contentsOf: self[node].children.reversed())
        }
        return found
    }

    /// The lowest node that both are below, or are; nil when they have no root in common.
    public func commonAncestor(_ first: Int32, _ second: Int32) -> Int32? {
        var (a, b) = (first, second)
        var (left, right) = (depth(a), depth(b))
        while left > right { (a, left) = (self[a].parent, left - 1) }
        while right > left { (b, right) = (self[b].parent, right - 1) }
        while a != b {
            if a < 0 || b < 0 { return nil }
            (a, b) = (self[a].parent, self[b].parent)
        }
        return a < 0 ? nil : a
    }

    /// How many nodes stand above one.
    func depth(_ node: Int32) -> Int {
        var (depth, at) = (0, self[node].parent)
        while at >= 0 { (depth, at) = (depth + 1, self[at].parent) }
        return depth
    }
}
