/// Scroll bars that take up room (CSS Overflow 3.1). They stand between border and padding and are carved out of the
/// content: an element with a width of its own is as wide with them as without, one that is as large as its content is
/// larger by them.
///
/// So the sizes that content is measured for (`contentHeight`, `intrinsicWidth`, `measure`) count them in, and what is
/// inside gets the room that is left.
extension FlexTree {
    /// The bars of an element: below, and at the end of lines.
    @inline(__always) mutating func scrollbars(_ style: FlexStyleView, rightToLeft: Bool) -> FlexEdges {
        style.has(FlexNumber.scrollbarWidth) ? presentScrollbars(style, rightToLeft) : FlexEdges()
    }

    @inline(never) private mutating func presentScrollbars(_ style: FlexStyleView, _ rightToLeft: Bool) -> FlexEdges {
        guard let overflow = FlexOverflow(rawValue: style.overflow) else { return FlexEdges() }
        let width = length(style, FlexNumber.scrollbarWidth, .nan)
        var bars = FlexEdges()
        if overflow == .scroll || overflow == .scrollHorizontally { bars.bottom = width }
        if overflow == .scroll || overflow == .scrollVertically {
            if rightToLeft { bars.left = width } else { bars.right = width }
        }
        return bars
    }

    /// The same of an element whose direction is known. Mutating in name only: what is not is handed a copy of the
    /// tree, which takes stack at each level.
    mutating func scrollbars(of element: Int32) -> FlexEdges {
        scrollbars(
            styles.view(records[element].style), rightToLeft: records[element].flags.contains(.rightToLeft))
    }

    mutating func scrollbarsAcross(_ element: Int32) -> Double { scrollbars(of: element).horizontal }
    mutating func scrollbarsDown(_ element: Int32) -> Double { scrollbars(of: element).vertical }

    /// What is left of a length of content beside bars; NaN stays.
    @inline(__always) static func room(_ length: Double, beside bars: Double) -> Double {
        bars == 0 || length.isNaN ? length : max(0, length - bars)
    }
}

extension FlexSpace {
    /// The same room without that of scroll bars.
    func beside(_ bars: Double) -> FlexSpace {
        switch self {
        case .exactly(let length): .exactly(FlexTree.room(length, beside: bars))
        case .atMost(let length): .atMost(FlexTree.room(length, beside: bars))
        case .minContent, .maxContent: self
        }
    }
}
