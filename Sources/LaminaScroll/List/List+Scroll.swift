public import LaminaDisplay
public import LaminaGeometry
import LaminaList
public import LaminaMotion
import LaminaTemplate

extension List: ScrollContent {
    var axes: Axes { axis.isHorizontal ? .x : .y }
    var isBusy: Bool { isAsking }
    var isMoving: Bool { scroller.isMoving }

    /// The node of a list is scrolled as that of any other content, but for what rows decide.
    func setOptions(_ given: ScrollOptions, in engine: Engine) {
        var options = given
        options.insets = .zero
        options.isPaging = given.isPaging || scroll.extents.layout.form == .pages
        if axis.isReversed { options.snapAlignment = given.snapAlignment.reversed }
        scroller.setOptions(options, in: engine)
        rest(in: engine)
        if options.isPaging, !scroller.needsFrames, !scroller.isDragged, let page = scroller.restingPlace(offset),
            page != offset
        {
            show(page, in: engine)
        }
    }

    /// What stands still stands where it may rest, or at the row that it was scrolled to.
    func rest(in engine: Engine) {
        if isEnded || isAsking { return }
        if let goal = scroller.restingOffset, goal != offset { show(goal, in: engine) }
    }

    /// Rows of some views around an offset and around what is seen.
    func snapAreas(near offset: Point) -> [SnapArea] {
        let (alignment, view) = (scroller.options.snapAlignment, scroll.view)
        var rows: Set<Int> = []
        for place in [seen(axis.length(offset)), scroll.offset] {
            rows.formUnion(scroll.extents.rows(from: place - view, to: place + 2 * view) ?? 0..<0)
        }
        return rows.sorted().compactMap { row in
            guard var area = area(row) else { return nil }
            if axis.isHorizontal { area.alignX = alignment } else { area.alignY = alignment }
            return area
        }
    }

    /// A row as it is seen, with room for the header that will stand above it.
    func area(_ id: Int) -> SnapArea? {
        guard rows.indices.contains(id) else { return nil }
        var area = SnapArea(id: id, rect: axis.rect(scroll.extents.frame(id), view: scroll.maxOffset + scroll.view))
        let covered = stickyHeader(ofRow: id).map { scroll.extents.length($0) } ?? 0
        switch (axis.isHorizontal, axis.isReversed) {
        case (false, false): area.margin.top = covered
        case (false, true): area.margin.bottom = covered
        case (true, false): area.margin.left = covered
        case (true, true): area.margin.right = covered
        }
        return area
    }

    /// The header that stays in view above a row when that is scrolled to.
    private func stickyHeader(ofRow row: Int) -> Int? {
        guard hasStickyHeaders, let section = sections.section(of: row), let header = sections.sections[section].header,
            header < row
        else { return nil }
        return header
    }

    /// As it is seen: what a list that runs the other way begins with stands at the greatest offset.
    func place(_ axis: Axis) -> ScrollPlace {
        guard axes.contains(axis) else {
            return ScrollPlace(offset: 0, extent: ScrollExtent(0, 0), viewport: self.axis.breadth(size))
        }
        let (offset, end) = (scroll.offset, scroll.maxOffset)
        return ScrollPlace(
            offset: self.axis.isReversed ? end - offset : offset, extent: ScrollExtent(0, end), viewport: scroll.view)
    }

    private func seen(_ offset: Double) -> Double { axis.isReversed ? scroll.maxOffset - offset : offset }

    func show(_ offset: Point, in engine: Engine) {
        let goal = seen(axis.length(offset))
        move { $0.overscroll(to: goal) }
        update(in: engine)
        scroller.noteScrolled(in: engine)
    }

    func changed(in engine: Engine) {
        followRanges(in: engine)
        takeSize(in: engine)
        endPlaceholders(in: engine)
        scroller.scale = scale
        notifyApplied()
        endTurn()
    }

    // MARK: - Commands

    /// Goes to a row, at once or in time, and stands there exactly, whatever is measured around it later.
    public func scroll(
        toRow row: Int, _ alignment: RevealAlignment, _ timing: Timing? = nil, in engine: Engine
    ) throws(LaminaError) {
        try checkChangeable()
        try check(row)
        adoptSize(in: engine)
        for needed in [stickyHeader(ofRow: row), row].compactMap(\.self) where !scroll.extents.isMeasured(needed) {
            measureNow(needed, in: engine)
        }
        let aim = ScrollAim(id: row, alignment: axis.isReversed ? alignment.reversed : alignment)
        guard let goal = scroller.offset(of: aim) else { return }
        scroller.scroll(to: goal, aim: aim, timing, in: engine)
        if timing != nil { return }
        endAim()
        scroll.focus = row
        update(in: engine)
    }

    /// On this thread: a tenth of a millisecond for a text. A row that cannot be measured keeps its estimate.
    private func measureNow(_ row: Int, in engine: Engine) {
        guard size.width > 0, values != nil, scroll.extents.hasPlace(row) else { return }
        do throws(LaminaError) {
            guard case .template(let template) = forms[rows[row].kind] else { return }
            let painter = try forms.painter(
                template, rows[row].kind, room: axis.room(scroll.extents.constraint(row)), scale: scale, surroundings,
                in: engine)
            let source = try ask(row)
            let size = try parts.withWorker { (worker) throws(LaminaError) in
                try painter.measure(source, RowPictures(isAwaited: false), on: worker, as: nil)
            }
            measure(row, Size(width: Double(size.width) / scale, height: Double(size.height) / scale))
        } catch {
            note(
                "\(title(ofRow: row, rows[row].identity, in: engine)) cannot be measured: \(error.message)", in: engine)
        }
    }

    /// Scrolls by hand or by command, and notes the direction: from what was asked for, not from what compensation
    /// does.
    private func move(_ body: (inout AnchoredScroll) -> Void) {
        let before = scroll.offset
        body(&scroll)
        // Who came to the end stays there, whatever the rows above turn out to need.
        scroll.focus = scroll.isAtEnd ? rows.count - 1 : nil
        let moved = scroll.offset - before
        if moved != 0 {
            noteScrolled(by: moved)
            isForward = moved > 0
            wasScrolled = true
            ranges.isTrimmed = false
            emptyRows = 0
        }
    }

    func stop() { scroller.stop() }

    /// Rows have changed or were measured. What moves goes on from where the list stands now, in what is there now,
    /// with the speed that it has; what stands at a row still does.
    func contentMoved() {
        contentMoves += 1
        scroller.contentChanged()
        guard let goal = scroller.restingOffset else { return }
        if goal != offset { scroll.scroll(to: seen(axis.length(goal))) }
        endAim()
    }

    /// A row that is where it was to be is an anchor as any other, where the list does not snap.
    private func endAim() {
        if let aim = scroller.aim, scroller.options.snap == nil, !scroller.isMoving, scroll.extents.isMeasured(aim.id),
            stickyHeader(ofRow: aim.id).map({ scroll.extents.isMeasured($0) }) ?? true
        {
            scroller.aim = nil
        }
    }
}

extension SnapAlignment {
    var reversed: SnapAlignment {
        switch self {
        case .start: .end
        case .center: .center
        case .end: .start
        }
    }
}

extension RevealAlignment {
    var reversed: RevealAlignment {
        switch self {
        case .start: .end
        case .end: .start
        case .center, .nearest: self
        }
    }
}
