/// A scroller after the finger has gone up that may run past its edge: friction inside, and from the edge on a spring,
/// which takes over the speed.
public struct BouncingScroll: Equatable, Sendable {
    /// At most this is handed to the spring forwards; backwards there is no limit (as Flutter does it).
    public static let greatestSpringSpeed = 5000.0

    private let friction: Friction?
    private let spring: SpringMotion?
    /// When the spring takes over; infinite where it never does.
    public let edgeTime: Double
    public let tolerance: ScrollTolerance

    /// Numbers that are not finite count as 0.
    public init(
        from: Double, velocity: Double, extent: ScrollExtent, spring: Spring = .scroll, deceleration: Double = 0,
        tolerance: ScrollTolerance = ScrollTolerance()
    ) {
        self.tolerance = tolerance
        let from = from.isFinite ? from : 0
        let velocity = velocity.isFinite ? velocity : 0
        guard extent.contains(from) else {
            friction = nil
            self.spring = SpringMotion(spring, from: from, to: extent.clamp(from), velocity: velocity)
            edgeTime = 0
            return
        }
        let friction = Friction(known: Friction.scrollDrag, from, velocity, max(deceleration, 0))
        self.friction = friction
        let edge = velocity > 0 ? extent.upper : extent.lower
        if velocity != 0, extent.excess(friction.finalPosition) > 0, let time = friction.time(at: edge) {
            let speed = min(friction.velocity(at: time), Self.greatestSpringSpeed)
            self.spring = SpringMotion(spring, from: edge, to: edge, velocity: speed)
            edgeTime = time
        } else {
            self.spring = nil
            edgeTime = .infinity
        }
    }

    public func position(at time: Double) -> Double {
        if let spring, usesSpring(time) {
            return isAtRest(at: time) ? spring.to : spring.position(at: time - edgeTime)
        }
        return friction?.position(at: time) ?? spring?.from ?? 0
    }

    public func velocity(at time: Double) -> Double {
        if let spring, usesSpring(time) { return spring.velocity(at: time - edgeTime) }
        return friction?.velocity(at: time) ?? spring?.initialVelocity ?? 0
    }

    public func isAtRest(at time: Double) -> Bool {
        if let spring, usesSpring(time) {
            let time = time - edgeTime
            return abs(spring.position(at: time) - spring.to) < tolerance.distance
                && abs(spring.velocity(at: time)) < tolerance.speed
        }
        return friction?.isAtRest(at: time, tolerance: tolerance) ?? false
    }

    /// Where it comes to rest.
    public var finalPosition: Double { spring?.to ?? friction?.finalPosition ?? 0 }

    private func usesSpring(_ time: Double) -> Bool { friction == nil || time > edgeTime }
}
