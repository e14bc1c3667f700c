public import LaminaGeometry

/// One child with distances from the edges; infinite distances let the child keep its size (as in Texture).
public struct InsetSpec: SpecRule {
    static let name = "inset"
    static let childCount: Int? = 1
    static let settings: [SpecSetting<Self>] = [.insets("insets") { $0.insets = $1 }]
    static let ignoresOwnSize = true

    public var insets: EdgeInsets

    public init(_ insets: EdgeInsets) { self.insets = insets }

    static let initial = Self(.zero)

    var spec: Spec { .inset(self) }
    var title: String { "inset (\(insets.text))" }

    func sizeReason(_ element: Int32, _ explanation: LayoutExplanation) -> String {
        let isLoose = [insets.top, insets.left, insets.bottom, insets.right].contains(.infinity)
        return "its child, \(explanation.contentSize(element).text), and the insets around it"
            + (isLoose ? "; on an axis with an infinite inset, all there is" : "")
    }

    func constraintsReason(_ child: Int32, in element: Int32, _ explanation: LayoutExplanation) -> String {
        " (\(explanation.pass.items[Int(element)].constraints.range.text), less the insets)"
    }
}

/// The same with distances from start and end in the place of left and right: they change sides with the direction.
public struct DirectionalInsetSpec: SpecRule {
    static let name = "directional_inset"
    static let childCount: Int? = 1
    static let settings: [SpecSetting<Self>] = [.insets("insets") { $0.inset.insets = $1 }]
    static let ignoresOwnSize = true

    /// With `left` for the start and `right` for the end.
    public var inset: InsetSpec

    public init(_ insets: EdgeInsets) { inset = InsetSpec(insets) }

    static let initial = Self(.zero)

    var spec: Spec { .directionalInset(self) }
    var title: String { "directional \(inset.title)" }

    func sizeReason(_ element: Int32, _ explanation: LayoutExplanation) -> String {
        inset.sizeReason(element, explanation)
    }

    func constraintsReason(_ child: Int32, in element: Int32, _ explanation: LayoutExplanation) -> String {
        inset.constraintsReason(child, in: element, explanation)
    }
}

extension LayoutPass {
    /// Gives the child the parent's range less the insets; the spec's own size wishes have no effect (as in Texture,
    /// held by its fixtures).
    @inline(never)
    mutating func arrangeInset<M: LeafMeasurer>(
        _ element: Int32, _ insets: EdgeInsets, isDirectional: Bool, _ measurer: inout M
    ) {
        let constraints = items[Int(element)].constraints
        let startsRight = !isDirectional && isRightToLeft(element)
        let horizontal = InsetAxis(
            leading: startsRight ? insets.right : insets.left, trailing: startsRight ? insets.left : insets.right)
        let vertical = InsetAxis(leading: insets.top, trailing: insets.bottom)
        let range = constraints.range
        let child = firstChild(element)
        let inner = SizeRange(
            min: Size(width: horizontal.innerMin(range.min.width), height: vertical.innerMin(range.min.height)),
            max: Size(width: horizontal.inner(range.max.width), height: vertical.inner(range.max.height)))
        let innerParent = Size(
            width: horizontal.inner(constraints.parentSize.width), height: vertical.inner(constraints.parentSize.height)
        )
        measureChild(child, inner, parentSize: innerParent, &measurer)
        let content = size(child)
        if child >= 0 {
            items[Int(child)].offset = Point(
                x: horizontal.offset(of: content.width, max: range.max.width, grid),
                y: vertical.offset(of: content.height, max: range.max.height, grid))
        }
        let outer = Size(
            width: horizontal.outer(content.width, max: range.max.width),
            height: vertical.outer(content.height, max: range.max.height))
        setMeasurement(element, range.clamp(outer))
    }
}

/// The two insets of one axis; an infinite one means "keep clear of this edge".
private struct InsetAxis {
    var leading: Double
    var trailing: Double

    private var isLoose: Bool { leading == .infinity || trailing == .infinity }

    /// The room that finite insets take.
    private var room: Double { (leading == .infinity ? 0 : leading) + (trailing == .infinity ? 0 : trailing) }

    /// What is left of `length`. An unknown length (NaN) leaves 0, not an unknown: Texture's fixtures hold that.
    func inner(_ length: Double) -> Double {
        let left = length - room
        return left > 0 ? left : 0
    }

    /// The least length of the child: free to shrink between loose edges.
    func innerMin(_ length: Double) -> Double { isLoose ? inner(0) : inner(length) }

    /// The spec's length: all there is if an edge is loose; around the child where that is boundless, unlike Texture,
    /// which has no size there.
    func outer(_ content: Double, max: Double) -> Double {
        isLoose && LayoutPass.isReal(max) ? max : content + room
    }

    /// Where the child starts.
    func offset(of content: Double, max: Double, _ grid: PixelGrid) -> Double {
        if leading != .infinity { return leading }
        let outer = LayoutPass.isReal(max) ? max : content + room
        if trailing != .infinity { return outer - trailing - content }
        // The trailing inset is the one that is rounded (README of the fixtures, "nearest").
        return outer - content - grid.nearest((outer - content) / 2)
    }
}
