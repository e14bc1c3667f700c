public import LaminaGeometry
public import LaminaLayout
public import LaminaNode

/// Changes of a captured tree: pictures of one form are captured once, and each gets what it shows.
extension RenderSnapshot {
    /// Where a node stands.
    public struct Place: Sendable {
        let item: Int
        let isRightToLeft: Bool
        let layout: LayoutSnapshot.Place?
    }

    /// The place of a node, right after the tree was captured.
    public func place(of node: NodeID, in store: borrowing NodeStore) -> Place? {
        guard let index = store.place(of: node) else { return nil }
        return Place(
            item: Int(store[index].layer), isRightToLeft: store.shownContent(index).isRightToLeft,
            layout: layout?.place(of: node))
    }

    /// Shows other content, of the same kind as before.
    public mutating func setContent(_ content: any NodeContent, at place: Place) {
        let content = place.isRightToLeft ? content.runningRightToLeft ?? content : content
        items[place.item].content = content
        if let place = place.layout { layout?.setContent(content, at: place) }
    }

    /// Changes the colour behind a node.
    public mutating func setBackground(_ color: Color, at place: Place) { items[place.item].background = color }
    /// Changes how opaque a node is.
    public mutating func setOpacity(_ opacity: Double, at place: Place) { items[place.item].opacity = opacity }
    /// Changes how round a node is, logical units.
    public mutating func setCornerRadius(_ radius: Double, at place: Place) { items[place.item].cornerRadius = radius }
    /// Leaves a node and what is below it out; it keeps its room.
    public mutating func setHidden(_ isHidden: Bool, at place: Place) { items[place.item].isHidden = isHidden }

    /// Changes what few nodes have of an appearance. The order of painting must stay.
    public mutating func changeAppearance(at place: Place, _ change: (inout NodeAppearance) -> Void) {
        var appearance = items[place.item].appearance?.value ?? NodeAppearance()
        change(&appearance)
        items[place.item].appearance = AppearanceBox(appearance)
    }
    /// Changes the style of a node. Its direction must stay.
    public mutating func changeStyle(at place: Place, _ change: (inout ElementStyle) -> Void) {
        if let place = place.layout { layout?.changeStyle(at: place, change) }
    }
}
