public import LaminaGeometry

/// How a value goes from where it is to where it shall be.
public enum Timing: Equatable, Sendable {
    /// In so many seconds along a curve.
    case curve(Curve, duration: Double)
    case spring(Spring)
    /// By its velocity alone, which friction slows: the share `drag` of it is left after a second. The target does not
    /// count.
    case decay(drag: Double)

    /// The same way in the same time, of a spring in its period, evenly.
    public var even: Timing {
        switch self {
        case .curve(_, let duration): .curve(.linear, duration: duration)
        case .spring(let spring): .curve(.linear, duration: min(2 * Double.pi / spring.frequency, Self.longest))
        case .decay: self
        }
    }

    /// A day: nothing moves for longer.
    public static let longest = 86_400.0

    /// Fails for a duration outside 0...86,400 seconds, a drag outside 0...1 and a spring that never rests.
    public func check() throws(LaminaError) {
        switch self {
        case .curve(_, let duration):
            if !(duration >= 0 && duration <= Self.longest) {
                throw LaminaError(.invalidArgument, "duration is \(duration) s; it must lie within 0...86,400 s")
            }
        case .spring(let spring):
            let decay = spring.dampingRatio * spring.frequency
            // One that takes a day to shrink by a factor of e does not come to rest for anybody.
            if !(decay * Self.longest > 1) {
                throw LaminaError(
                    .invalidArgument,
                    "damping is \(spring.damping), with which the spring would swing for ever; more is needed")
            }
        case .decay(let drag):
            if !(drag > 0 && drag < 1) {
                throw LaminaError(.invalidArgument, "drag is \(drag); it must lie between 0 and 1")
            }
        }
    }
}

/// When a moving value counts as arrived: within `distance`, and below `speed` a second.
public struct MotionTolerance: Equatable, Sendable {
    public var distance: Double
    public var speed: Double

    public init(distance: Double, speed: Double) {
        (self.distance, self.speed) = (distance, speed)
    }

    /// Of lengths, which are shown in pixels.
    public static var length: MotionTolerance { MotionTolerance(distance: 0.05, speed: 1) }
    /// Of shares: opacity, colours, scale, angles.
    public static var share: MotionTolerance { MotionTolerance(distance: 0.001, speed: 0.02) }
}
