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

/// What a node shows, as far as the tree has to know it. The display module says how it is measured and drawn.
public protocol NodeContent: AnyObject, Sendable {
    /// Whether the content has a size of its own that layout asks for.
    var isMeasurable: Bool { get }
    /// What layout keeps of the content: all, or a stand-in that is measured alike and holds no pixels.
    var forLayout: any NodeContent { get }
    /// Whether it stands behind the children of a flex layout, where there are any: they give the node its size then.
    var yieldsToChildren: Bool { get }
    /// Whether layout finds no difference between the two.
    func isMeasured(like other: any NodeContent) -> Bool
    /// The content in a few words, for descriptions; nil when there is nothing to say.
    var summary: String? { get }
    /// The same for other traits, and for text without a colour of its own in a colour of the node's; nil when all stays as it is.
    func adapted(to traits: ResolvedTraits, textColor: Color?) -> AdaptedContent?
    /// The same content where layout runs from right to left; nil when that makes no difference to it.
    var runningRightToLeft: (any NodeContent)? { get }
    /// Whether there is room in the content for the node's children, which it places.
    var holdsChildren: Bool { get }
    /// The same content with room for children of these sizes.
    func holding(_ children: [Size]) -> any NodeContent
    /// The same content so far inside of the node's edges; for one that takes all of the node always, itself.
    func inset(by insets: EdgeInsets) -> any NodeContent
    /// Whether host data may end with it.
    var holdsHostData: Bool { get }
    /// Whether its size in some room follows from what it wants without limits: it takes no more because there is more, and is as wide at any height.
    var isSteady: Bool { get }
}

extension NodeContent {
    public var forLayout: any NodeContent { self }
    public var yieldsToChildren: Bool { false }
    public func isMeasured(like other: any NodeContent) -> Bool { false }
    public var summary: String? { nil }
    public func adapted(to traits: ResolvedTraits, textColor: Color?) -> AdaptedContent? { nil }
    public var runningRightToLeft: (any NodeContent)? { nil }
    public var holdsChildren: Bool { false }
    public func holding(_ children: [Size]) -> any NodeContent { self }
    public func inset(by insets: EdgeInsets) -> any NodeContent { self }
    public var holdsHostData: Bool { false }
    public var isSteady: Bool { false }

    /// What layout keeps of the content where it runs in this direction.
    @inline(__always)
    func forLayout(isRightToLeft: Bool) -> any NodeContent {
        if isRightToLeft, let mirrored = runningRightToLeft { mirrored.forLayout } else { forLayout }
    }
}

