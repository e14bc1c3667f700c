import LaminaGeometry

/// Placing: giving elements their final sizes, and their children their frames.
extension FlexTree {
    /// Arranges what is inside `element` for a border box of the given size. `definite` is whether percentages may
    /// relate to the height; `percentWidth` is what its own padding relates to. Costs nothing if the inside is arranged
    /// for that size already.
    mutating func place(
        _ element: Int32, width: Double, height: Double, definite: Bool, percentWidth: Double,
        _ measurer: inout some FlexMeasurer
    ) {
        let flags = records[element].flags
        let style = styles.view(records[element].style)
        let isSame =
            flags.contains(.placed) && style.percent & FlexTree.paddings == 0
            && (flags.contains(.definiteHeight) == definite || !flags.contains(.usesHeight))
        let isSameWidth = records[element].width == width
        let isSameHeight = records[element].height == height
        if isSame {
            if isSameWidth && isSameHeight { return }
            if isSameHeight && width >= records[element].stableFrom && isRow(style) { return }
            if isSameWidth && height >= records[element].stableFrom && !isRow(style) { return }
        }
        if flags.contains(.measured) || records[element].firstChild < 0 {
            return placeLeaf(element, percentWidth)
        }
        let inset = box(style, percentWidth, rightToLeft: flags.contains(.rightToLeft))
        let contentWidth = max(0, width - inset.horizontal)
        let contentHeight = max(0, height - inset.vertical)
        var c = container(element, width: contentWidth, height: contentHeight, definite: definite)
        placeContent(&c, inset, width: width, definite: definite, &measurer)
    }

    /// Of its own, so that the stack of `place`, which calls itself, stays small.
    @inline(never)
    private mutating func placeLeaf(_ element: Int32, _ percentWidth: Double) {
        records[element].flags.subtract([.marked, .hidden])
        records[element].flags.insert(.placed)
        if records[element].firstChild >= 0 { hideContent(of: element) }
        if records[element].flags.contains(.measured) { noteInsets(of: element, percentWidth) }
    }

    /// Arranges the children of `c`, which has padding and border `box`. Whose height is not known, takes that of the
    /// content.
    private mutating func placeContent(
        _ c: inout FlexContainer, _ box: FlexEdges, width: Double, definite: Bool,
        _ measurer: inout some FlexMeasurer
    ) {
        let element = c.element
        var bars = scrollbars(of: element)
        bars.left = min(bars.left, max(0, width - box.horizontal))
        let inset = box + bars
        records[element].flags.subtract([.marked, .hidden, .definiteHeight, .absoluteBelow, .usesHeight])
        records[element].flags.insert(definite ? [.placed, .definiteHeight] : .placed)
        c.originX = inset.left
        c.originY = inset.top
        solve(&c, placing: true, &measurer)
        records[element].stableFrom = c.stableFrom + (c.isRow ? inset.horizontal : inset.vertical)
        if c.usesHeight { records[element].flags.insert(.usesHeight) }
        if !c.hasAbsolute { return }
        records[element].stableFrom = .infinity
        if c.style.isStatic && records[element].parent >= 0 {
            records[element].flags.insert(.absoluteBelow)
        } else {
            placeAbsolutes(&c, width, c.height + inset.vertical, &measurer)
        }
    }

    /// The content height of `element`, which probably will be its height: what is inside is placed for it at once.
    mutating func placedHeight(
        _ element: Int32, width: Double, borderWidth: Double, percentWidth: Double,
        _ measurer: inout some FlexMeasurer
    ) -> Double {
        let record = records[element]
        if record.heightKey == width { return record.contentHeight }
        let style = styles.view(record.style)
        if record.flags.contains(.measured) || record.firstChild < 0 || style.wrap != 0 {
            return contentHeight(element, width: width, &measurer)
        }
        let inset = box(style, percentWidth, rightToLeft: record.flags.contains(.rightToLeft))
        var c = container(element, width: width, height: .nan, definite: false)
        placeContent(&c, inset, width: borderWidth, definite: false, &measurer)
        let height = c.height + scrollbarsDown(element)
        records[element].setHeight(height, at: width)
        setSize(element, borderWidth, height + inset.vertical)
        return height
    }

    /// Percentages among the nine paddings.
    static let paddings: UInt64 = 0x1FF << FlexNumber.padding

    /// Children of a measured leaf take no part.
    private mutating func hideContent(of element: Int32) {
        var child = records[element].firstChild
        while child >= 0 {
            hide(child)
            child = records[child].nextSibling
        }
    }

    /// Sets the frames of the items of `c`, and places what is inside them.
    mutating func placeItems(_ c: inout FlexContainer, _ measurer: inout some FlexMeasurer) {
        let baseline = baselineItem(&c)
        var lineIndex = c.firstLine
        var index = c.firstItem
        while Int(lineIndex) < scratch.lines.count {
            var position = scratch.lines[lineIndex].spread.before
            while index < scratch.lines[lineIndex].end {
                if scratch.items[index].flags.contains(.autoMarginMainStart) {
                    position += scratch.lines[lineIndex].autoMargin
                }
                let across = crossPosition(index, lineIndex, &c)
                let start = position + scratch.items[index].marginMainStart
                position += scratch.items[index].main + scratch.items[index].marginMain
                position += scratch.lines[lineIndex].spread.between + c.mainGap
                if scratch.items[index].flags.contains(.autoMarginMainEnd) {
                    position += scratch.lines[lineIndex].autoMargin
                }
                placeItem(index, start, across, isBaseline: index == baseline, &c, &measurer)
                index += 1
            }
            lineIndex += 1
        }
    }

