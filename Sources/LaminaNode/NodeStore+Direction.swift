public import LaminaLayout

/// The direction of layout: a node's own, or that of the nearest one above that has one, or the context's.
extension NodeStore {
    /// Whether the node arranges its children from right to left; found by walking up, which costs the depth.
    public func isRightToLeft(_ node: Int32) -> Bool {
        var ancestor = node
        while ancestor >= 0 {
            switch self[ancestor].style?.style.layoutDirection ?? .inherit {
            case .leftToRight: return false
            case .rightToLeft: return true
            case .inherit: ancestor = self[ancestor].parent
            }
        }
        return runsRightToLeft
    }

    /// Sets the direction of what has none of its own, nor above it.
    public mutating func setRunsRightToLeft(_ value: Bool) {
        if runsRightToLeft == value { return }
        runsRightToLeft = value
        for surface in surfaces.indices where surfaces[surface].root >= 0 { setNeedsLayout(Int32(surface)) }
    }

    /// Changes fields of a node's style, leaving the others.
    public mutating func changeStyle(
        of node: Int32, _ discarded: inout Discarded, _ change: (inout ElementStyle) -> Void
    ) {
        var style = self[node].style?.style ?? ElementStyle()
        change(&style)
        setStyle(StyleBox(style), of: node, &discarded)
    }
}
