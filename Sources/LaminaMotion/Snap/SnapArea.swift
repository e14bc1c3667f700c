public import LaminaGeometry

/// Which part of an area meets the same part of the viewport.
public enum SnapAlignment: String, Sendable {
    case start, center, end
}

/// A box that a scroller may come to rest at (CSS Scroll Snap 1).
public struct SnapArea: Equatable, Sendable {
    public var id: Int
    /// In coordinates of the content, after its transform.
    public var rect: Rect
    /// Nil: it does not snap on that axis.
    public var alignX: SnapAlignment?
    public var alignY: SnapAlignment?
    /// Grows the box.
    public var margin: EdgeInsets
    /// A scroll by some distance does not pass it.
    public var stopsAlways: Bool

    public init(
        id: Int, rect: Rect, alignX: SnapAlignment? = nil, alignY: SnapAlignment? = nil,
        margin: EdgeInsets = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0), stopsAlways: Bool = false
    ) {
        (self.id, self.rect, self.alignX, self.alignY) = (id, rect, alignX, alignY)
        (self.margin, self.stopsAlways) = (margin, stopsAlways)
    }

    func alignment(_ axis: Axis) -> SnapAlignment? { axis == .x ? alignX : alignY }
    func span(_ axis: Axis) -> SnapSpan { SnapSpan(rect, axis).grown(margin, axis) }
}

/// A box along one axis.
struct SnapSpan: Equatable {
    var start: Double
    var end: Double

    init(start: Double, end: Double) {
        (self.start, self.end) = (start, end)
    }

    init(_ rect: Rect, _ axis: Axis) {
        self = axis == .x ? SnapSpan(start: rect.minX, end: rect.maxX) : SnapSpan(start: rect.minY, end: rect.maxY)
    }

    var length: Double { end - start }

    func grown(_ margin: EdgeInsets, _ axis: Axis) -> SnapSpan {
        axis == .x
            ? SnapSpan(start: start - margin.left, end: end + margin.right)
            : SnapSpan(start: start - margin.top, end: end + margin.bottom)
    }

    /// The offset at which this span lies in `port` as `alignment` says.
    func offset(_ alignment: SnapAlignment, in port: SnapSpan) -> Double {
        switch alignment {
        case .start: start - port.start
        case .center: (start + end) / 2 - (port.start + port.end) / 2
        case .end: end - port.end
        }
    }
}
