/// A container while it is being solved. Sizes are of the content; NaN where not known.
struct FlexContainer: ~Copyable {
    let element: Int32
    let style: FlexStyleView
    let isRow: Bool
    let isReverse: Bool
    let wraps: Bool
    let wrapsReverse: Bool
    /// Lines are to be of nearly the same size.
    let balances: Bool
    let rightToLeft: Bool

    /// What the children's percentages relate to.
    let percentWidth: Double
    let percentHeight: Double

    var mainSize: Double
    var crossSize: Double
    let mainGap: Double
    let crossGap: Double
    /// Where lines break if the main size is not known.
    var mainLimit = Double.infinity

    /// The stacks' heights when solving began: where this container's items and lines are.
    let firstItem: Int32
    let firstLine: Int32
    var hasBaselines = false
    /// Automatic minimum sizes of items in the only line have been put off.
    var hasOpenMinimums = false
    /// Of containers that do not wrap: outer hypothetical main sizes together, flex grow factors together, whether some
    /// base size is beyond a limit, and whether some cross size is still to be found.
    var hypothetical = 0.0
    var growFactors = 0.0
    var hasClamps = false
    var hasOpenCross = false
    /// Some margin along the main axis is auto.
    var hasAutoMargins = false
    /// An absolute element is among the children, or below static ones.
    var hasAbsolute = false
    /// Something in the flow depends on the main size whatever room there is.
    var isElastic = false
    /// Something in the flow depends on whether the height is definite.
    var usesHeight = false
    /// From which main size on the children keep their places.
    var stableFrom = Double.infinity
    /// Where the content begins in the border box.
    var originX = 0.0
    var originY = 0.0

    /// Whether main start is right or bottom, and cross start bottom or right.
    @inline(__always) var mainFlipped: Bool { isRow ? rightToLeft != isReverse : isReverse }
    @inline(__always) var crossFlipped: Bool { isRow ? wrapsReverse : rightToLeft != wrapsReverse }

    @inline(__always) var width: Double { isRow ? mainSize : crossSize }
    @inline(__always) var height: Double { isRow ? crossSize : mainSize }
    @inline(__always) var percentMain: Double { isRow ? percentWidth : percentHeight }
    @inline(__always) var percentCross: Double { isRow ? percentHeight : percentWidth }
    /// Whether stretched items know their cross size before the lines are known (CSS Flexbox 9.8).
    @inline(__always) var hasDefiniteLine: Bool { !wraps && !crossSize.isNaN }
}

extension FlexTree {
    /// The container of `element` with content of the given size; a `definite` height is one that percentages relate
    /// to.
    mutating func container(
        _ element: Int32, width contentWidth: Double, height contentHeight: Double, definite: Bool
    ) -> FlexContainer {
        let style = styles.view(records[element].style)
        let bars = scrollbars(of: element)
        let width = FlexTree.room(contentWidth, beside: bars.horizontal)
        let height = FlexTree.room(contentHeight, beside: bars.vertical)
        let direction = style.direction
        let isRow = isRow(style)
        let isReverse =
            direction == FlexDirection.rowReverse.rawValue || direction == FlexDirection.columnReverse.rawValue
        let percentHeight = definite ? height : .nan
        let columnGap = gap(style, FlexNumber.columnGap, width)
        let isFixed = definite && profile == .css || style.has(FlexNumber.height)
        let rowGap = gap(style, FlexNumber.rowGap, isFixed ? height : .nan)
        return FlexContainer(
            element: element, style: style, isRow: isRow, isReverse: isReverse,
            wraps: style.wrap != FlexWrap.noWrap.rawValue, wrapsReverse: wrapsReverse(style),
            balances: style.wrap > FlexWrap.wrapReverse.rawValue,
            rightToLeft: records[element].flags.contains(.rightToLeft), percentWidth: width,
            percentHeight: percentHeight, mainSize: isRow ? width : height, crossSize: isRow ? height : width,
            mainGap: isRow ? columnGap : rowGap, crossGap: isRow ? rowGap : columnGap,
            firstItem: Int32(truncatingIfNeeded: scratch.items.count),
            firstLine: Int32(truncatingIfNeeded: scratch.lines.count))
    }

    @inline(__always) private func wrapsReverse(_ style: FlexStyleView) -> Bool {
        style.wrap == FlexWrap.wrapReverse.rawValue || style.wrap == FlexWrap.reverseBalance.rawValue
    }

    @inline(__always) func isRow(_ style: FlexStyleView) -> Bool {
        let direction = style.direction
        return direction == 0 ? profile == .css : direction <= FlexDirection.rowReverse.rawValue
    }

    @inline(__always) func gap(_ style: FlexStyleView, _ number: UInt64, _ base: Double) -> Double {
        if style.mask & (7 << FlexNumber.gap) == 0 { return 0 }
        let value = length(style, style.has(number) ? number : FlexNumber.gap, base)
        return value.isNaN ? 0 : value
    }
}
