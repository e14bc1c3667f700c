public import LaminaGeometry

/// What a root was last laid out for.
struct FlexRootConstraints: Equatable {
    var root = FlexRecord.none
    var width = FlexSpace.maxContent
    var height = FlexSpace.maxContent
    var rightToLeft = false
}

extension FlexTree {
    /// Lays out `root` and everything below it; afterwards `frame` holds, and `changed` names what moved.
    ///
    /// A dimension that the root's style leaves open is taken from `width` and `height`: exactly that much, its content
    /// but at most that much, or its content. Percentages of the root relate to them. If nothing changed since the last
    /// layout for the same constraints, this costs no more than finding that out. Else the cost is linear in the
    /// elements that changed, their ancestors and the ancestors' children. The stack grows with the depth: measured, 1
    /// KB per level in a release build, up to 2.5 KB where sizes are given by keywords like min-content; less than 6.5
    /// KB in a debug build.
    public mutating func layout(
        _ root: Int32, width: FlexSpace, height: FlexSpace, rightToLeft: Bool = false,
        measurer: inout some FlexMeasurer
    ) {
        if !changed.isEmpty { changed.removeAll(keepingCapacity: true) }
        forgetInsetChanges()
        statistics = FlexStatistics()
        let constraints = FlexRootConstraints(root: root, width: width, height: height, rightToLeft: rightToLeft)
        if constraints == lastRoot && records[root].flags.contains(.placed) { return }
        lastRoot = constraints
        layOut(root, constraints, &measurer)
        settleChanges()
    }

    /// Leaves out what ended where it was before. Measuring notes elements, too, and one may be gone since, or its
    /// number be that of another: the last note of a number is the one that counts.
    private mutating func settleChanges() {
        changed.reserveCapacity(scratch.noted.count)
        var next = Int32(truncatingIfNeeded: scratch.former.count)
        var index = Int32(truncatingIfNeeded: scratch.noted.count)
        while index > 0 {
            index -= 1
            let noted = scratch.noted[index]
            let element = noted < 0 ? ~noted : noted
            var former = FlexFormerFrame(x: 0, y: 0, width: 0, height: 0)
            if noted >= 0 {
                next -= 1
                former = scratch.former[next]
            }
            if !records[element].flags.contains(.noted) { continue }
            records[element].flags.remove(.noted)
            if records[element].x == former.x && records[element].y == former.y
                && records[element].width == former.width && records[element].height == former.height
            {
                continue
            }
            changed.append(element)
        }
        scratch.noted.removeLast(to: 0)
        scratch.former.removeLast(to: 0)
    }

    private mutating func layOut(_ root: Int32, _ constraints: FlexRootConstraints, _ measurer: inout some FlexMeasurer)
    {
        let rightToLeft = constraints.rightToLeft
        let style = styles.view(records[root].style)
        _ = inheritDirection(root, style, rightToLeft)
        if style.isHidden { return hide(root) }
        let size = rootSize(root, constraints, placing: true, &measurer)
        let space = FlexTree.space(constraints.width)
        place(
            root, width: size.width, height: size.height, definite: profile == .yoga || size.isDefinite,
            percentWidth: space, &measurer)
        let margins = edges(style, FlexNumber.margin, space, rightToLeft: rightToLeft)
        var origin = Point(x: FlexTree.known(margins.left, or: 0), y: FlexTree.known(margins.top, or: 0))
        // Lines of text that run to the left begin at the right edge of what is offered.
        if profile == .css && rightToLeft && !space.isNaN, case .atMost = constraints.width {
            origin.x = space - FlexTree.known(margins.right, or: 0) - size.width
        }
        if !style.isStatic {
            let insets = manyEdges(
                style, FlexNumber.inset, (space, FlexTree.space(constraints.height)), rightToLeft, unset: .nan)
            origin = origin + FlexTree.offset(insets, false)
        }
        setFrame(root, origin.x, origin.y, size.width, size.height)
    }

