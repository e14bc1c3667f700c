import LaminaGeometry

/// What is hidden by what stands in front: a few rectangles, joined where they make one. It may know of less than there
/// is, never of more.
struct OpaqueCover {
    private var rectangles: [PixelRect] = []
    /// A screen of cards has one each. Everything that is painted is held against all of them.
    private static let limit = 24

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

    /// Calls `body` with what of a rectangle is not hidden: without what reaches across it, or else around the largest
    /// hole.
    func forEachRest(of rect: PixelRect, _ body: (PixelRect) -> Void) {
        let rest = rest(of: rect)
        if rest.isEmpty { return }
        let across = rectangles.filter { $0.x <= rest.x && $0.maxX >= rest.maxX && $0.overlaps(rest) }
        if across.isEmpty { return rest.forEachPart(around: hole(in: rest), body) }
        var top = rest.y
        for cover in across.sorted(by: { $0.y < $1.y }) {
            if cover.y > top { body(PixelRect(x: rest.x, y: top, width: rest.width, height: cover.y - top)) }
            top = max(top, cover.maxY)
        }
        if top < rest.maxY { body(PixelRect(x: rest.x, y: top, width: rest.width, height: rest.maxY - top)) }
    }

    /// The largest part of a rectangle that is hidden as one, when it pays to paint around it.
    func hole(in rect: PixelRect) -> PixelRect {
        var largest = PixelRect.empty
        for cover in rectangles where cover.overlaps(rect) {
            let hidden = cover.intersection(rect)
            if hidden.area > largest.area { largest = hidden }
        }
        return largest.area >= Self.leastHole ? largest : .empty
    }

    /// Pixels that take longer to paint than three rectangles more to begin.
    private static let leastHole = 8192
}

extension PixelRect {
    /// Calls `body` with the rectangle without a hole that lies in it, in up to four parts.
    func forEachPart(around hole: PixelRect, _ body: (PixelRect) -> Void) {
        if hole.isEmpty { return body(self) }
        let parts = [
            PixelRect(x: x, y: y, width: width, height: hole.y - y),
            PixelRect(x: x, y: hole.y, width: hole.x - x, height: hole.height),
            PixelRect(x: hole.maxX, y: hole.y, width: maxX - hole.maxX, height: hole.height),
            PixelRect(x: x, y: hole.maxY, width: width, height: maxY - hole.maxY),
        ]
        for part in parts where !part.isEmpty { body(part) }
    }

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
