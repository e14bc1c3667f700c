public import LaminaDisplay
public import LaminaGeometry
public import LaminaList
import LaminaMotion
import LaminaTemplate

/// A finger on the list.
struct Drag {
    var start: Point
    var last: Point
    var tracker = VelocityTracker()
    /// Has moved farther than a touch that is none.
    var isMoving = false
    /// Logical units.
    static let slop = 18.0
}

/// A fling: what moves the list after the finger has gone up.
struct Momentum {
    var motion: ScrollMotion
    /// On the clock of frames; nil until the first one.
    var start: UInt64?
    /// How long it moves, as of the last frame.
    var seconds = 0.0
}

extension List {
    var isMoving: Bool { motion != nil }

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
            guard case .template(let template) = forms[rows[row].kind] else { return }
            let width = axis.width(scroll.extents.constraint(row))
            let painter = try forms.painter(template, rows[row].kind, width: width, scale: scale, in: engine)
            let source = try ask(row)
            let size = try parts.withWorker { (worker) throws(LaminaError) in
                try painter.measure(source, on: worker, as: nil)
            }
            measure(row, Size(width: Double(size.width) / scale, height: Double(size.height) / scale))
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

    func stop() { motion = nil }

    // MARK: - Events

    func pointerDown(_ event: InputEvent, in engine: Engine) {
        let wasMoving = motion != nil
        stop()
        drag = Drag(start: event.position, last: event.position)
        // A touch that stops a fling is a drag at once.
        drag?.isMoving = wasMoving
        drag?.tracker.add(time: Double(event.time) / 1e6, position: event.position)
    }

    /// A move, or the end of one. Whether the list used it.
    func pointerMoved(_ event: InputEvent, in engine: Engine) -> Bool {
        guard var current = drag else { return false }
        if event.kind == .pointerCancel {
            drag = nil
            release(velocity: 0, in: engine)
            return current.isMoving
        }
        current.tracker.add(time: Double(event.time) / 1e6, position: event.position)
        let way = event.position.y - current.start.y
        if !current.isMoving && abs(way) > Drag.slop {
            current.isMoving = true
            // What it took to be a drag is not scrolled.
            current.last.y = current.start.y + (way > 0 ? Drag.slop : -Drag.slop)
        }
        let step = event.position.y - current.last.y
        if current.isMoving {
            current.last = event.position
            if step != 0 { dragBy(step, in: engine) }
        }
        drag = current
        if event.kind == .pointerUp {
            drag = nil
            let velocity = current.tracker.velocity(asked: Double(event.time) / 1e6)
            release(velocity: current.isMoving ? -velocity.y : 0, in: engine)
        }
        return current.isMoving
    }

    private var extent: ScrollExtent { ScrollExtent(0, scroll.maxOffset) }

    private func dragBy(_ step: Double, in engine: Engine) {
        let offset = physics.offset(
            afterDrag: step, from: scroll.offset, extent: extent, viewport: max(1, scroll.view))
        move { $0.overscroll(to: offset) }
        update(in: engine)
    }

    private func release(velocity: Double, in engine: Engine) {
        // As fast as a finger can be, along the axis.
        let velocity = min(max(velocity, -8000), 8000)
        let speed = abs(velocity) < 50 ? 0 : velocity
        motion = physics.release(
            at: scroll.offset, velocity: speed, extent: extent, viewport: scroll.view,
            tolerance: ScrollTolerance(scale: scale)
        ).map { Momentum(motion: $0) }
        if motion != nil { engine.noteMotion() }
        update(in: engine)
    }

    func wheel(_ delta: Point, in engine: Engine) -> Bool {
        let before = scroll.offset
        stop()
        move { $0.scroll(by: delta.y) }
        update(in: engine)
        return scroll.offset != before
    }

    func key(_ key: InputEvent.Key, in engine: Engine) -> Bool {
        let before = scroll.offset
        stop()
        let page = max(1, scroll.view * 0.9)
        switch key {
        case .up: move { $0.scroll(by: -40) }
        case .down: move { $0.scroll(by: 40) }
        case .pageUp: move { $0.scroll(by: -page) }
        case .pageDown: move { $0.scroll(by: page) }
        case .home: move { $0.scroll(to: 0) }
        case .end: move { $0.scrollToEnd() }
        case .left, .right: return false
        }
        update(in: engine)
        return scroll.offset != before
    }

    // MARK: - Momentum

    /// Brings a fling to the time of a frame.
    func advance(to time: UInt64, in engine: Engine) {
        guard var current = motion else { return }
        let start = current.start ?? time
        current.start = start
        // The clock of frames may become another one.
        current.seconds = max(current.seconds, time > start ? Double(time - start) / 1e6 : 0)
        motion = current
        let position = current.motion.position(at: current.seconds)
        move { $0.overscroll(to: position) }
        if current.motion.isAtRest(at: current.seconds) {
            motion = nil
            scroll.overscroll(to: scroll.clamped(position))
        }
        update(in: engine)
    }

    /// Rows have changed or were measured while the list moves: the movement goes on from where the list stands now,
    /// in what is there now, with the speed that it has.
    func restartMotion() {
        guard let current = motion else { return }
        let velocity = current.motion.velocity(at: current.seconds)
        let next = physics.release(
            at: scroll.offset, velocity: velocity, extent: extent, viewport: scroll.view,
            tolerance: ScrollTolerance(scale: scale))
        // The same moment of the frame's clock.
        let now = current.start.map { $0 + UInt64(current.seconds * 1e6) }
        motion = next.map { Momentum(motion: $0, start: now) }
    }
}
