public import LaminaGeometry

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
