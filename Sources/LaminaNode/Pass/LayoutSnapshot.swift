public import LaminaGeometry
import LaminaLayout

/// What layout needs of a tree, taken under the tree lock and solved without it on any thread.
///
/// Nodes that nothing arranges (children put in by hand) are laid out within the frame they have: each is the root of a
/// part of its own. Of nodes that have not changed since their last layout only the measurements are taken, unless the
/// whole tree is wanted; such a snapshot may turn out to lack one.
public struct LayoutSnapshot: Sendable {
    /// How much of the tree is taken.
    public enum Extent: Sendable, Equatable {
        /// What changed; what is below `expanded` as a whole.
        case changes(expanded: Set<NodeID>)
        /// All of it.
        case whole
        /// All of it, for one picture: nothing is stored back.
        case picture
    }

    /// One node that gets a frame: its element, and the element of its parent node (-1 for the root of a part).
    struct Entry: Sendable {
        let node: NodeID
        let element: Int32
        let parentElement: Int32
    }

    /// A node that arranges something, with all that it arranges among the elements.
    struct Container: Sendable {
        let element: Int32
        /// Where to keep what is found; nil for a node that stands in for another state of itself.
        let layout: NodeLayout?
        let version: UInt32
    }

    /// A node whose layout is not among the elements.
    final class DelegatedNode: Sendable {
        enum Source: Sendable {
            /// Measurements of earlier passes; `patched` is the step that lays it out anew for the last constraints, -1
            /// for none.
            case known(NodeLayout.Knowledge, patched: Int32)
            case provided(any SpecProviding)
            case custom(any CustomLayout, children: [NodeID])
            case flex
            case content(children: [NodeID])
            /// Laid out by itself when needed, so that several can be at once.
            case apart
        }
        let node: NodeID
        let element: Int32
        let source: Source
        let style: ElementStyle
        let layout: NodeLayout
        let version: UInt32

        /// Whether its measurements depend on the size of its parent. What stands in a list has the same ones however
        /// long that is.
        let parentCounts: Bool

        init(
            node: NodeID, element: Int32, source: Source, style: ElementStyle, layout: NodeLayout, version: UInt32
        ) {
            self.node = node
            self.element = element
            self.source = source
            self.style = style
            self.layout = layout
            self.version = version
            parentCounts = layout.spec == nil || style.relatesToParent
        }
    }

    /// Elements that are laid out together.
    struct Part: Sendable {
        var tree = ElementTree()
        var entries: [Entry] = []
        var containers: [Container] = []
        var delegated: [DelegatedNode] = []
        var isConcurrent = false
        /// The elements of specs, when they are wanted.
        var specs: [(spec: LayoutSpec, element: Int32)] = []
        let constraints: LayoutConstraints
    }

    /// How to get the layout result of one node. Steps refer to later ones only.
    enum Step: Sendable {
        case keep(NodeLayoutResult)
        case patch(NodeLayoutResult, NodeLayout, version: UInt32, parts: [(index: Int, step: Int32)])
        case solve(Part)
    }

    /// A node that is laid out by itself, with its constraints.
    public struct Root: Sendable {
        public let node: NodeID
        let constraints: LayoutConstraints
        let step: Int32
    }

    public let setting: LayoutSetting
    public internal(set) var roots: [Root] = []
    var steps: [Step] = []
    /// The contents of leaves, by the identifier that the solver uses.
    public internal(set) var contents: [any NodeContent] = []
    /// The deepest nesting of elements: what the solver's stack has to hold.
    public internal(set) var depth = 0

    /// The deepest nesting in a flex layout.
    public internal(set) var flexDepth = 0
    /// Whether parts were left for another snapshot, for want of time.
    public internal(set) var isPartial = false
    /// Whether host code says what some of the nodes arrange, however deep in layouts within layouts; of pictures only.
    public internal(set) var hasProvidedSpecs = false

    /// Takes the tree below `root`, to be laid out within `range`, and the parts below it that nothing arranges.
    /// `notesSpecs`: for explanations. `isOver`, called after each part that has changed, leaves the others for another
    /// time.
    public init(
        of root: Int32, in store: inout NodeStore, range: SizeRange, scale: Double = 1, _ extent: Extent = .picture,
        notesSpecs: Bool = false, isOver: () -> Bool = { false }
    ) {
        if extent != .picture { store.forgetOutdatedLayouts() }
        setting = LayoutSetting(scale: scale, epoch: store.layouts.epoch)
        var writer = SnapshotWriter(extent, notesSpecs: notesSpecs)
        let isRightToLeft = store.isRightToLeft(root)
        let constraints = LayoutConstraints(range: range, parentSize: range.max, isRightToLeft: isRightToLeft)
        writer.addRoot(root, constraints, to: &self, of: &store)
        writer.addParts(below: root, isRightToLeft, to: &self, of: &store, isOver: isOver)
    }

    /// Takes one node with what it arranges, and no other parts; `spec` replaces what arranges it.
    init?(
        of node: NodeID, in store: inout NodeStore, constraints: LayoutConstraints, setting: LayoutSetting,
        spec: LayoutSpec? = nil, _ extent: Extent, notesSpecs: Bool = false
    ) {
        guard let index = store.find(node) else { return nil }
        self.setting = setting
        var writer = SnapshotWriter(extent, notesSpecs: notesSpecs)
        writer.replacement = spec
        writer.addRoot(index, constraints, to: &self, of: &store)
    }

    /// The parts, when all was taken.
    var parts: [Part] {
        roots.compactMap { if case .solve(let part) = steps[Int($0.step)] { part } else { nil } }
    }

    /// Whether nodes that are not among the elements take part.
    public var hasDelegatedNodes: Bool { parts.contains { !$0.delegated.isEmpty } }

    /// Visits the nodes that `LayoutSolver.frames` finds a frame for, in its order: all but the roots of parts that
    /// keep the frame they have.
    public func forEachFramedNode(_ body: (NodeID) -> Void) {
        for (number, part) in parts.enumerated() {
            for entry in part.entries where entry.parentElement >= 0 || number == 0 { body(entry.node) }
        }
    }
}

/// The frames of a whole tree, relative to each node's parent.
public struct LayoutFrames: Sendable {
    public internal(set) var size = Size.zero
    /// Those of the snapshot's `framedNodes`, in their order.
    public internal(set) var frames: [Rect] = []
    /// Frames of nodes farther down, which are not among those.
    public internal(set) var more: [ChildFrame] = []
    /// Contents that hold children, and the sizes of these.
    public internal(set) var held: [(node: NodeID, children: [Size])] = []
    /// Leaves of flex layouts that have padding or border.
    public internal(set) var inset: [(node: NodeID, insets: EdgeInsets)] = []

    public init() {}
}
