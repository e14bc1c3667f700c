public import LaminaGeometry

/// The question that an element was asked: all that its size can depend on besides its own subtree.
public struct LayoutQuestion: Sendable {
    /// What the parent allows, before the element's own style.
    public var range: SizeRange
    /// What fractions relate to; NaN on an axis where the parent's size is unknown.
    public var parentSize: Size
    /// Whether the element, should it inherit its direction, runs from right to left. In questions that a pass asks: whether it does.
    public var isRightToLeft: Bool

    /// A question for `range`.
    public init(range: SizeRange, parentSize: Size, isRightToLeft: Bool = false) {
        self.range = range
        self.parentSize = parentSize
        self.isRightToLeft = isRightToLeft
    }

    /// Compares bits, so that an unknown (NaN) parent size matches itself.
    @inline(__always)
    public func isSame(as other: LayoutQuestion) -> Bool {
        isSameButForParent(as: other) && Self.same(parentSize.width, other.parentSize.width)
            && Self.same(parentSize.height, other.parentSize.height)
    }

    /// The same for an element that has nothing to do with its parent's size (`ElementStyle.relatesToParent`).
    @inline(__always)
    public func isSameButForParent(as other: LayoutQuestion) -> Bool {
        hasSameWidths(as: other) && Self.same(range.max.height, other.range.max.height)
            && Self.same(range.min.height, other.range.min.height) && isRightToLeft == other.isRightToLeft
    }

    /// Whether it allows the same widths, whatever heights.
    @inline(__always)
    public func hasSameWidths(as other: LayoutQuestion) -> Bool {
        Self.same(range.max.width, other.range.max.width) && Self.same(range.min.width, other.range.min.width)
    }

    @inline(__always)
    private static func same(_ a: Double, _ b: Double) -> Bool { a.bitPattern == b.bitPattern }
}

typealias MeasureKey = LayoutQuestion

extension ElementStyle {
    /// Whether some size is a fraction, so that the parent's size counts.
    public var relatesToParent: Bool {
        func isFraction(_ dimension: Dimension) -> Bool { if case .fraction = dimension { true } else { false } }
        return isFraction(width) || isFraction(height) || isFraction(minWidth) || isFraction(maxWidth)
            || isFraction(minHeight) || isFraction(maxHeight)
    }

    /// The sizes that an element of this style may take when it is asked `question` (as in Texture).
    public func allowedRange(_ question: LayoutQuestion) -> SizeRange {
        question.range.intersection(sizeRange(parentSize: question.parentSize))
    }

    /// The answer of a node with nothing in it: it fills what it may, if that is bounded (as in Texture).
    public func answerWithoutContent(_ question: LayoutQuestion) -> LeafSize {
        let range = allowedRange(question)
        let size = range.clamp(LayoutPass.isReal(range.max) ? range.max : .zero)
        return LeafSize(size: LayoutPass.isReal(size) ? size : .zero, ascender: ascender, descender: descender)
    }

    /// Whether the style alone decides the size, whatever the content: then what is inside cannot move what is outside.
    ///
    /// A length in points leaves one size on its axis, because `limits` ends at a point and a constraint only moves that point.
    public var fixesSize: Bool {
        guard case .points = width, case .points = height else { return false }
        return true
    }
}

extension Spec {
    /// Whether children are aligned by their baselines, so that more than their sizes counts.
    public var alignsBaselines: Bool {
        if case .stack(let stack) = self { stack.alignsBaselines } else { false }
    }
}
