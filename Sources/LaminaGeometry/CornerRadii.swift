/// How far each corner of a box is rounded.
public struct CornerRadii: Equatable, Hashable, Sendable {
    public var topLeft: Double
    public var topRight: Double
    public var bottomRight: Double
    public var bottomLeft: Double

    public static var zero: CornerRadii { CornerRadii(0) }

    public init(topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// All corners alike.
    @inline(__always)
    public init(_ radius: Double) {
        self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
    }

    @inline(__always)
    public var largest: Double { max(max(topLeft, topRight), max(bottomRight, bottomLeft)) }

    /// Whether all corners are alike.
    @inline(__always)
    public var isUniform: Bool { topLeft == topRight && topRight == bottomRight && bottomRight == bottomLeft }

    /// The same corners in other units.
    public func scaled(by factor: Double) -> CornerRadii { map { $0 * factor } }

    /// The corners of a box that is `distance` larger on all sides; square corners stay square (CSS Backgrounds 6.1).
    public func grown(by distance: Double) -> CornerRadii { map { $0 > 0 ? max(0, $0 + distance) : 0 } }

    /// Radii as a box has room for: not a number or negative is none, and all get smaller alike when two do not fit an
    /// edge (CSS Backgrounds 5.5).
    public func fitting(width: Double, height: Double) -> CornerRadii {
        let positive = map { $0 > 0 ? min($0, 1e9) : 0 }
        func share(_ room: Double, _ sum: Double) -> Double { sum > room ? max(0, room) / sum : 1 }
        let factor = min(
            min(
                share(width, positive.topLeft + positive.topRight),
                share(width, positive.bottomLeft + positive.bottomRight)),
            min(
                share(height, positive.topLeft + positive.bottomLeft),
                share(height, positive.topRight + positive.bottomRight)))
        return factor < 1 ? positive.scaled(by: factor) : positive
    }

    private func map(_ body: (Double) -> Double) -> CornerRadii {
        CornerRadii(
            topLeft: body(topLeft), topRight: body(topRight), bottomRight: body(bottomRight),
            bottomLeft: body(bottomLeft))
    }
}
