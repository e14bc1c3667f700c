public import LaminaGeometry

/// The outcome of one layout pass.
public struct LayoutResult: Sendable {
    /// The size of the root.
    public var size: Size
    /// One frame per element index, relative to the root's origin; all numbers are finite. Not rounded to pixels unless the pass was asked to.
    public var frames: [Rect]
}

/// Lays `tree` out within `range` and returns every element's frame. For the tests and the cases of `make fixtures`, which want nothing of a
/// pass but its frames; the engine keeps answers and asks `LayoutSolution`.
///
/// `parentSize` is what the root's fractions relate to; nil means the maximum of `range`, NaN on an axis an unknown size. Elements beyond the first
/// root get empty frames, and so does what a stack leaves out (as in Texture). A size that is not a number, negative or beyond 10,000,000 counts as 0 x 0
/// (as in Texture).
///
/// Cost: linear in the elements for usual trees; flexing stacks inside each other ask their children a few times each, and in the worst case known, fractional
/// bases on every level of a loose tree, the questions grow with the square of the depth. The stack grows with the depth: measured, at most 500 bytes per level
/// in a release build and 2.6 KB in a debug build. Never fails; keeps nothing between calls.
public func solveLayout<M: LeafMeasurer>(
    _ tree: ElementTree, range: SizeRange, parentSize: Size? = nil, measurer: inout M,
    rounding: LayoutRounding = .none
) -> LayoutResult {
    var pass = LayoutPass(tree, rounding)
    let frames = pass.run(range: range, parentSize: parentSize ?? range.max, &measurer)
    return LayoutResult(size: frames.first?.size ?? .zero, frames: frames)
}

/// A layout pass that can be asked afterwards what it found, for whoever keeps answers between passes.
public struct LayoutSolution: Sendable {
    private let pass: LayoutPass
    /// One frame per element, relative to the nearest node above it; never rounded.
    public let frames: [Rect]

    /// Lays `tree` out: the same pass as `solveLayout`, with frames that do not depend on where a node stands.
    public init<M: LeafMeasurer>(_ tree: ElementTree, question: LayoutQuestion, measurer: inout M) {
        var pass = LayoutPass(tree, .none)
        frames = pass.run(range: question.range, parentSize: question.parentSize, withinNodes: true, &measurer)
        self.pass = pass
    }

    /// The question that the element's frame answers; nil for one that its parent left out (as in Texture).
    public func question(of element: Int32) -> LayoutQuestion? {
        pass.items[Int(element)].isMeasured ? pass.items[Int(element)].key : nil
    }

    /// Whether its parent found a place for the element.
    public func isPlaced(_ element: Int32) -> Bool { pass.items[Int(element)].isMeasured }

    /// The answer to that question.
    public func answer(of element: Int32) -> LeafSize { LeafSize(pass.items[Int(element)].measured) }

    /// Answers that the element gave on the way, newest first; a bounded number.
    public func answers(of element: Int32) -> [(question: LayoutQuestion, answer: LeafSize)] {
        pass.cache.answers(of: element).map { ($0.key, LeafSize($0.value)) }
    }
}

extension LeafSize {
    fileprivate init(_ measured: Measured) {
        self.init(size: measured.size, ascender: measured.ascender, descender: measured.descender)
    }
}
