public import LaminaGeometry

/// A scroller whose offsets snap to areas, after CSS Scroll Snap 1 as Chromium finds them. A value: it holds no offset.
public struct SnapContainer: Equatable, Sendable {
    public enum Strictness: Sendable {
        /// It comes to rest at an area wherever there is one.
        case mandatory
        /// Only near one: within a third of the viewport.
        case proximity
    }

    public var viewport: Size
    /// The offsets that can be reached; a right-to-left scroller has negative ones.
    public var lower: Point
    public var upper: Point
    /// Insets of the viewport, within which areas are aligned.
    public var padding: EdgeInsets
    public var snapsX: Bool
    public var snapsY: Bool
    public var strictness: Strictness
    /// In the order of the document, which decides between equals.
    public var areas: [SnapArea]

    public init(
        viewport: Size, content: Size, origin: Point = .zero,
        padding: EdgeInsets = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0), snapsX: Bool = false,
        snapsY: Bool = false, strictness: Strictness = .mandatory, areas: [SnapArea] = []
    ) {
        self.viewport = viewport
        lower = origin
        upper = Point(
            x: origin.x + max(0, content.width - viewport.width), y: origin.y + max(0, content.height - viewport.height)
        )
        self.padding = padding
        (self.snapsX, self.snapsY, self.strictness, self.areas) = (snapsX, snapsY, strictness, areas)
    }

    /// An offset within reach; NaN counts as the lower bound.
    public func clamp(_ offset: Point) -> Point {
        Point(x: clamp(offset.x, .x), y: clamp(offset.y, .y))
    }

    func clamp(_ offset: Double, _ axis: Axis) -> Double {
        offset.isNaN ? lower[axis] : min(max(offset, lower[axis]), max(lower[axis], upper[axis]))
    }

    /// The part of the viewport that areas are aligned in, along an axis, for the offset 0.
    func port(_ axis: Axis) -> SnapSpan {
        axis == .x
            ? SnapSpan(start: padding.left, end: viewport.width - padding.right)
            : SnapSpan(start: padding.top, end: viewport.height - padding.bottom)
    }

    func snaps(_ axis: Axis) -> Bool { axis == .x ? snapsX : snapsY }

    /// How near an area must be.
    func range(_ axis: Axis) -> Double {
        strictness == .mandatory ? .infinity : port(axis).length / 3
    }
}

/// Where a scroller has come to rest.
public struct SnapPosition: Equatable, Sendable {
    public var offset: Point
    /// The areas that it is aligned to, on each axis, in the order of the document; to stay with after a layout.
    public var targetsX: [Int]
    public var targetsY: [Int]

    public init(offset: Point, targetsX: [Int] = [], targetsY: [Int] = []) {
        (self.offset, self.targetsX, self.targetsY) = (offset, targetsX, targetsY)
    }

    func targets(_ axis: Axis) -> [Int] { axis == .x ? targetsX : targetsY }
}
