/// A line along the inside of a box's edges.
public struct BoxBorder: Equatable, Hashable, Sendable {
    public var width: Double
    public var color: Color

    public init(width: Double, color: Color) {
        self.width = width
        self.color = color
    }
}

/// A soft copy of a box below it (CSS Backgrounds 6.1: `blur` is twice the deviation of the Gaussian).
public struct BoxShadow: Equatable, Hashable, Sendable {
    public var color: Color
    public var x: Double
    public var y: Double
    public var blur: Double
    /// How much larger than the box it is on each side; may be negative.
    public var spread: Double

    public init(color: Color, x: Double, y: Double, blur: Double, spread: Double) {
        self.color = color
        self.x = x
        self.y = y
        self.blur = blur
        self.spread = spread
    }
}

/// Colours along a line, from a point outwards, or around a point (CSS Images 4, 3).
public struct Gradient: Equatable, Hashable, Sendable {
    /// A colour at a share 0...1 of the way.
    public struct Stop: Equatable, Hashable, Sendable {
        public var offset: Double
        public var color: Color

        public init(offset: Double, color: Color) {
            self.offset = offset
            self.color = color
        }
    }

    /// Where the way leads. Points and radii are shares of the box's size: (0, 0) is its top left corner, (1, 1) its
    /// bottom right one.
    public enum Shape: Equatable, Hashable, Sendable {
        case linear(from: Point, to: Point)
        /// From the centre to an ellipse. A height of 0 makes it a circle, whose radius is a share of the box's width.
        case radial(center: Point, radii: Size)
        /// A turn clockwise, from `angle` on: in radians, clockwise from the top.
        case conic(center: Point, angle: Double)
    }

    public var shape: Shape
    /// In order of their offsets, at least one.
    public var stops: [Stop]

    public init(_ shape: Shape, stops: [Stop]) {
        self.shape = shape
        self.stops = stops
    }

    /// Colours along a line.
    public init(start: Point, end: Point, stops: [Stop]) { self.init(.linear(from: start, to: end), stops: stops) }

    /// Whether nothing behind it shows.
    public var isOpaque: Bool { stops.allSatisfy { $0.color.alpha >= 1 } }
}
