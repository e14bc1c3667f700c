/// The children of a container as items: what their styles say, then their base sizes.
extension FlexTree {
    /// Collects the items of `c` and finds their flex base sizes (CSS Flexbox 9.2).
    mutating func collectItems(_ c: inout FlexContainer, placing: Bool, _ measurer: inout some FlexMeasurer) {
        var child = records[c.element].firstChild
        while child >= 0 {
            let style = styles.view(records[child].style)
            if style.isContents {
                if placing { placeContents(child, style) }
                if records[child].firstChild >= 0 {
                    if !placing { enterContents(child, style) }
                    child = records[child].firstChild
                    continue
                }
            } else if style.isHidden {
                if placing { hide(child) }
            } else if style.isAbsolute {
                c.hasAbsolute = true
                _ = inheritDirection(child, style, inheritedDirection(child))
            } else {
                addItem(child, style, &c, placing: placing, &measurer)
            }
            child = advance(child, in: c.element)
        }
    }

    /// Properties whose percentages may relate to the container's height.
    static let heights: UInt64 =
        1 << FlexNumber.height | 1 << FlexNumber.minHeight | 1 << FlexNumber.maxHeight | 1 << FlexNumber.flexBasis
        | 0x1FF << FlexNumber.inset

    private mutating func addItem(
        _ child: Int32, _ style: FlexStyleView, _ c: inout FlexContainer, placing: Bool,
        _ measurer: inout some FlexMeasurer
    ) {
        statistics.visits += 1
        let rightToLeft = inheritDirection(child, style, inheritedDirection(child))
        var item = FlexItem(child)
        if rightToLeft { item.flags.insert(.rightToLeft) }
        if records[child].flags.contains(.measured) { item.flags.insert(.measured) }
        if style.mask >> FlexNumber.margin & 0x1FF != 0 { setMargins(&item, style, &c, rightToLeft) }
        let inset = box(style, c.percentWidth, rightToLeft: rightToLeft)
        item.boxMain = c.isRow ? inset.horizontal : inset.vertical
        item.boxCross = c.isRow ? inset.vertical : inset.horizontal
        setSizes(&item, style, &c)
        if style.hasKeywordSizes {
            c.isElastic = true
            c.usesHeight = true
            setKeywordSizes(&item, style, &c, &measurer)
        }
        if style.edges(FlexNumber.inset) != 0 && !style.isStatic { item.flags.insert(.relative) }
        if style.percent & FlexTree.heights != 0 { c.usesHeight = true }
        if item.grow > 0 || style.percent != 0 { c.isElastic = true }
        if !item.flags.isDisjoint(with: .autoMarginsMain) {
            c.isElastic = true
            c.hasAutoMargins = true
        }
        setAlignment(&item, style, &c)
        setBase(&item, style, &c, placing: placing, &measurer)
        if c.isRow && (!item.ratio.isNaN || records[child].flags.contains(.widthNeedsHeight)) { c.usesHeight = true }
        if c.hasDefiniteLine && item.flags.contains(.stretched) {
            item.cross = item.clampCross(c.crossSize - item.marginCross)
            if !c.isRow && !item.ratio.isNaN { c.hasOpenCross = true }
        } else if c.isRow || !item.ratio.isNaN {
            c.hasOpenCross = true
        }
        if scratch.items.isFull { makeRoom(from: child) }
        scratch.items.append(from: &item)
        if !c.wraps { addToLine(Int32(truncatingIfNeeded: scratch.items.count - 1), &c, &measurer) }
    }

    /// Makes room for `child` and its siblings, who are counted for that.
    @inline(never) private mutating func makeRoom(from child: Int32) {
        var more = 0
        var next = child
        while next >= 0 {
            more += 1
            next = records[next].nextSibling
        }
        // Containers among them put theirs on top.
        scratch.items.grow(to: scratch.items.count + more + (more < 64 ? 16 : 256))
    }

    /// The hypothetical main size of an item, and its share in the sums of the only line.
    @inline(__always) private mutating func addToLine(
        _ index: Int32, _ c: inout FlexContainer, _ measurer: inout some FlexMeasurer
    ) {
        if scratch.items[index].flags.contains(.autoMinimum) { settleMinimum(index, &c, &measurer) }
        let main = scratch.items[index].hypothetical
        if main != scratch.items[index].base { c.hasClamps = true }
        scratch.items[index].main = main
        c.hypothetical += main + scratch.items[index].marginMain
        c.growFactors += scratch.items[index].grow
    }

