/// The axes on which a center spec centres its child.
public enum Centering: UInt8, Keyword {
    case xy, x, y, none

    fileprivate var text: String {
        switch self {
        case .xy: ""
        case .x: "x only"
        case .y: "y only"
        case .none: "on no axis"
        }
    }
}

/// One child in the middle (as in Texture).
public struct CenterSpec: SpecRule {
    static let name = "center"
    static let childCount: Int? = 1
    static let settings: [SpecSetting<Self>] = [
        .keyword("centering") { $0.centering = $1 },
        .keyword("sizing") { $0.sizing = $1 },
    ]

    /// The axes on which the child is centred.
    public var centering: Centering
    /// The axes on which the spec hugs the child.
    public var sizing: MinimumSizing

    /// Fills the maximum and centres on no axis, unless said otherwise.
    public init(centering: Centering = .none, sizing: MinimumSizing = .default) {
        self.centering = centering
        self.sizing = sizing
    }

    static let initial = Self(centering: .xy)

    var spec: Spec { .center(self) }
    var title: String { relative.title(Self.name, centering.text) }

    /// A center spec is a relative one with the middle or nothing on each axis (as in Texture), and is laid out as
    /// such.
    var relative: RelativeSpec {
        RelativeSpec(
            horizontal: centering == .x || centering == .xy ? .center : .none,
            vertical: centering == .y || centering == .xy ? .center : .none, sizing: sizing)
    }

    func sizeReason(_ element: Int32, _ explanation: LayoutExplanation) -> String {
        relative.sizeReason(element, explanation)
    }

    func constraintsReason(_ child: Int32, in element: Int32, _ explanation: LayoutExplanation) -> String {
        relative.constraintsReason(child, in: element, explanation)
    }
}
