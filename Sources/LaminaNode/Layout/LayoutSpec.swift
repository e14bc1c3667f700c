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
    /// Elements of a layout of this spec, itself included. A spec without nodes may stand in others more than once, so
    /// that the number can grow exponentially; it stops at `elementLimit`.
    public let elementCount: Int
    /// Specs nested deeper than this in one another are refused: values are taken apart recursively.
    public static let depthLimit = 1000
    /// More elements than a spec may have.
    public static let elementLimit = 1 << 20
    /// Whether a stack in it aligns by baselines.
    let alignsBaselines: Bool
    /// Whether it, or a spec in it, has a direction of its own.
    let setsDirection: Bool
    /// How many handles and specs above keep the nodes of this spec alive.
    var holdCount = 0

    public init(_ spec: Spec, style: ElementStyle, children: [SpecChild]) {
        self.spec = spec
        self.style = style
        self.children = children
        var deepest = 0
        var aligns = spec.alignsBaselines
        var directs = style.layoutDirection != .inherit
        for case .spec(let child) in children {
            deepest = max(deepest, child.depth)
            aligns = aligns || child.alignsBaselines
            directs = directs || child.setsDirection
        }
        depth = deepest + 1
        var elements = 1
        for child in children {
            if case .spec(let child) = child { elements += child.elementCount } else { elements += 1 }
        }
        elementCount = min(elements, Self.elementLimit)
        alignsBaselines = aligns
        setsDirection = directs
    }

    /// The nodes of the spec and of the specs in it, in painting order: that of the children, but a background comes
    /// before its content. Collected anew each time.
    public var nodes: [NodeID] {
        var found: [NodeID] = []
        collectNodes(&found)
        return found
    }

    /// The direction that the specs above `node` in this one give it: that of the nearest that has one. Nil when it is
    /// not in it.
    func direction(above node: NodeID) -> LayoutDirection? {
        for child in children {
            switch child {
            case .node(let named): if named == node { return style.layoutDirection }
            case .spec(let spec):
                if let found = spec.direction(above: node) { return found == .inherit ? style.layoutDirection : found }
            }
        }
        return nil
    }

    fileprivate func collectNodes(_ found: inout [NodeID]) {
        if spec.drawsSecondFirst {
            for child in children.reversed() { child.collectNodes(&found) }
        } else {
            for child in children { child.collectNodes(&found) }
        }
    }
}

extension SpecChild {
    fileprivate func collectNodes(_ found: inout [NodeID]) {
        switch self {
        case .node(let node): found.append(node)
        case .spec(let spec): spec.collectNodes(&found)
        }
    }
}