    private mutating func setMargins(
        _ item: inout FlexItem, _ style: FlexStyleView, _ c: inout FlexContainer, _ rightToLeft: Bool
    ) {
        let found = edges(style, FlexNumber.margin, c.percentWidth, rightToLeft: rightToLeft)
        let auto = manyAutoMargins(style, rightToLeft)
        let main = c.isRow ? (found.left, found.right) : (found.top, found.bottom)
        let cross = c.isRow ? (found.top, found.bottom) : (found.left, found.right)
        let autoMain = c.isRow ? (auto.left, auto.right) : (auto.top, auto.bottom)
        let autoCross = c.isRow ? (auto.top, auto.bottom) : (auto.left, auto.right)
        item.marginMainStart = FlexTree.known(c.mainFlipped ? main.1 : main.0, or: 0)
        item.marginMainEnd = FlexTree.known(c.mainFlipped ? main.0 : main.1, or: 0)
        item.marginCrossStart = FlexTree.known(c.crossFlipped ? cross.1 : cross.0, or: 0)
        item.marginCrossEnd = FlexTree.known(c.crossFlipped ? cross.0 : cross.1, or: 0)
        if c.mainFlipped ? autoMain.1 : autoMain.0 { item.flags.insert(.autoMarginMainStart) }
        if c.mainFlipped ? autoMain.0 : autoMain.1 { item.flags.insert(.autoMarginMainEnd) }
        if c.crossFlipped ? autoCross.1 : autoCross.0 { item.flags.insert(.autoMarginCrossStart) }
        if c.crossFlipped ? autoCross.0 : autoCross.1 { item.flags.insert(.autoMarginCrossEnd) }
    }

    /// Which margins are auto: those that are not numbers even when percentages relate to something.
    mutating func manyAutoMargins(
        _ style: FlexStyleView, _ rightToLeft: Bool
    ) -> (left: Bool, top: Bool, right: Bool, bottom: Bool) {
        let found = edges(style, FlexNumber.margin, 0, rightToLeft: rightToLeft)
        return (found.left.isNaN, found.top.isNaN, found.right.isNaN, found.bottom.isNaN)
    }

    @inline(__always) private mutating func setSizes(
        _ item: inout FlexItem, _ style: FlexStyleView, _ c: inout FlexContainer
    ) {
        let content = style.isContentBox
        let extraMain = content ? item.boxMain : 0
        let extraCross = content ? item.boxCross : 0
        if content { item.flags.insert(.contentBox) }
        item.minMain = item.boxMain
        item.minCross = item.boxCross
        if style.mask & 0b11_1111 != 0 {
            // Heights follow their widths in the numbering.
            let main: UInt64 = c.isRow ? 0 : 1
            let cross = 1 - main
            item.preferredMain = length(style, FlexNumber.width + main, c.percentMain) + extraMain
            item.preferredCross = length(style, FlexNumber.width + cross, c.percentCross) + extraCross
            if style.mask & 0b11_1100 != 0 {
                let minMain = length(style, FlexNumber.minWidth + main, c.percentMain) + extraMain
                let minCross = length(style, FlexNumber.minWidth + cross, c.percentCross) + extraCross
                let maxMain = length(style, FlexNumber.maxWidth + main, c.percentMain) + extraMain
                let maxCross = length(style, FlexNumber.maxWidth + cross, c.percentCross) + extraCross
                if minMain > item.minMain { item.minMain = minMain }
                if minCross > item.minCross { item.minCross = minCross }
                if !maxMain.isNaN { item.maxMain = maxMain }
                if !maxCross.isNaN { item.maxCross = maxCross }
            }
            if !style.has(FlexNumber.width + cross) || keyword(style, FlexNumber.width + cross) == FlexLengthCode.auto
                || (item.preferredCross.isNaN && style.isPercent(FlexNumber.width + cross))
            {
                item.flags.insert(.autoCross)
            }
        } else {
            item.flags.insert(.autoCross)
        }
        item.shrink = profile == .css ? 1 : 0
        if style.mask >> FlexNumber.flexGrow != 0 {
            styles.factors(style, &item.grow, &item.shrink)
            if style.has(FlexNumber.aspectRatio) {
                let ratio = Double(bitPattern: styles.word(style, FlexNumber.aspectRatio))
                item.ratio = c.isRow ? ratio : 1 / ratio
            }
        }
        if profile == .css && style.overflow == 0 && !style.has(c.isRow ? FlexNumber.minWidth : FlexNumber.minHeight) {
            item.flags.insert(.autoMinimum)
        }
    }

