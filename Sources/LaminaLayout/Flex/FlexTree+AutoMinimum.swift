import LaminaGeometry

/// Automatic minimum sizes (CSS Flexbox 4.5). To find one can mean to measure texts in one more way, so it is put off
/// until it matters.
extension FlexTree {
    /// Finds the automatic minimum of an item before its size is clamped for the first time, unless that can wait.
    mutating func settleMinimum(
        _ index: Int32, _ c: inout FlexContainer, _ measurer: inout some FlexMeasurer
    ) {
        if !scratch.items[index].isBelowContent { return }
        let element = scratch.items[index].element
        if c.isRow && !records[element].flags.contains(.widthNeedsHeight)
            && records[element].maxContentWidth + scratch.items[index].boxMain <= scratch.items[index].base
        {
            return
        }
        if c.isRow && !c.wraps && !c.mainSize.isNaN {
            c.hasOpenMinimums = true
        } else {
            findMinimum(index, &c, &measurer)
        }
    }

    /// The automatic minimum size (CSS Flexbox 4.5).
    mutating func findMinimum(_ index: Int32, _ c: inout FlexContainer, _ measurer: inout some FlexMeasurer) {
        let item = scratch.items[index]
        scratch.items[index].flags.remove(.autoMinimum)
        var size: Double
        if c.isRow {
            size =
                intrinsicWidth(item.element, .minContent, height: knownContentHeight(item, &c), &measurer)
                + item.boxMain
        } else {
            size = contentHeight(item.element, width: max(0, item.cross - item.boxCross), &measurer) + item.boxMain
        }
        if !item.ratio.isNaN { size = limitedByCross(item, size) }
        if !item.preferredMain.isNaN { size = min(size, item.preferredMain) }
        size = min(size, item.maxMain)
        if size > item.minMain { scratch.items[index].minMain = size }
    }

    /// Raises the minimum across the line of an item whose size there follows from the `main` size by its aspect ratio.
    /// `minimum` is its property.
    @inline(never) mutating func raiseByContent(
        _ item: inout FlexItem, _ minimum: UInt64, main: Double, _ measurer: inout some FlexMeasurer
    ) {
        let room = max(0, main - item.boxMain)
        let content = ratioMinimum(item.element, minimum, across: room, &measurer) + item.boxCross
        item.minCross = max(item.minCross, min(content, item.maxCross))
    }

    /// The automatic minimum of a size that follows from the other one, which is `across`, by the aspect ratio; both
    /// are of the content (CSS Sizing 4, 5.1.1). It is nothing where `minimum`, the property, is set, and for leaves,
    /// which may be pictures: a ratio is to cut those.
    @inline(never) mutating func ratioMinimum(
        _ element: Int32, _ minimum: UInt64, across: Double, _ measurer: inout some FlexMeasurer
    ) -> Double {
        let style = styles.view(records[element].style)
        if profile != .css || style.overflow != 0 || style.has(minimum) || records[element].flags.contains(.measured) {
            return 0
        }
        if minimum == FlexNumber.minHeight { return contentHeight(element, width: across, &measurer) }
        return intrinsicWidth(element, .minContent, height: across, &measurer)
    }

    /// Whether the items of a line that grow do so beyond their automatic minimums, which then need not be known. They
    /// have been shared out room without any reaching a limit.
    mutating func growBeyondMinimums(
        _ line: FlexLine, _ c: inout FlexContainer, _ measurer: inout some FlexMeasurer
    ) -> Bool {
        var index = line.first
        while index < line.end {
            if scratch.items[index].flags.contains(.autoMinimum) && scratch.items[index].isBelowContent {
                let room = scratch.items[index].main - scratch.items[index].boxMain
                if !fits(scratch.items[index].element, width: room, &measurer) { return false }
            }
            index += 1
        }
        return true
    }

    /// Finds the automatic minimums that were put off for the items of a line.
    mutating func settleLine(_ lineIndex: Int32, _ c: inout FlexContainer, _ measurer: inout some FlexMeasurer) {
        var sum = 0.0
        var index = scratch.lines[lineIndex].first
        while index < scratch.lines[lineIndex].end {
            if scratch.items[index].flags.contains(.autoMinimum) && scratch.items[index].isBelowContent {
                findMinimum(index, &c, &measurer)
            }
            scratch.items[index].main = scratch.items[index].hypothetical
            if scratch.items[index].main != scratch.items[index].base { c.hasClamps = true }
            sum += scratch.items[index].main + scratch.items[index].marginMain
            index += 1
        }
        scratch.lines[lineIndex].hypothetical = sum + c.mainGap * Double(scratch.lines[lineIndex].count - 1)
    }

    /// Whether the min-content width of an element is at most `width`, found out by measuring leaves in the width that
    /// they will have if it is.
    private mutating func fits(_ element: Int32, width: Double, _ measurer: inout some FlexMeasurer) -> Bool {
        let flags = records[element].flags
        if flags.contains(.widthNeedsHeight) {
            return intrinsicWidth(element, .minContent, height: .nan, &measurer) <= width
        }
        if records[element].minContentWidth <= width || records[element].maxContentWidth <= width { return true }
        if !records[element].minContentWidth.isNaN || width < 0 { return false }
        if flags.contains(.measured) { return leafFits(element, width: width, &measurer) }
        let style = styles.view(records[element].style)
        if isRow(style) || style.wrap != 0 || style.percent != 0 || style.has(FlexNumber.scrollbarWidth) {
            return intrinsicWidth(element, .minContent, height: .nan, &measurer) <= width
        }
        var child = records[element].firstChild
        while child >= 0 {
            if !childFits(child, width: width, &measurer) {
                return intrinsicWidth(element, .minContent, height: .nan, &measurer) <= width
            }
            child = records[child].nextSibling
        }
        return true
    }

    /// A leaf that stays within a width that it is offered, and breaks no word for that, needs no more; and its size
    /// then is its height there.
    private mutating func leafFits(_ element: Int32, width: Double, _ measurer: inout some FlexMeasurer) -> Bool {
        if records[element].heightKey == width && records[element].flags.contains(.fitsKey) { return true }
        let (size, breaksWords) = measurement(element, .atMost(width), .maxContent, &measurer)
        if size.width > width || breaksWords {
            return intrinsicWidth(element, .minContent, height: .nan, &measurer) <= width
        }
        records[element].setHeight(size.height, at: width)
        records[element].flags.insert(.fitsKey)
        return true
    }

    /// Whether a child of a column adds no more than `width`; false also if that is not easily said.
    private mutating func childFits(_ child: Int32, width: Double, _ measurer: inout some FlexMeasurer) -> Bool {
        let style = styles.view(records[child].style)
        if !style.isInFlow { return true }
        if style.isContents || style.percent != 0 || style.has(FlexNumber.aspectRatio) { return false }
        if style.mask & FlexTree.keywordSizes & ~(1 << FlexNumber.width) != 0 { return false }
        let rightToLeft = inheritDirection(child, style, inheritedDirection(child))
        let margins = edges(style, FlexNumber.margin, .nan, rightToLeft: rightToLeft)
        let inset = box(style, .nan, rightToLeft: rightToLeft).horizontal
        let room = width - FlexTree.known(margins.left, or: 0) - FlexTree.known(margins.right, or: 0)
        if style.has(FlexNumber.width) && keyword(style, FlexNumber.width) != FlexLengthCode.auto {
            let own = length(style, FlexNumber.width, .nan) + (style.isContentBox ? inset : 0)
            return max(own, inset) <= room
        }
        return fits(child, width: room - inset, &measurer)
    }
}
