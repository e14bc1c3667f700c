import LaminaDraw
import LaminaNode

/// Nodes that show pictures of rows, used again and again: another picture or place takes effect at once, while another
/// child would have to wait for a layout.
struct PictureNodes {
    private(set) var all: [NodeID] = []
    private var free: [NodeID] = []

    static let step = 16

    mutating func take() -> NodeID? { free.popLast() }

    mutating func give(_ node: NodeID) { free.append(node) }

    /// One that belongs to a row that leaves.
    mutating func forget(_ node: NodeID) { all.removeAll { $0 == node } }

    mutating func add(_ nodes: [NodeID]) {
        all += nodes
        free += nodes.reversed()
    }
}
