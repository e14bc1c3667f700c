import Glibc
public import LaminaGeometry

/// A damped spring: m x'' + c x' + k (x - to) = 0.
public struct Spring: Equatable, Sendable {
    public enum Regime: String, Sendable {
        case under, critical, over
    }

    public let mass: Double
    public let stiffness: Double
    public let damping: Double

    /// Ranges that keep every result finite: mass and stiffness 1e-6...1e9, damping 0...1e9. Fails with the argument
    /// that lies outside. A damping of 0 swings for ever.
    public init(mass: Double = 1, stiffness: Double, damping: Double) throws(LaminaError) {
        try Self.check(mass, "mass", 1e-6...1e9)
        try Self.check(stiffness, "stiffness", 1e-6...1e9)
        try Self.check(damping, "damping", 0...1e9)
        (self.mass, self.stiffness, self.damping) = (mass, stiffness, damping)
    }

    /// By the ratio of the damping to the critical one: below 1 it overshoots.
    public init(mass: Double = 1, stiffness: Double, dampingRatio: Double) throws(LaminaError) {
        try Self.check(dampingRatio, "damping ratio", 0...1e6)
        try Self.check(mass, "mass", 1e-6...1e9)
        try Self.check(stiffness, "stiffness", 1e-6...1e9)
        try self.init(mass: mass, stiffness: stiffness, damping: dampingRatio * 2 * (mass * stiffness).squareRoot())
    }

    /// The spring that is as good as there after `duration` seconds: its envelope has then shrunk to a thousandth
    /// (Motion's rule). Bounce goes from 0 (none) to 1; the ratio 1 - bounce is kept within 0.05...1. A duration within
    /// 0.01...10 s is kept to; others count as the nearest.
    public init(duration: Double, bounce: Double) throws(LaminaError) {
        try Self.check(duration, "duration", 0...1e9)
        try Self.check(bounce, "bounce", -1e6...1e6)
        let duration = min(max(duration, 0.01), 10)
        let ratio = min(max(1 - bounce, 0.05), 1)
        let shrunk = 0.001
        let frequency: Double
        if ratio < 1 {
            frequency = log(ratio / ((1 - ratio * ratio).squareRoot() * shrunk)) / (ratio * duration)
        } else {
            // (1 + u) exp(-u) = shrunk, by halving.
            var (low, high) = (1.0, 100.0)
            for _ in 0..<100 {
                let u = (low + high) / 2
                if (1 + u) * exp(-u) > shrunk { low = u } else { high = u }
            }
            frequency = (low + high) / 2 / duration
        }
        try self.init(stiffness: frequency * frequency, damping: 2 * ratio * frequency)
    }

    /// The spring that first reaches the target after about `visualDuration` seconds (Motion's rule).
    public init(visualDuration: Double, bounce: Double) throws(LaminaError) {
        try Self.check(visualDuration, "visual duration", 0.001...3600)
        try Self.check(bounce, "bounce", -1e6...1e6)
        let frequency = 2 * Double.pi / (1.2 * visualDuration)
        let ratio = min(max(1 - bounce, 0.05), 1)
        try self.init(stiffness: frequency * frequency, damping: 2 * ratio * frequency)
    }

    /// By perceptual duration (SwiftUI, Flutter): the period of the undamped spring. A bounce below 0 is overdamped.
    public init(perceptualDuration: Double, bounce: Double) throws(LaminaError) {
        try Self.check(perceptualDuration, "perceptual duration", 0.001...3600)
        guard bounce > -1, bounce <= 1 else {
            throw LaminaError(.invalidArgument, "bounce is \(bounce); it must lie above -1 and be at most 1")
        }
        let frequency = 2 * Double.pi / perceptualDuration
        let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
        try self.init(stiffness: frequency * frequency, damping: 2 * ratio * frequency)
    }

    /// The spring of a scroller at its edge (Flutter, UIScrollView).
    public static var scroll: Spring { Spring(known: 0.5, 100, 1.1 * 2 * 50.0.squareRoot()) }
    /// Motion's default, which overshoots visibly.
    public static var standard: Spring { Spring(known: 1, 100, 10) }

    private init(known mass: Double, _ stiffness: Double, _ damping: Double) {
        (self.mass, self.stiffness, self.damping) = (mass, stiffness, damping)
    }

    /// Swings a second without damping, times 2 pi.
    public var frequency: Double { (stiffness / mass).squareRoot() }
    public var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

    /// Within a rounding error of the critical ratio a spring counts as critical.
    public var regime: Regime {
        let ratio = dampingRatio
        if abs(ratio - 1) < 1e-12 { return .critical }
        return ratio < 1 ? .under : .over
    }

    /// How long a spring from rest takes until it stays within a share of 0.00083 of its way. The share is fitted to
    /// the two figures that Apple documents for CASpringAnimation; nil for a spring without damping.
    public var settlingDuration: Double? {
        let share = 0.00083
        let ratio = dampingRatio
        if ratio == 0 { return nil }
        if ratio < 1 {
            let envelope = -log(share * (1 - ratio * ratio).squareRoot()) / (ratio * frequency)
            // Near the critical ratio the envelope grows without bound, and the motion itself is what counts.
            if ratio < 0.95 { return envelope }
        }
        let motion = SpringMotion(self, from: 0, to: 1)
        return motion.restTime(distance: share, speed: .infinity)
    }

    private static func check(
        _ value: Double, _ name: StaticString, _ range: ClosedRange<Double>
    ) throws(LaminaError) {
        guard range.contains(value) else {
            throw LaminaError(
                .invalidArgument,
                "\(name) is \(value); it must lie within \(range.lowerBound)...\(range.upperBound)")
        }
    }
}
