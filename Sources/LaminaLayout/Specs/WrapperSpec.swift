import LaminaGeometry

/// Any number of children on top of each other, each with the full constraints; as large as the largest (as in
/// Texture).
struct WrapperSpec: SpecRule {
    static let name = "wrapper"
    static let childCount: Int? = nil

    /// A wrapper without children, which takes the room that is left in a stack.
    static let spacer = SpecDescriptor(
        initial, name: "spacer", childCount: 0, style: ElementStyle(flexGrow: 1, flexShrink: 1))

    static let initial = Self()

    var spec: Spec { .wrapper }

    func sizeReason(_ element: Int32, _ explanation: LayoutExplanation) -> String {
        "as large as the largest of its children"
    }
}

extension LayoutPass {
    @inline(never)
    mutating func arrangeWrapper<M: LeafMeasurer>(
        _ element: Int32, _ measurer: inout M
    ) {
        let range = allowedRange(element)
        var size = range.min
        var child = firstChild(element)
        while child >= 0 {
            measureChild(child, range, parentSize: range.max, &measurer)
            items[Int(child)].offset = .zero
            size.width = max(size.width, items[Int(child)].size.width)
            size.height = max(size.height, items[Int(child)].size.height)
            child = nextSibling(child)
        }
        setMeasurement(element, size)
    }
}