    /// The size that `root` would have, without placing anything. What is learnt serves a later layout.
    public mutating func measure(
        _ root: Int32, width: FlexSpace, height: FlexSpace, rightToLeft: Bool = false,
        measurer: inout some FlexMeasurer
    ) -> Size {
        let constraints = FlexRootConstraints(root: root, width: width, height: height, rightToLeft: rightToLeft)
        let style = styles.view(records[root].style)
        _ = inheritDirection(root, style, rightToLeft)
        if style.isHidden { return .zero }
        let size = rootSize(root, constraints, placing: false, &measurer)
        return Size(width: size.width, height: size.height)
    }

    /// What percentages relate to.
    private static func space(_ space: FlexSpace) -> Double {
        switch space {
        case .exactly(let value), .atMost(let value):
            value.isNaN ? .nan : FlexTree.grid(FlexLengthCode.bounded(max(0, value)))
        case .minContent, .maxContent: .nan
        }
    }

    private mutating func rootSize(
        _ root: Int32, _ constraints: FlexRootConstraints, placing: Bool, _ measurer: inout some FlexMeasurer
    ) -> (width: Double, height: Double, isDefinite: Bool) {
        let style = styles.view(records[root].style)
        let spaceX = FlexTree.space(constraints.width)
        let spaceY = FlexTree.space(constraints.height)
        let rightToLeft = records[root].flags.contains(.rightToLeft)
        var a = FlexAbsolute(
            insets: FlexEdges(left: .nan, top: .nan, right: .nan, bottom: .nan),
            margins: edges(style, FlexNumber.margin, spaceX, rightToLeft: rightToLeft),
            box: box(style, spaceX, rightToLeft: rightToLeft), ratio: length(style, FlexNumber.aspectRatio, .nan),
            isContentBox: style.isContentBox)
        setLimits(&a, style, FlexContainingBlock(x: 0, y: 0, width: spaceX, height: spaceY))
        if a.width.isNaN && keyword(style, FlexNumber.width) < FlexLengthCode.minContent,
            case .exactly = constraints.width
        {
            a.width = spaceX - a.marginX
        }
        if a.height.isNaN && keyword(style, FlexNumber.height) < FlexLengthCode.minContent,
            case .exactly = constraints.height
        {
            a.height = spaceY - a.marginY
        }
        a.applyRatio(self)
        if !a.height.isNaN { a.height = a.clampHeight(a.height) }
        let isDefinite = !a.height.isNaN
        if a.width.isNaN {
            a.width = rootContentWidth(root, style, constraints, a, spaceX, &measurer) + a.box.horizontal
        }
        a.width = a.clampWidth(a.width)
        a.applyRatio(self)
        if a.height.isNaN {
            let width = max(0, a.width - a.box.horizontal)
            let content =
                placing
                ? placedHeight(root, width: width, borderWidth: a.width, percentWidth: spaceX, &measurer)
                : contentHeight(root, width: width, &measurer)
            a.height = content + a.box.vertical
        }
        return (a.width, a.clampHeight(a.height), isDefinite)
    }

    private mutating func rootContentWidth(
        _ root: Int32, _ style: FlexStyleView, _ constraints: FlexRootConstraints, _ a: FlexAbsolute, _ spaceX: Double,
        _ measurer: inout some FlexMeasurer
    ) -> Double {
        let height = a.height.isNaN ? Double.nan : max(0, a.height - a.box.vertical)
        let value = keyword(style, FlexNumber.width)
        let room = spaceX - a.marginX - a.box.horizontal
        if value == FlexLengthCode.minContent { return intrinsicWidth(root, .minContent, height: height, &measurer) }
        if value == FlexLengthCode.maxContent { return intrinsicWidth(root, .maxContent, height: height, &measurer) }
        if value == FlexLengthCode.stretch && !room.isNaN { return max(0, room) }
        switch constraints.width {
        case .minContent: return intrinsicWidth(root, .minContent, height: height, &measurer)
        case .maxContent: return intrinsicWidth(root, .maxContent, height: height, &measurer)
        case .exactly, .atMost: return fitContentWidth(root, available: room, height: height, &measurer)
        }
    }
}