    @inline(__always) private mutating func setAlignment(
        _ item: inout FlexItem, _ style: FlexStyleView, _ c: inout FlexContainer
    ) {
        var align = style.alignSelf == 0 ? c.style.alignItems : style.alignSelf
        if align == 0 { align = FlexAlignment.stretch.rawValue }
        if align == FlexAlignment.baseline.rawValue {
            if c.isRow || profile == .css {
                c.hasBaselines = true
            } else {
                align = FlexAlignment.start.rawValue
            }
        }
        item.align = align
        if align == FlexAlignment.stretch.rawValue && item.flags.contains(.autoCross)
            && item.flags.isDisjoint(with: .autoMarginsCross)
        {
            item.flags.insert(.stretched)
        }
    }

    /// The cross size that a stretched item will have, if that is known before the lines are; else the preferred one,
    /// or NaN.
    @inline(__always) func definiteCross(_ item: FlexItem, _ c: inout FlexContainer) -> Double {
        if !item.preferredCross.isNaN { return item.clampCross(item.preferredCross) }
        if item.flags.contains(.stretched) && !c.wraps && !c.percentCross.isNaN {
            return item.clampCross(c.percentCross - item.marginCross)
        }
        return .nan
    }

    /// CSS Flexbox 9.2, step 3.
    @inline(__always) private mutating func setBase(
        _ item: inout FlexItem, _ style: FlexStyleView, _ c: inout FlexContainer, placing: Bool,
        _ measurer: inout some FlexMeasurer
    ) {
        let extra = item.flags.contains(.contentBox) ? item.boxMain : 0
        var usesContent = false
        if style.has(FlexNumber.flexBasis) {
            let basis = length(style, FlexNumber.flexBasis, c.percentMain) + extra
            if !basis.isNaN {
                item.base = max(basis, item.boxMain)
                if c.isRow { return }
                setColumnCross(&item, &c, main: .nan, &measurer)
                // Where the main size is not known Yoga takes the content; this also is what automatic minimum sizes
                // lead to.
                if profile == .yoga && c.percentMain.isNaN {
                    c.usesHeight = true
                    keepContent(&item, &measurer)
                }
                return
            }
            let value = keyword(style, FlexNumber.flexBasis)
            if value >= FlexLengthCode.minContent { c.usesHeight = true }
            usesContent = value >= FlexLengthCode.minContent || style.isPercent(FlexNumber.flexBasis)
            if usesContent && keywordBasis(&item, value, &c, &measurer) { return }
        }
        if !usesContent && !item.preferredMain.isNaN {
            item.base = max(item.preferredMain, item.boxMain)
            if !c.isRow { setColumnCross(&item, &c, main: item.clampMain(item.base), &measurer) }
            return
        }
        contentBase(&item, &c, placing: placing, &measurer)
    }

    private mutating func keepContent(_ item: inout FlexItem, _ measurer: inout some FlexMeasurer) {
        let content = contentHeight(item.element, width: max(0, item.cross - item.boxCross), &measurer)
        item.base = max(item.base, content + item.boxMain)
    }

    /// Yoga offers an item of a row the row's width when it measures its content, which matters to texts and to columns
    /// of them: they break lines instead of sticking out, whether they may shrink or not.
    @inline(__always) private func staysInside(_ element: Int32) -> Bool {
        if records[element].flags.contains(.measured) { return true }
        if records[element].firstChild < 0 { return false }
        let style = styles.view(records[element].style)
        return style.wrap == 0 && !isRow(style)
    }

