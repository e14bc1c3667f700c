import Glibc
public import LaminaGeometry

/// An exponential approach to where a velocity leads (Motion's inertia): x = target - amplitude exp(-t / tau). Past an
/// edge a spring brings it back.
public struct Inertia: Equatable, Sendable {
    public let target: Double
    private let amplitude: Double
    private let tau: Double
    private let restDistance: Double
    /// When the edge has been passed: a multiple of 10 ms, so that it does not depend on the frames.
    public let edgeTime: Double?
    private let spring: SpringMotion?
    private static let stepsPerSecond = 100.0
    private static let slopeTime = 0.005

    /// `power` times the velocity is how far it goes; `tau` is in seconds. `target` moves the end. `lower` and `upper`
    /// are edges. Fails for numbers that are not finite, a power below 0 and a tau that is not above 0.
    public init(
        from: Double, velocity: Double, power: Double = 0.8, tau: Double = 0.325, target: Double? = nil,
        lower: Double? = nil, upper: Double? = nil, edgeSpring: Spring? = nil, restDistance: Double = 0.5
    ) throws(LaminaError) {
        for number in [from, velocity, power, tau, target ?? 0, lower ?? 0, upper ?? 0, restDistance]
        where !number.isFinite {
            throw LaminaError(.invalidArgument, "inertia has the number \(number); all must be finite")
        }
        guard power >= 0, tau > 0, restDistance > 0, (lower ?? -.infinity) <= (upper ?? .infinity) else {
            throw LaminaError(
                .invalidArgument,
                "inertia's power is \(power), tau \(tau), rest distance \(restDistance); they must be positive,"
                    + " and the lower edge below the upper"
            )
        }
        let target = target ?? from + power * velocity
        let amplitude = target - from
        self.target = target
        (self.amplitude, self.tau, self.restDistance) = (amplitude, tau, restDistance)
        let place = { (time: Double) in target - amplitude * exp(-time / tau) }
        let isOutside = { (x: Double) in x < lower ?? -.infinity || x > upper ?? .infinity }
        let edges = [lower, upper].compactMap { $0 }
        guard let time = Self.exit(from, target, amplitude, tau, isOutside, edges) else {
            (edgeTime, spring) = (nil, nil)
            return
        }
        let x = place(time)
        let edge = edges.min { abs($0 - x) < abs($1 - x) } ?? x
        let before = max(time - Self.slopeTime, 0)
        let speed = time > before ? (x - place(before)) / (time - before) : amplitude / tau
        let bounce = edgeSpring ?? Self.standardEdgeSpring
        edgeTime = time
        spring = SpringMotion(bounce, from: x, to: edge, velocity: speed)
    }

    private static var standardEdgeSpring: Spring {
        (try? Spring(stiffness: 500, damping: 10)) ?? .standard
    }

    /// The first multiple of 10 ms at which it is outside; nil when it comes to rest inside.
    private static func exit(
        _ from: Double, _ target: Double, _ amplitude: Double, _ tau: Double, _ isOutside: (Double) -> Bool,
        _ edges: [Double]
    ) -> Double? {
        if isOutside(from) { return 0 }
        guard isOutside(target), amplitude != 0, let edge = edges.first(where: { ($0 - from) * ($0 - target) <= 0 })
        else {
            return nil
        }
        // The edge is crossed when (target - edge) / amplitude of the way is left.
        var steps = (-tau * log((target - edge) / amplitude) * stepsPerSecond).rounded(.down)
        for _ in 0..<4 where !isOutside(target - amplitude * exp(-steps / stepsPerSecond / tau)) { steps += 1 }
        return steps.isFinite ? steps / stepsPerSecond : nil
    }

    public func position(at time: Double) -> Double {
        if isAtRest(at: time) { return spring?.to ?? target }
        if let spring, let edgeTime, time >= edgeTime { return spring.position(at: time - edgeTime) }
        return target - amplitude * exp(-max(time, 0) / tau)
    }

    public func velocity(at time: Double) -> Double {
        if isAtRest(at: time) { return 0 }
        if let spring, let edgeTime, time >= edgeTime { return spring.velocity(at: time - edgeTime) }
        return amplitude / tau * exp(-max(time, 0) / tau)
    }

    /// A spring counts as at rest within the rest distance and below 2 units a second, or 0.01 where it has less than 5
    /// units to go (Motion's limits).
    public func isAtRest(at time: Double) -> Bool {
        if let spring, let edgeTime {
            guard time >= edgeTime else { return false }
            let speed = abs(spring.to - spring.from) < 5 ? 0.01 : 2
            return spring.isAtRest(at: time - edgeTime, distance: restDistance, speed: speed)
        }
        return abs(amplitude) * exp(-max(time, 0) / tau) <= restDistance
    }
}