/// The yes-or-no properties of a node.
public struct NodeFlags: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let alive = NodeFlags(rawValue: 1 << 0)
    public static let hidden = NodeFlags(rawValue: 1 << 1)
    public static let clips = NodeFlags(rawValue: 1 << 2)
    /// The contents of the node and of all below it appear in the same frame.
    public static let displaysTogether = NodeFlags(rawValue: 1 << 3)
    /// A text node: its content is a text, not a drawing.
    public static let text = NodeFlags(rawValue: 1 << 4)
    /// A child that the parent's spec brought along.
    public static let adopted = NodeFlags(rawValue: 1 << 5)
    /// The root of a surface.
    public static let root = NodeFlags(rawValue: 1 << 6)
    /// Already in the list of changed nodes.
    public static let changed = NodeFlags(rawValue: 1 << 7)
    /// A child that the parent places when it is laid out.
    public static let arranged = NodeFlags(rawValue: 1 << 8)
    /// Somewhere below may stand a node that is placed by hand and arranges something.
    public static let partsBelow = NodeFlags(rawValue: 1 << 9)
    /// What the node arranges is measured on several threads.
    public static let concurrent = NodeFlags(rawValue: 1 << 10)
    /// Nothing of the node is drawn anew until this is taken back (as in Texture).
    public static let displaySuspended = NodeFlags(rawValue: 1 << 11)
    /// Another size stretches what was drawn instead of asking for a drawing.
    public static let keepsDrawing = NodeFlags(rawValue: 1 << 12)
    /// Drawn on the owner thread, in the turn that takes its change over (as in Texture).
    public static let drawsAtOnce = NodeFlags(rawValue: 1 << 13)
    /// Hit within other edges than its own: see `NodeExtras.hitSlop`.
    static let hitSlop = NodeFlags(rawValue: 1 << 14)
    /// Host data may end with the node. Never taken back.
    public static let hostData = NodeFlags(rawValue: 1 << 15)
    /// The node's drawing draws text by itself.
    public static let drawsText = NodeFlags(rawValue: 1 << 18)
    /// Already in its surface's list of nodes whose layers have to be read again.
    public static let restructured = NodeFlags(rawValue: 1 << 16)
    /// The children or their order changed since the layers were read.
    public static let childrenChanged = NodeFlags(rawValue: 1 << 17)
    /// Has an appearance: see `NodeAppearance`.
    static let decorated = NodeFlags(rawValue: 1 << 19)
    /// Has a placeholder: see `NodePlaceholder`.
    static let placeholder = NodeFlags(rawValue: 1 << 20)
    /// Has observers of its interface state.
    static let observed = NodeFlags(rawValue: 1 << 21)
    /// Its observers may have to be told of another interface state.
    static let interfaceStale = NodeFlags(rawValue: 1 << 22)
    /// All below it is drawn with it, into one bitmap.
    public static let rasterizes = NodeFlags(rawValue: 1 << 23)
    /// The root of a flex layout with CSS's defaults.
    static let flexCSS = NodeFlags(rawValue: 1 << 24)
    /// The root of a flex layout with Yoga's defaults.
    static let flexYoga = NodeFlags(rawValue: 1 << 25)
    /// Says something of the traits that hold below it.
    static let traits = NodeFlags(rawValue: 1 << 29)
    /// Has colours for light and dark surroundings.
    static let dynamic = NodeFlags(rawValue: 1 << 30)
    /// Its space does not begin at its corner: see `NodeExtras.boundsOrigin`.
    static let boundsOrigin = NodeFlags(rawValue: 1 << 31)
    /// In its flex layout's list of nodes to take over.
    static let flexStale = NodeFlags(rawValue: 1 << 26)
    /// What makes it a leaf of its flex layout, or not, is to be taken over, too.
    static let flexLeafStale = NodeFlags(rawValue: 1 << 27)
    /// The list of its children is to be taken over, too.
    static let flexChildrenStale = NodeFlags(rawValue: 1 << 28)
}

/// A style with an identity of its own, so that a node without one carries only a nil.
public final class StyleBox: Sendable {
    public let style: ElementStyle
    public init(_ style: ElementStyle) { self.style = style }
}

/// What few nodes have, kept apart so that an empty node stays small. Replaced as a whole, never changed.
public final class NodeExtras: Sendable {
    public let name: [UInt8]
    public let userData: HostData?
    /// Who hears of the node's drawings; the display module knows its type.
    public let displayObserver: (any AnyObject & Sendable)?
    /// Drawings of higher priority begin first.
    public let drawingPriority: Int32
    /// What the node has beyond the common look.
    let appearance: AppearanceBox?
    /// What it shows while its contents are missing.
    let placeholder: PlaceholderBox?
    /// How far inside of its edges the node is hit; negative is outside.
    let hitSlop: EdgeInsets
    /// The point of the node's own space that stands at its corner.
    let boundsOrigin: Point
    /// The padding and border that a flex layout gave it as a leaf: what it shows stands within these.
    let contentInsets: EdgeInsets

    init(
        name: [UInt8], userData: HostData?, displayObserver: (any AnyObject & Sendable)?, drawingPriority: Int32,
        appearance: AppearanceBox?, placeholder: PlaceholderBox?, hitSlop: EdgeInsets, boundsOrigin: Point,
        contentInsets: EdgeInsets
    ) {
        self.name = name
        self.userData = userData
        self.displayObserver = displayObserver
        self.drawingPriority = drawingPriority
        self.appearance = appearance
        self.placeholder = placeholder
        self.hitSlop = hitSlop
        self.boundsOrigin = boundsOrigin
        self.contentInsets = contentInsets
    }
}

/// All that the tree knows of one node. A plain value in the store; everything that is rare or large is behind a reference.
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
