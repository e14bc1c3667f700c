public import LaminaLayout

/// The direction of layout: an element's own, or that of the nearest one above that has one, or the context's.
///
/// Kept answers need no word when it changes: the direction is part of every question (`LayoutQuestion`), and an element that runs the other way is asked
/// another one.
extension NodeStore {
    /// Whether the node arranges its children from right to left; found by walking up, which costs the depth.
    public func isRightToLeft(_ node: Int32) -> Bool {
        if !setsDirections { return runsRightToLeft }
        var ancestor = node
        while ancestor >= 0 {
            let found = direction(of: ancestor)
            if found != .inherit { return found.isRightToLeft(inherited: false) }
            ancestor = self[ancestor].parent
        }
        return runsRightToLeft
    }

    /// The same for a child of a node of which it is known.
    func isRightToLeft(_ child: Int32, inherited: Bool) -> Bool {
        setsDirections ? direction(of: child).isRightToLeft(inherited: inherited) : inherited
    }

    /// The node's own direction, or that of the specs between it and its parent.
    private func direction(of node: Int32) -> LayoutDirection {
        let own = self[node].style?.style.layoutDirection ?? .inherit
        let parent = self[node].parent
        guard own == .inherit, parent >= 0, let spec = self[parent].spec, spec.setsDirection else { return own }
        return spec.direction(above: id(node)) ?? .inherit
    }

    /// Sets the direction of what has none of its own, nor above it.
    public mutating func setRunsRightToLeft(_ value: Bool) {
        if runsRightToLeft == value { return }
        runsRightToLeft = value
        for surface in surfaces.indices where surfaces[surface].root >= 0 { setNeedsLayout(Int32(surface)) }
    }

    /// Notes a style that may have a direction.
    mutating func noteDirection(_ style: ElementStyle?) {
        if let style, style.layoutDirection != .inherit { setsDirections = true }
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
