import LaminaDisplay
import LaminaGeometry
import LaminaList
import LaminaLock
import LaminaNode

/// What the host has a list keep ready.
struct ListRanges {
    /// What is set for the list's node; nil: the list decides.
    var given: Ranges?
    /// Memory was short, and the list was not scrolled since then.
    var isTrimmed = false
    /// Somebody sees the list's node, as far as ranges depend on it.
    var isSeen = true

    /// Not even what is visible is drawn.
    var drawsNothing: Bool { given?.sparesMemory == true && !isSeen }
}

/// Ranges: which rows are measured, have cells and are drawn.
extension List {
    /// The reach of ranges: the host's, else Texture's.
    func tune() {
        tuning = RangeTuning(scroll.extents.layout.form == .pages ? .pager : .list)
        guard let given = ranges.given else { return }
        for (kind, reach) in [
            (RangeKind.display, given.display), (.preload, given.preload), (.measure, given.measured),
        ] {
            tuning.set(RangeReach(reach.leading, reach.trailing), kind)
        }
    }

    /// Follows what is set for the list's node, and whether that is seen.
    func followRanges(in engine: Engine) {
        if isEnded { return }
        let drewNothing = ranges.drawsNothing
        let given = engine.context.nodes.withLock { store -> Ranges? in
            guard let index = store.find(node) else { return nil }
            ranges.isSeen = store.interfaceState(of: index).contains(.visible)
            return store.ranges(of: index)
        }
        if given == ranges.given && ranges.drawsNothing == drewNothing { return }
        if given != ranges.given {
            (ranges.given, ranges.isTrimmed) = (given, false)
            // As if the list had decided all the time.
            mode = wasScrolled ? .full : .unspecified
            tune()
        }
        update(in: engine)
    }

    /// Keeps what is visible, and no more until the list is scrolled. In the next turn: an update asks the host for
    /// rows, who may be in a callback now.
    func trimMemory() {
        if isEnded { return }
        ranges.isTrimmed = true
        _ = try? parts.post { [weak self] in
            guard let self, let engine = scrolling?.engine else { return }
            update(in: engine)
            Self.release(trees.takeAll(), in: engine)
        }
    }

    func takeRangeRows() -> RangeRows {
        if ranges.isTrimmed {
            mode = RangeEvent.memoryWarning(isInDisplay: true).mode
        } else if ranges.given != nil {
            mode = ranges.drawsNothing ? .lowMemory : .full
        } else {
            mode = RangeMode.next(current: mode, isVisible: true, contentWasScrolled: wasScrolled, asked: nil)
        }
        return RangeRows(
            extents: scroll.extents, offset: scroll.offset, view: scroll.view, mode: mode, tuning: tuning,
            isForward: isForward)
    }

    /// Rows to be drawn: what is visible first, then what comes next.
    func wanted(_ rows: RangeRows) -> [Int] {
        if ranges.drawsNothing { return [] }
        let (visible, display) = (rows.visibleRows, rows.displayRows.filter { !rows.isVisible($0) })
        return (pinned.map { [$0.row] } ?? []) + visible + (isForward ? display : display.reversed())
    }

    /// Rows that are to have a size, where that is more than what is preloaded.
    private var measuredRows: Range<Int>? {
        guard ranges.given != nil, mode == .full else { return nil }
        let span = tuning.reach(.measure).span(offset: scroll.offset, view: scroll.view, isForward: isForward)
        return scroll.extents.rows(from: span.begin, to: span.end)
    }

    /// Rows to be measured. Trees are there when their contents are to be loaded; of pictures the size is enough.
    func startAhead(_ rows: RangeRows, in engine: Engine) {
        if forms.hasTrees {
            for row in rows.preloadRows {
                let isTree = forms.isTree(self.rows[row].kind)
                if isTree || !scroll.extents.isMeasured(row) { start([row], isDrawn: isTree, in: engine) }
            }
        } else {
            start(scroll.extents.unmeasured(rows.preloadRows), isDrawn: false, in: engine)
        }
        guard let measured = measuredRows else { return }
        start(scroll.extents.unmeasured(Array(measured)), isDrawn: false, in: engine)
    }

    func dropCells(outside rows: RangeRows, in engine: Engine) {
        if rows.preload == nil && rows.visible == nil { return }
        let measured = measuredRows
        // Looked for first: a dictionary that is changed while it is gone through is copied.
        let gone = cells.filter { row, cell in
            // What is measured, or cannot be, is not tried again.
            let isMeasuring = cell.work?.isDrawn == false || cell.hasFailed
            let isKept =
                if ranges.drawsNothing && !forms.isTree(self.rows[row].kind) {
                    isMeasuring
                } else {
                    rows.isInReach(row) || row == pinned?.row
                        || (measured?.contains(row) == true && (cell.work != nil || cell.hasFailed))
                }
            return !isKept && !isOnItsWay(cell, in: engine)
        }
        for (row, cell) in gone {
            cells[row] = nil
            drop(cell, in: engine)
        }
    }

    /// Tells trees how near they are to being seen.
    func setStates(_ rows: RangeRows, in engine: Engine) {
        var changed: [(node: NodeID, state: InterfaceState)] = []
        for (row, cell) in cells {
            guard cell.isTree, let node = cell.node else { continue }
            var state = InterfaceState(rows.state(of: row, listIsVisible: true, mode: mode))
            if row == pinned?.row { state = .all }
            // Nodes of a list that is not seen are one step farther than they are told.
            if ranges.drawsNothing { state = state.lowered }
            if cell.state == state { continue }
            cell.state = state
            changed.append((node, state))
        }
        if changed.isEmpty { return }
        engine.context.nodes.withLock { store in
            for (node, state) in changed.sorted(by: { $0.node.index < $1.node.index }) {
                if let index = store.find(node) { store.setInterfaceLimit(state, of: index) }
            }
        }
    }
}

extension InterfaceState {
    fileprivate init(_ state: RowState) {
        self = .measured
        if state.contains(.preload) { insert(.preload) }
        if state.contains(.display) { insert([.preload, .display]) }
        if state.contains(.visible) { self = .all }
    }
}
