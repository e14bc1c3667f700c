/// What a child adds to an intrinsic width of its container.
extension FlexTree {
    /// The outer width that `child` contributes (CSS Flexbox 9.9.1 in a row, CSS Sizing 5.2 in a column). Sets
    /// `needsHeight` if heights take part.
    mutating func contribution(
        _ child: Int32, _ style: FlexStyleView, _ kind: FlexIntrinsic, in c: inout FlexContainer,
        _ needsHeight: inout Bool,
        _ measurer: inout some FlexMeasurer
    ) -> Double {
        let rightToLeft = inheritDirection(child, style, inheritedDirection(child))
        let margins = edges(style, FlexNumber.margin, .nan, rightToLeft: rightToLeft)
        let margin = FlexTree.known(margins.left, or: 0) + FlexTree.known(margins.right, or: 0)
        let edges = box(style, .nan, rightToLeft: rightToLeft)
        let inset = edges.horizontal
        let extra = style.isContentBox ? inset : 0

        let measured = records[child].flags.contains(.measured)
        let height = definiteHeight(style, measured, edges.vertical, in: &c, margins, &needsHeight)
        var preferred = length(style, FlexNumber.width, .nan) + extra
        var ratio = Double.nan
        if style.has(FlexNumber.aspectRatio) {
            ratio = length(style, FlexNumber.aspectRatio, .nan)
            needsHeight = true
            if preferred.isNaN && keyword(style, FlexNumber.width) < FlexLengthCode.minContent && !height.isNaN {
                preferred = transferred(height, ratio, from: edges.vertical, to: inset, style.isContentBox)
            }
        }
        let contentHeight = height.isNaN ? .nan : max(0, height - edges.vertical)
        var minimum = limit(child, style, FlexNumber.minWidth, extra, contentHeight, inset, &measurer)
        if minimum.isNaN { minimum = 0 }
        var maximum = limit(child, style, FlexNumber.maxWidth, extra, contentHeight, inset, &measurer)
        if maximum.isNaN { maximum = .infinity }
        if !ratio.isNaN && length(style, FlexNumber.width, .nan).isNaN {
            limitByRatio(style, ratio, edges, in: &c, &minimum, &maximum)
            if !preferred.isNaN {
                let content = ratioMinimum(child, FlexNumber.minWidth, across: contentHeight, &measurer) + inset
                minimum = max(minimum, min(content, maximum))
            }
        }

        var size = preferred
        if size.isNaN {
            let own: FlexIntrinsic =
                switch keyword(style, FlexNumber.width) {
                case FlexLengthCode.minContent: .minContent
                case FlexLengthCode.maxContent: .maxContent
                default: kind
                }
            size = intrinsicWidth(child, own, height: contentHeight, &measurer) + inset
        }
        if records[child].flags.contains(.widthNeedsHeight) { needsHeight = true }
        if c.isRow && profile == .css {
            let basis = length(style, FlexNumber.flexBasis, .nan)
            if !basis.isNaN || !preferred.isNaN {
                size = clampedByBasis(
                    child, style, size, max(basis.isNaN ? preferred : basis + extra, inset), preferred, contentHeight,
                    inset, maximum, &measurer)
            }
        }
        size = max(max(minimum, inset), min(maximum, size))
        return size + margin
    }

    /// CSS Sizing 4, 5.2: the limits of the height are limits of an open width, too, the minimum up to the width's
    /// maximum.
    @inline(never) private mutating func limitByRatio(
        _ style: FlexStyleView, _ ratio: Double, _ edges: FlexEdges, in c: inout FlexContainer,
        _ minimum: inout Double, _ maximum: inout Double
    ) {
        let content = style.isContentBox
        let extra = content ? edges.vertical : 0
        let low = length(style, FlexNumber.minHeight, c.percentHeight) + extra
        let high = length(style, FlexNumber.maxHeight, c.percentHeight) + extra
        if !low.isNaN {
            let least = transferred(low, ratio, from: edges.vertical, to: edges.horizontal, content)
            minimum = max(minimum, min(maximum, least))
        }
        if !high.isNaN {
            maximum = min(maximum, transferred(high, ratio, from: edges.vertical, to: edges.horizontal, content))
        }
    }

