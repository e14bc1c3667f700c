public import LaminaGeometry

/// Directions of a scroll, or the axes it can take.
public struct ScrollDirections: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let up = ScrollDirections(rawValue: 1)
    public static let down = ScrollDirections(rawValue: 2)
    public static let left = ScrollDirections(rawValue: 4)
    public static let right = ScrollDirections(rawValue: 8)

    public static let vertical: ScrollDirections = [.up, .down]
    public static let horizontal: ScrollDirections = [.left, .right]

    /// What counts as ahead before anything has moved.
    public static let initial: ScrollDirections = [.right, .down]

    /// The last direction is kept while nothing moves.
    public func following(_ last: ScrollDirections) -> ScrollDirections { isEmpty ? last : self }
}

extension RangeReach {
    /// The view, grown on each axis that scrolls; not clamped to the content.
    public func rect(view: Rect, scrollable: ScrollDirections, direction: ScrollDirections) -> Rect {
        var rect = view
        if !scrollable.isDisjoint(with: .vertical) {
            let (above, below) = direction.contains(.down) ? (trailing, leading) : (leading, trailing)
            rect.origin.y -= above * view.size.height
            rect.size.height += (above + below) * view.size.height
        }
        if !scrollable.isDisjoint(with: .horizontal) {
            let (before, after) = direction.contains(.right) ? (trailing, leading) : (leading, trailing)
            rect.origin.x -= before * view.size.width
            rect.size.width += (before + after) * view.size.width
        }
        return rect
    }

    /// The same along the one axis of a list.
    public func span(offset: Double, view: Double, isForward: Bool) -> (begin: Double, end: Double) {
        let (before, after) = isForward ? (trailing, leading) : (leading, trailing)
        return (offset - before * view, offset + view + after * view)
    }
}

extension Extents {
    /// The rows that overlap a span; touching edges do not count, nor do rows of no extent.
    public func rows(from begin: Double, to end: Double) -> Range<Int>? {
        if let arrangement { return arrangement.rows(from: begin, to: end) }
        guard begin < end, let first = firstRow(endingAfter: begin), first.top < end else { return nil }
        var (index, last, top) = (first.index, first.index, first.top)
        var place = place(first.index)
        while index < count && top < end {
            let length = groups[place.group].blocks[place.block].length(place.row, estimates)
            if length > 0 { last = index }
            top += length + gap
            index += 1
            advance(&place)
        }
        return first.index..<last + 1
    }
}
