import LaminaGeometry

/// Which of the two intrinsic sizes is meant (CSS Sizing 4).
enum FlexIntrinsic {
    case minContent, maxContent
}

/// Widths and heights that the content of an element wants. Widths are found first, without heights wherever possible;
/// a height is that at a known width. So each element is measured a bounded number of times, however deep it lies.
extension FlexTree {
    /// The intrinsic width of the content. `height` is the height of the content if that is definite, else NaN.
    mutating func intrinsicWidth(
        _ element: Int32, _ kind: FlexIntrinsic, height: Double, _ measurer: inout some FlexMeasurer
    ) -> Double {
        let flags = records[element].flags
        let known = kind == .maxContent ? records[element].maxContentWidth : records[element].minContentWidth
        let holds =
            !flags.contains(.widthNeedsHeight)
            || records[element].intrinsicHeight.bitPattern == height.bitPattern
        if holds && !known.isNaN { return known }
        if !holds {
            records[element].maxContentWidth = .nan
            records[element].minContentWidth = .nan
        }
        records[element].flags.remove(.marked)
        if records[element].maxContentWidth.isNaN && records[element].minContentWidth.isNaN {
            records[element].flags.remove(.widthNeedsHeight)
        }
        records[element].intrinsicHeight = height
        var result = 0.0
        if flags.contains(.measured) {
            result = measuredWidth(element, kind, height: height, &measurer)
        } else if records[element].firstChild >= 0 {
            result = containerWidth(element, kind, height: height, &measurer)
        }
        if !flags.contains(.measured) { result += scrollbarsAcross(element) }
        if kind == .maxContent {
            records[element].maxContentWidth = result
        } else {
            records[element].minContentWidth = result
        }
        return result
    }

    private mutating func measuredWidth(
        _ element: Int32, _ kind: FlexIntrinsic, height: Double, _ measurer: inout some FlexMeasurer
    ) -> Double {
        if !height.isNaN || records[element].flags.contains(.notMonotonic) {
            records[element].flags.insert(.widthNeedsHeight)
        }
        let size = measure(
            element, kind == .maxContent ? .maxContent : .minContent,
            height.isNaN ? .maxContent : .exactly(height), &measurer)
        if kind == .maxContent && height.isNaN {
            records[element].setHeight(size.height, at: size.width)
        }
        return size.width
    }

    /// Calls the measure callback.
    mutating func measure(
        _ element: Int32, _ width: FlexSpace, _ height: FlexSpace, _ measurer: inout some FlexMeasurer
    ) -> Size {
        measurement(element, width, height, &measurer).size
    }

    /// The same, with whether that size takes breaking words.
    mutating func measurement(
        _ element: Int32, _ width: FlexSpace, _ height: FlexSpace, _ measurer: inout some FlexMeasurer
    ) -> (size: Size, breaksWords: Bool) {
        statistics.measures += 1
        let bars = scrollbars(of: element)
        let measurement = measurer.measure(
            records[element].identifier, width: width.beside(bars.horizontal), height: height.beside(bars.vertical),
            isRightToLeft: records[element].flags.contains(.rightToLeft))
        let size = measurement.size
        let found = Size(
            width: FlexTree.grid(FlexLengthCode.bounded(FlexTree.known(size.width))) + bars.horizontal,
            height: FlexTree.grid(FlexLengthCode.bounded(FlexTree.known(size.height))) + bars.vertical)
        if element == watched { noteMeasurement(found, width, height) }
        return (found, measurement.breaksWords)
    }

