import LaminaGeometry

/// Two children, content and background: the background takes the content's size and lies below it (as in Texture).
struct BackgroundSpec: SpecRule {
    static let name = "background"
    static let childCount: Int? = 2
    static let ignoresOwnSize = true

    static let initial = Self()

    var spec: Spec { .background }

    func sizeReason(_ element: Int32, _ explanation: LayoutExplanation) -> String {
        "as large as its content, \(explanation.contentSize(element).text)"
    }

    func constraintsReason(_ child: Int32, in element: Int32, _ explanation: LayoutExplanation) -> String {
        explanation.pass.firstChild(element) == child ? "" : " (exactly the size of the content)"
    }
}

extension Spec {
    /// Whether its second child is drawn before the first: content comes first in the tree, but a background lies below
    /// it.
    public var drawsSecondFirst: Bool { self == .background }
}

extension LayoutPass {
    /// Content decides; the background gets exactly the content's size, but the outer parent size (as in Texture).
    @inline(never)
    mutating func arrangeBackground<M: LeafMeasurer>(
        _ element: Int32, _ measurer: inout M
    ) {
        let constraints = items[Int(element)].constraints
        let content = firstChild(element)
        measureChild(content, constraints.range, parentSize: constraints.parentSize, &measurer)
        if content < 0 { return setMeasurement(element, constraints.range.min) }
        let size = size(content)
        measureChild(nextSibling(content), SizeRange(exactly: size), parentSize: constraints.parentSize, &measurer)
        setMeasurement(element, size)
    }
}
