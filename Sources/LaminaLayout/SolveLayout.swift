public import LaminaGeometry

/// The outcome of one layout pass.
public struct LayoutResult: Sendable {
    /// The size of the root.
    public var size: Size
    /// One frame per element index, relative to the root's origin; all numbers are finite. Not rounded to pixels unless the pass was asked to.
    public var frames: [Rect]
}

/// Lays `tree` out within `range` and returns every element's frame.
///
/// `parentSize` is what the root's fractions relate to; nil means the maximum of `range`, NaN on an axis an unknown size. Elements beyond the first
/// root get empty frames, and so does what a stack leaves out (Texture SK9). A size that is not a number, negative or beyond 10,000,000 counts as 0 x 0
/// (Texture F4).
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
