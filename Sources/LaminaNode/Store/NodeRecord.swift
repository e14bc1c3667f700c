public import LaminaGeometry
public import LaminaLayout

/// Names a node for as long as it lives: its place in the store and how often that place had been given away before.
public struct NodeID: Hashable, Sendable {
    public var index: Int32
    public var generation: UInt32

    public init(index: Int32, generation: UInt32) {
        self.index = index
        self.generation = generation
    }
}

/// A style with an identity of its own, so that a node without one carries only a nil.
public final class StyleBox: Sendable {
    public let style: ElementStyle
    public init(_ style: ElementStyle) { self.style = style }
}

/// What few nodes have, kept apart so that an empty node stays small. Replaced as a whole, never changed.
///
/// This and the other boxes are classes of their own. One generic class for all made setting a transform 12% slower,
/// and a drawing priority 39%, in instructions.
public final class NodeExtras: Sendable {
    public let name: [UInt8]
    public let userData: HostData?
    /// Observes the node's drawings; the display module knows its type.
    public let displayObserver: (any AnyObject & Sendable)?
    /// What is shown with the contents.
    public let decorator: (any ContentDecorator)?
    /// Drawings of higher priority begin first.
    public let drawingPriority: Int32
    /// What the node has beyond background, opacity and corners.
    let appearance: AppearanceBox?
    /// What it shows while its contents are missing.
    let placeholder: PlaceholderBox?
    /// How far inside its edges the node is hit; negative is beyond them.
    let hitSlop: EdgeInsets
    /// The point of the node's own space that stands at its corner.
    let boundsOrigin: Point
    /// The padding and border that a flex layout gave it as a leaf: what it shows stands within these.
    let contentInsets: EdgeInsets

    init(
        name: [UInt8], userData: HostData?, displayObserver: (any AnyObject & Sendable)?,
        decorator: (any ContentDecorator)?, drawingPriority: Int32, appearance: AppearanceBox?,
        placeholder: PlaceholderBox?, hitSlop: EdgeInsets, boundsOrigin: Point,
        contentInsets: EdgeInsets
    ) {
        self.name = name
        self.userData = userData
        self.displayObserver = displayObserver
        self.decorator = decorator
        self.drawingPriority = drawingPriority
        self.appearance = appearance
        self.placeholder = placeholder
        self.hitSlop = hitSlop
        self.boundsOrigin = boundsOrigin
        self.contentInsets = contentInsets
    }
}

/// All that the tree knows of one node. A plain value in the store; everything that is rare or large is behind a
/// reference.
public struct NodeRecord {
    public internal(set) var generation: UInt32
    public internal(set) var flags: NodeFlags = []
    /// References held by the host.
    var hostReferences: Int32 = 0
    /// References held by a parent, a surface or a spec that is not in use yet.
    var internalReferences: Int32 = 0

    public internal(set) var parent: Int32 = -1
    /// The surface that shows the node, -1 for none; the same for all nodes below a root.
    public internal(set) var surface: Int32 = -1
    /// The node's place among the layers of its surface; kept by the display module.
    public var layer: Int32 = -1
    /// Moves whenever a drawing made before is no longer wanted (Texture's sentinel).
    public internal(set) var displayVersion: UInt32 = 1
    /// The flex layout that the node belongs to, and its element there; -1 for none.
    var flexTree: Int32 = -1
    var flexElement: Int32 = -1
    /// Back to front.
    public internal(set) var children: ContiguousArray<Int32> = []

    public internal(set) var frame = Rect.zero
    public internal(set) var background = Color.clear
    public internal(set) var opacity = 1.0
    public internal(set) var cornerRadius = 0.0

    public internal(set) var content: (any NodeContent)?
    /// How the node arranges what is below it, and what is known of that.
    public internal(set) var layout: NodeLayout?
    public internal(set) var style: StyleBox?
    /// How the node takes part in flex layout.
    public internal(set) var flex = FlexStyle()
    public internal(set) var extras: NodeExtras?

    init(generation: UInt32) { self.generation = generation }

    /// The point of the node's own space that stands at its corner: children are moved by it, its own drawing is not.
    @inline(__always)
    public var boundsOrigin: Point { flags.contains(.boundsOrigin) ? extras?.boundsOrigin ?? .zero : .zero }

    /// The spec that the host set.
    public var spec: LayoutSpec? { layout?.spec }

    /// The flex layout that begins at the node; nil when none does.
    public internal(set) var flexProfile: FlexProfile? {
        get { flags.contains(.flexCSS) ? .css : flags.contains(.flexYoga) ? .yoga : nil }
        set {
            flags.subtract([.flexCSS, .flexYoga])
            switch newValue {
            case .css: flags.insert(.flexCSS)
            case .yoga: flags.insert(.flexYoga)
            case nil: break
            }
        }
    }
}
