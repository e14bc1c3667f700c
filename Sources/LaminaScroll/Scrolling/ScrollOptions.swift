public import LaminaGeometry
public import LaminaMotion

/// How a node scrolls.
public struct ScrollOptions: Equatable, Sendable {
    /// What of a host's input a scroller takes.
    public struct Inputs: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let drag = Inputs(rawValue: 1 << 0)
        public static let wheel = Inputs(rawValue: 1 << 1)
        public static let keys = Inputs(rawValue: 1 << 2)
        public static let all: Inputs = [.drag, .wheel, .keys]
    }

    public var axes = Axes.y
    /// Beyond the content, on all sides.
    public var insets = EdgeInsets.zero
    /// In place of what the layout finds, where it is not 0.
    public var contentSize = Size.zero
    /// Runs past its ends and comes back.
    public var isBouncing = false
    /// Comes to rest at multiples of what is seen.
    public var isPaging = false
    /// Comes to rest where children, or points, meet what is seen.
    public var snap: SnapContainer.Strictness?
    public var snapAlignment = SnapAlignment.start
    /// Offsets from the beginning of the content, in place of children.
    public var snapPoints: [Double] = []
    public var inputs = Inputs.all
    /// What it cannot use goes to the scroller around it.
    public var handsOver = true
    /// A finger that sets out along one axis stays on it.
    public var locksAxis = true
    /// What is seen stays where it is when something above it changes.
    public var keepsPlace = true

    public init() {}

    /// While a finger is on it.
    var physics: ScrollPhysics { isBouncing ? .bouncing() : .clamping }
    /// After that.
    var releasePhysics: ScrollPhysics { isPaging ? .paging : physics }
    /// Comes to rest at some offsets and not at others.
    var settles: Bool { isPaging || snap != nil }
}