    /// Places an item at distances from the starts of the container's content, along and across its line.
    @inline(__always) private mutating func placeItem(
        _ index: Int32, _ mainPosition: Double, _ crossPosition: Double, isBaseline: Bool, _ c: inout FlexContainer,
        _ measurer: inout some FlexMeasurer
    ) {
        let element = scratch.items[index].element
        let mainSize = scratch.items[index].main
        let crossSize = scratch.items[index].cross
        let main = c.mainFlipped ? c.mainSize - mainPosition - mainSize : mainPosition
        let cross = c.crossFlipped ? c.crossSize - crossPosition - crossSize : crossPosition
        var x = c.originX + (c.isRow ? main : cross)
        var y = c.originY + (c.isRow ? cross : main)
        if scratch.items[index].flags.contains(.relative) {
            let offset = relativeOffset(element, &c)
            x += offset.x
            y += offset.y
        }
        let width = c.isRow ? mainSize : crossSize
        let height = c.isRow ? crossSize : mainSize
        place(
            element, width: width, height: height,
            definite: profile == .yoga || hasDefiniteHeight(scratch.items[index], &c),
            percentWidth: c.percentWidth, &measurer)
        setFrame(element, x, y, width, height)
        let flags = records[element].flags
        if flags.contains(.absoluteBelow) { c.hasAbsolute = true }
        if flags.contains(.usesHeight) { c.usesHeight = true }
        if flags.contains(.givesBaseline) != isBaseline {
            records[element].flags.formSymmetricDifference(.givesBaseline)
        }
    }

    /// Whether percentages inside an item may relate to its height (CSS Flexbox 9.8).
    @inline(__always) private func hasDefiniteHeight(_ item: FlexItem, _ c: inout FlexContainer) -> Bool {
        if c.isRow {
            return item.flags.contains(.stretched) || !item.preferredCross.isNaN || !item.ratio.isNaN
        }
        return !c.percentHeight.isNaN || !item.preferredMain.isNaN || !item.ratio.isNaN
    }

    /// How far insets move an element from its place in the flow (CSS Position 3.4).
    mutating func relativeOffset(_ element: Int32, _ c: inout FlexContainer) -> Point {
        let insets = manyEdges(
            styles.view(records[element].style), FlexNumber.inset, (c.percentWidth, c.percentHeight),
            records[element].flags.contains(.rightToLeft), unset: .nan)
        return FlexTree.offset(insets, c.rightToLeft)
    }

    static func offset(_ insets: FlexEdges, _ rightToLeft: Bool) -> Point {
        let left = insets.left.isNaN ? -insets.right : insets.left
        let right = insets.right.isNaN ? insets.left : -insets.right
        let x = rightToLeft ? right : left
        let y = insets.top.isNaN ? -insets.bottom : insets.top
        return Point(x: known(x, or: 0), y: known(y, or: 0))
    }

    @inline(__always) mutating func setFrame(
        _ element: Int32, _ x: Double, _ y: Double, _ width: Double, _ height: Double
    ) {
        if records[element].x == x && records[element].y == y && records[element].width == width
            && records[element].height == height
        {
            return
        }
        note(element)
        records[element].x = x
        records[element].y = y
        records[element].width = width
        records[element].height = height
    }

    /// Sets a size before the position is known.
    mutating func setSize(_ element: Int32, _ width: Double, _ height: Double) {
        setFrame(element, records[element].x, records[element].y, width, height)
    }

    @inline(__always) private mutating func note(_ element: Int32) {
        if records[element].flags.contains(.noted) { return }
        records[element].flags.insert(.noted)
        // Where so many change, all may.
        if scratch.noted.isFull && scratch.noted.count >= 4096 { scratch.noted.grow(to: count) }
        let record = records[element]
        if record.x == 0 && record.y == 0 && record.width == 0 && record.height == 0 {
            scratch.noted.append(~element)
        } else {
            scratch.noted.append(element)
            scratch.former.append(
                FlexFormerFrame(x: record.x, y: record.y, width: record.width, height: record.height))
        }
    }

    /// An element without a box: it is at the start of its parent and has no size; its children are placed by the
    /// container.
    mutating func placeContents(_ element: Int32, _ style: FlexStyleView) {
        enterContents(element, style)
        setFrame(element, 0, 0, 0, 0)
        records[element].flags.remove(.hidden)
    }

    /// Looks through an element without a box at its children: when these change, its parent must be marked.
    mutating func enterContents(_ element: Int32, _ style: FlexStyleView) {
        _ = inheritDirection(element, style, inheritedDirection(element))
        records[element].flags.remove(.marked)
    }

    /// Empties the frames of `element` and of all below it.
    mutating func hide(_ element: Int32) {
        var current = element
        while true {
            if !records[current].flags.contains(.hidden) {
                setFrame(current, 0, 0, 0, 0)
                records[current].flags.subtract([.marked, .placed])
                records[current].flags.insert(.hidden)
                let child = records[current].firstChild
                if child >= 0 {
                    current = child
                    continue
                }
            }
            while current != element && records[current].nextSibling < 0 { current = records[current].parent }
            if current == element { return }
            current = records[current].nextSibling
        }
    }
}
