import LaminaGeometry

/// The padding box that absolute elements relate to, as seen from the border box of their parent.
struct FlexContainingBlock {
    var x: Double
    var y: Double
    let width: Double
    let height: Double
}

/// Elements out of the flow (CSS Position 3.5, CSS Flexbox 4.1).
extension FlexTree {
    /// Places the absolute elements whose containing block is the element of `c`.
    mutating func placeAbsolutes(
        _ c: inout FlexContainer, _ width: Double, _ height: Double, _ measurer: inout some FlexMeasurer
    ) {
        let border =
            thickness(c.style, FlexNumber.border, .nan, rightToLeft: c.rightToLeft)
            + scrollbars(c.style, rightToLeft: c.rightToLeft)
        let block = FlexContainingBlock(
            x: border.left, y: border.top, width: max(0, width - border.horizontal),
            height: max(0, height - border.vertical))
        placeAbsolutes(&c, block, &measurer)
    }

    private mutating func placeAbsolutes(
        _ c: inout FlexContainer, _ block: FlexContainingBlock, _ measurer: inout some FlexMeasurer
    ) {
        var child = records[c.element].firstChild
        while child >= 0 {
            let style = styles.view(records[child].style)
            if style.isContents && records[child].firstChild >= 0 {
                child = records[child].firstChild
                continue
            }
            if style.isAbsolute && !style.isHidden {
                placeAbsolute(child, style, &c, block, &measurer)
            } else if records[child].flags.contains(.absoluteBelow) {
                placeBelow(child, style, &c, block, &measurer)
            }
            child = advance(child, in: c.element)
        }
    }

    /// Absolute elements whose parent is static.
    private mutating func placeBelow(
        _ child: Int32, _ style: FlexStyleView, _ c: inout FlexContainer, _ block: FlexContainingBlock,
        _ measurer: inout some FlexMeasurer
    ) {
        let record = records[child]
        let inset = box(style, c.width, rightToLeft: record.flags.contains(.rightToLeft))
        var inner = container(
            child, width: max(0, record.width - inset.horizontal), height: max(0, record.height - inset.vertical),
            definite: record.flags.contains(.definiteHeight))
        inner.originX = inset.left + scrollbars(style, rightToLeft: inner.rightToLeft).left
        inner.originY = inset.top
        var moved = block
        moved.x -= record.x
        moved.y -= record.y
        placeAbsolutes(&inner, moved, &measurer)
    }

    private mutating func placeAbsolute(
        _ child: Int32, _ style: FlexStyleView, _ c: inout FlexContainer, _ block: FlexContainingBlock,
        _ measurer: inout some FlexMeasurer
    ) {
        statistics.visits += 1
        let rightToLeft = inheritDirection(child, style, inheritedDirection(child))
        let insets = manyEdges(style, FlexNumber.inset, (block.width, block.height), rightToLeft, unset: .nan)
        let margins = edges(style, FlexNumber.margin, block.width, rightToLeft: rightToLeft)
        var a = FlexAbsolute(
            insets: insets, margins: margins, box: box(style, block.width, rightToLeft: rightToLeft),
            ratio: length(style, FlexNumber.aspectRatio, .nan), isContentBox: style.isContentBox)
        setLimits(&a, style, block)
        size(&a, child, style, block, &measurer)
        place(
            child, width: a.width, height: a.height, definite: profile == .yoga || a.hasDefiniteHeight,
            percentWidth: block.width, &measurer)
        if child == watched { note(a, block, in: c.element) }
        let flow = staticPosition(a, style, &c)
        // Where both sides are given and the size too, the side where the containing block's text begins counts.
        let x = a.position(
            insets.left, insets.right, margins.left, margins.right, a.width, block.width,
            endWins: c.rightToLeft)
        let y = a.position(
            insets.top, insets.bottom, margins.top, margins.bottom, a.height, block.height, endWins: false)
        setFrame(
            child, x.map { $0 + block.x } ?? flow.x, y.map { $0 + block.y } ?? flow.y, a.width, a.height)
    }

