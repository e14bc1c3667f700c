import LaminaGeometry

/// One child of a given proportion, as large as the maximum allows (as in Texture).
public struct RatioSpec: SpecRule {
    static let name = "ratio"
    static let childCount: Int? = 1
    static let settings: [SpecSetting<Self>] = [
        .number(
            "ratio", .leastNonzeroMagnitude...Pixels.coordinateLimit,
            needed: "a number above 0 is needed, height divided by width", missing: "its height divided by its width"
        ) { $0.ratio = $1 }
    ]

    /// Height divided by width, positive.
    public var ratio: Double

    public init(_ ratio: Double = 1) { self.ratio = ratio }

    static let initial = Self(1)

    var spec: Spec { .ratio(self) }
    var title: String { "ratio (\(ratio.shortText))" }

    func sizeReason(_ element: Int32, _ explanation: LayoutExplanation) -> String {
        "as large as its child, \(explanation.contentSize(element).text)"
    }

    func constraintsReason(_ child: Int32, in element: Int32, _ explanation: LayoutExplanation) -> String {
        " (the best size of that proportion)"
    }
}

extension LayoutPass {
    @inline(never)
    mutating func arrangeRatio<M: LeafMeasurer>(
        _ element: Int32, _ ratio: Double, _ measurer: inout M
    ) {
        let range = allowedRange(element)
        let child = firstChild(element)
        if child < 0 { return setMeasurement(element, range.min) }
        if let best = bestSize(ratio, in: range) {
            constrain(child, range.intersection(SizeRange(exactly: best)), best)
        } else {
            constrain(child, range, Size(width: .nan, height: .nan))
        }
        measure(child, &measurer)
        setMeasurement(element, size(child))
    }

    /// The better of the two sizes that use up the whole width or the whole height; nil when neither is bounded.
    private func bestSize(_ ratio: Double, in range: SizeRange) -> Size? {
        let width = range.max.width
        let height = range.max.height
        let fromWidth = Self.isReal(width) ? range.clamp(Size(width: width, height: grid.down(ratio * width))) : nil
        let fromHeight = Self.isReal(height) ? range.clamp(Size(width: grid.down(height / ratio), height: height)) : nil
        guard let fromWidth else { return fromHeight }
        guard let fromHeight else { return fromWidth }
        let widthError = abs(fromWidth.height / fromWidth.width - ratio)
        let heightError = abs(fromHeight.height / fromHeight.width - ratio)
        // A tie, or an error that is no number, keeps the first.
        return heightError < widthError ? fromHeight : fromWidth
    }
}
