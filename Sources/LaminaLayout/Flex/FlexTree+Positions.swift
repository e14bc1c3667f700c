/// Where lines and items stand (CSS Flexbox 9.5 and 9.6).
extension FlexTree {
    mutating func placeLines(_ c: inout FlexContainer) {
        var total = -c.crossGap
        var index = c.firstLine
        while Int(index) < scratch.lines.count {
            total += scratch.lines[index].cross + c.crossGap
            index += 1
        }
        let count = scratch.lines.count - Int(c.firstLine)
        var spread = FlexSpread()
        if c.wraps { spread = alignContent(&c, free: c.crossSize - total, count: count) }
        var position = spread.before
        index = c.firstLine
        while Int(index) < scratch.lines.count {
            scratch.lines[index].crossPosition = position
            position += scratch.lines[index].cross + spread.between + c.crossGap
            justify(index, &c)
            index += 1
        }
    }

    private mutating func alignContent(_ c: inout FlexContainer, free: Double, count: Int) -> FlexSpread {
        let keyword = FlexTree.flowAlignment(c.style.alignContent, reversed: c.wrapsReverse)
        return FlexSpread(keyword, free: free, count: count)
    }

    /// `start` and `end` as flow-relative keywords, where the flow may run against the writing direction.
    static func flowAlignment(_ keyword: UInt8, reversed: Bool) -> UInt8 {
        switch FlexAlignment(rawValue: keyword) {
        case .start: (reversed ? FlexAlignment.flexEnd : .flexStart).rawValue
        case .end: (reversed ? FlexAlignment.flexStart : .flexEnd).rawValue
        case .safeEnd: (reversed ? FlexAlignment.flexStart : .safeFlexEnd).rawValue
        default: keyword
        }
    }

    /// Distributes main-axis room to auto margins, else by justify-content (CSS Flexbox 9.5).
    private mutating func justify(_ lineIndex: Int32, _ c: inout FlexContainer) {
        let line = scratch.lines[lineIndex]
        var autoMargins = 0.0
        if c.hasAutoMargins {
            for index in line.first..<line.end {
                let flags = scratch.items[index].flags
                if flags.contains(.autoMarginMainStart) { autoMargins += 1 }
                if flags.contains(.autoMarginMainEnd) { autoMargins += 1 }
            }
        }
        var free = c.mainSize - line.used
        if abs(free) <= FlexTree.slack(c.mainSize) { free = 0 }
        if autoMargins > 0 && free > 0 {
            scratch.lines[lineIndex].autoMargin = FlexTree.grid(free / autoMargins)
        } else {
            let keyword = FlexTree.flowAlignment(c.style.justifyContent, reversed: c.isReverse)
            scratch.lines[lineIndex].spread = FlexSpread(keyword, free: free, count: Int(line.count))
        }
    }

    /// Where an item stands across its line (CSS Flexbox 9.6).
    @inline(__always) mutating func crossPosition(
        _ index: Int32, _ lineIndex: Int32, _ c: inout FlexContainer
    ) -> Double {
        let start = scratch.lines[lineIndex].crossPosition + scratch.items[index].marginCrossStart
        if scratch.items[index].flags.contains(.stretched) { return start }
        let free = scratch.lines[lineIndex].cross - scratch.items[index].cross - scratch.items[index].marginCross
        return start + FlexTree.crossOffset(scratch.items[index], free, scratch.lines[lineIndex].ascent, &c)
    }

    /// Distance of an item's outer edge from the start of its line, in which it leaves `free` room.
    static func crossOffset(_ item: FlexItem, _ free: Double, _ ascent: Double, _ c: inout FlexContainer) -> Double {
        if !item.flags.isDisjoint(with: .autoMarginsCross) {
            if free <= 0 { return 0 }
            if item.flags.isSuperset(of: .autoMarginsCross) { return FlexTree.grid(free / 2) }
            return item.flags.contains(.autoMarginCrossStart) ? free : 0
        }
        switch FlexAlignment(rawValue: crossWord(item, &c)) {
        case .center: return FlexTree.grid(free / 2)
        case .safeCenter: return FlexTree.grid(max(0, free / 2))
        case .flexEnd: return free
        case .safeFlexEnd: return max(0, free)
        case .baseline: return ascent - item.ascent
        default: return 0
        }
    }

    /// The alignment of an item as a keyword relative to the line.
    private static func crossWord(_ item: FlexItem, _ c: inout FlexContainer) -> UInt8 {
        let keyword = item.align
        guard let alignment = FlexAlignment(rawValue: keyword) else { return keyword }
        switch alignment {
        case .selfStart, .selfEnd:
            // The item's own direction counts where the cross axis is horizontal.
            let opposes = !c.isRow && item.flags.contains(.rightToLeft) != c.rightToLeft
            let isStart = (alignment == .selfStart) != opposes
            return FlexTree.flowAlignment(
                (isStart ? FlexAlignment.start : .end).rawValue, reversed: c.wrapsReverse)
        default: return FlexTree.flowAlignment(keyword, reversed: c.wrapsReverse)
        }
    }
}

/// Room before the first and between any two of several boxes (CSS Align 4).
struct FlexSpread: BitwiseCopyable {
    var before = 0.0
    var between = 0.0

    init() {}

    /// Distributed alignments fall back to the start when there is no room (CSS Align 4.3).
    init(_ keyword: UInt8, free: Double, count: Int) {
        switch FlexAlignment(rawValue: keyword) {
        case .center: before = FlexTree.grid(free / 2)
        case .flexEnd: before = free
        case .safeCenter: before = FlexTree.grid(max(0, free / 2))
        case .safeFlexEnd: before = max(0, free)
        case .spaceBetween where free > 0 && count > 1:
            between = FlexTree.grid(free / Double(count - 1))
        case .spaceAround where free > 0 && count > 0:
            between = FlexTree.grid(free / Double(count))
            before = FlexTree.grid(between / 2)
        case .spaceEvenly where free > 0:
            between = FlexTree.grid(free / Double(count + 1))
            before = between
        default: break
        }
    }
}
