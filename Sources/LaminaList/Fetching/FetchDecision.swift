public import LaminaGeometry

/// Whether a list should ask for more rows: a pure function of what it shows and where its scroll will come to rest
/// (Texture CN3).
public struct FetchQuery: Equatable, Sendable {
    /// Screenfuls of content ahead that are enough, unless the host says otherwise.
    public static let standardLeadingScreens = 2.0

    /// Where the content moves to; empty when nothing moves.
    public var direction: ScrollDirections = []
    public var scrollable: ScrollDirections = .vertical
    public var view = Size.zero
    public var content = Size.zero
    /// The offset where the scroll will come to rest.
    public var target = Point.zero
    /// Logical units a millisecond.
    public var velocity = Point.zero
    public var leadingScreens = standardLeadingScreens
    public var isFetching = false
    public var isVisible = true
    public var isRightToLeft = false
    /// Whether a layout from right to left begins at offset 0, as one from left to right does.
    public var layoutFlips = false

    public init() {}

    private var isVertical: Bool { !scrollable.isDisjoint(with: .vertical) }
    private var viewLength: Double { isVertical ? view.height : view.width }
    private var contentLength: Double { isVertical ? content.height : content.width }

    /// What lies ahead of the place where the scroll comes to rest.
    public var rest: Double {
        if !isVertical && isRightToLeft && !layoutFlips { return target.x }
        return contentLength - viewLength - (isVertical ? target.y : target.x)
    }

    /// Whether rest and time are looked at at all; nil: they are, else the answer without them.
    private var answerWithoutRest: Bool? {
        if isFetching || !(leadingScreens > 0) || view.isEmpty { return false }
        // A list that is not full asks even while it is hidden.
        if contentLength < viewLength { return true }
        if !isVisible { return false }
        let towardHead: ScrollDirections = isRightToLeft ? [.up, .right] : [.up, .left]
        return direction.isDisjoint(with: towardHead) ? nil : false
    }

    public var shouldFetch: Bool { answerWithoutRest ?? (rest <= viewLength * leadingScreens) }

    /// Seconds until the end is reached, for a host that decides by time; nil where it is not asked.
    public var remainingSeconds: Double? {
        let speed = isVertical ? velocity.y : velocity.x
        guard answerWithoutRest == nil, speed > 0 else { return nil }
        return rest / (speed * 1000)
    }
}

extension Size {
    /// Whether there is nothing of it along some axis.
    var isEmpty: Bool { !(width > 0 && height > 0) }
}
