/// The yes-or-no properties of a node, by concern: eight bits for each, so that a new one finds its place beside its
/// like.
public struct NodeFlags: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    // MARK: Life

    public static let alive = NodeFlags(rawValue: 1 << 0)
    /// A text node: its content is a text, not a drawing.
    public static let text = NodeFlags(rawValue: 1 << 1)
    /// Host data may end with the node. Never taken back.
    public static let hostData = NodeFlags(rawValue: 1 << 2)
    /// The root of a surface.
    public static let root = NodeFlags(rawValue: 1 << 3)

    // MARK: Hierarchy

    /// A child that the parent's spec brought along.
    public static let adopted = NodeFlags(rawValue: 1 << 8)
    /// The children or their order changed since the layers were read.
    public static let childrenChanged = NodeFlags(rawValue: 1 << 9)
    /// Already in its surface's list of nodes whose layers have to be read again.
    public static let restructured = NodeFlags(rawValue: 1 << 10)
    /// Already in the list of changed nodes.
    public static let changed = NodeFlags(rawValue: 1 << 11)

    // MARK: Layout

    /// A child that the parent places when it is laid out.
    public static let arranged = NodeFlags(rawValue: 1 << 16)
    /// Somewhere below may stand a node that is placed by hand and arranges something.
    public static let partsBelow = NodeFlags(rawValue: 1 << 17)
    /// What the node arranges is measured on several threads.
    public static let concurrent = NodeFlags(rawValue: 1 << 18)
    /// Has observers of its layout.
    static let layoutObserved = NodeFlags(rawValue: 1 << 19)
    /// They may have to be notified of something.
    static let layoutEvent = NodeFlags(rawValue: 1 << 20)
    /// They have to be notified that it was laid out.
    static let laidOut = NodeFlags(rawValue: 1 << 21)
    /// They have to be notified that what it would measure may be another.
    static let naturalSizeStale = NodeFlags(rawValue: 1 << 22)

    // MARK: Flex

    /// The root of a flex layout with CSS's defaults.
    static let flexCSS = NodeFlags(rawValue: 1 << 24)
    /// The root of a flex layout with Yoga's defaults.
    static let flexYoga = NodeFlags(rawValue: 1 << 25)
    /// In its flex layout's list of nodes to take over.
    static let flexStale = NodeFlags(rawValue: 1 << 26)
    /// What makes it a leaf of its flex layout, or not, is to be taken over, too.
    static let flexLeafStale = NodeFlags(rawValue: 1 << 27)
    /// The list of its children is to be taken over, too.
    static let flexChildrenStale = NodeFlags(rawValue: 1 << 28)

    // MARK: Appearance

    public static let hidden = NodeFlags(rawValue: 1 << 32)
    public static let clips = NodeFlags(rawValue: 1 << 33)
    /// Has an appearance: see `NodeAppearance`.
    static let decorated = NodeFlags(rawValue: 1 << 34)
    /// Its space does not begin at its corner: see `NodeExtras.boundsOrigin`.
    static let boundsOrigin = NodeFlags(rawValue: 1 << 35)
    /// Hit within other edges than its own: see `NodeExtras.hitSlop`.
    static let hitSlop = NodeFlags(rawValue: 1 << 36)
    /// Stands above or below its siblings by a z position.
    static let raised = NodeFlags(rawValue: 1 << 37)
    /// Something of it is presented otherwise than it has it: see `PresentedTable`.
    public static let presented = NodeFlags(rawValue: 1 << 38)
    /// Neither it nor what is below it takes hits.
    static let ignoresHits = NodeFlags(rawValue: 1 << 39)

    // MARK: Traits

    /// Says something of the traits that hold below it.
    static let traits = NodeFlags(rawValue: 1 << 40)
    /// Has colours for light and dark surroundings.
    static let dynamic = NodeFlags(rawValue: 1 << 41)

    // MARK: Scrolling

    /// What the node arranges may be longer than the node, along either axis.
    static let scrollsX = NodeFlags(rawValue: 1 << 46)
    static let scrollsY = NodeFlags(rawValue: 1 << 47)
    static let scrolls: NodeFlags = [.scrollsX, .scrollsY]

    /// Its owner presents its children where they stand, and moves them: layouts and transitions leave that to it.
    public static let placesChildren = NodeFlags(rawValue: 1 << 42)

    // MARK: Display

    /// The contents of the node and of all below it appear in the same frame.
    public static let displaysTogether = NodeFlags(rawValue: 1 << 48)
    /// Nothing of the node is drawn anew until this is taken back (as in Texture).
    public static let displaySuspended = NodeFlags(rawValue: 1 << 49)
    /// Another size stretches what was drawn instead of drawing anew.
    public static let keepsDrawing = NodeFlags(rawValue: 1 << 50)
    /// Drawn on the owner thread, in the turn that takes its change over (as in Texture).
    public static let drawsAtOnce = NodeFlags(rawValue: 1 << 51)
    /// The node's drawing draws text by itself.
    public static let drawsText = NodeFlags(rawValue: 1 << 52)
    /// All below it is drawn with it, into one bitmap.
    public static let rasterizes = NodeFlags(rawValue: 1 << 53)
    /// Has a placeholder: see `NodePlaceholder`.
    static let placeholder = NodeFlags(rawValue: 1 << 54)
    /// Its first contents are waited for: see `AwaitedNodes`.
    static let awaited = NodeFlags(rawValue: 1 << 55)

    // MARK: Interface state

    /// Has observers of its interface state.
    static let observed = NodeFlags(rawValue: 1 << 56)
    /// Its observers may have to be notified of another interface state.
    static let interfaceStale = NodeFlags(rawValue: 1 << 57)
    /// The node's interface state: four bits from here on, as in `InterfaceState`.
    private static let interfaceShift: UInt64 = 58
    private static let interface = NodeFlags(rawValue: 15 << interfaceShift)
    /// A manager says how near the node is to being seen: what is not displayed has no contents.
    public static let managed = NodeFlags(rawValue: 1 << 62)
    /// Manages its children by ranges, or is managed by itself: has an entry in `ManagedNodes`.
    static let manages = NodeFlags(rawValue: 1 << 63)

    /// The node's interface state.
    public internal(set) var interfaceState: InterfaceState {
        get { InterfaceState(rawValue: UInt32(truncatingIfNeeded: rawValue >> Self.interfaceShift & 15)) }
        set {
            let bits = UInt64(newValue.rawValue & 15) << Self.interfaceShift
            self = subtracting(Self.interface).union(NodeFlags(rawValue: bits))
        }
    }
}
