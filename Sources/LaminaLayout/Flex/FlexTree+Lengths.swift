/// Four edges of a box, as they lie.
struct FlexEdges {
    var left = 0.0
    var top = 0.0
    var right = 0.0
    var bottom = 0.0

    @inline(__always) var horizontal: Double { left + right }
    @inline(__always) var vertical: Double { top + bottom }

    static func + (a: FlexEdges, b: FlexEdges) -> FlexEdges {
        FlexEdges(left: a.left + b.left, top: a.top + b.top, right: a.right + b.right, bottom: a.bottom + b.bottom)
    }
}

extension FlexTree {
    /// The value of a length whose percentages relate to `base`; NaN if it is not set, a keyword, or a percentage of
    /// what is not known.
    @inline(__always) func length(_ style: FlexStyleView, _ number: UInt64, _ base: Double) -> Double {
        if !style.has(number) { return .nan }
        let value = Double(bitPattern: styles.word(style, number))
        return FlexTree.grid(style.isPercent(number) ? FlexLengthCode.bounded(value / 100 * base) : value)
    }

    /// The nearest multiple of 2⁻²⁸. All lengths are such multiples, so that sums and differences of them (below 3 ·
    /// 10⁷) are exact: the same length found in two ways is the same number, and a tree laid out bit by bit is the same
    /// as one laid out at once.
    @inline(__always) static func grid(_ value: Double) -> Double { (value + 25_165_824) - 25_165_824 }

    /// The keyword in a length that is one, 0 for numbers and what is not set.
    @inline(__always) func keyword(_ style: FlexStyleView, _ number: UInt64) -> UInt64 {
        if !style.has(number) { return 0 }
        let code = styles.word(style, number)
        return code >= FlexLengthCode.auto && code <= FlexLengthCode.content ? code : 0
    }

    /// The edges of a family with none for what is not set; NaN for auto and percentages of what is not known.
    @inline(__always) mutating func edges(
        _ style: FlexStyleView, _ first: UInt64, _ base: Double, rightToLeft: Bool
    ) -> FlexEdges {
        let set = style.edges(first)
        if set == 0 { return FlexEdges() }
        if set == 1 << 8 {
            let all = length(style, first + 8, base)
            return FlexEdges(left: all, top: all, right: all, bottom: all)
        }
        return manyEdges(style, first, (base, base), rightToLeft, unset: 0)
    }

    /// The most specific edge that is set holds: start and end, then the side, then the axis, then all.
    mutating func manyEdges(
        _ style: FlexStyleView, _ first: UInt64, _ base: (width: Double, height: Double), _ rightToLeft: Bool,
        unset: Double
    ) -> FlexEdges {
        func pick(_ candidates: (UInt64, UInt64, UInt64), _ base: Double) -> Double {
            let set = style.edges(first)
            let number: UInt64
            if set >> candidates.0 & 1 != 0 {
                number = candidates.0
            } else if set >> candidates.1 & 1 != 0 {
                number = candidates.1
            } else if set >> candidates.2 & 1 != 0 {
                number = candidates.2
            } else if set >> 8 & 1 != 0 {
                number = 8
            } else {
                return unset
            }
            return length(style, first + number, base)
        }
        return FlexEdges(
            left: pick((rightToLeft ? 5 : 4, 0, 6), base.width), top: pick((1, 1, 7), base.height),
            right: pick((rightToLeft ? 4 : 5, 2, 6), base.width), bottom: pick((3, 3, 7), base.height))
    }

    /// Padding or border; negative and unknown lengths count as none.
    @inline(__always) mutating func thickness(
        _ style: FlexStyleView, _ first: UInt64, _ base: Double, rightToLeft: Bool
    ) -> FlexEdges {
        if style.edges(first) == 0 { return FlexEdges() }
        let found = edges(style, first, base, rightToLeft: rightToLeft)
        return FlexEdges(
            left: FlexTree.known(found.left), top: FlexTree.known(found.top), right: FlexTree.known(found.right),
            bottom: FlexTree.known(found.bottom))
    }

    /// Padding and border together.
    @inline(__always) mutating func box(_ style: FlexStyleView, _ base: Double, rightToLeft: Bool) -> FlexEdges {
        let padding = thickness(style, FlexNumber.padding, base, rightToLeft: rightToLeft)
        if style.edges(FlexNumber.border) == 0 { return padding }
        let border = thickness(style, FlexNumber.border, base, rightToLeft: rightToLeft)
        return FlexEdges(
            left: padding.left + border.left, top: padding.top + border.top, right: padding.right + border.right,
            bottom: padding.bottom + border.bottom)
    }

    @inline(__always) static func known(_ value: Double) -> Double { value > 0 ? value : 0 }

    /// `value` unless it is NaN.
    @inline(__always) static func known(_ value: Double, or other: Double) -> Double { value.isNaN ? other : value }

    /// Which way the lines of `element` run, taken over from its parent; what was known in the other direction is
    /// forgotten.
    @inline(__always) mutating func inheritDirection(_ element: Int32, _ style: FlexStyleView, _ inherited: Bool)
        -> Bool
    {
        let rightToLeft = style.isRightToLeft(inherited: inherited)
        if records[element].flags.contains(.rightToLeft) != rightToLeft {
            records[element].forget()
            if rightToLeft {
                records[element].flags.insert(.rightToLeft)
            } else {
                records[element].flags.remove(.rightToLeft)
            }
        }
        return rightToLeft
    }
}
