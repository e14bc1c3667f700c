import LaminaGeometry

/// What is hidden by what stands in front: a few rectangles, joined where they make one. It may know of less than there is, never of more.
struct OpaqueCover {
    private var rectangles: [PixelRect] = []
    private static let limit = 8

    /// Adds an opaque rectangle.
    mutating func add(_ rect: PixelRect) {
        if rect.isEmpty { return }
        var rect = rect
        var index = 0
        while index < rectangles.count {
            let other = rectangles[index]
            if other.contains(rect) { return }
            if let joined = rect.joined(other) {
                rect = joined
                rectangles.remove(at: index)
                index = 0  // the larger one may join others
            } else {
                index += 1
            }
        }
        rectangles.append(rect)
        if rectangles.count > Self.limit,
            let smallest = rectangles.indices.min(by: { a, b in
                rectangles[a].area < rectangles[b].area
            })
        {
            rectangles.remove(at: smallest)
        }
    }

    /// What of a rectangle is not hidden, as one rectangle.
    func rest(of rect: PixelRect) -> PixelRect {
        var rect = rect
        var changed = true
        while changed && !rect.isEmpty {
            changed = false
            for cover in rectangles where cover.overlaps(rect) {
                let cut = rect.cut(by: cover)
                changed = changed || cut != rect
                rect = cut
                if rect.isEmpty { return .empty }
            }
        }
        return rect
    }
}

extension PixelRect {
    /// Both as one, when that is a rectangle.
    fileprivate func joined(_ other: PixelRect) -> PixelRect? {
        if contains(other) { return self }
        let sameColumns = x == other.x && width == other.width
        let sameRows = y == other.y && height == other.height
        if sameColumns && y <= other.maxY && other.y <= maxY { return union(other) }
        if sameRows && x <= other.maxX && other.x <= maxX { return union(other) }
        return nil
    }

    /// The rectangle without an overlapping one; as it is when the rest is none.
    fileprivate func cut(by other: PixelRect) -> PixelRect {
        var (left, top, right, bottom) = (x, y, maxX, maxY)
        if other.x <= left && other.maxX >= right {
            if other.y <= top { top = other.maxY }
            if other.maxY >= bottom { bottom = other.y }
        } else if other.y <= top && other.maxY >= bottom {
            if other.x <= left { left = other.maxX }
            if other.maxX >= right { right = other.x }
        }
        return PixelRect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }
}
