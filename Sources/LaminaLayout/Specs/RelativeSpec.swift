import LaminaGeometry

/// The axes on which a center or relative spec becomes only as large as its child.
public enum MinimumSizing: UInt8, Keyword {
    /// Fills the maximum on both axes.
    case `default`
    case minX, minY, minXY

    var hugsWidth: Bool { self == .minX || self == .minXY }
    var hugsHeight: Bool { self == .minY || self == .minXY }

    fileprivate var text: String {
        switch self {
        case .default: ""
        case .minX: "as wide as its child"
        case .minY: "as high as its child"
        case .minXY: "as large as its child"
        }
    }
}

/// Where on one axis a relative spec places its child. `none` places like `start`, but hands the minimum on to the
/// child (as in Texture).
public enum RelativePosition: UInt8, Keyword {
    case none, start, center, end

    /// The share of the free length that lies in front of the child.
    var proportion: Double {
        switch self {
        case .none, .start: 0
        case .center: 0.5
        case .end: 1
        }
    }
}

/// One child at an edge, a corner or in the middle of a box that fills the maximum or hugs the child (as in Texture).
public struct RelativeSpec: SpecRule {
    static let name = "relative"
    static let childCount: Int? = 1
    static let settings: [SpecSetting<Self>] = [
        .keyword("horizontal") { $0.horizontal = $1 },
        .keyword("vertical") { $0.vertical = $1 },
        .keyword("sizing") { $0.sizing = $1 },
    ]

    /// The child's place from start to end.
    public var horizontal: RelativePosition
    /// The child's place from top to bottom.
    public var vertical: RelativePosition
    /// The axes on which the spec hugs the child.
    public var sizing: MinimumSizing

    /// Fills the maximum and places the child at the origin, unless said otherwise.
    public init(
        horizontal: RelativePosition = .none, vertical: RelativePosition = .none, sizing: MinimumSizing = .default
    ) {
        self.horizontal = horizontal
        self.vertical = vertical
        self.sizing = sizing
    }

    static let initial = Self(sizing: .default)

    var spec: Spec { .relative(self) }
    var title: String { title(Self.name, "\(horizontal) \(vertical)") }

    func title(_ name: String, _ place: String) -> String { Self.title(name, [place, sizing.text]) }

    func sizeReason(_ element: Int32, _ explanation: LayoutExplanation) -> String {
        func reason(_ axis: String, _ hugs: Bool, _ max: Double, _ content: Double) -> String {
            if hugs { return "the \(axis) of its child, \(content.shortText), as its sizing asks" }
            if LayoutPass.isReal(max) { return "all the \(axis) there is, \(max.shortText)" }
            return "the \(axis) of its child, \(content.shortText), since there is no limit"
        }
        let (max, content) = (explanation.allowed(element).max, explanation.contentSize(element))
        return reason("width", sizing.hugsWidth, max.width, content.width) + "; "
            + reason("height", sizing.hugsHeight, max.height, content.height)
    }

    func constraintsReason(_ child: Int32, in element: Int32, _ explanation: LayoutExplanation) -> String {
        " (free to be smaller where it is given a place)"
    }
}

extension LayoutPass {
    @inline(never)
    mutating func arrangeRelative<M: LeafMeasurer>(
        _ element: Int32, _ position: RelativeSpec, _ measurer: inout M
    ) {
        let range = allowedRange(element)
        let child = firstChild(element)
        var inner = range
        if position.horizontal != .none { inner.min.width = 0 }
        if position.vertical != .none { inner.min.height = 0 }
        measureChild(child, inner, parentSize: Self.realParent(range.max), &measurer)
        let content = size(child)
        let hugsWidth = position.sizing.hugsWidth || !Self.isReal(range.max.width)
        let hugsHeight = position.sizing.hugsHeight || !Self.isReal(range.max.height)
        let size = range.clamp(
            Size(
                width: hugsWidth ? content.width : range.max.width,
                height: hugsHeight ? content.height : range.max.height))
        if child >= 0 {
            items[Int(child)].offset = Point(
                x: grid.nearest((size.width - content.width) * position.horizontal.proportion),
                y: grid.nearest((size.height - content.height) * position.vertical.proportion))
        }
        setMeasurement(element, size)
    }
}
