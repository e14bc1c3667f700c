import LaminaDraw
import LaminaGeometry
import LaminaList
import LaminaNode
import LaminaTemplate

/// What the cell of a row depends on.
struct CellLook: Equatable {
    var identity: UInt64
    var version: UInt64
    var kind: UInt16
    /// Changes with the room for rows, the scale, templates and callbacks.
    var form: UInt64
    /// Changes with what templates take over from where the list stands.
    var surroundings: UInt32 = 0
    /// Counts reloads of a row whose version is the same.
    var reload: UInt32 = 0
    var marks: RowMarks = []
    /// What it may measure.
    var constraint: RowLayout.Constraint
}

/// A row within range.
final class Cell {
    /// What shows it.
    enum Content {
        case picture(Bitmap)
        /// A tree of the host's.
        case tree
    }

    var row: Int
    /// What shows the row, and its size.
    var node: NodeID?
    var content: Content?
    var size = Size.zero
    /// What it shows.
    var drawn: CellLook?
    /// What was measured, drawn or has failed, so that it is not tried again.
    var settled: CellLook?
    var hasFailed = false
    var reload: UInt32 = 0
    var work: CellWork?
    /// The pictures by URLs that it names, and the look of which they are.
    var pictures: (look: CellLook, all: RowPictures)?
    var awaitsPictures = false
    /// Where it was placed last, in the space of the list's node.
    var place: Place?
    /// The placeholder that stays below its tree until that is drawn.
    var under: NodeID?
    /// The line behind it.
    var line: Line?
    /// How near its tree is to being seen, as it was told.
    var state: InterfaceState?
    /// Its node is new to it and shows nothing yet.
    var isHidden = true
    /// Movements of a transition have begun with its node.
    var isAnimated = false
    /// It moves, or has moved, above others.
    var isRaised = false
    /// The number of the observer of its tree's size.
    var observer: UInt64?

    struct Place: Equatable {
        var origin: Point
        var size: Size
        var isAbove = false
        /// Greater ones are painted above.
        var order = 0.0
    }

    struct Line {
        let node: NodeID
        var place: Place
        /// It was not there before.
        var isNew = true
        /// Movements of a transition have begun with its node.
        var isAnimated = false
    }

    init(row: Int) { self.row = row }

    var isTree: Bool { if case .tree = content { true } else { false } }
    /// It has a node that shows nothing yet but a placeholder.
    var isPlaceholder: Bool { content == nil && node != nil }
    var bitmap: Bitmap? { if case .picture(let bitmap) = content { bitmap } else { nil } }
}
