import LaminaDraw
import LaminaNode
import LaminaTemplate

/// What a row's picture depends on.
struct CellLook: Equatable {
    var version: UInt64
    var kind: UInt16
    /// Changes with the width, the scale and the templates.
    var form: UInt64
}

/// A row within range.
final class Cell {
    var row: Int
    /// The node that shows it, while it shows.
    var node: NodeID?
    /// What the node shows.
    var bitmap: Bitmap?
    var drawn: CellLook?
    /// What was measured, drawn or has failed, so that it is not tried again.
    var settled: CellLook?
    var hasFailed = false
    var work: CellWork?
    /// The pictures by URLs that it names, and the look of which they are.
    var pictures: (look: CellLook, all: RowPictures)?
    /// Where it was placed last, in the space of the list's node.
    var y = Double.nan
    /// The picture that it was placed with.
    var placed: Bitmap?

    init(row: Int) { self.row = row }
}

/// Nodes that show cells, used again and again: another picture or place takes effect at once, while another child
/// would have to wait for a layout.
struct CellNodes {
    private(set) var all: [NodeID] = []
    private var free: [NodeID] = []

    static let step = 16

    mutating func take() -> NodeID? { free.popLast() }

    mutating func give(_ node: NodeID) { free.append(node) }

    mutating func add(_ nodes: [NodeID]) {
        all += nodes
        free += nodes.reversed()
    }
}
