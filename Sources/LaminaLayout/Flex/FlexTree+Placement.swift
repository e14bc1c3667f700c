import LaminaGeometry

/// Placing: giving elements their final sizes, and their children their frames.
extension FlexTree {
    /// Arranges what is inside `element` for a border box of the given size. `definite` is whether percentages may relate to the height;
    /// `percentWidth` is what its own padding relates to. Costs nothing if the inside is arranged for that size already.
    mutating func place(
        _ element: Int32, width: Double, height: Double, definite: Bool, percentWidth: Double,
        _ measurer: inout some FlexMeasurer
    ) {
        let record = records[element]
        let style = styles.view(record.style)
        let isSame =
            record.flags.contains(.placed) && record.flags.contains(.definiteHeight) == definite
            && style.percent & FlexTree.paddings == 0
        if isSame && record.width == width && record.height == height { return }
        records[element].flags.subtract([.marked, .hidden, .definiteHeight, .absoluteBelow])
        records[element].flags.insert(definite ? [.placed, .definiteHeight] : .placed)
        if record.flags.contains(.measured) || record.firstChild < 0 {
            hideContent(of: element)
            return
        }
        let inset = box(style, percentWidth, rightToLeft: record.flags.contains(.rightToLeft))
        var c = container(
            element, width: max(0, width - inset.horizontal), height: max(0, height - inset.vertical),
            definite: definite)
        if isSame && c.mainSize >= record.stableFrom && (c.isRow ? record.height == height : record.width == width) {
            return
        }
        c.originX = inset.left
        c.originY = inset.top
        records[element].stableFrom = .infinity
        solve(&c, placing: true, &measurer)
        if !c.hasAbsolute { return }
        if style.isStatic && record.parent >= 0 {
            records[element].flags.insert(.absoluteBelow)
        } else {
            placeAbsolutes(c, width, height, &measurer)
        }
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
        let end = Int32(truncatingIfNeeded: scratch.items.count)
        var index = c.firstItem
        let width = c.width
        let height = c.height
        let baseline = baselineItem(c)
        while index < end {
            let item = scratch.items[index]
            let main = c.mainFlipped ? c.mainSize - item.mainPosition - item.main : item.mainPosition
            let cross = c.crossFlipped ? c.crossSize - item.crossPosition - item.cross : item.crossPosition
            var x = c.originX + (c.isRow ? main : cross)
            var y = c.originY + (c.isRow ? cross : main)
            if item.flags.contains(.relative) {
                let offset = relativeOffset(item.element, c, width, height)
                x += offset.x
                y += offset.y
            }
            place(
                item.element, width: c.isRow ? item.main : item.cross, height: c.isRow ? item.cross : item.main,
                definite: profile == .yoga || hasDefiniteHeight(item, c), percentWidth: c.percentWidth, &measurer)
            setFrame(item.element, x, y, c.isRow ? item.main : item.cross, c.isRow ? item.cross : item.main)
            if records[item.element].flags.contains(.absoluteBelow) { c.hasAbsolute = true }
            if records[item.element].flags.contains(.givesBaseline) != (index == baseline) {
                records[item.element].flags.formSymmetricDifference(.givesBaseline)
            }
            index += 1
        }
    }

    /// Whether percentages inside an item may relate to its height (CSS Flexbox 9.8).
    private func hasDefiniteHeight(_ item: FlexItem, _ c: FlexContainer) -> Bool {
        if c.isRow {
            return item.flags.contains(.stretched) || !item.preferredCross.isNaN || !item.ratio.isNaN
        }
        return !c.percentHeight.isNaN || !item.preferredMain.isNaN || !item.ratio.isNaN
    }

    /// How far insets move an element from its place in the flow (CSS Position 3.4).
    func relativeOffset(
        _ element: Int32, _ c: FlexContainer, _ width: Double, _ height: Double
    ) -> Point {
        let rightToLeft = c.rightToLeft
        let insets = manyEdges(
            styles.view(records[element].style), FlexNumber.inset, (c.percentWidth, c.percentHeight),
            records[element].flags.contains(.rightToLeft), unset: .nan)
        return FlexTree.offset(insets, rightToLeft)
    }

    static func offset(_ insets: FlexEdges, _ rightToLeft: Bool) -> Point {
        let left = insets.left.isNaN ? -insets.right : insets.left
        let right = insets.right.isNaN ? insets.left : -insets.right
        let x = rightToLeft ? right : left
        let y = insets.top.isNaN ? -insets.bottom : insets.top
        return Point(x: known(x, or: 0), y: known(y, or: 0))
    }

    @inline(__always) mutating func setFrame(_ element: Int32, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        let record = records[element]
        if record.x == x && record.y == y && record.width == width && record.height == height { return }
        records[element].x = x
        records[element].y = y
        records[element].width = width
        records[element].height = height
        note(element)
    }

    /// Sets a size before the position is known.
    mutating func setSize(_ element: Int32, _ width: Double, _ height: Double) {
        setFrame(element, records[element].x, records[element].y, width, height)
    }

    @inline(__always) private mutating func note(_ element: Int32) {
        if records[element].flags.contains(.noted) { return }
        records[element].flags.insert(.noted)
        changed.append(element)
    }

    /// An element without a box: it is at the start of its parent and has no size; its children are placed by the container.
    mutating func placeContents(_ element: Int32, _ style: FlexStyleView) {
        _ = inheritDirection(element, style, inheritedDirection(element))
        setFrame(element, 0, 0, 0, 0)
        records[element].flags.subtract([.marked, .hidden])
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
