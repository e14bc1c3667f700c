public import LaminaGeometry
import LaminaLayout

/// What a node that scrolls has to show.
public struct ScrolledContent: Sendable {
    /// What is seen of it at once.
    public let view: Size
    /// All of it, in the space of the node: it may begin left of the node where rows run from right to left.
    public let bounds: Rect
    /// The children that are shown, back to front, and where they stand.
    public let children: [(node: NodeID, frame: Rect)]
}

/// Nodes whose content may be longer than they are.
extension NodeStore {
    /// The axes along which the content may be longer than the node; none for a node that does not scroll.
    public func scrollAxes(of node: Int32) -> Axes {
        let flags = self[node].flags
        if flags.isDisjoint(with: .scrolls) { return [] }
        var axes: Axes = []
        if flags.contains(.scrollsX) { axes.insert(.x) }
        if flags.contains(.scrollsY) { axes.insert(.y) }
        return axes
    }

    /// Has a node lay its content out as long as that is along some axes.
    public mutating func setScrollAxes(_ axes: Axes, of node: Int32) {
        if axes == scrollAxes(of: node) { return }
        self[node].flags.subtract(.scrolls)
        if axes.contains(.x) { self[node].flags.insert(.scrollsX) }
        if axes.contains(.y) { self[node].flags.insert(.scrollsY) }
        if axes.isEmpty { scrolled.remove(node) } else { scrolled.insert(node) }
        noteLayoutNeeded(inside: node)
    }

    /// Other children, or others of their frames, or another size.
    @inline(__always)
    mutating func noteScrolledContent(_ node: Int32) {
        if !self[node].flags.isDisjoint(with: .scrolls) { scrolled.insert(node) }
    }

    /// Whether the content of a node may be another since it was asked for last.
    public mutating func takeScrolledChange(of node: Int32) -> Bool { scrolled.remove(node) != nil }
    public var hasScrolledChanges: Bool { !scrolled.isEmpty }

    /// Nil while a new layout is on its way: what is left of the old one says nothing.
    public func scrolledContent(of node: Int32) -> ScrolledContent? {
        if let layout = self[node].layout, layout.applied == nil { return nil }
        var bounds = Rect(origin: .zero, size: .zero)
        var children: [(node: NodeID, frame: Rect)] = []
        children.reserveCapacity(self[node].children.count)
        let laidOut = self[node].layout?.applied?.content
        if let laidOut { bounds = bounds.union(laidOut) }
        for child in self[node].children where !self[child].flags.contains(.hidden) {
            let frame = self[child].frame
            children.append((id(child), frame))
            // What a layout has put into the content is in that.
            if laidOut == nil || isPlacedByHand(child) { bounds = bounds.union(frame) }
        }
        return ScrolledContent(view: self[node].frame.size, bounds: bounds, children: children)
    }
}

extension Rect {
    fileprivate func union(_ other: Rect) -> Rect {
        let (left, top) = (min(minX, other.minX), min(minY, other.minY))
        return Rect(
            x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }
}
