/// A position in logical units, y pointing down.
public struct Point: Equatable, Hashable, Sendable {
    public var x: Double
    public var y: Double

    public static var zero: Point { Point(x: 0, y: 0) }

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
    public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
}

/// A width and a height in logical units; either may be infinite where a limit is meant.
public struct Size: Equatable, Hashable, Sendable {
    public var width: Double
    public var height: Double

    public static var zero: Size { Size(width: 0, height: 0) }
    public static var infinite: Size { Size(width: .infinity, height: .infinity) }

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// An axis-aligned rectangle in logical units.
public struct Rect: Equatable, Hashable, Sendable {
    public var origin: Point
    public var size: Size

    public static var zero: Rect { Rect(x: 0, y: 0, width: 0, height: 0) }

    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    public var minX: Double { origin.x }
    public var minY: Double { origin.y }
    public var maxX: Double { origin.x + size.width }
    public var maxY: Double { origin.y + size.height }
    public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

    /// Whether a point lies inside; the right and bottom edges are outside.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    public func offset(by delta: Point) -> Rect { Rect(origin: origin + delta, size: size) }
}

/// Distances from the four edges of a rectangle, inwards; negative values point outwards.
public struct EdgeInsets: Equatable, Hashable, Sendable {
    public var top: Double
    public var left: Double
    public var bottom: Double
    public var right: Double

    public static var zero: EdgeInsets { EdgeInsets(top: 0, left: 0, bottom: 0, right: 0) }

    public init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    public static func + (a: EdgeInsets, b: EdgeInsets) -> EdgeInsets {
        EdgeInsets(top: a.top + b.top, left: a.left + b.left, bottom: a.bottom + b.bottom, right: a.right + b.right)
    }
}

/// A colour in sRGB with straight (not premultiplied) alpha; components 0...1.
public struct Color: Equatable, Hashable, Sendable {
    public var red: Float
    public var green: Float
    public var blue: Float
    public var alpha: Float

    public static var clear: Color { Color(red: 0, green: 0, blue: 0, alpha: 0) }
    public static var black: Color { Color(red: 0, green: 0, blue: 0, alpha: 1) }
    public static var white: Color { Color(red: 1, green: 1, blue: 1, alpha: 1) }

    public init(red: Float, green: Float, blue: Float, alpha: Float) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}
