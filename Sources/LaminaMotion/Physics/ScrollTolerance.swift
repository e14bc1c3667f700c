/// When something that moves counts as arrived: below a distance from its end, and below a speed.
public struct ScrollTolerance: Equatable, Sendable {
    public var distance: Double
    public var speed: Double

    public init(distance: Double, speed: Double) {
        (self.distance, self.speed) = (distance, speed)
    }

    /// A pixel, and a pixel in a twentieth of a second (Flutter), at `scale` pixels a unit.
    public init(scale: Double = 1) {
        self.init(distance: 1 / scale, speed: 20 / scale)
    }
}

/// The offsets that content can stand at. Either bound may be infinite.
public struct ScrollExtent: Equatable, Sendable {
    public var lower: Double
    public var upper: Double

    /// An upper bound below the lower one counts as the lower one: content smaller than its viewport.
    public init(_ lower: Double, _ upper: Double) {
        self.lower = lower
        self.upper = max(lower, upper)
    }

    /// The extent of content of this length in a viewport of that.
    public init(content: Double, viewport: Double) {
        self.init(0, content - viewport)
    }

    public func contains(_ offset: Double) -> Bool { offset >= lower && offset <= upper }
    public func clamp(_ offset: Double) -> Double { offset.isNaN ? lower : min(max(offset, lower), upper) }
    /// How far an offset lies beyond the nearer bound; 0 within.
    public func excess(_ offset: Double) -> Double { max(lower - offset, offset - upper, 0) }
}
