internal import Glibc
internal import LaminaGeometry

/// Where a radial or conic gradient stands in its table, for any pixel. The same for a pixel whatever is drawn around
/// it, and on every machine: it takes sums, products, quotients and square roots, and angles are made of those.
struct GradientField: Sendable {
    /// Eight pixels side by side.
    typealias Pixels = SIMD8<Float>

    /// From pixels to a space in which the ellipse is a circle of radius 1, or the cone begins above its centre; nil
    /// where the last colour is everywhere.
    private let map: AffineTransform?
    private let isConic: Bool
    /// Steps of the table from the first colour to the last, and the last entry. The entry 0 is not used.
    private let steps: Float
    private let last: Float

    /// `box` is what the gradient's shares relate to, `back` leads from pixels to where the box is.
    init(_ shape: Gradient.Shape, box: Rect, back: AffineTransform = .identity, count: Int) {
        steps = Float(count - 2)
        last = Float(count - 1)
        var toShape: AffineTransform?
        switch shape {
        case .linear: isConic = false
        case .radial(let center, let radii):
            isConic = false
            let width = radii.width * box.size.width
            let height = radii.height > 0 ? radii.height * box.size.height : width
            // A circle or ellipse without an area is the smallest that there can be (CSS Images 3, 3.2.3).
            if width > 1e-3 && height > 1e-3 {
                let (x, y) = Self.place(center, box)
                toShape = AffineTransform(
                    xx: 1 / width, yx: 0, xy: 0, yy: 1 / height, x0: -x / width, y0: -y / height)
            }
        case .conic(let center, let angle):
            isConic = true
            let (x, y) = Self.place(center, box)
            let back = AffineTransform(xx: cos(angle), yx: -sin(angle), xy: sin(angle), yy: cos(angle), x0: 0, y0: 0)
            toShape = back.after(AffineTransform(xx: 1, yx: 0, xy: 0, yy: 1, x0: -x, y0: -y))
        }
        let whole = toShape?.after(back)
        map = whole.flatMap { Self.isUsable($0) ? $0 : nil }
    }

    private static func place(_ share: Point, _ box: Rect) -> (x: Double, y: Double) {
        (box.minX + share.x * box.size.width, box.minY + share.y * box.size.height)
    }

    /// Numbers whose squares a Float can hold, for all pixels that there are.
    private static func isUsable(_ map: AffineTransform) -> Bool {
        [map.xx, map.yx, map.xy, map.yy, map.x0, map.y0].allSatisfy { $0.magnitude < 1e12 }
    }

    /// The places of eight pixels from (`x`, `y`) to the right, for `entry`.
    @inline(__always)
    func places(x: Int, y: Int) -> Pixels {
        guard let map else { return Pixels(repeating: last + 0x1p23) }
        let columns = Pixels(0, 1, 2, 3, 4, 5, 6, 7) + Float(x)
        let row = Double(y) + 0.5
        let u = columns * Float(map.xx) + Float(map.xy * row + map.x0 + map.xx * 0.5)
        let v = columns * Float(map.yx) + Float(map.yy * row + map.y0 + map.yx * 0.5)
        let shares = isConic ? GradientAngle.turns(u, v) : (u * u + v * v).squareRoot()
        let places = (shares * steps + 1).clamped(lowerBound: Pixels(repeating: 1), upperBound: Pixels(repeating: last))
        // From 2^23 on there are no binary places left: the sum is rounded to the nearest.
        return places + 0x1p23
    }

    /// The entry of the table at a place.
    @inline(__always)
    static func entry(_ place: Float) -> Int { Int(place.bitPattern & 0x7F_FFFF) }
}

/// Angles in turns, clockwise from the top. A few operations, so that they come out the same everywhere.
enum GradientAngle {
    /// The share of a turn, 0...1, from the top to a point. Off by less than a millionth of a turn.
    @inline(__always)
    static func turns(_ x: SIMD8<Float>, _ y: SIMD8<Float>) -> SIMD8<Float> {
        let (right, up) = (pointwiseMax(x, -x), pointwiseMax(y, -y))
        let long = pointwiseMax(pointwiseMax(right, up), SIMD8(repeating: 1e-30))
        let slope = pointwiseMin(right, up) / long
        let square = slope * slope
        // The arcus tangent over a turn, from 0 to 1: a polynomial with the least greatest error.
        var sum = square * -0.001_865_476 + 0.008_380_036
        sum = sum * square - 0.018_530_87
        sum = sum * square + 0.030_803_394
        sum = sum * square - 0.052_938_666
        sum = sum * square + 0.159_151_334
        var turns = sum * slope
        turns.replace(with: 0.25 - turns, where: right .> up)
        turns.replace(with: 0.5 - turns, where: y .> 0)
        turns.replace(with: 1 - turns, where: x .< 0)
        return turns
    }
}
