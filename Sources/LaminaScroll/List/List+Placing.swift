import LaminaAnimation
import LaminaDisplay
import LaminaGeometry
import LaminaList
import LaminaLock
import LaminaNode

/// Where cells stand.
extension List {
    /// Presents cells and offset where they are now; `one`: no other has changed, and nothing has moved.
    func place(_ one: Cell? = nil, in engine: Engine) {
        if one == nil { rebase() }
        var changes: [PresentedChange] = []
        var (moved, shown): ([(cell: Cell, place: Cell.Place)], [Cell]) = ([], [])
        let origin = axis.boundsOrigin(scroll.offset - base, view: scroll.view)
        let cells = one.map { [$0] } ?? cells.values.filter { $0.node != nil }.sorted { $0.row < $1.row }
        for (cell, frame) in zip(cells, scroll.extents.frames(of: cells.map(\.row))) {
            guard let node = cell.node else { continue }
            let place = place(of: cell, frame)
            let moves = moves(cell, to: place, origin: origin)
            // What comes from far away appears.
            if farWay(of: cell) != nil && isSeen(cell.row) {
                cell.isHidden = true
                cell.line?.isNew = true
            }
            if separators.areShown && !moves,
                let line = placeLine(of: cell, at: place, origin: origin, in: engine)
            {
                changes.append(line)
            }
            if moves {
                moved.append((cell, place))
                cell.isRaised = true
                changes.append(PresentedChange(node, PresentedValues(zPosition: movingOrder(of: cell))))
                continue
            }
            if cell.isRaised && !engine.animator.moves(node) {
                cell.isRaised = false
                changes.append(PresentedChange(node, PresentedValues(zPosition: place.order)))
                if let line = cell.line { changes.append(PresentedChange(line.node, Self.lowered)) }
            }
            if place == cell.place { continue }
            // A node that a header had stands above others still.
            let isNew = cell.isHidden && !cell.isTree
            let mayStandAbove = isNew || (cell.place.map { $0.order != place.order } ?? !cell.isTree)
            cell.place = place
            if cell.isAnimated { engine.animator.stop(node, in: engine) }
            var values = PresentedValues(position: place.center)
            if cell.isHidden {
                shown.append(cell)
                cell.isHidden = false
                if !cell.isTree { values.fields.insert(.opacity) }
            }
            if hasOwnOrder || mayStandAbove || rows[cell.row].role == .header {
                values.fields.insert(.zPosition)
                values.zPosition = place.order
            }
            changes.append(PresentedChange(node, values))
            if let under = cell.under {
                changes.append(PresentedChange(under, PresentedValues(position: place.center)))
            }
        }
        if origin != lastOrigin {
            lastOrigin = origin
            changes.append(PresentedChange(node, PresentedValues(boundsOrigin: origin)))
        }
        if let index = placeIndex(origin: origin) { changes.append(index) }
        engine.setPresented(changes)
        leave(origin: origin, in: engine)
        move(moved, origin: origin, in: engine)
        for cell in shown { appear(cell, in: engine) }
        if separators.areShown { appearLines(in: engine) }
        endChange()
        endMotion(in: engine)
    }

    private func place(of cell: Cell, _ frame: RowFrame) -> Cell.Place {
        let isPinned = pinned?.row == cell.row
        let top = isPinned ? pinned?.top ?? frame.top : frame.top
        let origin = axis.origin(along: top - base, side: frame.side, length: axis.length(cell.size))
        // In a layout of the host's own rows may overlap: later ones stand above.
        let order = scroll.extents.isOwn ? Double(cell.row) : 0
        return Cell.Place(
            origin: origin, size: cell.size, isAbove: isPinned, order: isPinned ? Double(rows.count) : order)
    }

    // MARK: - Headers

    /// A header that stays at the beginning of the view while its section passes.
    struct PinnedHeader: Equatable {
        var row: Int
        var top: Double
    }

