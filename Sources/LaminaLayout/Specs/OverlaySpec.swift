import LaminaGeometry

/// Two children, content and overlay: the overlay takes the content's size and lies above it (as in Texture).
struct OverlaySpec: SpecRule {
    static let name = "overlay"
    static let childCount: Int? = 2
    static let ignoresOwnSize = true

    static let initial = Self()

    var spec: Spec { .overlay }

    func sizeReason(_ element: Int32, _ explanation: LayoutExplanation) -> String {
        "as large as its content, \(explanation.contentSize(element).text)"
    }

    func constraintsReason(_ child: Int32, in element: Int32, _ explanation: LayoutExplanation) -> String {
        explanation.pass.firstChild(element) == child ? "" : " (exactly the size of the content)"
    }
}

extension LayoutPass {
    /// Content decides; the overlay gets exactly the content's size, also as parent size (as in Texture).
    @inline(never)
    mutating func arrangeOverlay<M: LeafMeasurer>(
        _ element: Int32, _ measurer: inout M
    ) {
        let constraints = items[Int(element)].constraints
        let content = firstChild(element)
        measureChild(content, constraints.range, parentSize: constraints.parentSize, &measurer)
        if content < 0 { return setMeasurement(element, constraints.range.min) }
        let size = size(content)
        measureChild(nextSibling(content), SizeRange(exactly: size), parentSize: size, &measurer)
        setMeasurement(element, size)
    }
}
