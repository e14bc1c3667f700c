public import LaminaGeometry
public import LaminaMotion

/// Where a scroller stands.
public struct ScrollState: Equatable, Sendable {
    public var axes: Axes
    public var offset: Point
    /// The offsets that show no more than there is.
    public var minimum: Point
    public var maximum: Point
    public var view: Size
    public var velocity: Velocity
    public var isDragged: Bool
    public var isMoving: Bool

    /// A velocity changes all the time.
    func isSameToObservers(_ other: ScrollState) -> Bool {
        var other = other
        other.velocity = velocity
        return self == other
    }
}

/// Is told where a scroller stands.
public typealias ScrollCall = @Sendable (ScrollState) -> Void
