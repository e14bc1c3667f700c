/// Movement at a constant acceleration until it is `end` away from 0, after which it counts as over.
public struct Gravity: Equatable, Sendable {
    public var acceleration: Double
    public var from: Double
    public var end: Double
    public var initialVelocity: Double

    public init(acceleration: Double, from: Double, end: Double, velocity: Double) {
        (self.acceleration, self.from, self.end, initialVelocity) = (acceleration, from, end, velocity)
    }

    public func position(at time: Double) -> Double { from + (initialVelocity + 0.5 * acceleration * time) * time }
    public func velocity(at time: Double) -> Double { initialVelocity + acceleration * time }
    public func isOver(at time: Double) -> Bool { abs(position(at: time)) >= end }
}

/// Any movement with its position and its velocity kept within ranges.
public struct ClampedGravity: Equatable, Sendable {
    public var gravity: Gravity
    public var positions: ClosedRange<Double>
    public var velocities: ClosedRange<Double>

    public init(_ gravity: Gravity, positions: ClosedRange<Double>, velocities: ClosedRange<Double>) {
        (self.gravity, self.positions, self.velocities) = (gravity, positions, velocities)
    }

    public func position(at time: Double) -> Double {
        min(max(gravity.position(at: time), positions.lowerBound), positions.upperBound)
    }
    public func velocity(at time: Double) -> Double {
        min(max(gravity.velocity(at: time), velocities.lowerBound), velocities.upperBound)
    }
    public func isOver(at time: Double) -> Bool { gravity.isOver(at: time) }
}
