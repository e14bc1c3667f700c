public import LaminaGeometry
public import LaminaList
import LaminaTemplate

/// Which way a list runs. Rows, offsets and layouts know lengths along the axis and breadths across it alone.
public struct ListAxis: Equatable, Sendable {
    public var isHorizontal = false
    /// From the bottom up, or from right to left.
    public var isReversed = false

    public init(isHorizontal: Bool = false, isReversed: Bool = false) {
        self.isHorizontal = isHorizontal
        self.isReversed = isReversed
    }

    func length(_ size: Size) -> Double { isHorizontal ? size.width : size.height }
    func breadth(_ size: Size) -> Double { isHorizontal ? size.height : size.width }
    func length(_ point: Point) -> Double { isHorizontal ? point.x : point.y }
    func side(_ point: Point) -> Double { isHorizontal ? point.y : point.x }

    func size(length: Double, breadth: Double) -> Size {
        isHorizontal ? Size(width: length, height: breadth) : Size(width: breadth, height: length)
    }

    func point(along: Double, across: Double) -> Point {
        isHorizontal ? Point(x: along, y: across) : Point(x: across, y: along)
    }

    /// The corner of something `length` long that begins at `along`, in a space where the axis begins at 0.
    func origin(along: Double, side: Double, length: Double) -> Point {
        point(along: isReversed ? -along - length : along, across: side)
    }

    /// What the list's node shows there at an offset.
    func boundsOrigin(_ offset: Double, view: Double) -> Point {
        point(along: isReversed ? -offset - view : offset, across: 0)
    }

    /// A frame in the view, from one along the axis of which `top` is counted from where the view begins.
    func rect(_ frame: RowFrame, view: Double) -> Rect {
        let along = isReversed ? view - frame.top - frame.length : frame.top
        return Rect(
            origin: point(along: along, across: frame.side), size: size(length: frame.length, breadth: frame.breadth))
    }

    /// How far a point of the view lies from where that begins, and from its side.
    func position(_ point: Point, view: Double) -> (along: Double, across: Double) {
        let (along, across) = isHorizontal ? (point.x, point.y) : (point.y, point.x)
        return (isReversed ? view - along : along, across)
    }

    /// What a row may measure.
    func range(_ constraint: RowLayout.Constraint) -> SizeRange {
        switch constraint {
        case .breadth(let breadth):
            SizeRange(min: size(length: 0, breadth: breadth), max: size(length: .infinity, breadth: breadth))
        case .upTo(let breadth):
            SizeRange(min: .zero, max: size(length: .infinity, breadth: breadth))
        case .size(let breadth, let length):
            SizeRange(exactly: size(length: length, breadth: breadth))
        }
    }

    /// The lengths that a row is to have; nil where they are its own affair.
    func room(_ constraint: RowLayout.Constraint) -> RowRoom {
        switch constraint {
        case .breadth(let breadth): isHorizontal ? RowRoom(height: breadth) : RowRoom(width: breadth)
        case .upTo: RowRoom()
        case .size(let breadth, let length):
            isHorizontal ? RowRoom(width: length, height: breadth) : RowRoom(width: breadth, height: length)
        }
    }

    /// A frame along the axis of content that begins at the top left corner, or where a list that runs the other way
    /// begins.
    public func frame(_ rect: Rect) -> RowFrame {
        isHorizontal
            ? RowFrame(top: rect.origin.x, side: rect.origin.y, length: rect.size.width, breadth: rect.size.height)
            : RowFrame(top: rect.origin.y, side: rect.origin.x, length: rect.size.height, breadth: rect.size.width)
    }
}
