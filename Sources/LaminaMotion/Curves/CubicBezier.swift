import Glibc
public import LaminaGeometry

/// The easing curve of CSS: a cubic Bezier from (0, 0) to (1, 1) by two control points whose x lie within 0...1.
///
/// Beyond 0...1 it continues along the tangent of that end (as Chromium does); a vertical tangent counts as slope 0.
/// All results are finite, whatever the y of the control points.
public struct CubicBezier: Equatable, Sendable {
    public let x1, y1, x2, y2: Double

    /// Fails for an x outside 0...1 and for a y that is not finite.
    public init(x1: Double, y1: Double, x2: Double, y2: Double) throws(LaminaError) {
        for x in [x1, x2] where !(x >= 0 && x <= 1) {
            throw LaminaError(.invalidArgument, "a control point's x is \(x); it must lie within 0...1")
        }
        for y in [y1, y2] where !y.isFinite {
            throw LaminaError(.invalidArgument, "a control point's y is \(y); it must be finite")
        }
        (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
    }

    private init(known x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
    }

    // The keywords of CSS.
    public static var ease: CubicBezier { CubicBezier(known: 0.25, 0.1, 0.25, 1) }
    public static var easeIn: CubicBezier { CubicBezier(known: 0.42, 0, 1, 1) }
    public static var easeOut: CubicBezier { CubicBezier(known: 0, 0, 0.58, 1) }
    public static var easeInOut: CubicBezier { CubicBezier(known: 0.42, 0, 0.58, 1) }

    /// y for x.
    public func value(at x: Double) -> Double {
        if x.isNaN { return 0 }
        if x < 0 { return finite(x * startSlope) }
        if x > 1 { return finite(1 + (x - 1) * endSlope) }
        if x == 0 || x == 1 || (x1 == y1 && x2 == y2) { return x }
        return Self.coordinate(y1, y2, at: parameter(at: x))
    }

    /// dy/dx at x; beyond 0...1 that of the nearest end.
    public func slope(at x: Double) -> Double {
        if x.isNaN || x < 0 { return startSlope }
        if x > 1 { return endSlope }
        let t = parameter(at: x)
        let (dx, dy) = (Self.derivative(x1, x2, at: t), finite(Self.derivative(y1, y2, at: t)))
        return dx == 0 && dy == 0 ? 0 : finite(dy / dx)
    }

    /// The parameter of the curve where its x is `x`, within 0...1: Newton's method in a bracket that halves where a
    /// step would leave it.
    public func parameter(at x: Double) -> Double {
        if !(x > 0) { return 0 }
        if x >= 1 { return 1 }
        var (low, high) = (0.0, 1.0)
        var t = x
        for _ in 0..<64 {
            let error = Self.coordinate(x1, x2, at: t) - x
            if error == 0 { return t }
            if error < 0 { low = t } else { high = t }
            let slope = Self.derivative(x1, x2, at: t)
            let step = t - error / slope
            let next = slope > 0 && step > low && step < high ? step : (low + high) / 2
            if next == t || next <= low || next >= high { return next }
            t = next
        }
        return t
    }

    /// The least and the greatest y within 0...1.
    public var range: ClosedRange<Double> {
        var (low, high) = (0.0, 1.0)
        // y'(t) / 3 = a t^2 + b t + c. Halved control values keep the sums finite.
        let (p, q) = (y1 / 8, y2 / 8)
        let (a, b, c) = (3 * p - 3 * q + 0.125, 2 * (q - 2 * p), p)
        var roots: [Double] = []
        if a == 0 {
            if b != 0 { roots.append(-c / b) }
        } else {
            let scale = max(abs(a), abs(b), abs(c))
            let (a, b, c) = (a / scale, b / scale, c / scale)
            let discriminant = b * b - 4 * a * c
            if discriminant >= 0 {
                let sum = -0.5 * (b + (b < 0 ? -1 : 1) * discriminant.squareRoot())
                roots.append(sum / a)
                if sum != 0 { roots.append(c / sum) }
            }
        }
        for t in roots where t > 0 && t < 1 {
            let y = Self.coordinate(y1, y2, at: t)
            (low, high) = (min(low, y), max(high, y))
        }
        return low...high
    }

    private var startSlope: Double {
        if x1 > 0 { return finite(y1 / x1) }
        if y1 == 0 && x2 > 0 { return finite(y2 / x2) }
        return y1 == 0 && y2 == 0 ? 1 : 0
    }

    private var endSlope: Double {
        if x2 < 1 { return finite((y2 - 1) / (x2 - 1)) }
        if y2 == 1 && x1 < 1 { return finite((y1 - 1) / (x1 - 1)) }
        return y2 == 1 && y1 == 1 ? 1 : 0
    }

    /// In Bernstein's form no intermediate exceeds the greatest control value.
    private static func coordinate(_ p1: Double, _ p2: Double, at t: Double) -> Double {
        let u = 1 - t
        return 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t
    }

    private static func derivative(_ p1: Double, _ p2: Double, at t: Double) -> Double {
        let u = 1 - t
        return 3 * u * (u - 2 * t) * p1 + 3 * t * (2 * u - t) * p2 + 3 * t * t
    }

    private func finite(_ value: Double) -> Double {
        value.isNaN
            ? 0 : min(max(value, -Double.greatestFiniteMagnitude), Double.greatestFiniteMagnitude)
    }
}
