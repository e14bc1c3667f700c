import Glibc

/// How much of a movement's beginning is left at some time: what it is away from its end, and what its push adds. Of
/// its place, or of its velocity, a second.
public struct MovementShape: Equatable, Sendable {
    public var distance: Double
    public var push: Double

    @inline(__always)
    public init(distance: Double, push: Double) { (self.distance, self.push) = (distance, push) }

    /// There, and at rest.
    public static var over: MovementShape { MovementShape(distance: 0, push: 0) }
}

extension Timing {
    /// The shape of the places of movements of this timing and duration at a time: the same for all, so that a thousand
    /// that set out together cost one look at the curve.
    public func shape(at time: Double, duration: Double) -> MovementShape {
        if time >= duration { return .over }
        let time = max(time, 0)
        switch self {
        case .curve(let curve, _):
            let share = time / duration
            let left = 1 - share
            return MovementShape(distance: 1 - curve.value(at: share), push: time * left * left)
        case .spring(let spring): return SpringMotion(spring, from: 1, to: 0).shape(at: time)
        case .decay(let drag): return MovementShape(distance: pow(drag, time), push: 0)
        }
    }

    /// The same of their velocities.
    public func velocityShape(at time: Double, duration: Double) -> MovementShape {
        if time >= duration { return .over }
        let time = max(time, 0)
        switch self {
        case .curve(let curve, _):
            let share = time / duration
            return MovementShape(
                distance: -curve.slope(at: share) / duration, push: (1 - share) * (1 - 3 * share))
        case .spring(let spring): return SpringMotion(spring, from: 1, to: 0).velocityShape(at: time)
        case .decay(let drag): return MovementShape(distance: pow(drag, time) * log(drag), push: 0)
        }
    }

    /// Whether movements that end at different times have different shapes up to there.
    @inline(__always)
    public var dependsOnDuration: Bool {
        if case .curve = self { return true }
        return false
    }
}

/// A value on its way: position and velocity as functions of the time since it set out. Its timing is kept by whoever
/// has it, for many movements share one.
public struct Movement: Equatable, Sendable {
    private var keptFrom: KeptChannels
    private var keptTo: KeptChannels
    /// Seconds until it is there.
    public let duration: Double
    /// What the velocity at the beginning adds: all of it to a spring, and to a curve what it differs by from the
    /// curve's own.
    private let keptPush: KeptChannels
    private let isPushed: Bool

    @inline(__always)
    public var from: Channels { keptFrom.channels }
    @inline(__always)
    public var to: Channels { keptTo.channels }
    private var push: Channels { keptPush.channels }

    /// Begins at `from` with `velocity`, a second: one that was on its way goes on without a jump. A timing that was
    /// not checked ends after a day at the latest.
    public init(_ timing: Timing, from: Channels, to: Channels, velocity: Channels, tolerance: MotionTolerance) {
        keptFrom = KeptChannels(from)
        let (end, push): (Channels, Channels)
        switch timing {
        case .curve(let curve, let duration):
            end = to
            self.duration = min(max(duration, 0), Timing.longest)
            if velocity == .zero || !(duration > 0) {
                push = .zero
            } else {
                // A curve that begins nearly upright has no velocity that could be told from a jump.
                let slope = min(max(curve.slope(at: 0), -20), 20)
                push = velocity - (to - from) * (slope / duration)
            }
        case .spring(let spring):
            (end, push) = (to, velocity)
            duration = Self.restTime(spring, from, to, velocity, tolerance)
        case .decay(let drag):
            let rate = -log(drag)
            (end, push) = (from + velocity / rate, .zero)
            let start = max(velocity.largest / rate / tolerance.distance, velocity.largest / tolerance.speed)
            duration = start > 1 ? min(log(start) / rate, Timing.longest) : 0
        }
        (keptTo, keptPush, isPushed) = (KeptChannels(end), KeptChannels(push), push != .zero)
    }

    /// The same elsewhere.
    public func moved(by distance: Channels) -> Movement {
        var moved = self
        moved.keptFrom = KeptChannels(from + distance)
        moved.keptTo = KeptChannels(to + distance)
        return moved
    }

    /// It is there at once.
    public init(at to: Channels) {
        (keptFrom, keptTo, keptPush, isPushed, duration) = (KeptChannels(to), KeptChannels(to), .zero, false, 0)
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

    @inline(__always)
    public func value(_ shape: MovementShape) -> Channels {
        let way = to + (from - to) * shape.distance
        return isPushed ? way + push * shape.push : way
    }

    /// The first two numbers alone: most values have no more, and eight take their time.
    @inline(__always)
    public func firstTwo(_ shape: MovementShape) -> SIMD2<Double> {
        let (from, to) = (keptFrom.firstTwo, keptTo.firstTwo)
        let way = to + (from - to) * shape.distance
        return isPushed ? way + keptPush.firstTwo * shape.push : way
    }

    /// A second; zero once it is there.
    @inline(__always)
    public func velocity(_ shape: MovementShape) -> Channels { (from - to) * shape.distance + push * shape.push }

    public func value(at time: Double, of timing: Timing) -> Channels {
        value(timing.shape(at: time, duration: duration))
    }

    public func velocity(at time: Double, of timing: Timing) -> Channels {
        velocity(timing.velocityShape(at: time, duration: duration))
    }
}
