public import LaminaLayout

/// One child of a spec: another spec, or a node.
public enum SpecChild: Sendable {
    case spec(LayoutSpec)
    case node(NodeID)
}

/// A layout spec: how children are arranged. An immutable value that names its nodes without keeping them:
/// `NodeStore.hold` does that while the host has a handle, and the node that uses the spec once they are its children.
// Unchecked: holdCount is touched under the tree lock only; the rest never changes.
public final class LayoutSpec: @unchecked Sendable {
    public let spec: Spec
    public let style: ElementStyle
    public let children: [SpecChild]
    /// Levels of specs, this one included.
    public let depth: Int
    /// Whether a stack in it aligns by baselines.
    let alignsBaselines: Bool
    /// How many handles and specs above keep the nodes of this spec alive.
    var holdCount = 0

    public init(_ spec: Spec, style: ElementStyle, children: [SpecChild]) {
        self.spec = spec
        self.style = style
        self.children = children
        var deepest = 0
        var aligns = spec.alignsBaselines
        for case .spec(let child) in children {
            deepest = max(deepest, child.depth)
            aligns = aligns || child.alignsBaselines
        }
        depth = deepest + 1
        alignsBaselines = aligns
    }

    /// The nodes of the spec and of the specs in it, in painting order: that of the children, but a background comes before its content.
    /// Collected anew each time.
    public var nodes: [NodeID] {
        var found: [NodeID] = []
        collectNodes(&found)
        return found
    }

    private func collectNodes(_ found: inout [NodeID]) {
        let isReversed = spec == .background
        for number in children.indices {
            switch children[isReversed ? children.count - 1 - number : number] {
            case .node(let node): found.append(node)
            case .spec(let spec): spec.collectNodes(&found)
            }
        }
    }
}