    func setLimits(_ a: inout FlexAbsolute, _ style: FlexStyleView, _ block: FlexContainingBlock) {
        let extraWidth = a.isContentBox ? a.box.horizontal : 0
        let extraHeight = a.isContentBox ? a.box.vertical : 0
        a.width = length(style, FlexNumber.width, block.width) + extraWidth
        a.height = length(style, FlexNumber.height, block.height) + extraHeight
        func limit(_ number: UInt64, _ base: Double, _ extra: Double, or other: Double) -> Double {
            FlexTree.known(length(style, number, base) + extra, or: other)
        }
        a.minWidth = max(a.box.horizontal, limit(FlexNumber.minWidth, block.width, extraWidth, or: 0))
        a.minHeight = max(a.box.vertical, limit(FlexNumber.minHeight, block.height, extraHeight, or: 0))
        a.maxWidth = limit(FlexNumber.maxWidth, block.width, extraWidth, or: .infinity)
        a.maxHeight = limit(FlexNumber.maxHeight, block.height, extraHeight, or: .infinity)
    }

    /// The size: given, else between the insets, else by the ratio, else that of the content.
    private mutating func size(
        _ a: inout FlexAbsolute, _ child: Int32, _ style: FlexStyleView, _ block: FlexContainingBlock,
        _ measurer: inout some FlexMeasurer
    ) {
        let roomX =
            block.width - FlexTree.known(a.insets.left, or: 0) - FlexTree.known(a.insets.right, or: 0) - a.marginX
        let roomY =
            block.height - FlexTree.known(a.insets.top, or: 0) - FlexTree.known(a.insets.bottom, or: 0) - a.marginY
        a.applyRatio(self)
        if !a.ratio.isNaN && a.width.isNaN { a.limitByRatio(self) }
        let widthKeyword = keyword(style, FlexNumber.width)
        if a.width.isNaN
            && (widthKeyword == FlexLengthCode.stretch || (widthKeyword < FlexLengthCode.minContent && a.hasBothX))
        {
            a.width = roomX
            a.widthSource = .room
        }
        a.applyRatio(self)
        let heightKeyword = keyword(style, FlexNumber.height)
        if a.height.isNaN
            && (heightKeyword == FlexLengthCode.stretch || (heightKeyword < FlexLengthCode.minContent && a.hasBothY))
        {
            a.height = roomY
            a.heightSource = .room
        }
        a.applyRatio(self)
        if !a.height.isNaN { a.height = a.clampHeight(a.height) }
        a.hasDefiniteHeight = !a.height.isNaN
        if a.width.isNaN {
            let height = a.height.isNaN ? Double.nan : max(0, a.height - a.box.vertical)
            let content =
                switch widthKeyword {
                case FlexLengthCode.minContent: intrinsicWidth(child, .minContent, height: height, &measurer)
                case FlexLengthCode.maxContent: intrinsicWidth(child, .maxContent, height: height, &measurer)
                default: fitContentWidth(child, available: roomX - a.box.horizontal, height: height, &measurer)
                }
            a.width = content + a.box.horizontal
            a.widthSource = .content
        }
        a.width = a.clampWidth(a.width)
        a.applyRatio(self)
        if a.height.isNaN {
            a.heightSource = .content
            a.height = contentHeight(child, width: max(0, a.width - a.box.horizontal), &measurer) + a.box.vertical
        }
        a.height = a.clampHeight(a.height)
    }

    /// Where the element would be as the only child of its parent (CSS Flexbox 4.1).
    private mutating func staticPosition(_ a: FlexAbsolute, _ style: FlexStyleView, _ c: inout FlexContainer) -> Point {
        var item = FlexItem(0)
        item.main = c.isRow ? a.width : a.height
        item.cross = c.isRow ? a.height : a.width
        if c.rightToLeft != style.isRightToLeft(inherited: c.rightToLeft) || c.rightToLeft {
            if style.isRightToLeft(inherited: c.rightToLeft) { item.flags.insert(.rightToLeft) }
        }
        let m = a.margins
        let main = c.isRow ? (m.left, m.right) : (m.top, m.bottom)
        let cross = c.isRow ? (m.top, m.bottom) : (m.left, m.right)
        let mainStart = FlexTree.known(c.mainFlipped ? main.1 : main.0, or: 0)
        let mainEnd = FlexTree.known(c.mainFlipped ? main.0 : main.1, or: 0)
        let crossStart = FlexTree.known(c.crossFlipped ? cross.1 : cross.0, or: 0)
        let crossEnd = FlexTree.known(c.crossFlipped ? cross.0 : cross.1, or: 0)
        // Browsers do not make this alignment safe.
        var keyword = FlexTree.flowAlignment(c.style.justifyContent, reversed: c.isReverse)
        if keyword >= FlexAlignment.safeCenter.rawValue {
            keyword = (keyword == FlexAlignment.safeCenter.rawValue ? FlexAlignment.center : .flexEnd).rawValue
        }
        let spread = FlexSpread(keyword, free: c.mainSize - item.main - mainStart - mainEnd, count: 1)
        let mainPosition = spread.before + mainStart
        item.align = style.alignSelf == 0 ? c.style.alignItems : style.alignSelf
        let crossPosition =
            FlexTree.crossOffset(item, c.crossSize - item.cross - crossStart - crossEnd, 0, &c) + crossStart
        let along = c.mainFlipped ? c.mainSize - mainPosition - item.main : mainPosition
        let across = c.crossFlipped ? c.crossSize - crossPosition - item.cross : crossPosition
        return Point(x: c.originX + (c.isRow ? along : across), y: c.originY + (c.isRow ? across : along))
    }
}

