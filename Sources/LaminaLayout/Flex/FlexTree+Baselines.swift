/// Aligning items on a common baseline (CSS Flexbox 8.5).
extension FlexTree {
    /// Finds the baselines of a line's items, for which their contents must be placed, and where the common one is.
    mutating func alignBaselines(_ lineIndex: Int32, _ c: inout FlexContainer, _ measurer: inout some FlexMeasurer) {
        let line = scratch.lines[lineIndex]
        var common = 0.0
        for index in line.first..<line.end where takesBaseline(scratch.items[index]) {
            let item = scratch.items[index]
            if !c.isRow {
                // Across lines of text a box has its left edge for a baseline.
                scratch.items[index].ascent = item.marginCrossStart + (c.crossFlipped ? item.cross : 0)
                common = max(common, scratch.items[index].ascent)
                continue
            }
            let height = FlexTree.known(item.cross, or: 0)
            place(
                item.element, width: item.main, height: height, definite: profile == .yoga,
                percentWidth: c.percentWidth, &measurer)
            setSize(item.element, item.main, height)
            let distance = baseline(item.element, &measurer)
            let ascent =
                c.crossFlipped
                ? item.marginCrossStart + height - distance
                : item.marginCrossStart + distance
            scratch.items[index].ascent = ascent
            common = max(common, ascent)
        }
        scratch.lines[lineIndex].ascent = common
    }

    /// Distance of the first baseline from the top of the border box of a placed element; that of a box without one is
    /// its bottom edge.
    mutating func baseline(_ element: Int32, _ measurer: inout some FlexMeasurer) -> Double {
        var current = element
        var above = 0.0
        while true {
            let record = records[current]
            if record.flags.contains(.measured) {
                return above + measuredBaseline(current, &measurer)
            }
            guard let child = baselineChild(current) else { return above + record.height }
            above += records[child].y
            current = child
        }
    }

    /// The distance that the measure callback gives, from the top of the border box.
    private mutating func measuredBaseline(_ element: Int32, _ measurer: inout some FlexMeasurer) -> Double {
        let record = records[element]
        let style = styles.view(record.style)
        let inset = box(style, .nan, rightToLeft: record.flags.contains(.rightToLeft)) + scrollbars(of: element)
        statistics.measures += 1
        let size = measurer.measure(
            record.identifier, width: .exactly(max(0, record.width - inset.horizontal)),
            height: .exactly(max(0, record.height - inset.vertical)))
        let ascender = FlexLengthCode.bounded(FlexTree.known(size.ascender))
        return ascender > 0 ? inset.top + ascender : record.height
    }

    /// The child whose baseline is the container's, as found when the container was placed.
    private func baselineChild(_ element: Int32) -> Int32? {
        var child = records[element].firstChild
        while child >= 0 {
            let style = styles.view(records[child].style)
            if style.isContents && records[child].firstChild >= 0 {
                child = records[child].firstChild
                continue
            }
            // One without a box may have been the one when it had one.
            let hasBox = style.isInFlow && !style.isContents
            if hasBox && records[child].flags.contains(.givesBaseline) { return child }
            child = advance(child, in: element)
        }
        return nil
    }

    /// The item whose baseline is the container's: on the line that lies first, one that takes part in baseline
    /// alignment, else the one that lies first (CSS Flexbox 8.5). Yoga goes by the order of the children.
    mutating func baselineItem(_ c: inout FlexContainer) -> Int32 {
        let lineCount = Int32(truncatingIfNeeded: scratch.lines.count)
        let byPlace = profile == .css
        let line = scratch.lines[byPlace && c.wrapsReverse && c.isRow ? lineCount - 1 : c.firstLine]
        if c.hasBaselines && c.isRow {
            for index in line.first..<line.end
            where scratch.items[index].align == FlexAlignment.baseline.rawValue { return index }
        }
        return byPlace && !c.isRow && c.isReverse ? line.end - 1 : line.first
    }
}
