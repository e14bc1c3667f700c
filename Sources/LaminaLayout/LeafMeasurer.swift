public import LaminaGeometry

/// The answer of a leaf to the question how large it is.
public struct LeafSize: Equatable, Sendable {
    /// The size that the content wants; moved into the range that was asked for.
    public var size: Size
    /// Distance from the top to the first baseline.
    public var ascender: Double
    /// Distance from the bottom to the last baseline, negative upwards as fonts report it.
    public var descender: Double

    /// A size, with baselines for content that has any.
    public init(size: Size, ascender: Double = 0, descender: Double = 0) {
        self.size = size
        self.ascender = ascender
        self.descender = descender
    }
}

/// Whoever knows the content of leaves: the solver asks it for their sizes.
public protocol LeafMeasurer {
    /// How large the leaf wants to be within `range`, which already includes its style; the solver moves the answer into the range.
    ///
    /// `parentSize` is what the leaf's fractions related to; NaN on an axis where it is unknown. Asked at most a few times per leaf and pass, always
    /// with different arguments. Rounding up to whole pixels, if wanted, is the measure callback's.
    mutating func measure(leaf identifier: Int32, range: SizeRange, parentSize: Size) -> LeafSize

    /// The answer of a node that is laid out elsewhere (`ElementTree.addOutside`) to exactly this question, its style included.
    mutating func measure(outside identifier: Int32, _ question: LayoutQuestion) -> LeafSize
}

extension LeafMeasurer {
    /// For trees without such nodes.
    public mutating func measure(outside identifier: Int32, _ question: LayoutQuestion) -> LeafSize {
        LeafSize(size: .zero)
    }
}
