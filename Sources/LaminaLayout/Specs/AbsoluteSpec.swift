import LaminaGeometry

/// How large an absolute spec becomes (as in Texture).
public enum AbsoluteSizing: UInt8, Keyword {
    /// The maximum where it is bounded, else as far as the farthest child reaches.
    case `default`
    /// As far as the farthest child reaches.
    case fit
}

/// Any number of children at their `layoutPosition`, each with at most the room right of and below it (as in Texture).
public struct AbsoluteSpec: SpecRule {
    static let name = "absolute"
    static let childCount: Int? = nil
    static let settings: [SpecSetting<Self>] = [
        .keyword("sizing", record: "absolute_sizing") { $0.sizing = $1 }
    ]

    public var sizing: AbsoluteSizing

    public init(_ sizing: AbsoluteSizing) { self.sizing = sizing }

    static let initial = Self(.default)

    var spec: Spec { .absolute(self) }
    var title: String { sizing == .fit ? "absolute, as its children reach" : "absolute" }

    func sizeReason(_ element: Int32, _ explanation: LayoutExplanation) -> String {
        sizing == .fit
            ? "as far as its children reach" : "all there is; where that is boundless, as far as its children reach"
    }

    func constraintsReason(_ child: Int32, in element: Int32, _ explanation: LayoutExplanation) -> String {
        " (at most the room from its position on)"
    }

    func placeReason(_ child: Int32, in element: Int32, _ explanation: LayoutExplanation) -> String {
        ", which is its position"
    }
}

extension LayoutPass {
    @inline(never)
    mutating func arrangeAbsolute<M: LeafMeasurer>(
        _ element: Int32, _ sizing: AbsoluteSizing, _ measurer: inout M
    ) {
        let range = allowedRange(element)
        let parent = Self.realParent(range.max)
        var reach = range.min
        var child = firstChild(element)
        while child >= 0 {
            let position = tree.styles[Int(child)].layoutPosition
            constrainAbsolute(child, range, parent)
            measure(child, &measurer)
            items[Int(child)].offset = position
            reach.width = max(reach.width, position.x + items[Int(child)].size.width)
            reach.height = max(reach.height, position.y + items[Int(child)].size.height)
            child = nextSibling(child)
        }
        let fits = sizing == .fit
        let size = Size(
            width: fits || parent.width.isNaN ? reach.width : parent.width,
            height: fits || parent.height.isNaN ? reach.height : parent.height)
        setMeasurement(element, range.clamp(size))
    }

    @inline(never)
    private mutating func constrainAbsolute(_ child: Int32, _ range: SizeRange, _ parentSize: Size) {
        let position = tree.styles[Int(child)].layoutPosition
        let room = Size(width: max(0, range.max.width - position.x), height: max(0, range.max.height - position.y))
        let automatic = SizeRange(min: .zero, max: room)
        constrain(child, tree.styles[Int(child)].sizeRange(parentSize: parentSize, automatic: automatic), parentSize)
    }
}
