import LaminaGeometry

extension LayoutPass {
    /// Grows or shrinks the children of each line into the stack's limits (as in Texture).
    @inline(never)
    mutating func flexLines<M: LeafMeasurer>(_ measurer: inout M) {
        for index in stacks[stacks.count - 1].firstLine..<lines.count {
            beginFlexing(lines[index])
            var child = lines[index].first
            for _ in 0..<lines[index].count {
                if constrainFlexed(child) { measure(child, &measurer) }
                child = nextSibling(child)
            }
        }
    }

    /// Finds out what the line has to share out, and what whole points leave over (as in Texture).
    @inline(never)
    private mutating func beginFlexing(_ line: StackLine) {
        let context = stacks[stacks.count - 1]
        var flexing = flexing(line, context)
        if flexing.violation > 0 {
            flexing.rest = flexing.violation
            var child = line.first
            for _ in 0..<line.count {
                flexing.rest -= adjustment(child, flexing, context)
                child = nextSibling(child)
            }
        }
        stacks[stacks.count - 1].flexing = flexing
    }

    /// Constrains a child whose length changes; false for any other.
    ///
    /// One pass, no freezing: a flexed length is imposed whatever the child's own limits say (as in Texture). The first
    /// child that moves gets the rest.
    @inline(never)
    private mutating func constrainFlexed(_ child: Int32) -> Bool {
        let context = stacks[stacks.count - 1]
        var length = 0.0
        if context.flexing.factorSum == 0 {
            // Nothing to share out: the child that was not measured so far has length zero (as in Texture).
            guard child == context.soleFlexible else { return false }
        } else {
            let change = adjustment(child, context.flexing, context)
            guard change != 0 else { return false }
            length = max(context.axis.main(items[Int(child)].size) + change + context.flexing.rest, 0)
            stacks[stacks.count - 1].flexing.rest = 0
        }
        if child == explained { notes.append(.flexed(context.flexing, to: length)) }
        constrainItem(child, main: Span(min: length, max: length), cross: context.cross, context)
        return true
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
    var violation = 0.0
    /// Sum of the factors that apply in this direction; zero = nobody flexes.
    var factorSum = 0.0
    /// Sum of the lengths weighted by `flexShrink` (as in Texture).
    var weightSum = 0.0
    /// What growing by whole points leaves over, until someone got it.
    var rest = 0.0
}
