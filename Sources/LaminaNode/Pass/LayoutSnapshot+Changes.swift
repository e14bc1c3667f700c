public import LaminaLayout

/// Changes of a snapshot, for pictures that differ from one that was captured in what their nodes show.
extension LayoutSnapshot {
    /// Where a node stands among the elements.
    public struct Place: Sendable {
        let step: Int
        let element: Int32
        /// Where its content stands, when layout measures it.
        let content: Int?
    }

    /// The node's place; nil when no element stands for it.
    public func place(of node: NodeID) -> Place? {
        for (number, step) in steps.enumerated() {
            guard case .solve(let part) = step else { continue }
            guard let entry = part.entries.last(where: { $0.node == node }) else { continue }
            let content = part.tree.leafIdentifier(of: entry.element).map { Int($0) }
            return Place(step: number, element: entry.element, content: content)
        }
        return nil
    }

    /// Puts other content in place of what was captured; nothing happens where layout does not measure it.
    public mutating func setContent(_ content: any NodeContent, at place: Place) {
        if let index = place.content { contents[index] = content.forLayout }
    }

    /// Changes the style of a node's element. Its direction must stay.
    public mutating func changeStyle(at place: Place, _ change: (inout ElementStyle) -> Void) {
        guard case .solve(var part) = steps[place.step] else { return }
        var style = part.tree.style(of: place.element)
        change(&style)
        part.tree.setStyle(style, of: place.element)
        steps[place.step] = .solve(part)
    }
}