    /// Finds the header that stands above the others now.
    func pinHeader() {
        pinned = nil
        scroll.settings.inset = 0
        guard hasStickyHeaders, !scroll.extents.wideRows.isEmpty,
            let first = scroll.extents.firstRow(endingAfter: scroll.offset)?.index,
            let section = sections.section(of: first), let header = sections.sections[section].header
        else { return }
        let (top, length) = (scroll.extents.top(header), scroll.extents.length(header))
        if top >= scroll.offset { return }
        // The next section pushes it out.
        let end = scroll.extents.top(sections.sections[section].rows.upperBound)
        pinned = PinnedHeader(row: header, top: max(top, min(scroll.offset, end - length)))
        scroll.settings.inset = max(0, min(length, end - scroll.offset))
    }

    // MARK: - What stands at 0

    /// Chooses what stands at 0 so that what is visible and stays moves by nothing: its pixels are those of before.
    private func rebase() {
        let limit = 1e6
        // In a transition it is what was shown that stays, also what leaves.
        if let origin = motion.origin {
            base =
                axis.isReversed
                ? scroll.offset + scroll.view + axis.length(origin) : scroll.offset - axis.length(origin)
            return
        }
        let visible = scroll.extents.rows(from: scroll.offset, to: scroll.offset + scroll.view)
        for row in visible ?? 0..<0 where row != pinned?.row {
            guard let cell = cells[row], cell.node != nil, let place = cell.place, !place.isAbove else { continue }
            let was =
                axis.isReversed
                ? -axis.length(place.origin) - axis.length(place.size) : axis.length(place.origin)
            let kept = scroll.extents.top(row) - was
            if abs(scroll.offset - kept) < limit {
                base = kept
                return
            }
        }
        if abs(scroll.offset - base) >= limit || visible == nil {
            base = (scroll.offset * scale).rounded() / scale
            for cell in cells.values { cell.place = nil }
        }
    }

    // MARK: - Size

    /// After a layout.
    func takeSize(in engine: Engine) {
        if isEnded { return }
        guard let shown = engine.shownSize(of: node) else {
            isOnSurface = false
            return events.noteHidden(from: self)
        }
        if isOnSurface && shown.size == size && shown.scale == scale && surroundings(in: engine) == surroundings {
            return
        }
        update(in: engine)
    }

    /// Rows of templates are drawn anew in dark surroundings, or with another tint or direction of text; what shows
    /// stays until then.
    private func adoptSurroundings(in engine: Engine) {
        let found = surroundings(in: engine)
        if found == surroundings { return }
        if found.traits.textSize != surroundings.traits.textSize {
            // What was measured is a guess now.
            form += 1
            scroll.forgetMeasurements()
        }
        surroundings = found
        surroundingsCount &+= 1
        forms.forgetPainters()
    }

    func surroundings(in engine: Engine) -> RowSurroundings {
        engine.context.nodes.withLock { store in
            guard let index = store.find(node) else { return surroundings }
            return RowSurroundings(isRightToLeft: store.runsRightToLeft, traits: store.traits(of: index))
        }
    }

    func adoptSize(in engine: Engine) {
        adoptSurroundings(in: engine)
        let shown = engine.shownSize(of: node)
        isOnSurface = shown != nil
        guard let shown else { return }
        let isBroader = axis.breadth(shown.size) != axis.breadth(size)
        let isLonger = axis.length(shown.size) != axis.length(size)
        if isBroader || shown.scale != scale || (isLonger && scroll.extents.layout.form == .pages) {
            // What was measured is a guess now; what shows stays until there is other.
            forms.forgetPainters()
            form += 1
            scroll.forgetMeasurements()
        }
        scale = shown.scale
        size = shown.size
        if isBroader || (isLonger && scroll.extents.layout.form == .pages) {
            scroll.setLayout(scroll.extents.layout, breadth: axis.breadth(size), length: axis.length(size))
        }
        if axis.length(size) != scroll.view { scroll.resize(view: axis.length(size)) }
        if isBroader || isLonger { placeRows() }
    }
}
