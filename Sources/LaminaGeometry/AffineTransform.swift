/// Maps the plane to itself: x' = xx * x + xy * y + x0, y' = yx * x + yy * y + y0.
public struct AffineTransform: Equatable, Hashable, Sendable {
    public var xx: Double
    public var yx: Double
    public var xy: Double
    public var yy: Double
    public var x0: Double
    public var y0: Double

    public static var identity: AffineTransform { AffineTransform(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0) }

    public init(xx: Double, yx: Double, xy: Double, yy: Double, x0: Double, y0: Double) {
        self.xx = xx
        self.yx = yx
        self.xy = xy
        self.yy = yy
        self.x0 = x0
        self.y0 = y0
    }

    /// Where a point comes to lie.
    public func apply(_ point: Point) -> Point {
        Point(x: xx * point.x + xy * point.y + x0, y: yx * point.x + yy * point.y + y0)
    }

    /// First `other`, then this one.
    public func after(_ other: AffineTransform) -> AffineTransform {
        let start = apply(Point(x: other.x0, y: other.y0))
        return AffineTransform(
            xx: xx * other.xx + xy * other.yx, yx: yx * other.xx + yy * other.yx, xy: xx * other.xy + xy * other.yy,
            yy: yx * other.xy + yy * other.yy, x0: start.x, y0: start.y)
    }

    private var determinant: Double { xx * yy - xy * yx }

    /// Everything comes to lie on a line or a point, or as good as that: there is no way back.
    @inline(__always)
    public var isFlat: Bool {
        let determinant = determinant
        // A thousandth of a thousandth of a pixel is nothing to be seen; beyond, numbers leave the range that pixels
        // have.
        return !(determinant.magnitude > 1e-9 && determinant.isFinite)
    }

    /// The way back; nil for one that is flat.
    public var inverse: AffineTransform? {
        if isFlat { return nil }
        let determinant = determinant
        let back = AffineTransform(
            xx: yy / determinant, yx: -yx / determinant, xy: -xy / determinant, yy: xx / determinant, x0: 0, y0: 0)
        let start = back.apply(Point(x: x0, y: y0))
        return AffineTransform(xx: back.xx, yx: back.yx, xy: back.xy, yy: back.yy, x0: -start.x, y0: -start.y)
    }

    /// The pixels that a rectangle of pixels may touch: its corners' bounds and one more pixel all around, as pixels in
    /// between are mixed.
    public func bounds(of rect: PixelRect) -> PixelRect {
        if rect.isEmpty { return .empty }
        return bounds(
            of: Rect(x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height)))
    }

    /// The same of a rectangle in any unit.
    public func bounds(of rect: Rect) -> PixelRect {
        func edge(_ value: Double) -> Int {
            value.isNaN ? 0 : Int(min(max(value, -PixelRect.farthest), PixelRect.farthest))
        }
        // The corner farthest to a side is farthest by both of its products.
        func reach(_ a: Double, _ b: Double, _ start: Double) -> (Double, Double) {
            let (x, maxX, y, maxY) = (a * rect.minX, a * rect.maxX, b * rect.minY, b * rect.maxY)
            return (min(x, maxX) + min(y, maxY) + start, max(x, maxX) + max(y, maxY) + start)
        }
        let (left, right) = reach(xx, xy, x0)
        let (top, bottom) = reach(yx, yy, y0)
        let corner = (x: edge(left.rounded(.down)) - 1, y: edge(top.rounded(.down)) - 1)
        return PixelRect(
            x: corner.x, y: corner.y, width: edge(right.rounded(.up)) + 1 - corner.x,
            height: edge(bottom.rounded(.up)) + 1 - corner.y)
    }
}

extension PixelRect {
    /// Transforms, one in another, may reach any distance; this far is beyond every surface.
    fileprivate static var farthest: Double { 1_000_000_000 }
}