    /// The base size from the content, or from the cross size by the aspect ratio.
    @inline(__always) private mutating func contentBase(
        _ item: inout FlexItem, _ c: inout FlexContainer, placing: Bool, _ measurer: inout some FlexMeasurer
    ) {
        if !item.ratio.isNaN {
            let cross = definiteCross(item, &c)
            if !cross.isNaN {
                item.base = transferred(
                    cross, item.ratio, from: item.boxCross, to: item.boxMain, item.flags.contains(.contentBox))
                if !c.isRow { item.cross = cross }
                return
            }
        }
        if c.isRow {
            item.flags.insert(.baseFromContent)
            let known = records[item.element].maxContentWidth
            if profile == .yoga && staysInside(item.element) {
                let room = c.mainSize - item.marginMain - item.boxMain
                let height = knownContentHeight(item, &c)
                item.base =
                    fitContentWidth(item.element, available: room, height: height, &measurer) + item.boxMain
            } else if !known.isNaN && !records[item.element].flags.contains(.widthNeedsHeight) {
                item.base = known + item.boxMain
            } else {
                let height = knownContentHeight(item, &c)
                item.base = intrinsicWidth(item.element, .maxContent, height: height, &measurer) + item.boxMain
            }
        } else {
            setColumnCross(&item, &c, main: .nan, &measurer)
            if !item.ratio.isNaN {
                // A box may have higher content than that. A leaf may be a picture, which its ratio is to cut.
                if item.flags.contains(.measured) { item.flags.insert(.baseFromContent) }
                item.base = transferred(
                    item.cross, item.ratio, from: item.boxCross, to: item.boxMain, item.flags.contains(.contentBox))
            } else {
                item.flags.insert(.baseFromContent)
                let width = max(0, item.cross - item.boxCross)
                let content =
                    placing && item.grow == 0
                    ? placedHeight(
                        item.element, width: width, borderWidth: item.cross, percentWidth: c.percentWidth, &measurer)
                    : contentHeight(item.element, width: width, &measurer)
                item.base = content + item.boxMain
            }
        }
        if !item.ratio.isNaN { item.base = limitedByCross(item, item.base) }
    }

    /// A main size by content under the limits of the cross size, by the aspect ratio (CSS Sizing 4, 5.2).
    mutating func limitedByCross(_ item: FlexItem, _ size: Double) -> Double {
        var result = size
        let contentBox = item.flags.contains(.contentBox)
        if item.maxCross < .infinity {
            result = min(
                result, transferred(item.maxCross, item.ratio, from: item.boxCross, to: item.boxMain, contentBox))
        }
        if item.minCross > item.boxCross {
            result = max(
                result, transferred(item.minCross, item.ratio, from: item.boxCross, to: item.boxMain, contentBox))
        }
        return result
    }

    /// The content height with which an item of a row is measured for its width; NaN if it is not known, or of no
    /// concern.
    @inline(__always) func knownContentHeight(_ item: FlexItem, _ c: inout FlexContainer) -> Double {
        if item.flags.contains(.measured) && item.preferredCross.isNaN { return .nan }
        let height = definiteCross(item, &c)
        return height.isNaN ? .nan : max(0, height - item.boxCross)
    }

    /// The width of an item of a column, which its height depends on.
    mutating func setColumnCross(
        _ item: inout FlexItem, _ c: inout FlexContainer, main: Double, _ measurer: inout some FlexMeasurer
    ) {
        let definite = definiteCross(item, &c)
        if !definite.isNaN {
            item.cross = definite
        } else if !item.ratio.isNaN && !main.isNaN && item.flags.contains(.autoCross) {
            // Where the height is the content's, browsers leave the width as the ratio has it.
            if !item.preferredMain.isNaN { raiseByContent(&item, FlexNumber.minWidth, main: main, &measurer) }
            item.cross = item.clampCross(
                transferred(
                    main, 1 / item.ratio, from: item.boxMain, to: item.boxCross, item.flags.contains(.contentBox)))
        } else {
            let height = main.isNaN ? Double.nan : max(0, main - item.boxMain)
            let across = c.balances ? offeredCross(&c) : c.crossSize
            let room = across - item.marginCross - item.boxCross
            item.cross = item.clampCross(
                fitContentWidth(item.element, available: room, height: height, &measurer) + item.boxCross)
        }
    }
}
