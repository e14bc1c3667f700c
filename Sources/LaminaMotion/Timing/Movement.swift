import Glibc

/// A value on its way: position and velocity as functions of the time since it set out.
public struct Movement: Equatable, Sendable {
    public let timing: Timing
    public let from: Channels
    public let to: Channels
    /// What it set out with, a second.
    public let velocity: Channels
    /// Seconds until it is there.
    public let duration: Double
    /// What the velocity at the beginning differs by from that of the curve.
    private let push: Channels

    /// Begins at `from` with `velocity`: one that was on its way goes on without a jump. A timing that was not checked
    /// ends after a day at the latest.
    public init(_ timing: Timing, from: Channels, to: Channels, velocity: Channels, tolerance: MotionTolerance) {
        (self.timing, self.from, self.velocity) = (timing, from, velocity)
        switch timing {
        case .curve(let curve, let duration):
            self.to = to
            self.duration = min(max(duration, 0), Timing.longest)
            // A curve that begins nearly upright has no velocity that could be told from a jump.
            let slope = min(max(curve.slope(at: 0), -20), 20)
            push = velocity == .zero || !(duration > 0) ? .zero : velocity - (to - from) * (slope / duration)
        case .spring(let spring):
            self.to = to
            push = .zero
            duration = Self.restTime(spring, from, to, velocity, tolerance)
        case .decay(let drag):
            let rate = -log(drag)
            self.to = from + velocity / rate
            push = .zero
            let start = max(velocity.largest / rate / tolerance.distance, velocity.largest / tolerance.speed)
            duration = start > 1 ? min(log(start) / rate, Timing.longest) : 0
        }
    }

    private static func restTime(
        _ spring: Spring, _ from: Channels, _ to: Channels, _ velocity: Channels, _ tolerance: MotionTolerance
    ) -> Double {
        var longest = 0.0
        for index in from.indices where from[index] != to[index] || velocity[index] != 0 {
            let motion = SpringMotion(spring, from: from[index], to: to[index], velocity: velocity[index])
            let time = motion.restTime(distance: tolerance.distance, speed: tolerance.speed, limit: Timing.longest)
            longest = max(longest, time ?? Timing.longest)
        }
        return longest
    }

    public func value(at time: Double) -> Channels {
        if time >= duration { return to }
        let time = max(time, 0)
        switch timing {
        case .curve(let curve, _):
            let share = time / duration
            let way = from + (to - from) * curve.value(at: share)
            return push == .zero ? way : way + push * (time * (1 - share) * (1 - share))
        case .spring(let spring):
            let (even, odd) = SpringMotion(spring, from: 1, to: 0).shares(at: time)
            return to + (from - to) * even + velocity * odd
        case .decay(let drag):
            return to + (from - to) * pow(drag, time)
        }
    }

    /// A second; zero once it is there.
    public func velocity(at time: Double) -> Channels {
        if time >= duration { return .zero }
        let time = max(time, 0)
        switch timing {
        case .curve(let curve, _):
            let share = time / duration
            let way = (to - from) * (curve.slope(at: share) / duration)
            return push == .zero ? way : way + push * ((1 - share) * (1 - 3 * share))
        case .spring(let spring):
            let (even, odd) = SpringMotion(spring, from: 1, to: 0).speedShares(at: time)
            return (from - to) * even + velocity * odd
        case .decay(let drag):
            return velocity * pow(drag, time)
        }
    }
}

extension SpringMotion {
    /// Of the position: what a distance of 1 from the target and a velocity of 1 at the beginning have become.
    func shares(at time: Double) -> (distance: Double, velocity: Double) {
        (position(at: time), SpringMotion(spring, from: 0, to: 0, velocity: 1).position(at: time))
    }

    /// The same of the velocity.
    func speedShares(at time: Double) -> (distance: Double, velocity: Double) {
        (velocity(at: time), SpringMotion(spring, from: 0, to: 0, velocity: 1).velocity(at: time))
    }
}
