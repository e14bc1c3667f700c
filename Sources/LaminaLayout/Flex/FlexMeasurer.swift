/// The space that a leaf is measured in, on one axis.
public enum FlexSpace: Equatable, Sendable {
    /// The dimension is this.
    case exactly(Double)
    /// There is this much room; the size may be smaller, and larger only if nothing else is possible.
    case atMost(Double)
    /// As small as the content can be without sticking out: for text, the widest word.
    case minContent
    /// As large as the content likes to be.
    case maxContent

    /// Whether the content chooses a length by what it would like, within limits or not.
    public var isOpen: Bool {
        switch self {
        case .atMost, .maxContent: true
        case .exactly, .minContent: false
        }
    }
}

/// Whoever knows the content of leaves: the solver has them measured by it.
public protocol FlexMeasurer {
    /// How large the content of the leaf is, without padding and border.
    ///
    /// The solver assumes that equal spaces give equal sizes until the leaf is marked dirty, that an exact width has
    /// the height of the same width offered as most, and that a leaf no wider than what was offered can be at least
    /// that narrow. Sizes that are not numbers or are negative count as zero.
    mutating func measure(_ identifier: Int32, width: FlexSpace, height: FlexSpace) -> LayoutMeasurement

    /// The same for a leaf whose lines run from right to left or not, for whom that matters.
    mutating func measure(
        _ identifier: Int32, width: FlexSpace, height: FlexSpace, isRightToLeft: Bool
    ) -> LayoutMeasurement
}

extension FlexMeasurer {
    public mutating func measure(
        _ identifier: Int32, width: FlexSpace, height: FlexSpace, isRightToLeft: Bool
    ) -> LayoutMeasurement {
        measure(identifier, width: width, height: height)
    }
}
