import LaminaGeometry

extension LayoutPass {
    /// Hands a spec to the function that knows it.
    ///
    /// Inset, overlay and background get the parent's range untouched: their own size wishes have no effect (Texture IN5, held by its fixtures).
    @inline(never)
    mutating func arrangeSpec<M: LeafMeasurer>(
        _ element: Int32, _ spec: Spec, _ key: MeasureKey, _ measurer: inout M
    ) -> Measured {
        switch spec {
        case .stack(let parameters):
            return arrangeStack(element, parameters, allowedRange(element, key), &measurer)
        case .inset(let insets): return measured(element, arrangeInset(element, insets, key, &measurer))
        case .overlay: return measured(element, arrangeOverlay(element, key, &measurer))
        case .background: return measured(element, arrangeBackground(element, key, &measurer))
        case .wrapper: return measured(element, arrangeWrapper(element, allowedRange(element, key), &measurer))
        case .center(let center):
            let position = RelativeParameters(center)
            return measured(element, arrangeRelative(element, position, allowedRange(element, key), &measurer))
        case .relative(let position):
            return measured(element, arrangeRelative(element, position, allowedRange(element, key), &measurer))
        case .ratio(let ratio):
            return measured(element, arrangeRatio(element, ratio, allowedRange(element, key), &measurer))
        case .absolute(let sizing):
            return measured(element, arrangeAbsolute(element, sizing, allowedRange(element, key), &measurer))
        case .corner(let corner):
            return measured(element, arrangeCorner(element, corner, allowedRange(element, key), &measurer))
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
