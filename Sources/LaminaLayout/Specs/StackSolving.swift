import LaminaGeometry

extension LayoutPass {
    /// Children in lines: measured alone, broken into lines, flexed along, stretched across, positioned (as in
    /// Texture).
    @inline(never)
    mutating func arrangeStack<M: LeafMeasurer>(_ element: Int32, _ measurer: inout M) {
        guard beginStack(element) else { return }
        measureAlone(firstChild(element), &measurer)
        breakLines(firstChild(element), stacks[stacks.count - 1])
        flexLines(&measurer)
        sizeLines(stacks[stacks.count - 1])
        stretchLines(&measurer)
        endStack(element)
    }

    /// Opens the state that the steps share; false for a stack without children, which takes its minimum (as in
    /// Texture).
    @inline(never)
    private mutating func beginStack(_ element: Int32) -> Bool {
        guard case .spec(.stack(let parameters)) = tree.records[Int(element)].kind else { return false }
        let range = allowedRange(element)
        let first = firstChild(element)
        if first < 0 {
            setMeasurement(element, range.min)
            return false
        }
        var context = StackContext(
            parameters.arranged(isRightToLeft: isRightToLeft(element)), range, firstLine: lines.count)
        context.soleFlexible = soleFlexibleChild(first, context)
        stacks.append(context)
        return true
    }

    /// Positions the children, sets the measurement of the stack and drops its state.
    @inline(never)
    private mutating func endStack(_ element: Int32) {
        let context = stacks.removeLast()
        let size = positionLines(context)
        lines.removeLast(lines.count - context.firstLine)
        if context.axis.isHorizontal { return setMeasurement(element, size) }
        // Only a vertical stack hands baselines on (as in Texture).
        let first = firstChild(element)
        var last = first
        while nextSibling(last) >= 0 { last = nextSibling(last) }
        let measurement = LayoutMeasurement(
            size: size, ascender: items[Int(first)].measurement.ascender,
            descender: items[Int(last)].measurement.descender)
        setMeasurement(element, measurement)
    }

    /// Measuring this child first would be wasted: what it gets is what the others leave (as in Texture).
    private func soleFlexibleChild(_ first: Int32, _ context: StackContext) -> Int32 {
        guard context.main.min == context.main.max else { return -1 }
        var found: Int32 = -1
        var child = first
        while child >= 0 {
            let style = tree.styles[Int(child)]
            if style.flexGrow > 0 && style.flexShrink > 0 {
                if found >= 0 { return -1 }
                found = child
            }
            child = nextSibling(child)
        }
        return found
    }

    /// Each child by itself: along the stack free or exactly its basis, across it as `constrainItem` says (as in
    /// Texture).
    @inline(never)
    private mutating func measureAlone<M: LeafMeasurer>(_ first: Int32, _ measurer: inout M) {
        var child = first
        while child >= 0 {
            if constrainAlone(child) { measure(child, &measurer) }
            child = nextSibling(child)
        }
    }

    /// Sets a child's first constraints; false for the one that is not measured yet.
    @inline(never)
    private mutating func constrainAlone(_ child: Int32) -> Bool {
        let context = stacks[stacks.count - 1]
        if child == context.soleFlexible {
            items[Int(child)].measurement = measurement(child, .zero)
            items[Int(child)].isMeasured = false
            if child == explained { notes.append(.postponed) }
            return false
        }
        let basis = tree.styles[Int(child)].flexBasis.resolved(against: context.axis.main(context.parentSize))
        constrainItem(child, main: Span(min: basis ?? 0, max: basis ?? .infinity), cross: context.cross, context)
        return true
    }

    /// Sets the constraints of a child of a stack. Only stretched children see the least cross length, and their own
    /// cross limits replace the stack's, a least length of zero and a boundless greatest one excepted (as in Texture).
    @inline(never)
    mutating func constrainItem(_ child: Int32, main: Span, cross: Span, _ context: StackContext) {
        let style = tree.styles[Int(child)]
        var span = Span(min: 0, max: cross.max)
        if context.alignment(style) == .stretch {
            let own =
                context.axis.isHorizontal
                ? ElementStyle.limits(
                    style.height, style.minHeight, style.maxHeight, parent: .nan, 0, .infinity)
                : ElementStyle.limits(style.width, style.minWidth, style.maxWidth, parent: .nan, 0, .infinity)
            span.min = own.min != 0 ? own.min : cross.min
            span.max = own.max != .infinity ? own.max : cross.max
        }
        let range = SizeRange(
            min: context.axis.size(main: main.min, cross: span.min),
            max: context.axis.size(main: main.max, cross: span.max))
        constrain(child, range, context.parentSize)
    }
}
