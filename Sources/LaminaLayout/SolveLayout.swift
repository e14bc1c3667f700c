public import LaminaGeometry

/// The outcome of one layout pass.
public struct LayoutResult: Sendable {
    /// The size of the root.
    public var size: Size
    /// One frame per element index, relative to the root's origin; all numbers are finite. Not rounded to pixels unless
    /// the pass was asked to.
    public var frames: [Rect]
}

/// Lays `tree` out within `range` and returns every element's frame. For the tests and the cases of `make fixtures`,
/// which want nothing of a pass but its frames; the engine keeps measurements and makes a `LayoutSolution`.
///
/// `parentSize` is what the root's fractions relate to; nil means the maximum of `range`, NaN on an axis an unknown
/// size. Elements beyond the first root get empty frames, and so does what a stack leaves out (as in Texture). A size
/// that is not a number, negative or beyond 10,000,000 counts as 0 x 0 (as in Texture).
///
/// Cost: linear in the elements for usual trees; flexing stacks inside each other measure their children a few times
/// each, and in the worst case known, fractional bases on every level of a loose tree, the measurements grow with the
/// square of the depth. The stack grows with the depth: measured, at most 500 bytes per level in a release build and
/// 2.6 KB in a debug build. Never fails; keeps nothing between calls.
public func solveLayout<M: LeafMeasurer>(
    _ tree: ElementTree, range: SizeRange, parentSize: Size? = nil, measurer: inout M,
    rounding: LayoutRounding = .none
) -> LayoutResult {
    var pass = LayoutPass(tree, rounding)
    let frames = pass.run(range: range, parentSize: parentSize ?? range.max, &measurer)
    return LayoutResult(size: frames.first?.size ?? .zero, frames: frames)
}

/// A finished layout pass with all that it found, for whoever keeps measurements between passes.
public struct LayoutSolution: Sendable {
    private let pass: LayoutPass
    /// One frame per element, relative to the nearest node above it; never rounded.
    public let frames: [Rect]

    /// Lays `tree` out: the same pass as `solveLayout`, with frames that do not depend on where a node stands.
    public init<M: LeafMeasurer>(_ tree: ElementTree, constraints: LayoutConstraints, measurer: inout M) {
        var pass = LayoutPass(tree, .none)
        frames = pass.run(range: constraints.range, parentSize: constraints.parentSize, withinNodes: true, &measurer)
        self.pass = pass
    }

    /// The constraints that led to the element's frame; nil for one that its parent left out (as in Texture).
    public func constraints(of element: Int32) -> LayoutConstraints? {
        pass.items[Int(element)].isMeasured ? pass.items[Int(element)].constraints : nil
    }

    /// Whether its parent found a place for the element.
    public func isPlaced(_ element: Int32) -> Bool { pass.items[Int(element)].isMeasured }

    /// What the element measured under these.
    public func measurement(of element: Int32) -> LayoutMeasurement { pass.items[Int(element)].measurement }

    /// What the element measured on the way, newest first; a bounded number.
    public func measurements(of element: Int32) -> [(constraints: LayoutConstraints, measurement: LayoutMeasurement)] {
        pass.cache.measurements(of: element)
    }
}
