/// Where a scroller stands after its content or its viewport has changed (Flutter's range maintaining).
public struct RangeChange: Equatable, Sendable {
    public var offset: Double
    public var oldExtent: ScrollExtent
    public var newExtent: ScrollExtent
    /// Of an animation or a fling; 0 while a finger drags.
    public var velocity: Double
    /// Where the layout itself has already moved the offset to, if it has.
    public var corrected: Double?

    public init(
        offset: Double, from oldExtent: ScrollExtent, to newExtent: ScrollExtent, velocity: Double = 0,
        corrected: Double? = nil
    ) {
        (self.offset, self.oldExtent, self.newExtent) = (offset, oldExtent, newExtent)
        (self.velocity, self.corrected) = (velocity, corrected)
    }

    /// - What moves by itself is left alone.
    /// - What was in range stays in range, unless the layout moved it between two known extents.
    /// - What was past an edge stays as far past it when that edge moved inwards, and elsewhere keeps its offset: the
    ///   content under the finger does not jump.
    public var newOffset: Double {
        let current = corrected ?? offset
        let moved = current != offset
        if velocity != 0 { return current }
        if !moved && oldExtent != newExtent {
            if offset < oldExtent.lower && newExtent.lower > oldExtent.lower {
                return newExtent.lower - (oldExtent.lower - offset)
            }
            if offset > oldExtent.upper && newExtent.upper < oldExtent.upper {
                return newExtent.upper + (offset - oldExtent.upper)
            }
        }
        let bounds = [oldExtent.lower, oldExtent.upper, newExtent.lower, newExtent.upper]
        if !oldExtent.contains(offset) || (moved && bounds.allSatisfy(\.isFinite)) { return current }
        return newExtent.clamp(current)
    }
}
