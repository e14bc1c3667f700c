public import LaminaGeometry

/// The axes on which a center spec centres its child.
public enum Centering: UInt8, Sendable {
    case none, x, y, xy
}

/// The axes on which a center or relative spec becomes only as large as its child.
public enum MinimumSizing: UInt8, Sendable {
    /// Fills the maximum on both axes.
    case `default`
    case minimumX, minimumY, minimumXY

    var hugsWidth: Bool { self == .minimumX || self == .minimumXY }
    var hugsHeight: Bool { self == .minimumY || self == .minimumXY }
}

/// The settings of a center spec (as in Texture).
public struct CenterParameters: Equatable, Sendable {
    /// The axes on which the child is centred.
    public var centering: Centering
    /// The axes on which the spec hugs the child.
    public var sizing: MinimumSizing

    /// Fills the maximum and centres on no axis, unless told otherwise.
    public init(centering: Centering = .none, sizing: MinimumSizing = .default) {
        self.centering = centering
        self.sizing = sizing
    }
}

/// Where on one axis a relative spec places its child. `none` places like `start`, but hands the minimum on to the child (as in Texture).
public enum RelativePosition: UInt8, Sendable {
    case none, start, center, end
}

/// The settings of a relative spec (as in Texture).
public struct RelativeParameters: Equatable, Sendable {
    /// The child's place from start to end.
    public var horizontal: RelativePosition
    /// The child's place from top to bottom.
    public var vertical: RelativePosition
    /// The axes on which the spec hugs the child.
    public var sizing: MinimumSizing

    /// Fills the maximum and places the child at the origin, unless told otherwise.
    public init(
        horizontal: RelativePosition = .none, vertical: RelativePosition = .none,
        sizing: MinimumSizing = .default
    ) {
        self.horizontal = horizontal
        self.vertical = vertical
        self.sizing = sizing
    }
}

/// How large an absolute spec becomes (as in Texture).
public enum AbsoluteSizing: UInt8, Sendable {
    /// The maximum where it is bounded, else as far as the farthest child reaches.
    case `default`
    /// As far as the farthest child reaches.
    case sizeToFit
}

/// The corner of the content on which a corner spec centres its badge. `start` and `end` follow the direction of the spec, `left` and `right` do not.
public enum CornerLocation: UInt8, Sendable {
    case topLeft, topRight, bottomLeft, bottomRight
    case topStart, topEnd, bottomStart, bottomEnd
}

/// The settings of a corner spec (as in Texture).
public struct CornerParameters: Equatable, Sendable {
    /// The corner of the content.
    public var location: CornerLocation
    /// Moves the badge away from the corner; with `start` and `end`, a positive x is towards the end.
    public var offset: Point
    /// Whether the spec's size includes the part of the badge that sticks out.
    public var wrapsCorner: Bool

    /// A badge right on the corner that does not count for the size, unless told otherwise.
    public init(location: CornerLocation, offset: Point = .zero, wrapsCorner: Bool = false) {
        self.location = location
        self.offset = offset
        self.wrapsCorner = wrapsCorner
    }
}

/// A rule that arranges an element's children.
///
/// Malformed trees are laid out, never refused: a missing child counts as an empty one of the least size allowed, and children beyond the number that a spec
/// takes get an empty frame at the spec's origin.
public enum Spec: Equatable, Sendable {
    /// Any number of children on top of each other, each with the full constraint (as in Texture).
    case wrapper
    /// Any number of children in lines (as in Texture).
    case stack(StackParameters)
    /// One child with distances from the edges; infinite distances let the child keep its size (as in Texture).
    case inset(EdgeInsets)
    /// The same with distances from start and end in the place of left and right: they change sides with the direction.
    case directionalInset(EdgeInsets)
    /// Two children, content and overlay: the overlay takes the content's size and lies above it (as in Texture).
    case overlay
    /// Two children, content and background: the background takes the content's size and lies below it (as in Texture).
    case background
    /// One child in the middle (as in Texture).
    case center(CenterParameters)
    /// One child at an edge, a corner or in the middle (as in Texture).
    case relative(RelativeParameters)
    /// One child of a given proportion: height divided by width, positive (as in Texture).
    case ratio(Double)
    /// Any number of children at their `layoutPosition` (as in Texture).
    case absolute(AbsoluteSizing)
    /// Two children, content and badge: the badge's centre lies on a corner of the content (as in Texture).
    case corner(CornerParameters)
}
