import Glibc

/// A fling that comes to a stop, after Android's OverScroller: x = from + D (1 - (1 - t/T)^r). Restarted from any of
/// its positions and velocities it goes on along the same path.
public struct Fling: Equatable, Sendable {
    public let from: Double
    public let initialVelocity: Double
    /// Seconds until it stops.
    public let duration: Double
    /// The whole way, with its sign.
    public let distance: Double

    static let rate = log(0.78) / log(0.9)
    static let inflexion = 0.35
    static let friction = 0.015
    /// Gravity on a screen of 160 units an inch, times 0.84 "for the feel".
    static let gravity = 9.80665 * 39.37 * 160 * 0.84
    /// The speed at which Android's fling lasts a second.
    static let referenceSpeed = friction * gravity / inflexion

    /// Numbers that are not finite count as 0; a speed above 1,000,000 as that.
    public init(from: Double, velocity: Double) {
        self.from = from.isFinite ? from : 0
        initialVelocity = velocity.isFinite ? min(max(velocity, -1e6), 1e6) : 0
        duration = Self.rate * Self.inflexion * pow(abs(initialVelocity) / Self.referenceSpeed, 1 / (Self.rate - 1))
        distance = initialVelocity * duration / Self.rate
    }

    public func position(at time: Double) -> Double {
        from + distance * (1 - pow(1 - progress(time), Self.rate))
    }

    public func velocity(at time: Double) -> Double {
        initialVelocity * pow(1 - progress(time), Self.rate - 1)
    }

    public var finalPosition: Double { from + distance }

    /// When it passes a place; nil when it never does.
    public func time(at x: Double) -> Double? {
        if x == from { return 0 }
        guard distance != 0 else { return nil }
        let share = (x - from) / distance
        return share > 0 && share <= 1 ? duration * (1 - pow(1 - share, 1 / Self.rate)) : nil
    }

    public func isAtRest(at time: Double) -> Bool { time >= duration }

    /// The acceleration at a velocity: it depends on nothing else.
    public static func acceleration(at velocity: Double) -> Double {
        let size = referenceSpeed * (rate - 1) / (rate * inflexion)
        let share = pow(abs(velocity) / referenceSpeed, (rate - 2) / (rate - 1))
        return velocity == 0 ? 0 : velocity > 0 ? -size * share : size * share
    }

    private func progress(_ time: Double) -> Double {
        duration > 0 && !time.isNaN ? min(max(time / duration, 0), 1) : 1
    }
}
