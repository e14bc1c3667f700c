public import LaminaGeometry
import LaminaLayout

/// What a flex layout is asked.
public struct FlexRequest: Equatable, Sendable {
    public var range: SizeRange
    /// Device pixels per unit; frames end on whole pixels.
    public var scale: Double
    public var isRightToLeft: Bool

    public init(range: SizeRange, scale: Double, isRightToLeft: Bool = false) {
        self.range = range
        self.scale = scale
        self.isRightToLeft = isRightToLeft
    }
}

/// The flex tree that belongs to a root, kept between passes so that a pass costs what changed since the last one.
///
/// The tree is a twin of the nodes: they are written under the tree lock at any time, while it is with the pass that solves it. What changed in
/// nodes meanwhile is listed here and taken over when the next pass begins.
final class FlexArrangement: @unchecked Sendable {  // everything is touched under the tree lock only
    let root: Int32
    /// Its place in the store's list, which the nodes that belong to it hold.
    let number: Int32
    /// Nil while a pass has it.
    var tree: FlexTree?
    /// Nodes whose element is out of date, each once (`NodeFlags.flexStale`).
    var stale: [Int32] = []
    var leaves = FlexLeaves()
    /// New elements of nodes that had a frame: to the tree, that of an element without one is no change.
    var framedBefore: [Int32] = []
    /// What the tree's frames answer; nil when something changed since.
    var answered: FlexRequest?
    /// The size that answered it.
    var size = Size.zero
    /// Nodes do not have all frames of the tree: a layout was found without being applied.
    var isAhead = false

    init(root: Int32, number: Int32, profile: FlexProfile) {
        self.root = root
        self.number = number
        tree = FlexTree(profile: profile)
    }
}

/// The leaves of a flex tree by the number under which its solver asks for them.
struct FlexLeaves: Sendable {
    struct Leaf: Sendable {
        var node: Int32
        var content: (any NodeContent)?
    }

    private(set) var all: [Leaf] = []
    private var free: [Int32] = []

    subscript(slot: Int32) -> Leaf { all[Int(slot)] }

    mutating func add(_ node: Int32, _ content: any NodeContent) -> Int32 {
        let leaf = Leaf(node: node, content: content)
        if let slot = free.popLast() {
            all[Int(slot)] = leaf
            return slot
        }
        all.append(leaf)
        return Int32(all.count - 1)
    }

    /// Gives the leaf other content; false when it is what it has.
    mutating func replace(_ slot: Int32, _ content: any NodeContent, _ discarded: inout Discarded) -> Bool {
        if all[Int(slot)].content === content { return false }
        discarded.append(all[Int(slot)].content)
        all[Int(slot)].content = content
        return true
    }

    mutating func remove(_ slot: Int32, _ discarded: inout Discarded) {
        discarded.append(all[Int(slot)].content)
        all[Int(slot)].content = nil
        free.append(slot)
    }
}
