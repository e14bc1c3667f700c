/// A rectangle in device pixels: the only place where lengths are whole numbers.
public struct PixelRect: Equatable, Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public static var empty: PixelRect { PixelRect(x: 0, y: 0, width: 0, height: 0) }

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    @inline(__always)
    public var maxX: Int { x + width }
    @inline(__always)
    public var maxY: Int { y + height }
    @inline(__always)
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    @inline(__always)
    public func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        if right <= left || bottom <= top { return .empty }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    @inline(__always)
    public func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(x, other.x)
        let top = min(y, other.y)
        return PixelRect(
            x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }
}

/// Rounding between logical units and device pixels, all in one place.
public enum Pixels {
    /// Farther out than any coordinate that the library accepts; keeps conversions to Int safe.
    public static let coordinateLimit = 10_000_000.0

    /// Errors this small come from arithmetic, not from intent (Texture uses FLT_EPSILON for the same end).
    public static let epsilon = 1.0 / 8_388_608

    /// The device pixel edge nearest to a logical coordinate. Halves go up, and so does what is below a half by an
    /// error of arithmetic: neighbours reach their common edge by different sums, and share it all the same.
    @inline(__always)
    public static func edge(_ value: Double, scale: Double) -> Int {
        let scaled = (value * scale + 0.5 + epsilon).rounded(.down)
        if scaled.isNaN { return 0 }
        return Int(min(max(scaled, -coordinateLimit), coordinateLimit))
    }

    /// The device rectangle of an absolute logical rectangle: each edge is rounded by itself, so that neighbours
    /// neither overlap nor gap.
    public static func snap(_ rect: Rect, scale: Double) -> PixelRect {
        let left = edge(rect.minX, scale: scale)
        let top = edge(rect.minY, scale: scale)
        return PixelRect(
            x: left, y: top,
            width: max(0, edge(rect.maxX, scale: scale) - left),
            height: max(0, edge(rect.maxY, scale: scale) - top))
    }

    /// A point moved to the nearest corner of device pixels. Halves go up.
    public static func snap(_ point: Point, scale: Double) -> Point {
        if point == .zero { return point }
        func snapped(_ value: Double) -> Double { (value * scale + 0.5 + epsilon).rounded(.down) / scale + 0 }
        return Point(x: snapped(point.x), y: snapped(point.y))
    }

    /// `value` rounded up to a whole device pixel, in logical units; never -0, which caches would take for another
    /// length.
    public static func ceil(_ value: Double, scale: Double) -> Double {
        ((value - epsilon) * scale).rounded(.up) / scale + 0
    }
}