    /// CSS Flexbox 9.9: a row needs its items' widths beside each other, or that of the widest if it may break between
    /// them; a column that of the widest.
    private mutating func containerWidth(
        _ element: Int32, _ kind: FlexIntrinsic, height: Double, _ measurer: inout some FlexMeasurer
    ) -> Double {
        var c = container(element, width: .nan, height: height, definite: !height.isNaN)
        if c.wraps && !c.isRow && kind == .maxContent {
            records[element].flags.insert(.widthNeedsHeight)
            // Lines are broken by the height, so the items are arranged to find the width.
            c.mainLimit = mainLimit(&c)
            solve(&c, placing: false, &measurer)
            return c.crossSize
        }
        if c.balances && kind == .maxContent && hasSeveralLines(&c) { return balancedWidth(&c, &measurer) }
        let adds = c.isRow && !(c.wraps && kind == .minContent)
        var result = 0.0
        var count = 0.0
        var needsHeight = c.wraps && !c.isRow
        var child = records[element].firstChild
        while child >= 0 {
            let style = styles.view(records[child].style)
            if style.isContents && records[child].firstChild >= 0 {
                enterContents(child, style)
                child = records[child].firstChild
                continue
            }
            if style.isInFlow && !style.isContents {
                let width = contribution(child, style, kind, in: &c, &needsHeight, &measurer)
                result = adds ? result + width : max(result, width)
                count += 1
                statistics.visits += 1
            }
            child = advance(child, in: element)
        }
        if needsHeight { records[element].flags.insert(.widthNeedsHeight) }
        if adds && count > 1 { result += c.mainGap * (count - 1) }
        return FlexLengthCode.bounded(max(0, result))
    }

    /// The child that follows in the flow of `container`, whose children of display contents are no boxes.
    @inline(__always) func advance(_ child: Int32, in container: Int32) -> Int32 {
        var current = child
        while true {
            let next = records[current].nextSibling
            if next >= 0 { return next }
            current = records[current].parent
            if current == container || current < 0 { return FlexRecord.none }
        }
    }

    @inline(__always) func inheritedDirection(_ child: Int32) -> Bool {
        records[records[child].parent].flags.contains(.rightToLeft)
    }

    /// How long a line of a column that wraps may become if its height is not known: its maximum height.
    mutating func mainLimit(_ c: inout FlexContainer) -> Double {
        if !c.style.has(FlexNumber.maxHeight) || c.isRow { return .infinity }
        let limit = length(c.style, FlexNumber.maxHeight, .nan)
        if limit.isNaN { return .infinity }
        let bars = scrollbars(c.style, rightToLeft: c.rightToLeft).vertical
        if c.style.isContentBox { return FlexTree.room(limit, beside: bars) }
        let rightToLeft = c.rightToLeft
        return max(0, limit - box(c.style, .nan, rightToLeft: rightToLeft).vertical - bars)
    }

    /// The height of the content at a known width of it.
    mutating func contentHeight(_ element: Int32, width: Double, _ measurer: inout some FlexMeasurer) -> Double {
        if records[element].heightKey == width { return records[element].contentHeight }
        let flags = records[element].flags
        var result = 0.0
        if flags.contains(.measured) {
            result = measure(element, .exactly(width), .maxContent, &measurer).height
        } else {
            result = scrollbarsDown(element)
            if records[element].firstChild >= 0 {
                var c = container(element, width: width, height: .nan, definite: false)
                if c.wraps { c.mainLimit = mainLimit(&c) }
                solve(&c, placing: false, &measurer)
                result += c.height
            }
        }
        records[element].setHeight(result, at: width)
        return result
    }

    /// The width of the content in a place of the given width (CSS Sizing 5.1); NaN means without limit.
    mutating func fitContentWidth(
        _ element: Int32, available: Double, height: Double, _ measurer: inout some FlexMeasurer
    ) -> Double {
        if available.isNaN { return intrinsicWidth(element, .maxContent, height: height, &measurer) }
        let room = max(0, available)
        if records[element].flags.contains(.measured) && height.isNaN {
            let known = records[element].maxContentWidth
            if known <= room && !records[element].flags.contains(.notMonotonic) { return known }
            let size = measure(element, .atMost(room), .maxContent, &measurer)
            records[element].setHeight(size.height, at: size.width)
            return size.width
        }
        let widest = intrinsicWidth(element, .maxContent, height: height, &measurer)
        if widest <= room { return widest }
        return max(room, intrinsicWidth(element, .minContent, height: height, &measurer))
    }
}