/// What gave an element out of the flow one of its sizes.
enum FlexSizeSource {
    case style, ratio, content
    /// All there is between the insets, or set to stretch.
    case room
}

/// An absolute element while it is being placed; sizes are of the border box, NaN where not known.
struct FlexAbsolute {
    let insets: FlexEdges
    let margins: FlexEdges
    let box: FlexEdges
    let ratio: Double
    let isContentBox: Bool
    var width = Double.nan
    var height = Double.nan
    var minWidth = 0.0
    var minHeight = 0.0
    var maxWidth = Double.infinity
    var maxHeight = Double.infinity
    var hasDefiniteHeight = false
    var widthSource = FlexSizeSource.style
    var heightSource = FlexSizeSource.style

    var hasBothX: Bool { !insets.left.isNaN && !insets.right.isNaN }
    var hasBothY: Bool { !insets.top.isNaN && !insets.bottom.isNaN }
    var marginX: Double { FlexTree.known(margins.left, or: 0) + FlexTree.known(margins.right, or: 0) }
    var marginY: Double { FlexTree.known(margins.top, or: 0) + FlexTree.known(margins.bottom, or: 0) }

    func clampWidth(_ size: Double) -> Double { max(minWidth, min(maxWidth, size)) }
    func clampHeight(_ size: Double) -> Double { max(minHeight, min(maxHeight, size)) }

    /// Fills in one size from the other.
    mutating func applyRatio(_ tree: borrowing FlexTree) {
        if ratio.isNaN || width.isNaN == height.isNaN { return }
        if height.isNaN {
            heightSource = .ratio
            height = tree.transferred(
                clampWidth(width), 1 / ratio, from: box.horizontal, to: box.vertical, isContentBox)
        } else {
            widthSource = .ratio
            width = tree.transferred(
                clampHeight(height), ratio, from: box.vertical, to: box.horizontal, isContentBox)
        }
    }

    /// Where both sizes are open, the limits of the height are limits of the width too, the minimum up to the width's
    /// maximum (CSS Sizing 4, 5.2).
    mutating func limitByRatio(_ tree: borrowing FlexTree) {
        if minHeight > box.vertical {
            let least = tree.transferred(minHeight, ratio, from: box.vertical, to: box.horizontal, isContentBox)
            minWidth = max(minWidth, min(maxWidth, least))
        }
        if maxHeight < .infinity {
            maxWidth = min(
                maxWidth, tree.transferred(maxHeight, ratio, from: box.vertical, to: box.horizontal, isContentBox))
        }
    }

    /// The distance from the start of the containing block; nil if neither side is given (CSS Position 4.2).
    func position(
        _ start: Double, _ end: Double, _ marginStart: Double, _ marginEnd: Double, _ size: Double, _ room: Double,
        endWins: Bool
    ) -> Double? {
        if start.isNaN && end.isNaN { return nil }
        var before = FlexTree.known(marginStart, or: 0)
        var after = FlexTree.known(marginEnd, or: 0)
        if !start.isNaN && !end.isNaN {
            let free = room - start - end - size - before - after
            switch (marginStart.isNaN, marginEnd.isNaN) {
            case (true, true) where free > 0:
                before = FlexTree.grid(free / 2)
                after = before
            case (true, false): before += free
            case (false, true): after += free
            default: break
            }
        }
        if start.isNaN || (endWins && !end.isNaN) { return room - end - after - size }
        return start + before
    }
}
