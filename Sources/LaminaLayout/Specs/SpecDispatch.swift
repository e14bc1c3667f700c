import LaminaGeometry

extension LayoutPass {
    /// Hands a spec to the function that knows it.
    ///
    /// Inset, overlay and background get the parent's range untouched: their own size wishes have no effect (as in Texture, held by its fixtures).
    @inline(never)
    mutating func arrangeSpec<M: LeafMeasurer>(_ element: Int32, _ measurer: inout M) {
        guard case .spec(let spec) = tree.records[Int(element)].kind else { return }
        switch spec {
        case .stack: arrangeStack(element, &measurer)
        case .inset(let insets): arrangeInset(element, insets, isDirectional: false, &measurer)
        case .directionalInset(let insets): arrangeInset(element, insets, isDirectional: true, &measurer)
        case .overlay: arrangeOverlay(element, &measurer)
        case .background: arrangeBackground(element, &measurer)
        case .wrapper: arrangeWrapper(element, &measurer)
        case .center(let center): arrangeRelative(element, RelativeParameters(center), &measurer)
        case .relative(let position): arrangeRelative(element, position, &measurer)
        case .ratio(let ratio): arrangeRatio(element, ratio, &measurer)
        case .absolute(let sizing): arrangeAbsolute(element, sizing, &measurer)
        case .corner(let corner): arrangeCorner(element, corner, &measurer)
        }
    }

    /// The bounded lengths of `size`, NaN ("unknown") for the others: what fractions may relate to.
    @inline(__always)
    static func realParent(_ size: Size) -> Size {
        Size(
            width: isReal(size.width) ? size.width : .nan,
            height: isReal(size.height) ? size.height : .nan)
    }
}
