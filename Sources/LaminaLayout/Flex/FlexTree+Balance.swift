/// Containers whose lines are balanced (CSS Flexbox 2). What is here costs all others a comparison, and stays apart
/// from functions that call themselves, whose stack it would add to.
extension FlexTree {
    /// How many lines a container that balances them has at least. As `mutating` a call passes on where the tree is,
    /// not all its fields.
    private mutating func leastLineCount(_ c: inout FlexContainer) -> Double {
        c.style.has(FlexNumber.lineCount) ? Double(bitPattern: styles.word(c.style, FlexNumber.lineCount)) : 1
    }

    /// What the items of a container that balances its lines are offered across them: of the size of several lines a
    /// share.
    @inline(never) mutating func offeredCross(_ c: inout FlexContainer) -> Double { share(of: c.crossSize, &c) }

    /// The same of the size that percentages relate to.
    @inline(never) mutating func offeredPercentCross(_ c: inout FlexContainer) -> Double {
        share(of: c.percentCross, &c)
    }

    private mutating func share(of size: Double, _ c: inout FlexContainer) -> Double {
        let count = leastLineCount(&c)
        return count == 1 ? size : FlexTree.grid((size - c.crossGap * (count - 1)) / count)
    }

    /// CSS Flexbox 9.3, step 5, with the breaks that balance the lines.
    @inline(never) mutating func balanceLines(_ c: inout FlexContainer, _ measurer: inout some FlexMeasurer) {
        let limit = c.mainSize.isNaN ? c.mainLimit : c.mainSize
        let count = scratch.items.count - Int(c.firstItem)
        var balance = FlexLineBalance(room: limit, gap: c.mainGap, capacity: count)
        for index in c.firstItem..<c.firstItem + Int32(truncatingIfNeeded: count) {
            if scratch.items[index].flags.contains(.autoMinimum) { settleMinimum(index, &c, &measurer) }
            scratch.items[index].main = scratch.items[index].hypothetical
            balance.add(scratch.items[index].main + scratch.items[index].marginMain)
        }
        if count == 0 { scratch.lines.append(FlexLine(first: c.firstItem, end: c.firstItem)) }
        var line = FlexLine(first: c.firstItem, end: c.firstItem)
        for end in balance.ends(minimum: Int(leastLineCount(&c))) {
            line.first = line.end
            line.end = c.firstItem + Int32(truncatingIfNeeded: end)
            line.hypothetical = c.mainGap * Double(line.count - 1)
            for index in line.first..<line.end {
                line.hypothetical += scratch.items[index].main + scratch.items[index].marginMain
            }
            scratch.lines.append(line)
        }
    }

    /// Whether a row has several lines even where there is room without end.
    @inline(never) mutating func hasSeveralLines(_ c: inout FlexContainer) -> Bool { c.isRow && leastLineCount(&c) > 1 }

    /// The max-content width of the content of a row that has several lines: that of the longest, broken where there is
    /// room without end.
    @inline(never) mutating func balancedWidth(
        _ c: inout FlexContainer, _ measurer: inout some FlexMeasurer
    ) -> Double {
        var needsHeight = false
        collectItems(&c, placing: false, &measurer)
        balanceLines(&c, &measurer)
        var longest = 0.0
        var index = c.firstLine
        while Int(index) < scratch.lines.count {
            let line = scratch.lines[index]
            var width = c.mainGap * Double(max(0, line.count - 1))
            for item in line.first..<line.end {
                let child = scratch.items[item].element
                let style = styles.view(records[child].style)
                width += contribution(child, style, .maxContent, in: &c, &needsHeight, &measurer)
            }
            longest = max(longest, width)
            index += 1
        }
        scratch.items.removeLast(to: Int(c.firstItem))
        scratch.lines.removeLast(to: Int(c.firstLine))
        if needsHeight { records[c.element].flags.insert(.widthNeedsHeight) }
        return FlexLengthCode.bounded(longest)
    }

    /// Gives items that take the room that they are offered across the line that of their line, of which they were
    /// offered a share before it was known.
    @inline(never) mutating func fitInLines(_ c: inout FlexContainer, _ measurer: inout some FlexMeasurer) {
        if leastLineCount(&c) == 1 { return }
        let cross = FlexNumber.width + (c.isRow ? 1 : 0)
        var lineIndex = c.firstLine
        while Int(lineIndex) < scratch.lines.count {
            let line = scratch.lines[lineIndex]
            for index in line.first..<line.end where !scratch.items[index].flags.contains(.stretched) {
                let item = scratch.items[index]
                let room = line.cross - item.marginCross
                let value = keyword(styles.view(records[item.element].style), cross)
                if value == FlexLengthCode.stretch {
                    scratch.items[index].cross = item.clampCross(max(item.boxCross, room))
                } else if !c.isRow && item.ratio.isNaN
                    && (item.flags.contains(.autoCross) || value == FlexLengthCode.fitContent)
                {
                    let width = fitContentWidth(item.element, available: room - item.boxCross, height: .nan, &measurer)
                    scratch.items[index].cross = item.clampCross(width + item.boxCross)
                }
            }
            lineIndex += 1
        }
    }
}
