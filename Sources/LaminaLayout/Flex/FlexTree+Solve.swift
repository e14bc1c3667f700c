/// The flex layout algorithm over one container (CSS Flexbox 9).
extension FlexTree {
    /// Solves `c`: finds its sizes where they are not known, and if `placing` the places of its children, which are
    /// placed in turn.
    mutating func solve(_ c: inout FlexContainer, placing: Bool, _ measurer: inout some FlexMeasurer) {
        collectItems(&c, placing: placing, &measurer)
        breakLines(&c, &measurer)
        resolveMainSizes(&c, &measurer)
        resolveCrossSizes(&c, placing: placing, &measurer)
        if placing {
            if !c.wraps { findStability(&c) }
            placeLines(&c)
            if watched >= 0 { noteLayout(of: &c) }
            placeItems(&c, &measurer)
        }
        scratch.items.removeLast(to: Int(c.firstItem))
        scratch.lines.removeLast(to: Int(c.firstLine))
    }

    /// Items in one line from the start that do not depend on the main size stay where they are as long as there is
    /// room.
    private mutating func findStability(_ c: inout FlexContainer) {
        if c.style.percent & (7 << FlexNumber.gap) != 0 { c.usesHeight = true }
        if c.isElastic || c.mainFlipped || c.style.percent & (7 << FlexNumber.gap) != 0 { return }
        switch FlexAlignment(rawValue: c.style.justifyContent) {
        case .auto, .flexStart, .start, .stretch, .baseline: break
        default: return
        }
        let needed = scratch.lines[c.firstLine].hypothetical
        if needed <= c.mainSize { c.stableFrom = needed }
    }

    /// CSS Flexbox 9.3, step 5.
    private mutating func breakLines(_ c: inout FlexContainer, _ measurer: inout some FlexMeasurer) {
        let end = Int32(truncatingIfNeeded: scratch.items.count)
        if !c.wraps {
            let gaps = c.mainGap * Double(max(0, end - c.firstItem - 1))
            scratch.lines.append(FlexLine(first: c.firstItem, end: end, hypothetical: c.hypothetical + gaps))
            return
        }
        if c.balances { return balanceLines(&c, &measurer) }
        var line = FlexLine(first: c.firstItem, end: c.firstItem)
        let limit = c.mainSize.isNaN ? c.mainLimit : c.mainSize
        var index = c.firstItem
        while index < end {
            if scratch.items[index].flags.contains(.autoMinimum) { settleMinimum(index, &c, &measurer) }
            let main = scratch.items[index].hypothetical
            let outer = main + scratch.items[index].marginMain
            scratch.items[index].main = main
            let before = line.end > line.first ? line.hypothetical + c.mainGap : 0
            if line.end > line.first && before + outer > limit + FlexTree.slack(limit) {
                scratch.lines.append(line)
                line = FlexLine(first: index, end: index + 1, hypothetical: outer)
            } else {
                line.hypothetical = before + outer
                line.end = index + 1
            }
            index += 1
        }
        if line.end > line.first || scratch.lines.count == Int(c.firstLine) { scratch.lines.append(line) }
    }

    /// Differences this small come from arithmetic, not from intent.
    @inline(__always) static func slack(_ size: Double) -> Double { size.isFinite ? 1e-9 + abs(size) * 1e-12 : 0 }

    /// The container's main size if it is not known yet (CSS Flexbox 9.2, step 4), then the items' (9.7).
    private mutating func resolveMainSizes(_ c: inout FlexContainer, _ measurer: inout some FlexMeasurer) {
        if c.mainSize.isNaN {
            var longest = 0.0
            var index = c.firstLine
            while Int(index) < scratch.lines.count {
                longest = max(longest, scratch.lines[index].hypothetical)
                index += 1
            }
            c.mainSize = FlexLengthCode.bounded(longest)
        }
        var index = c.firstLine
        while Int(index) < scratch.lines.count {
            scratch.lines[index].used = scratch.lines[index].hypothetical
            flex(index, &c, &measurer)
            index += 1
        }
    }
}
