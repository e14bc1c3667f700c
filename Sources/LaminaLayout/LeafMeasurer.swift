public import LaminaGeometry

/// How large an element is under some constraints, and where its baselines are.
public struct LayoutMeasurement: Equatable, Sendable {
    /// Of a leaf: the size that the content wants; the solver moves it into the allowed range.
    public var size: Size
    /// Distance from the top to the first baseline.
    public var ascender: Double
    /// Distance from the bottom to the last baseline, negative upwards as fonts report it.
    public var descender: Double
    /// Whether the content is as narrow as this only because it broke words, or leaves some out: it says nothing of how
    /// narrow it is without.
    public var breaksWords = false

    /// A size, with baselines for content that has any.
    public init(size: Size, ascender: Double = 0, descender: Double = 0) {
        self.size = size
        self.ascender = ascender
        self.descender = descender
    }
}

/// Whoever knows the content of leaves: the solver has them measured by it.
public protocol LeafMeasurer {
    /// How large the leaf wants to be within `range`, which already includes its style; the solver moves the result
    /// into the range.
    ///
    /// `parentSize` is what the leaf's fractions related to; NaN on an axis where it is unknown. Called at most a few
    /// times per leaf and pass, always with different arguments. Rounding up to whole pixels, if wanted, is the measure
    /// callback's.
    mutating func measure(leaf identifier: Int32, range: SizeRange, parentSize: Size) -> LayoutMeasurement

    /// The size of a node that is laid out elsewhere (`ElementTree.addDelegated`) under exactly these constraints, its
    /// style included.
    mutating func measure(delegated identifier: Int32, _ constraints: LayoutConstraints) -> LayoutMeasurement
}

extension LeafMeasurer {
    /// For trees without such nodes.
    public mutating func measure(delegated identifier: Int32, _ constraints: LayoutConstraints) -> LayoutMeasurement {
        LayoutMeasurement(size: .zero)
    }
}
