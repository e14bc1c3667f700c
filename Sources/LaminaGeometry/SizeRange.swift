/// The sizes an element may take: from `min` to `max` on each axis; `max` may be infinite.
public struct SizeRange: Equatable, Hashable, Sendable {
    public var min: Size
    public var max: Size

    public static var unconstrained: SizeRange { SizeRange(min: .zero, max: .infinite) }

    public init(min: Size, max: Size) {
        self.min = min
        self.max = max
    }

    /// The range that allows `size` and nothing else.
    public init(exactly size: Size) {
        self.init(min: size, max: size)
    }

    /// `size` moved into the range; where `min` exceeds `max`, `min` wins, as in CSS.
    public func clamp(_ size: Size) -> Size {
        Size(
            width: Swift.max(min.width, Swift.min(max.width, size.width)),
            height: Swift.max(min.height, Swift.min(max.height, size.height)))
    }

    /// The overlap of both ranges per axis; where they do not meet, the end of `self` that is nearest to `other` (as in
    /// Texture).
    public func intersection(_ other: SizeRange) -> SizeRange {
        let width = Self.intersect(min.width, max.width, other.min.width, other.max.width)
        let height = Self.intersect(min.height, max.height, other.min.height, other.max.height)
        return SizeRange(
            min: Size(width: width.min, height: height.min), max: Size(width: width.max, height: height.max))
    }

    private static func intersect(
        _ aMin: Double, _ aMax: Double, _ bMin: Double, _ bMax: Double
    ) -> (min: Double, max: Double) {
        let low = Swift.max(aMin, bMin)
        let high = Swift.min(aMax, bMax)
        if low <= high { return (low, high) }
        let nearest = aMin < bMin ? aMax : aMin
        return (nearest, nearest)
    }
}
