import Glibc

/// A spring on its way from one value to another, in closed form: position and velocity are functions of the time since
/// its beginning, whatever the frames.
public struct SpringMotion: Equatable, Sendable {
    public let spring: Spring
    public let from: Double
    public let to: Double
    public let initialVelocity: Double
    private let frequency: Double
    private let decay: Double
    /// Of the swinging part; of the slow part's distance from `decay` in an overdamped spring.
    private let damped: Double
    private let overdamped: Bool

    /// `velocity` in units a second, positive towards larger values.
    public init(_ spring: Spring, from: Double, to: Double, velocity: Double = 0) {
        (self.spring, self.from, self.to, initialVelocity) = (spring, from, to, velocity)
        let ratio = spring.dampingRatio
        frequency = spring.frequency
        decay = ratio * frequency
        damped = frequency * abs(1 - ratio * ratio).squareRoot()
        overdamped = ratio > 1
    }

    public func position(at time: Double) -> Double {
        guard time > 0 else { return from }
        let (even, odd) = shapes(at: time)
        let start = from - to
        return to + start * even + (initialVelocity + decay * start) * odd
    }

    public func velocity(at time: Double) -> Double {
        guard time > 0 else { return initialVelocity }
        let (even, odd) = shapes(at: time)
        return initialVelocity * even - (frequency * frequency * (from - to) + decay * initialVelocity) * odd
    }

    public func isAtRest(at time: Double, distance: Double, speed: Double) -> Bool {
        abs(position(at: time) - to) <= distance && abs(velocity(at: time)) <= speed
    }

    /// A time from which on the spring stays within `distance` of its target and below `speed`; nil where that is more
    /// than `limit` seconds, as of one without damping. An upper bound by the envelope, up to 1e-6 of itself.
    public func restTime(distance: Double, speed: Double, limit: Double = 1e6) -> Double? {
        guard decay > 0 else { return nil }
        func rests(_ time: Double) -> Bool { isBounded(at: time, distance: distance, speed: speed) }
        if rests(0) { return 0 }
        var high = 1 / frequency
        while !rests(high) {
            high *= 2
            if !(high <= limit * 2) { return nil }
        }
        var low = high / 2
        if high == 1 / frequency { low = 0 }
        for _ in 0..<60 where high - low > high * 1e-6 {
            let middle = (low + high) / 2
            if rests(middle) { high = middle } else { low = middle }
        }
        return high <= limit ? high : nil
    }

    /// What a distance of 1 from the target and a velocity of 1 at the beginning have become.
    func shape(at time: Double) -> MovementShape {
        let (even, odd) = shapes(at: time)
        return MovementShape(distance: even + decay * odd, push: odd)
    }

    /// What the velocity has become of these.
    func velocityShape(at time: Double) -> MovementShape {
        let (even, odd) = shapes(at: time)
        return MovementShape(distance: -frequency * frequency * odd, push: even - decay * odd)
    }

    /// exp(-decay t) times cos and sin(wt)/w, or cosh and sinh(wt)/w, or 1 and t, written so that nothing overflows and
    /// nothing cancels near the critical ratio.
    private func shapes(at time: Double) -> (even: Double, odd: Double) {
        if overdamped && damped > 0 {
            // decay - damped without the difference of two large numbers.
            let slow = exp(-frequency * frequency / (decay + damped) * time)
            let fast = exp(-2 * damped * time)
            return (slow * (1 + fast) / 2, slow * -expm1(-2 * damped * time) / (2 * damped))
        }
        let envelope = exp(-decay * time)
        if damped * time < 1e-8 { return (envelope, envelope == 0 ? 0 : envelope * time) }
        return (envelope * cos(damped * time), envelope * sin(damped * time) / damped)
    }

    /// Whether envelopes of position and velocity, which only shrink from here on, are within the limits.
    private func isBounded(at time: Double, distance: Double, speed: Double) -> Bool {
        let start = from - to
        let lean = initialVelocity + decay * start
        let pull = frequency * frequency * start + decay * initialVelocity
        if !overdamped && damped > 0.3 * frequency {
            let envelope = exp(-decay * time)
            return envelope * hypot(start, lean / damped) <= distance
                && envelope * hypot(initialVelocity, pull / damped) <= speed
        }
        let rate = overdamped ? frequency * frequency / (decay + damped) : decay
        // t exp(-rate t) grows until 1 / rate; an odd part is never more than 1 / (2 damped) of an overdamped spring.
        let most = overdamped && damped > 0 ? min(time, 1 / (2 * damped)) : time
        let envelope = exp(-rate * time)
        let settled = time >= 1 / rate || (start == 0 && initialVelocity == 0)
        return settled && envelope * (abs(start) + abs(lean) * most) <= distance
            && envelope * (abs(initialVelocity) + abs(pull) * most) <= speed
    }
}
