import LaminaGeometry

extension LayoutPass {
    /// Grows or shrinks the children of each line into the stack's limits (Texture SK5-SK8).
    @inline(never)
    mutating func flexLines<M: LeafMeasurer>(
        from firstLine: Int, _ context: StackContext, _ measurer: inout M
    ) {
        for index in firstLine..<lines.count {
            let line = lines[index]
            let flexing = flexing(line, context)
            if flexing.factorSum == 0 {
                measureSoleFlexible(in: line, context, &measurer)
            } else {
                flex(line, flexing, context, &measurer)
            }
        }
    }

    /// Nothing to share out: the child that was not measured so far has length zero (Texture SK9).
    @inline(never)
    private mutating func measureSoleFlexible<M: LeafMeasurer>(
        in line: StackLine, _ context: StackContext, _ measurer: inout M
    ) {
        if context.soleFlexible < 0 { return }
        var child = line.first
        for _ in 0..<line.count {
            if child == context.soleFlexible {
                measureItem(child, main: Span(min: 0, max: 0), cross: context.cross, context, &measurer)
            }
            child = nextSibling(child)
        }
    }

    /// One pass, no freezing: a flexed length is imposed whatever the child's own limits say (Texture SK7, SK8).
    @inline(never)
    private mutating func flex<M: LeafMeasurer>(
        _ line: StackLine, _ flexing: StackFlexing, _ context: StackContext, _ measurer: inout M
    ) {
        // Whole points leave a rest when growing; the first child that moves gets it (Texture SK5).
        var rest = flexing.violation
        var child = line.first
        for _ in 0..<line.count {
            rest -= adjustment(child, flexing, context)
            child = nextSibling(child)
        }
        if flexing.violation < 0 { rest = 0 }
        child = line.first
        for _ in 0..<line.count {
            let change = adjustment(child, flexing, context)
            if change != 0 {
                let length = max(context.axis.main(items[Int(child)].size) + change + rest, 0)
                rest = 0
                measureItem(
                    child, main: Span(min: length, max: length), cross: context.cross, context, &measurer)
            }
            child = nextSibling(child)
        }
    }

    /// How much longer (positive) or shorter a child becomes.
    private func adjustment(_ child: Int32, _ flexing: StackFlexing, _ context: StackContext) -> Double {
        let style = tree.styles[Int(child)]
        if flexing.violation > 0 {
            return (flexing.violation * (style.flexGrow / flexing.factorSum)).rounded(.down)
        }
        if flexing.weightSum == 0 { return 0 }
        let weight = context.axis.main(items[Int(child)].size) * style.flexShrink
        return -abs(weight / flexing.weightSum * flexing.violation)
    }

    /// Violation and sums of the factors of a line.
    private func flexing(_ line: StackLine, _ context: StackContext) -> StackFlexing {
        var flexing = StackFlexing(violation: context.main.violation(of: mainSum(line, context)))
        if abs(flexing.violation) < StackContext.epsilon { return flexing }
        var child = line.first
        for _ in 0..<line.count {
            let style = tree.styles[Int(child)]
            flexing.factorSum += flexing.violation > 0 ? style.flexGrow : style.flexShrink
            flexing.weightSum += context.axis.main(items[Int(child)].size) * style.flexShrink
            child = nextSibling(child)
        }
        return flexing
    }
}

/// What one line has to share out, and among whom.
struct StackFlexing {
    /// Positive = length to fill, negative = length to give up.
    var violation: Double
    /// Sum of the factors that apply in this direction; zero = nobody flexes.
    var factorSum = 0.0
    /// Sum of the lengths weighted by `flexShrink` (Texture SK6).
    var weightSum = 0.0
}
