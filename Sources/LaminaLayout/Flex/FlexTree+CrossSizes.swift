/// Cross sizes of items, lines and the container (CSS Flexbox 9.4).
extension FlexTree {
    mutating func resolveCrossSizes(
        _ c: inout FlexContainer, placing: Bool, _ measurer: inout some FlexMeasurer
    ) {
        var index = c.firstLine
        var total = 0.0
        let isOnlyLine = c.hasDefiniteLine
        while Int(index) < scratch.lines.count {
            let line = scratch.lines[index]
            if c.hasOpenCross {
                for item in line.first..<line.end {
                    let isKnown = isOnlyLine && c.isRow && scratch.items[item].flags.contains(.stretched)
                    if !isKnown { resolveCross(item, &c, placing: placing, &measurer) }
                }
            }
            if c.hasBaselines { alignBaselines(index, &c, &measurer) }
            let cross = isOnlyLine ? c.crossSize : lineCross(scratch.lines[index], &c)
            scratch.lines[index].cross = cross
            total += cross
            index += 1
        }
        let count = Double(scratch.lines.count - Int(c.firstLine))
        total += c.crossGap * (count - 1)
        if c.crossSize.isNaN {
            c.crossSize = FlexLengthCode.bounded(max(0, total))
        } else if placing && c.wraps {
            stretchLines(&c, free: c.crossSize - total, count: count)
        }
        if placing && !isOnlyLine { stretchItems(&c) }
        if placing && c.balances { fitInLines(&c, &measurer) }
    }

    /// The hypothetical cross size of an item (CSS Flexbox 9.4, step 7).
    private mutating func resolveCross(
        _ index: Int32, _ c: inout FlexContainer, placing: Bool, _ measurer: inout some FlexMeasurer
    ) {
        if !c.isRow && scratch.items[index].ratio.isNaN { return }
        let item = scratch.items[index]
        if c.isRow {
            var cross = item.preferredCross
            if cross.isNaN && !item.ratio.isNaN { return resolveHeightByRatio(index, &measurer) }
            if cross.isNaN {
                let width = max(0, item.main - item.boxMain)
                let content =
                    placing && !item.flags.contains(.stretched)
                    ? placedHeight(
                        item.element, width: width, borderWidth: item.main, percentWidth: c.percentWidth, &measurer)
                    : contentHeight(item.element, width: width, &measurer)
                cross = content + item.boxCross
            }
            scratch.items[index].cross = item.clampCross(cross)
        } else if item.preferredCross.isNaN {
            // The width followed from the main size as it was before flexing.
            var changed = item
            setColumnCross(&changed, &c, main: item.main, &measurer)
            scratch.items[index].minCross = changed.minCross
            scratch.items[index].cross = changed.cross
        }
    }

    /// The height of an item of a row that follows from its width.
    @inline(never) private mutating func resolveHeightByRatio(_ index: Int32, _ measurer: inout some FlexMeasurer) {
        var item = scratch.items[index]
        raiseByContent(&item, FlexNumber.minHeight, main: item.main, &measurer)
        let height = transferred(
            item.main, 1 / item.ratio, from: item.boxMain, to: item.boxCross, item.flags.contains(.contentBox))
        scratch.items[index].minCross = item.minCross
        scratch.items[index].cross = item.clampCross(height)
    }

    /// The largest outer cross size of the line's items, or what those on a common baseline need together (CSS Flexbox
    /// 9.4, step 8).
    private mutating func lineCross(_ line: FlexLine, _ c: inout FlexContainer) -> Double {
        var largest = 0.0
        var above = -Double.infinity
        var below = -Double.infinity
        for index in line.first..<line.end {
            let outer = scratch.items[index].cross + scratch.items[index].marginCross
            if c.hasBaselines && takesBaseline(scratch.items[index]) {
                above = max(above, scratch.items[index].ascent)
                below = max(below, outer - scratch.items[index].ascent)
            } else {
                largest = max(largest, outer)
            }
        }
        if above.isFinite { largest = max(largest, above + below) }
        return FlexLengthCode.bounded(largest)
    }

    @inline(__always) func takesBaseline(_ item: FlexItem) -> Bool {
        item.align == FlexAlignment.baseline.rawValue && item.flags.isDisjoint(with: .autoMarginsCross)
    }

    /// align-content: stretch (CSS Flexbox 9.4, step 9).
    private mutating func stretchLines(_ c: inout FlexContainer, free: Double, count: Double) {
        let align = c.style.alignContent
        let stretches = align == 0 ? profile == .css : align == FlexAlignment.stretch.rawValue
        if !stretches || free <= 0 { return }
        let share = FlexTree.grid(free / count)
        var index = c.firstLine
        while Int(index) < scratch.lines.count {
            scratch.lines[index].cross += share
            index += 1
        }
    }

    /// CSS Flexbox 9.4, step 11.
    private mutating func stretchItems(_ c: inout FlexContainer) {
        var index = c.firstLine
        while Int(index) < scratch.lines.count {
            let line = scratch.lines[index]
            for item in line.first..<line.end where scratch.items[item].flags.contains(.stretched) {
                scratch.items[item].cross = scratch.items[item].clampCross(
                    line.cross - scratch.items[item].marginCross)
            }
            index += 1
        }
    }
}
