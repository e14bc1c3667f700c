import LaminaGeometry

/// Free space in front of the first of several things and between any two of them.
struct Distribution {
    var offset = 0.0
    var spacing = 0.0

    /// Shares out `room` (negative = overflow) among `count` things (as in Texture).
    init(_ justify: Justify, room: Double, count: Int) {
        let hasRoom = room >= StackContext.epsilon && count > 1
        switch justify {
        case .start: break
        case .center: offset = room / 2
        case .end: offset = room
        case .spaceBetween:
            if hasRoom { spacing = room / Double(count - 1) }
        case .spaceAround:
            offset = hasRoom ? room / Double(2 * count) : room / 2
            spacing = hasRoom ? 2 * offset : 0
        }
    }
}

extension AlignContent {
    /// The same distribution as a keyword of the other axis; stretching has used the room up before.
    var asJustify: Justify {
        switch self {
        case .start, .stretch: .start
        case .center: .center
        case .end: .end
        case .spaceBetween: .spaceBetween
        case .spaceAround: .spaceAround
        }
    }
}

extension LayoutPass {
    /// Gives every child its place and returns the stack's size (as in Texture).
    @inline(never)
    mutating func positionLines(_ context: StackContext) -> Size {
        let crossSum = crossSum(context)
        let distribution = Distribution(
            context.parameters.alignContent.asJustify, room: context.cross.violation(of: crossSum),
            count: lines.count - context.firstLine)
        var longest = 0.0
        var cross = distribution.offset
        for index in context.firstLine..<lines.count {
            lines[index].mainSum = mainSum(lines[index], context)
            longest = max(longest, lines[index].mainSum)
            positionItems(lines[index], cross: cross, context)
            cross += lines[index].crossSize + distribution.spacing + context.parameters.lineSpacing
        }
        return context.range.clamp(context.axis.size(main: longest, cross: crossSum))
    }

    private mutating func positionItems(_ line: StackLine, cross: Double, _ context: StackContext) {
        let distribution = Distribution(
            context.parameters.justify, room: context.main.violation(of: line.mainSum), count: Int(line.count))
        var main = distribution.offset
        var child = line.first
        for _ in 0..<line.count {
            let style = tree.styles[Int(child)]
            main += style.spacingBefore
            let across = crossOffset(child, style, line, context)
            items[Int(child)].offset = context.axis.point(main: main, cross: cross + across)
            main += context.axis.main(items[Int(child)].size) + style.spacingAfter
            main += distribution.spacing + context.parameters.spacing
            child = nextSibling(child)
        }
    }

    private func crossOffset(
        _ child: Int32, _ style: ElementStyle, _ line: StackLine, _ context: StackContext
    ) -> Double {
        let room = line.crossSize - context.axis.cross(items[Int(child)].size)
        switch context.alignment(style) {
        case .start, .stretch: return 0
        case .end: return room
        case .center: return grid.down(room / 2)
        case .baselineFirst, .baselineLast: return line.baseline - (baseline(child, context) ?? 0)
        }
    }
}
