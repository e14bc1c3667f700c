public import LaminaGeometry
public import LaminaLayout
import LaminaLock

/// The frame of one node within the node that arranges it.
public struct ChildFrame: Sendable {
    public let node: NodeID
    public let frame: Rect
    /// The parent found no place for it: its frame is empty, and so are those of all below it (as in Texture).
    public let isLeftOut: Bool

    public init(node: NodeID, frame: Rect, isLeftOut: Bool = false) {
        self.node = node
        self.frame = frame
        self.isLeftOut = isLeftOut
    }
}

/// Padding and border of a leaf in a flex layout: what it shows stands within these.
struct LeafInsets {
    let node: NodeID
    let insets: EdgeInsets
}

/// A node's measurement for some constraints, and where it puts the nodes it arranges. Immutable; parts that did not
/// change are shared between layouts.
public final class NodeLayoutResult: @unchecked Sendable {  // `below` changes in deinit only
    public let node: NodeID
    public let constraints: LayoutConstraints
    public let setting: LayoutSetting
    public let measurement: LayoutMeasurement
    /// The nodes arranged directly, in painting order.
    public let frames: [ChildFrame]
    /// For each of `frames` how that node arranges its own, nil where it arranges nothing; empty when none of them
    /// does.
    private(set) var below: [NodeLayoutResult?]
    /// Where the layout stands in the node: within its padding, for a leaf of a flex layout.
    let origin: Point
    /// In a flex layout, those of the node itself and of its children that have some, in this order.
    let leafInsets: [LeafInsets]
    /// Of a node that scrolls: all that it arranges, which may be longer than the node.
    let content: Rect?
    /// The sizes of the children that the node's content has room for, where it has any.
    let heldSizes: [Size]?
    /// The spec that host code returned for these constraints.
    let provided: ProvidedSpec?
    /// Whether host code returned a spec here or below, or may have done so in what is left out.
    let hasProvided: Bool
    /// Of a node inside of a flex layout, which arranges its children as a part of that.
    let isInner: Bool

    init(
        node: NodeID, constraints: LayoutConstraints, setting: LayoutSetting, measurement: LayoutMeasurement,
        frames: [ChildFrame] = [],
        below: [NodeLayoutResult?] = [], origin: Point = .zero, leafInsets: [LeafInsets] = [], content: Rect? = nil,
        heldSizes: [Size]? = nil, provided: ProvidedSpec? = nil, isInner: Bool = false
    ) {
        self.node = node
        self.constraints = constraints
        self.setting = setting
        self.measurement = measurement
        self.frames = frames
        self.below = below
        self.origin = origin
        self.leafInsets = leafInsets
        self.content = content
        self.heldSizes = heldSizes
        self.provided = provided
        self.isInner = isInner
        hasProvided =
            provided != nil || below.contains { $0?.hasProvided ?? false } || frames.contains { $0.isLeftOut }
    }

    /// How the node at `index` of `frames` arranges its own.
    func below(_ index: Int) -> NodeLayoutResult? { below.isEmpty ? nil : below[index] }

    /// How `node` arranges its own, should it be the one at `index` of `frames`.
    func below(_ index: Int, if node: NodeID) -> NodeLayoutResult? {
        index < frames.count && frames[index].node == node ? below(index) : nil
    }

    /// The same with other parts below.
    func replacing(_ parts: [(index: Int, result: NodeLayoutResult)]) -> NodeLayoutResult {
        var below = below
        for part in parts { below[part.index] = part.result }
        return NodeLayoutResult(
            node: node, constraints: constraints, setting: setting, measurement: measurement, frames: frames,
            below: below,
            origin: origin, leafInsets: leafInsets, content: content, heldSizes: heldSizes, provided: provided,
            isInner: isInner)
    }

    /// The same at `origin` of the node.
    func moved(to origin: Point) -> NodeLayoutResult {
        if self.origin == origin { return self }
        let offset = origin - self.origin
        let moved = frames.map { child in
            let frame = child.isLeftOut ? child.frame : child.frame.offset(by: offset)
            return ChildFrame(node: child.node, frame: frame, isLeftOut: child.isLeftOut)
        }
        return NodeLayoutResult(
            node: node, constraints: constraints, setting: setting, measurement: measurement, frames: moved,
            below: below,
            origin: origin, leafInsets: leafInsets, content: content, heldSizes: heldSizes, provided: provided,
            isInner: isInner)
    }

    func isFor(_ constraints: LayoutConstraints, _ setting: LayoutSetting, parentCounts: Bool = true) -> Bool {
        let isSame =
            parentCounts
            ? self.constraints.isSame(as: constraints) : self.constraints.isSameIgnoringParent(as: constraints)
        return isSame && self.setting == setting
    }

    // Layouts may be thousands of levels deep: taken apart one by one, not each inside the end of the one above.
    deinit {
        if below.isEmpty { return }
        var waiting = below
        below = []
        while var next = waiting.popLast() {
            if next != nil, isKnownUniquelyReferenced(&next), let last = next {
                waiting.append(contentsOf: last.below)
                last.below = []
            }
        }
    }
}

/// A spec that host code returned: it keeps its nodes alive until nothing refers to it.
public final class ProvidedSpec: Sendable {
    public let spec: LayoutSpec
    private let keeper: SpecKeeper

    /// Takes over one `hold` of the spec.
    public init(_ spec: LayoutSpec, keeper: SpecKeeper) {
        self.spec = spec
        self.keeper = keeper
    }

    deinit { keeper.letGo(spec) }
}

/// Specs whose hold is to be ended: that takes the tree lock, under which the last reference to one may go.
public final class SpecKeeper: Sendable {
    private let waiting = Locked<[LayoutSpec]>(.leaf, [])

    public init() {}

    fileprivate func letGo(_ spec: LayoutSpec) { waiting.withLock { $0.append(spec) } }

    func take() -> [LayoutSpec] {
        waiting.withLock { list in
            if list.isEmpty { return [] }
            let taken = list
            list = []
            return taken
        }
    }
}
