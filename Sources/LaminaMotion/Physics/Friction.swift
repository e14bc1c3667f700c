import Glibc
public import LaminaGeometry

/// Movement that friction slows: the velocity is v0 drag^t, less a constant deceleration if there is one.
public struct Friction: Equatable, Sendable {
    public let drag: Double
    public let from: Double
    public let initialVelocity: Double
    /// Against the movement, in units a second squared; not negative.
    public let deceleration: Double
    private let rate: Double
    /// When a constant deceleration has stopped it; infinite without one.
    private let endTime: Double

    /// UIScrollView's normal rate: 0.998 a millisecond.
    public static let scrollDrag = 0.135

    /// `drag` lies between 0 and 1: the share of the speed that is left after a second. Fails otherwise, and for
    /// numbers that are not finite.
    public init(drag: Double, from: Double, velocity: Double, deceleration: Double = 0) throws(LaminaError) {
        guard drag > 0, drag < 1 else {
            throw LaminaError(.invalidArgument, "drag is \(drag); it must lie between 0 and 1")
        }
        guard from.isFinite, velocity.isFinite, deceleration >= 0, deceleration.isFinite else {
            throw LaminaError(
                .invalidArgument,
                "from is \(from), velocity \(velocity), deceleration \(deceleration); they must be finite,"
                    + " the last not negative"
            )
        }
        self.init(known: drag, from, velocity, deceleration)
    }

    /// The friction that goes through two states, each a position with the velocity there. Fails where none does: the
    /// velocity must fall towards the end, without turning.
    public init(through start: (x: Double, v: Double), _ end: (x: Double, v: Double)) throws(LaminaError) {
        let drag = exp((start.v - end.v) / (start.x - end.x))
        guard abs(start.v) >= abs(end.v), start.v * end.v >= 0, (end.x - start.x) * start.v > 0 else {
            throw LaminaError(
                .invalidArgument, "no friction leads from \(start.x) at \(start.v) to \(end.x) at \(end.v)")
        }
        try self.init(drag: drag, from: start.x, velocity: start.v)
    }

    /// For numbers that are known to be in range: finite, and a drag between 0 and 1.
    init(known drag: Double, _ from: Double, _ velocity: Double, _ deceleration: Double = 0) {
        (self.drag, self.from, initialVelocity) = (drag, from, velocity)
        self.deceleration = deceleration
        let rate = log(drag)
        self.rate = rate
        let speed = abs(velocity)
        if deceleration == 0 || speed == 0 {
            endTime = speed == 0 ? 0 : .infinity
        } else {
            // speed exp(rate t) = deceleration t has one root, before speed / deceleration.
            endTime = root(0, speed / deceleration) { speed * exp(rate * $0) - deceleration * $0 }
        }
    }

    public func position(at time: Double) -> Double {
        let time = min(max(time, 0), endTime)
        if time == .infinity { return from - initialVelocity / rate }
        let braked = deceleration / 2 * time * time
        return from + initialVelocity * expm1(rate * time) / rate - (initialVelocity < 0 ? -braked : braked)
    }

    public func velocity(at time: Double) -> Double {
        let time = max(time, 0)
        if time >= endTime { return 0 }
        let braked = deceleration * time
        return initialVelocity * exp(rate * time) - (initialVelocity < 0 ? -braked : braked)
    }

    /// Where it comes to rest.
    public var finalPosition: Double { position(at: endTime) }

    /// When it passes a place; nil when it never does.
    public func time(at x: Double) -> Double? {
        if x == from { return 0 }
        let end = finalPosition
        guard initialVelocity != 0, initialVelocity > 0 ? x > from && x <= end : x < from && x >= end else {
            return nil
        }
        if deceleration == 0 {
            // The very end is reached after an infinite time.
            let share = (x - from) * rate / initialVelocity
            return share > -1 ? log1p(share) / rate : nil
        }
        let sign: Double = initialVelocity > 0 ? 1 : -1
        return root(0, endTime) { sign * (x - position(at: $0)) }
    }

    public func isAtRest(at time: Double, tolerance: ScrollTolerance) -> Bool {
        abs(velocity(at: time)) < tolerance.speed || time >= endTime
    }
}

/// Friction whose position stops at bounds.
public struct BoundedFriction: Equatable, Sendable {
    public let friction: Friction
    public let extent: ScrollExtent

    public init(_ friction: Friction, within extent: ScrollExtent) {
        (self.friction, self.extent) = (friction, extent)
    }

    public func position(at time: Double) -> Double { extent.clamp(friction.position(at: time)) }
    public func velocity(at time: Double) -> Double { friction.velocity(at: time) }

    public func isAtRest(at time: Double, tolerance: ScrollTolerance) -> Bool {
        let x = position(at: time)
        return friction.isAtRest(at: time, tolerance: tolerance) || abs(x - extent.lower) < tolerance.distance
            || abs(x - extent.upper) < tolerance.distance
    }
}

/// Where a function that falls through 0 between `low` and `high` does so, by halving.
func root(_ low: Double, _ high: Double, _ f: (Double) -> Double) -> Double {
    var (low, high) = (low, high)
    for _ in 0..<200 {
        let middle = low + (high - low) / 2
        if middle <= low || middle >= high { break }
        if f(middle) > 0 { low = middle } else { high = middle }
    }
    return high
}
