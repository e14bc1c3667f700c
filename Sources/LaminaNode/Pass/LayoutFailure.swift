public import LaminaGeometry

/// A node whose layout callback said that it failed.
public struct LayoutFailure: Sendable {
    let node: NodeID
    public let error: LaminaError
}

extension NodeStore {
    /// Has a callback that failed asked again, by whoever wants to know next.
    public mutating func forget(_ failure: LayoutFailure) {
        if let node = find(failure.node) { setNeedsLayout(of: node) }
    }
}
