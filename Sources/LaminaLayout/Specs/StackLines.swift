import LaminaGeometry

extension LayoutPass {
    /// Starts a new line before each child that would make its line too long; compares exactly, without epsilon (as in
    /// Texture).
    @inline(never)
    mutating func breakLines(_ first: Int32, _ context: StackContext) {
        var line = StackLine(first: first, count: 0)
        var sum = 0.0
        var gap = 0.0
        var child = first
        while child >= 0 {
            let style = tree.styles[Int(child)]
            let length = style.spacingBefore + context.axis.main(items[Int(child)].size) + style.spacingAfter
            let overflows = context.main.violation(of: sum + gap + length) < 0
            if context.parameters.wraps && overflows && line.count > 0 {
                lines.append(line)
                line = StackLine(first: child, count: 0)
                sum = 0
                gap = 0
            }
            line.count += 1
            sum += gap + length
            gap = context.parameters.spacing
            child = nextSibling(child)
        }
        lines.append(line)
    }

    /// The length of a line's children with all spacing.
    func mainSum(_ line: StackLine, _ context: StackContext) -> Double {
        var sum = context.parameters.spacing * Double(line.count - 1)
        var child = line.first
        for _ in 0..<line.count {
            let style = tree.styles[Int(child)]
            sum += style.spacingBefore + style.spacingAfter + context.axis.main(items[Int(child)].size)
            child = nextSibling(child)
        }
        return sum
    }

    /// Cross size and baseline of each line (as in Texture).
    @inline(never)
    mutating func sizeLines(_ context: StackContext) {
        let firstLine = context.firstLine
        let isSingle = lines.count == firstLine + 1
        for index in firstLine..<lines.count {
            var above = 0.0
            var below = 0.0
            var tallest = 0.0
            var child = lines[index].first
            for _ in 0..<lines[index].count {
                let cross = context.axis.cross(items[Int(child)].size)
                if let baseline = baseline(child, context) {
                    above = max(above, baseline)
                    below = max(below, cross - baseline)
                } else {
                    tallest = max(tallest, cross)
                }
                child = nextSibling(child)
            }
            lines[index].baseline = above
            lines[index].crossSize = max(above + below, tallest)
            if isSingle {
                lines[index].crossSize = max(context.cross.min, min(context.cross.max, lines[index].crossSize))
            }
        }
    }

    /// The distance of a child's baseline from its top, nil for a child that is not aligned by one (as in Texture).
    func baseline(_ child: Int32, _ context: StackContext) -> Double? {
        let item = items[Int(child)]
        switch context.alignment(tree.styles[Int(child)]) {
        case .baselineFirst: return item.measurement.ascender
        case .baselineLast: return context.axis.cross(item.size) + item.measurement.descender
        default: return nil
        }
    }

    /// Widens several lines that are to stretch, then stretches children to the cross size of their line (as in
    /// Texture).
    @inline(never)
    mutating func stretchLines<M: LeafMeasurer>(_ measurer: inout M) {
        widenLines(stacks[stacks.count - 1])
        for index in stacks[stacks.count - 1].firstLine..<lines.count {
            var child = lines[index].first
            for _ in 0..<lines[index].count {
                if constrainStretched(child, cross: lines[index].crossSize) { measure(child, &measurer) }
                child = nextSibling(child)
            }
        }
    }

    private mutating func widenLines(_ context: StackContext) {
        let count = lines.count - context.firstLine
        guard count > 1 && context.parameters.alignContent == .stretch else { return }
        let room = context.cross.violation(of: crossSum(context))
        guard room > StackContext.epsilon else { return }
        for index in context.firstLine..<lines.count { lines[index].crossSize += room / Double(count) }
    }

    /// Constrains a child that is to stretch and is not yet as wide as its line; false for any other.
    @inline(never)
    private mutating func constrainStretched(_ child: Int32, cross: Double) -> Bool {
        let context = stacks[stacks.count - 1]
        let size = items[Int(child)].size
        guard cross - context.axis.cross(size) > StackContext.epsilon,
            context.alignment(tree.styles[Int(child)]) == .stretch
        else { return false }
        let main = context.axis.main(size)
        if child == explained { notes.append(.stretched(to: cross)) }
        constrainItem(child, main: Span(min: main, max: main), cross: Span(min: cross, max: cross), context)
        return true
    }

    /// The cross sizes of all lines with the spacing between them.
    func crossSum(_ context: StackContext) -> Double {
        let firstLine = context.firstLine
        var sum = context.parameters.lineSpacing * Double(lines.count - firstLine - 1)
        for index in firstLine..<lines.count { sum += lines[index].crossSize }
        return sum
    }
}
