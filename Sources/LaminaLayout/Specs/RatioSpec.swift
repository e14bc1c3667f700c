import LaminaGeometry

extension LayoutPass {
    /// One child of the proportion `ratio` = height / width, as large as the maximum allows (as in Texture).
    @inline(never)
    mutating func arrangeRatio<M: LeafMeasurer>(
        _ element: Int32, _ ratio: Double, _ measurer: inout M
    ) {
        let range = allowedRange(element)
        let child = firstChild(element)
        if child < 0 { return answer(element, range.min) }
        if let best = bestSize(ratio, in: range) {
            ask(child, range.intersection(SizeRange(exactly: best)), best)
        } else {
            ask(child, range, Size(width: .nan, height: .nan))
        }
        measure(child, &measurer)
        answer(element, size(child))
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
