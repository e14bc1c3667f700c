import Glibc

/// How a value goes from 0 to 1 while the time does.
public indirect enum Curve: Equatable, Sendable {
    case linear
    case cubicBezier(CubicBezier)
    case steps(Steps)
    case piecewise(LinearCurve)
    /// A function of the host's.
    case sampled(SampledCurve)
    /// 0 before the threshold and 1 from it on.
    case threshold(Double)
    /// x to this power: slow at first.
    case power(Double)
    /// A quarter of a circle, slow at first.
    case circle
    /// Backwards: 1 - f(1 - x).
    case reversed(Curve)
    /// The curve in the first half of the time, and turned about the middle in the second.
    case mirrored(Curve)
    /// The second curve at what the first one gives, which may lie beyond 0...1.
    case chain(Curve, Curve)

    /// Far beyond what a time can be; keeps results finite.
    private static var greatest: Double { 1e150 }

    /// The curve at x, which lies within 0...1 as a rule; always finite.
    public func value(at x: Double) -> Double {
        switch self {
        case .linear: x.isNaN ? 0 : min(max(x, -Self.greatest), Self.greatest)
        case .cubicBezier(let curve): curve.value(at: x)
        case .steps(let steps): steps.value(at: x)
        case .piecewise(let curve): curve.value(at: x)
        case .sampled(let curve): curve.value(at: x)
        case .threshold(let place): x < place || x.isNaN ? 0 : 1
        case .power(let exponent): x > 0 ? min(pow(x, exponent), Self.greatest) : 0
        case .circle: 1 - max(0, 1 - min(x * x, 1)).squareRoot()
        case .reversed(let curve): Self.reversed(curve.value(at:), at: min(max(x, -Self.greatest), Self.greatest))
        case .mirrored(let curve): Self.mirrored(curve.value(at:), at: min(max(x, -Self.greatest), Self.greatest))
        case .chain(let first, let second): second.value(at: first.value(at: x))
        }
    }

    /// How fast the value changes at x: the slope where one is known, a central difference where not.
    public func slope(at x: Double) -> Double {
        switch self {
        case .linear: return 1
        case .cubicBezier(let curve): return curve.slope(at: x)
        case .steps, .threshold: return 0
        case .piecewise(let curve): return curve.slope(at: x)
        case .sampled(let curve): return curve.slope(at: x)
        case .power, .circle, .reversed, .mirrored, .chain:
            let step = 1e-6
            let (a, b) = (max(0, x - step), min(1, x + step))
            return b > a ? (value(at: b) - value(at: a)) / (b - a) : 0
        }
    }

    /// `f` backwards.
    public static func reversed(_ f: (Double) -> Double, at x: Double) -> Double { 1 - f(1 - x) }

    /// `f` in the first half, turned about the middle in the second.
    public static func mirrored(_ f: (Double) -> Double, at x: Double) -> Double {
        x <= 0.5 ? f(2 * x) / 2 : 1 - f(2 * (1 - x)) / 2
    }

    public static var ease: Curve { .cubicBezier(.ease) }
    public static var easeIn: Curve { .cubicBezier(.easeIn) }
    public static var easeOut: Curve { .cubicBezier(.easeOut) }
    public static var easeInOut: Curve { .cubicBezier(.easeInOut) }
}
