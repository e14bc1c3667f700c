public import LaminaGeometry
import LaminaLayout

/// The constraints of a flex layout.
public struct FlexRequest: Equatable, Sendable {
    /// What the root may take, its own sizes included.
    public let range: SizeRange
    public let setting: LayoutSetting
    public let isRightToLeft: Bool
}

/// The flex tree that belongs to a root, kept between passes so that a pass costs what changed since the last one.
///
/// The tree is a twin of the nodes: they are written under the tree lock at any time, while it is with the pass that
/// solves it. What changed in nodes meanwhile is listed here and taken over when the next pass begins.
final class FlexLayout: @unchecked Sendable {  // everything is touched under the tree lock only
    let root: Int32
    /// Its place in the store's list, which the nodes that belong to it hold; -1 for a copy that serves one pass and
    /// that no node knows of.
    let number: Int32
    /// Nil while a pass has it.
    var tree: FlexTree?
    /// Nodes whose element is out of date, each once (`NodeFlags.flexStale`).
    var stale: [Int32] = []
    var leaves = FlexLeaves()
    /// The nodes by element, and how deep in the tree they stand: no less than that.
    var nodes: [NodeID] = []
    var levels: [Int32] = []
    /// The deepest level there ever was.
    var depth: Int32 = 0
    /// By element, its layout result where that is known. An element without one has none above it either.
    var results: [NodeLayoutResult?] = []
    /// Whether there may be one in `results`.
    var hasResults = false
    /// New elements of nodes that had a frame: to the tree, that of an element without one is no change.
    var framedBefore: [Int32] = []
    /// The constraints that the tree's frames are for; nil when something changed since.
    var solved: FlexRequest?
    /// What leaves were measured for.
    var setting: LayoutSetting?
    /// The layout result with the tree's frames, when a pass had to make one.
    var presented: NodeLayoutResult?
    /// Nodes do not have all frames of the tree: a layout was found without being applied.
    var isAhead = false
    /// Specs of layout spec callbacks were measured without being applied: nodes that only these name are unadopted,
    /// and do not notify of changes.
    var hasUnadopted = false
    /// References to be dropped when the tree lock is not held.
    var discarded: [AnyObject] = []

    init(root: Int32, number: Int32, profile: FlexProfile) {
        self.root = root
        self.number = number
        tree = FlexTree(profile: profile)
    }

    /// Whether freeing it takes long enough to be handed to another thread.
    var isLarge: Bool { nodes.count >= Teardown.leastCount }

    /// Makes room for `total` elements in all.
    func reserve(_ total: Int) {
        nodes.reserveCapacity(total)
        levels.reserveCapacity(total)
        results.reserveCapacity(total)
    }

    /// Notes the node of a new element: a place that was given back, or the next one.
    func note(_ node: NodeID, _ element: Int32) {
        let index = Int(element)
        if index < nodes.count {
            nodes[index] = node
            levels[index] = 1
            results[index] = nil
        } else {
            nodes.append(node)
            levels.append(1)
            results.append(nil)
        }
        depth = max(depth, 1)
    }

    /// Says that `element`, with all below it, stands in `parent` now.
    func noteLevel(_ element: Int32, in parent: Int32, _ tree: borrowing FlexTree) {
        let level = levels[Int(parent)] + 1
        if levels[Int(element)] == level { return }
        if tree.firstChild(element) == nil {
            levels[Int(element)] = level
            depth = max(depth, level)
            return
        }
        var pending = [(element, level)]
        while let (next, level) = pending.popLast() {
            levels[Int(next)] = level
            depth = max(depth, level)
            var child = tree.firstChild(next)
            while let present = child {
                pending.append((present, level + 1))
                child = tree.nextSibling(present)
            }
        }
    }
}

extension [NodeLayoutResult?] {
    /// Forgets how `element` and all above it arrange what is below.
    mutating func forget(_ element: Int32, in tree: borrowing FlexTree) {
        var next: Int32? = element
        while let present = next {
            if self[Int(present)] == nil && present != element { return }
            self[Int(present)] = nil
            next = tree.parent(present)
        }
    }
}

/// A node within a flex layout that arranges what is below it otherwise: a leaf there.
final class FlexNodeLeaf: LayoutLeaf {
    let node: NodeID
    /// The content of the node arranges its children, and gives it its size; otherwise it stands behind them.
    let showsContent: Bool

    init(_ node: NodeID, showsContent: Bool) {
        self.node = node
        self.showsContent = showsContent
    }

    var isMeasurable: Bool { true }
}

/// The leaves of a flex tree by the identifier that its solver uses.
struct FlexLeaves: Sendable {
    struct Leaf: Sendable {
        var node: Int32
        var element: Int32 = -1
        /// Whether something is arranged below.
        var arranges: Bool
        var content: (any NodeContent)?
    }

    private(set) var all: [Leaf] = []
    private var free: [Int32] = []
    /// How many of them arrange something.
    private(set) var arrangingCount = 0

    subscript(slot: Int32) -> Leaf { all[Int(slot)] }

    /// How far inside of the edges of `element` its content is shown: padding and border, where its size comes from
    /// that content.
    func contentInsets(of element: Int32, in tree: borrowing FlexTree) -> EdgeInsets {
        let insets = tree.contentInsets(element)
        return insets == .zero || !showsContent(tree.identifier(element)) ? .zero : insets
    }

    private func showsContent(_ slot: Int32) -> Bool {
        guard let content = self[slot].content, !(content is HostLeaf) else { return false }
        return (content as? FlexNodeLeaf)?.showsContent ?? true
    }

    mutating func add(_ node: Int32, _ content: any NodeContent) -> Int32 {
        let leaf = Leaf(node: node, arranges: content is FlexNodeLeaf, content: content)
        if leaf.arranges { arrangingCount += 1 }
        if let slot = free.popLast() {
            all[Int(slot)] = leaf
            return slot
        }
        all.append(leaf)
        return Int32(all.count - 1)
    }

    mutating func setElement(_ slot: Int32, _ element: Int32) { all[Int(slot)].element = element }

    /// Gives the leaf other content.
    mutating func replace(_ slot: Int32, _ content: any NodeContent, _ discarded: inout Discarded) {
        discarded.append(all[Int(slot)].content)
        let arranges = content is FlexNodeLeaf
        if arranges != all[Int(slot)].arranges { arrangingCount += arranges ? 1 : -1 }
        all[Int(slot)].arranges = arranges
        all[Int(slot)].content = content
    }

    mutating func remove(_ slot: Int32, _ discarded: inout Discarded) {
        discarded.append(all[Int(slot)].content)
        if all[Int(slot)].arranges { arrangingCount -= 1 }
        all[Int(slot)].arranges = false
        all[Int(slot)].content = nil
        free.append(slot)
    }
}
