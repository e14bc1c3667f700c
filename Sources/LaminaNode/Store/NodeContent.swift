public import LaminaGeometry
public import LaminaLayout

/// What a node shows, as far as the tree has to know it. What the display module adds is in its `DrawableContent`.
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
    /// The same for other traits, and for text without a colour of its own in a colour of the node's; nil when all
    /// stays as it is.
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
    /// Whether its size in some room follows from its max-content size: more room makes it no larger than that, and its
    /// width does not depend on the height.
    var isMonotonic: Bool { get }
    /// How large it is within `range`. Only what is measurable is measured.
    func measure(within range: SizeRange, in environment: any LayoutEnvironment) -> LayoutMeasurement
    /// How large it is in a flex layout.
    func measure(width: FlexSpace, height: FlexSpace, in environment: any LayoutEnvironment) -> LayoutMeasurement
    /// Where its children stand in it, as large as it is within `range`.
    func place(within range: SizeRange, in environment: any LayoutEnvironment) -> PlacedContent
    /// Passes itself on to the module that draws it. Only what that module can draw compiles: `DrawableContent`
    /// implements this for all that a node shows.
    func pass(to receiver: any ContentReceiver)
}

/// Shows contents together with something else.
public protocol ContentDecorator: AnyObject, Sendable {
    /// What a node shows in place of its contents.
    func decorated(_ content: any NodeContent) -> any NodeContent
}

/// Whoever draws contents; it knows more of them than the tree does.
public protocol ContentReceiver: AnyObject {}

/// A content that stands for another, or for host code, in a layout. It is never shown.
public protocol LayoutLeaf: NodeContent {}

extension LayoutLeaf {
    public func pass(to receiver: any ContentReceiver) { preconditionFailure("a leaf of a layout is never drawn") }
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
    public var isMonotonic: Bool { false }

    public func measure(within range: SizeRange, in environment: any LayoutEnvironment) -> LayoutMeasurement {
        precondition(!isMeasurable, "a measurable content says how it is measured")
        return LayoutMeasurement(size: .zero)
    }

    public func measure(width: FlexSpace, height: FlexSpace, in environment: any LayoutEnvironment) -> LayoutMeasurement
    {
        measure(within: SizeRange(width, height), in: environment)
    }

    public func place(within range: SizeRange, in environment: any LayoutEnvironment) -> PlacedContent {
        PlacedContent(measurement: measure(within: range, in: environment), children: [])
    }

    /// What layout keeps of the content where it runs in this direction.
    func forLayout(isRightToLeft: Bool) -> any NodeContent {
        if isRightToLeft, let mirrored = runningRightToLeft { mirrored.forLayout } else { forLayout }
    }
}

extension SizeRange {
    /// All the room that a flex layout offers.
    public init(_ width: FlexSpace, _ height: FlexSpace) {
        self.init(min: .zero, max: Size(width: width.most, height: height.most))
    }
}

extension FlexSpace {
    /// As much as there is.
    fileprivate var most: Double {
        switch self {
        case .exactly(let length), .atMost(let length): length
        case .minContent, .maxContent: .infinity
        }
    }
}