    private static let ownHeights: UInt64 =
        1 << FlexNumber.height | 1 << FlexNumber.minHeight | 1 << FlexNumber.maxHeight

    /// CSS Flexbox 9.9.1: what cannot grow is not larger than its base, what cannot shrink not smaller; then the
    /// automatic minimum.
    private mutating func clampedByBasis(
        _ child: Int32, _ style: FlexStyleView, _ size: Double, _ base: Double, _ preferred: Double,
        _ contentHeight: Double, _ inset: Double, _ maximum: Double, _ measurer: inout some FlexMeasurer
    ) -> Double {
        var result = size
        let basis = preferred.isNaN ? base : max(base, preferred)
        var grow = 0.0
        var shrink = 1.0
        styles.factors(style, &grow, &shrink)
        if shrink == 0 { result = max(result, basis) }
        if grow == 0 { result = min(result, basis) }
        if result < size && !style.has(FlexNumber.minWidth) && style.overflow == 0 {
            var automatic = intrinsicWidth(child, .minContent, height: contentHeight, &measurer) + inset
            if !preferred.isNaN { automatic = min(automatic, preferred) }
            result = max(result, min(automatic, maximum))
        }
        return result
    }

    /// The border-box height of a child if it is known beforehand: from its style, or stretched in a row of known
    /// height.
    private mutating func definiteHeight(
        _ style: FlexStyleView, _ isMeasured: Bool, _ inset: Double, in c: inout FlexContainer, _ margins: FlexEdges,
        _ needsHeight: inout Bool
    ) -> Double {
        if style.percent & FlexTree.ownHeights != 0 { needsHeight = true }
        let extra = style.isContentBox ? inset : 0
        var height = length(style, FlexNumber.height, c.percentHeight) + extra
        if height.isNaN {
            if !c.isRow || c.wraps || c.height.isNaN || isMeasured { return .nan }
            let value = keyword(style, FlexNumber.height)
            if value >= FlexLengthCode.minContent && value <= FlexLengthCode.fitContent { return .nan }
            if style.has(FlexNumber.aspectRatio) { needsHeight = true }
            let align = style.alignSelf == 0 ? c.style.alignItems : style.alignSelf
            if align != 0 && align != FlexAlignment.stretch.rawValue { return .nan }
            if margins.top.isNaN || margins.bottom.isNaN { return .nan }
            height = c.height - margins.vertical
        }
        let low = length(style, FlexNumber.minHeight, c.percentHeight) + extra
        let high = length(style, FlexNumber.maxHeight, c.percentHeight) + extra
        if !high.isNaN { height = min(height, high) }
        if !low.isNaN { height = max(height, low) }
        return max(height, inset)
    }

    /// A minimum or maximum width of the border box, in a place of unknown width.
    private mutating func limit(
        _ child: Int32, _ style: FlexStyleView, _ number: UInt64, _ extra: Double, _ contentHeight: Double,
        _ inset: Double, _ measurer: inout some FlexMeasurer
    ) -> Double {
        if !style.has(number) { return .nan }
        switch keyword(style, number) {
        case 0: return length(style, number, .nan) + extra
        case FlexLengthCode.minContent:
            return intrinsicWidth(child, .minContent, height: contentHeight, &measurer) + inset
        case FlexLengthCode.maxContent:
            return intrinsicWidth(child, .maxContent, height: contentHeight, &measurer) + inset
        default: return .nan
        }
    }

    /// A size made from the other one by an aspect ratio, which is that of the box that the sizing properties mean.
    @inline(__always) func transferred(
        _ size: Double, _ ratio: Double, from otherInset: Double, to inset: Double, _ isContentBox: Bool
    ) -> Double {
        if isContentBox { return FlexTree.grid(FlexLengthCode.bounded(max(0, size - otherInset) * ratio)) + inset }
        return max(inset, FlexTree.grid(FlexLengthCode.bounded(size * ratio)))
    }
}
