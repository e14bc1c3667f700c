import LaminaGeometry

/// A distance in device pixels.
struct PixelOffset: Equatable {
    var x: Int
    var y: Int
    static let zero = PixelOffset(x: 0, y: 0)

    static func + (a: PixelOffset, b: PixelOffset) -> PixelOffset { PixelOffset(x: a.x + b.x, y: a.y + b.y) }
    static func - (a: PixelOffset, b: PixelOffset) -> PixelOffset { PixelOffset(x: a.x - b.x, y: a.y - b.y) }
}

extension PixelRect {
    @inline(__always)
    func offset(by delta: PixelOffset) -> PixelRect {
        PixelRect(x: x + delta.x, y: y + delta.y, width: width, height: height)
    }

    @inline(__always)
    func contains(_ other: PixelRect) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }

    @inline(__always)
    func overlaps(_ other: PixelRect) -> Bool {
        other.x < maxX && x < other.maxX && other.y < maxY && y < other.maxY && !isEmpty && !other.isEmpty
    }

    /// Whether no edge of `inner` lies on an edge of this rectangle.
    func surrounds(_ inner: PixelRect) -> Bool {
        inner.x > x && inner.y > y && inner.maxX < maxX && inner.maxY < maxY
    }

    var area: Int { isEmpty ? 0 : width * height }
}
