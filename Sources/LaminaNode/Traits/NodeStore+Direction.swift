import LaminaGeometry
public import LaminaLayout

/// The direction of layout: an element's own, or that of the nearest one above that has one, or the context's.
///
/// Nothing is invalidated when it changes: the direction is part of all constraints (`LayoutConstraints`), and an
/// element that runs the other way is measured anew.
extension NodeStore {
    /// Whether the node arranges its children from right to left; found by walking up, which costs the depth.
    public func isRightToLeft(_ node: Int32) -> Bool {
        if !directions.isSetSomewhere { return directions.isRightToLeft }
        var ancestor = node
        while ancestor >= 0 {
            let found = direction(of: ancestor)
            if found != .inherit { return found.isRightToLeft(inherited: false) }
            ancestor = self[ancestor].parent
        }
        return directions.isRightToLeft
    }

    /// The same for a child of a node of which it is known.
    func isRightToLeft(_ child: Int32, inherited: Bool) -> Bool {
        directions.isSetSomewhere ? direction(of: child).isRightToLeft(inherited: inherited) : inherited
    }

    /// The node's own direction, or that of the specs between it and its parent.
    private func direction(of node: Int32) -> LayoutDirection {
        let own = self[node].style?.style.layoutDirection ?? .inherit
        let parent = self[node].parent
        guard own == .inherit, parent >= 0, let spec = self[parent].spec, spec.setsDirection else { return own }
        return spec.direction(above: id(node)) ?? .inherit
    }

    /// What the node shows, in the direction in which it stands, and whether that is from right to left for a content
    /// to which it matters; within the padding and border of the layout it has, unless there will be another one.
    public func shownContent(_ node: Int32, isInset: Bool = true) -> (content: (any NodeContent)?, isRightToLeft: Bool)
    {
        guard var content = self[node].content else { return (nil, false) }
        if content.holdsChildren, let sizes = self[node].layout?.applied?.heldSizes { content = content.holding(sizes) }
        var isRightToLeft = false
        if directions.isSetSomewhere || directions.isRightToLeft, let other = content.runningRightToLeft,
            showsRightToLeft(node)
        {
            content = other
            isRightToLeft = true
        }
        if isInset, let insets = self[node].extras?.contentInsets, insets != .zero {
            content = content.inset(by: insets)
        }
        if let decorator = self[node].extras?.decorator { content = decorator.decorated(content) }
        return (content, isRightToLeft)
    }

    /// The direction as it is seen, that of flex layouts included, which find theirs by themselves: it is that of an
    /// element style, or else a property of its own.
    public func showsRightToLeft(_ node: Int32) -> Bool {
        if !directions.isSetSomewhere { return directions.isRightToLeft }
        var ancestor = node
        while ancestor >= 0 {
            if self[ancestor].flexTree >= 0 || isFlexRoot(ancestor) {
                let keyword = self[ancestor].flex.keyword(.direction)
                if keyword != 0 { return keyword == FlexWritingDirection.rightToLeft.rawValue }
            }
            let found = direction(of: ancestor)
            if found != .inherit { return found.isRightToLeft(inherited: false) }
            ancestor = self[ancestor].parent
        }
        return directions.isRightToLeft
    }

    /// The direction of what has none of its own, nor above it.
    public var runsRightToLeft: Bool { directions.isRightToLeft }

    /// Sets the direction of what has none of its own, nor above it.
    public mutating func setRunsRightToLeft(_ value: Bool) {
        if directions.isRightToLeft == value { return }
        directions.set(isRightToLeft: value)
        for surface in surfaces.shown {
            setNeedsLayout(surface)
            noteDirectionChange(below: surfaces[surface].root)
        }
    }

    /// Notes a change of all contents at `root` and below to which their direction matters.
    mutating func noteDirectionChange(below root: Int32) {
        if self[root].surface < 0 { return }
        var pending = [root]
        while let node = pending.popLast() {
            if self[node].content?.runningRightToLeft != nil { noteChange(node) }
            pending.append(contentsOf: self[node].children)
        }
    }

    /// Notes a style that may have a direction.
    mutating func noteDirection(_ style: ElementStyle?) {
        if let style, style.layoutDirection != .inherit { directions.noteOwn() }
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
