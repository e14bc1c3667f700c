public import LaminaDisplay
public import LaminaGeometry
public import LaminaList
import LaminaMotion
import LaminaTemplate

extension List: ScrollContent {
    var axes: Axes { .y }
    var isBusy: Bool { isAsking }
    var isMoving: Bool { scroller.isMoving }
    var snapAreas: [SnapArea] { [] }

    func place(_ axis: Axis) -> ScrollPlace {
        axis == .x
            ? ScrollPlace(offset: 0, extent: ScrollExtent(0, 0), viewport: size.width)
            : ScrollPlace(offset: scroll.offset, extent: ScrollExtent(0, scroll.maxOffset), viewport: scroll.view)
    }

    func show(_ offset: Point, in engine: Engine) {
        move { $0.overscroll(to: offset.y) }
        update(in: engine)
    }

    func changed(in engine: Engine) {
        takeSize(in: engine)
        scroller.scale = scale
    }

    // MARK: - Commands

    public func scroll(by delta: Double, in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        stop()
        move { $0.scroll(by: delta) }
        update(in: engine)
    }

    public func scroll(to offset: Double, in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        stop()
        move { $0.scroll(to: offset) }
        update(in: engine)
    }

    public func scrollToEnd(in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        if rows.isEmpty { return }
        try scroll(toRow: rows.count - 1, .end, in: engine)
    }

    /// Stands at a row, exactly: it is measured for this if it has to be, and stays where it is, whatever is measured
    /// around it later.
    public func scroll(toRow row: Int, _ alignment: AnchoredScroll.Alignment, in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        try check(row)
        stop()
        adoptSize(in: engine)
        if !scroll.extents.isMeasured(row) { measureNow(row, in: engine) }
        move { $0.scroll(toRow: row, alignment) }
        scroll.focus = row
        update(in: engine)
    }

    /// On this thread: a tenth of a millisecond for a text. A row that cannot be measured keeps its estimate.
    private func measureNow(_ row: Int, in engine: Engine) {
        guard size.width > 0, values != nil else { return }
        do throws(LaminaError) {
            guard let painter = try painter(rows[row].kind, in: engine) else { return }
            let source = try ask(row)
            let height = try parts.withWorker { (worker) throws(LaminaError) in
                try painter.measure(source, on: worker, as: nil)
            }
            scroll.measure([(index: row, length: Double(height) / scale)])
        } catch {
            engine.note(level: 2, "row \(row) of a list cannot be measured: \(error.message)")
        }
    }

    /// Scrolls by hand or by command, and notes the direction: from what was asked for, not from what compensation
    /// does.
    private func move(_ body: (inout AnchoredScroll) -> Void) {
        scroll.focus = nil
        let before = scroll.offset
        body(&scroll)
        let moved = scroll.offset - before
        if moved != 0 {
            isForward = moved > 0
            wasScrolled = true
        }
    }

    private func stop() { scroller.stop() }

    /// Rows have changed or were measured while the list moves: the movement goes on from where the list stands now,
    /// in what is there now, with the speed that it has.
    func restartMotion() { scroller.contentChanged() }
}
