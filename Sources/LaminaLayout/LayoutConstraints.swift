public import LaminaGeometry

/// All that the size of an element can depend on besides its own subtree.
public struct LayoutConstraints: Sendable {
    /// What the parent allows, before the element's own style.
    public var range: SizeRange
    /// What fractions relate to; NaN on an axis where the parent's size is unknown.
    public var parentSize: Size
    /// Whether the element, should it inherit its direction, runs from right to left. In constraints that a pass
    /// sets: whether it does.
    public var isRightToLeft: Bool

    /// Constraints with this range.
    public init(range: SizeRange, parentSize: Size, isRightToLeft: Bool = false) {
        self.range = range
        self.parentSize = parentSize
        self.isRightToLeft = isRightToLeft
    }

    /// Compares bits, so that an unknown (NaN) parent size matches itself.
    @inline(__always)
    public func isSame(as other: LayoutConstraints) -> Bool {
        isSameIgnoringParent(as: other) && Self.same(parentSize.width, other.parentSize.width)
            && Self.same(parentSize.height, other.parentSize.height)
    }

    /// The same for an element that has nothing to do with its parent's size (`ElementStyle.relatesToParent`).
    @inline(__always)
    public func isSameIgnoringParent(as other: LayoutConstraints) -> Bool {
        hasSameWidths(as: other) && Self.same(range.max.height, other.range.max.height)
            && Self.same(range.min.height, other.range.min.height) && isRightToLeft == other.isRightToLeft
    }

    /// Whether it allows the same widths, whatever heights.
    @inline(__always)
    public func hasSameWidths(as other: LayoutConstraints) -> Bool {
        Self.same(range.max.width, other.range.max.width) && Self.same(range.min.width, other.range.min.width)
    }

    @inline(__always)
    private static func same(_ a: Double, _ b: Double) -> Bool { a.bitPattern == b.bitPattern }
}

extension ElementStyle {
    /// Whether some size is a fraction, so that the parent's size counts.
    public var relatesToParent: Bool {
        func isFraction(_ dimension: Dimension) -> Bool { if case .fraction = dimension { true } else { false } }
        return isFraction(width) || isFraction(height) || isFraction(minWidth) || isFraction(maxWidth)
            || isFraction(minHeight) || isFraction(maxHeight)
    }

    /// The sizes that an element of this style may take under `constraints` (as in Texture).
    public func allowedRange(_ constraints: LayoutConstraints) -> SizeRange {
        constraints.range.intersection(sizeRange(parentSize: constraints.parentSize))
    }

    /// The measurement of a node with nothing in it: it fills what it may, if that is bounded (as in Texture).
    public func measurementWithoutContent(_ constraints: LayoutConstraints) -> LayoutMeasurement {
        let range = allowedRange(constraints)
        let size = range.clamp(LayoutPass.isReal(range.max) ? range.max : .zero)
        return LayoutMeasurement(size: LayoutPass.isReal(size) ? size : .zero, ascender: ascender, descender: descender)
    }

    /// Whether the style alone decides the size, whatever the content: then no change of the content can move anything
    /// around the element.
    ///
    /// A length in points leaves one size on its axis, because `limits` ends at a point and a constraint only moves
    /// that point.
    public var fixesSize: Bool {
        guard case .points = width, case .points = height else { return false }
        return true
    }
}
