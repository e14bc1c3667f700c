import LaminaGeometry

extension LayoutPass {
    /// Children in lines: measured alone, broken into lines, flexed along, stretched across, positioned (Texture SK2).
    @inline(never)
    mutating func arrangeStack<M: LeafMeasurer>(
        _ element: Int32, _ parameters: StackParameters, _ range: SizeRange, _ measurer: inout M
    ) -> Measured {
        let first = firstChild(element)
        if first < 0 { return measured(element, range.min) }
        var context = StackContext(parameters, range)
        context.soleFlexible = soleFlexibleChild(first, context)
        let firstLine = lines.count
        measureAlone(first, context, &measurer)
        breakLines(first, context)
        flexLines(from: firstLine, context, &measurer)
        sizeLines(from: firstLine, context)
        stretchLines(from: firstLine, context, &measurer)
        let size = positionLines(from: firstLine, context)
        lines.removeLast(lines.count - firstLine)
        if context.axis.isHorizontal { return measured(element, size) }
        // Only a vertical stack hands baselines on (Texture SK14).
        var last = first
        while nextSibling(last) >= 0 { last = nextSibling(last) }
        return Measured(
            size: size, ascender: items[Int(first)].measured.ascender,
            descender: items[Int(last)].measured.descender)
    }

    /// Measuring this child first would be wasted: what it gets is what the others leave (Texture SK9).
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

    /// Each child by itself: along the stack free or exactly its basis, across it as `measureItem` says (Texture SK3).
    @inline(never)
    private mutating func measureAlone<M: LeafMeasurer>(
        _ first: Int32, _ context: StackContext, _ measurer: inout M
    ) {
        let mainParent = context.axis.main(context.parentSize)
        var child = first
        while child >= 0 {
            if child == context.soleFlexible {
                items[Int(child)].measured = measured(child, .zero)
                items[Int(child)].isMeasured = false
            } else {
                let basis = tree.styles[Int(child)].flexBasis.resolved(against: mainParent)
                let main = Span(min: basis ?? 0, max: basis ?? .infinity)
                measureItem(child, main: main, cross: context.cross, context, &measurer)
            }
            child = nextSibling(child)
        }
    }

    /// Measures a child of a stack. Only stretched children see the least cross length, and their own cross limits replace the stack's, a least
    /// length of zero and a boundless greatest one excepted (Texture SK3).
    @inline(never)
    mutating func measureItem<M: LeafMeasurer>(
        _ child: Int32, main: Span, cross: Span, _ context: StackContext, _ measurer: inout M
    ) {
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
        measureChild(child, range, parentSize: context.parentSize, &measurer)
    }
}
