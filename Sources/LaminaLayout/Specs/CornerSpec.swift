public import LaminaGeometry

/// The corner of the content on which a corner spec centres its badge. `start` and `end` follow the direction of the
/// spec, `left` and `right` do not.
public enum CornerLocation: UInt8, Keyword {
    case topStart, topEnd, bottomStart, bottomEnd
    case topLeft, topRight, bottomLeft, bottomRight
}

/// Two children, content and badge: the badge's centre lies on a corner of the content (as in Texture).
public struct CornerSpec: SpecRule {
    static let name = "corner"
    static let childCount: Int? = 2
    static let settings: [SpecSetting<Self>] = [
        .keyword("location") { $0.location = $1 },
        .point("offset") { $0.offset = $1 },
        .flag("wraps_corner") { $0.wrapsCorner = $1 },
    ]

    /// The corner of the content.
    public var location: CornerLocation
    /// Moves the badge away from the corner; with `start` and `end`, a positive x is towards the end.
    public var offset: Point
    /// Whether the spec's size includes the part of the badge that sticks out.
    public var wrapsCorner: Bool

    /// A badge right on the corner that does not count for the size, unless said otherwise.
    public init(location: CornerLocation, offset: Point = .zero, wrapsCorner: Bool = false) {
        self.location = location
        self.offset = offset
        self.wrapsCorner = wrapsCorner
    }

    static let initial = Self(location: .topStart)

    var spec: Spec { .corner(self) }

    var title: String {
        Self.title(
            Self.name,
            [location.text, offset == .zero ? "" : "offset (\(offset.text))", wrapsCorner ? "wraps" : ""])
    }

    func sizeReason(_ element: Int32, _ explanation: LayoutExplanation) -> String {
        let content = explanation.contentSize(element).text
        return wrapsCorner
            ? "as large as its content, \(content), and what sticks out at the corner"
            : "as large as its content, \(content), whatever sticks out at the corner"
    }
}

extension CornerSpec {
    /// The settings in a spec that is arranged from its start and mirrored afterwards: at the end or not, at the bottom
    /// or not, and how far off.
    func arranged(isRightToLeft: Bool) -> (atEnd: Bool, atBottom: Bool, offset: Point) {
        let (side, atBottom): (CornerSide, Bool) =
            switch location {
            case .topLeft: (.left, false)
            case .topRight: (.right, false)
            case .bottomLeft: (.left, true)
            case .bottomRight: (.right, true)
            case .topStart: (.start, false)
            case .topEnd: (.end, false)
            case .bottomStart: (.start, true)
            case .bottomEnd: (.end, true)
            }
        switch side {
        case .start: return (false, atBottom, offset)
        case .end: return (true, atBottom, offset)
        case .left, .right:
            let across = isRightToLeft ? -offset.x : offset.x
            return ((side == .right) != isRightToLeft, atBottom, Point(x: across, y: offset.y))
        }
    }
}

private enum CornerSide {
    case start, end, left, right
}

extension LayoutPass {
    @inline(never)
    mutating func arrangeCorner<M: LeafMeasurer>(
        _ element: Int32, _ corner: CornerSpec, _ measurer: inout M
    ) {
        let range = allowedRange(element)
        let parent = Self.realParent(range.max)
        let content = firstChild(element)
        if content < 0 { return setMeasurement(element, range.min) }
        let badge = nextSibling(content)
        measureChild(content, range, parentSize: parent, &measurer)
        measureChild(badge, range, parentSize: parent, &measurer)
        items[Int(content)].offset = .zero
        if badge < 0 { return setMeasurement(element, size(content)) }
        placeBadge(badge, content: content, corner, of: element)
    }

    @inline(never)
    private mutating func placeBadge(
        _ badge: Int32, content: Int32, _ corner: CornerSpec, of element: Int32
    ) {
        let contentSize = size(content)
        let badgeSize = size(badge)
        let (atEnd, atBottom, offset) = corner.arranged(isRightToLeft: isRightToLeft(element))
        let origin = Point(
            x: (atEnd ? contentSize.width : 0) - badgeSize.width / 2 + offset.x,
            y: (atBottom ? contentSize.height : 0) - badgeSize.height / 2 + offset.y)
        items[Int(badge)].offset = origin
        if !corner.wrapsCorner { return setMeasurement(element, contentSize) }

        let shift = Point(x: min(0, origin.x), y: min(0, origin.y))
        items[Int(content)].offset = Point.zero - shift
        items[Int(badge)].offset = origin - shift
        let union = Size(
            width: max(contentSize.width, origin.x + badgeSize.width) - shift.x,
            height: max(contentSize.height, origin.y + badgeSize.height) - shift.y)
        setMeasurement(element, allowedRange(element).clamp(union))
    }
}
