import LaminaGeometry

/// A distance in device pixels.
struct PixelOffset: Equatable {
    var x: Int
    var y: Int
    static let zero = PixelOffset(x: 0, y: 0)

    @inline(__always)
    static func + (a: PixelOffset, b: PixelOffset) -> PixelOffset { PixelOffset(x: a.x + b.x, y: a.y + b.y) }
    @inline(__always)
    static func - (a: PixelOffset, b: PixelOffset) -> PixelOffset { PixelOffset(x: a.x - b.x, y: a.y - b.y) }
}

extension PixelRect {
    @inline(__always)
    func offset(by delta: PixelOffset) -> PixelRect {
        PixelRect(x: x + delta.x, y: y + delta.y, width: width, height: height)
    }

    func contains(_ other: PixelRect) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }

    func overlaps(_ other: PixelRect) -> Bool {
        other.x < maxX && x < other.maxX && other.y < maxY && y < other.maxY && !isEmpty && !other.isEmpty
    }

    /// Whether `before`, a part of this rectangle that is not empty, lies on an edge of it that `now` does not reach.
    func losesEdge(of before: PixelRect, to now: PixelRect) -> Bool {
        if now.isEmpty { return before.x <= x || before.y <= y || before.maxX >= maxX || before.maxY >= maxY }
        return before.x <= x && now.x > x || before.y <= y && now.y > y || before.maxX >= maxX && now.maxX < maxX
            || before.maxY >= maxY && now.maxY < maxY
    }

    var area: Int { isEmpty ? 0 : width * height }
}
