public import LaminaDisplay
public import LaminaGeometry
public import LaminaList
import LaminaLock
import LaminaMotion
public import LaminaNode
public import LaminaTemplate
import Synchronization

/// A table of one column: rows as data, of which those within range have pictures that workers draw.
///
/// Confined to the owner thread. Its node clips and scrolls; the host places it. What is shown of cells is presented
/// values and pictures that are there already, so that a change of rows, of their sizes and of the offset shows whole,
/// in one frame.
public final class List: @unchecked Sendable {
    // Exports find the engine first, which only the owner thread can; workers have a weak reference that they only
    // hand back.

    /// Gives the values of a row: called on the owner thread when it comes into range.
    public typealias ValuesCall = (_ row: Int, _ identity: UInt64) throws(LaminaError) -> RowSource

    public let node: NodeID
    private weak var scrolling: Scrolling?
    let parts: EngineParts
    var rows: [Row] = []
    var scroll: AnchoredScroll
    var templates: [UInt16: Template] = [:]
    var painters: [UInt16: RowPainter] = [:]
    var values: ValuesCall?
    /// By row.
    var cells: [Int: Cell] = [:]
    var nodes = CellNodes()
    var size = Size.zero
    var scale = 1.0
    /// Counts what all pictures depend on: width, scale, templates.
    var form: UInt64 = 0
    var works = 0
    /// The offset that stands at 0 in the space of the node.
    var base = 0.0
    var lastOrigin: Double?
    var isEnded = false
    /// The host is being asked for values, and may not change the list.
    var isAsking = false
    var askedKind: UInt16 = 0
    var tuning = RangeTuning()
    var mode = RangeMode.unspecified
    var wasScrolled = false
    var isForward = true
    /// What moves it.
    let scroller = Scroller()
    private let released = Atomic<Bool>(false)

    /// Makes the list and its node, with `estimate` for the height of rows of which none was measured.
    public init(in engine: Engine, estimate: Double) throws(LaminaError) {
        parts = engine.parts
        let made = engine.context.nodes.withLock { store -> NodeID? in
            guard let id = store.create(isText: false, content: nil), let index = store.find(id) else { return nil }
            store.set(.clips, to: true, of: index)
            return id
        }
        guard let made else { throw LaminaError(.outOfMemory, "the context has as many nodes as it can have") }
        node = made
        scroll = AnchoredScroll(extents: Extents(estimate: estimate), view: 0)
        let scrolling = Scrolling.of(engine)
        scrolling.add(self)
        self.scrolling = scrolling
    }

    /// Ends the list: its node stays as long as others hold it, without cells.
    public func end(in engine: Engine) {
        if isEnded || isAsking { return }
        isEnded = true
        Scrolling.of(engine).remove(self)
        // Work refers to its cell: one would keep the other.
        for cell in cells.values { cell.work.take()?.operation?.cancel() }
        cells = [:]
        values = nil
        var discarded = Discarded()
        engine.context.nodes.withLock { store in
            for id in nodes.all + [node] {
                guard let index = store.find(id) else { continue }
                if id != node { store.remove(index, &discarded) }
                _ = store.release(index, &discarded)
            }
        }
        _ = consume discarded
    }

    // MARK: - What it is

    public var count: Int { rows.count }
    public var settings: AnchoredScroll.Settings {
        get { scroll.settings }
        set { scroll.settings = newValue }
    }

    public func setPhysics(bouncing: Bool) { scroller.options.isBouncing = bouncing }

    /// Where the list stands, and what is known of it; nothing is measured for this.
    public struct State: Equatable, Sendable {
        public var offset: Double
        public var contentExtent: Double
        public var view: Double
        public var rowCount: Int
        public var measuredCount: Int
        /// Rows that overlap the view, and how far the first lies above its top.
        public var firstRow: Int
        public var visibleCount: Int
        public var firstRowOffset: Double
        /// Visible rows that show nothing yet.
        public var blankCount: Int
        public var isMoving: Bool
        /// Nothing is under way: all rows in range are as they should be.
        public var isSettled: Bool
    }

    public var state: State {
        let visible = scroll.extents.rows(from: scroll.offset, to: scroll.offset + scroll.view)
        let blank = visible?.count { cells[$0]?.bitmap == nil && scroll.extents.length($0) > 0 } ?? 0
        return State(
            offset: scroll.offset, contentExtent: scroll.extents.total, view: scroll.view, rowCount: rows.count,
            measuredCount: scroll.extents.measuredCount, firstRow: visible?.lowerBound ?? 0,
            visibleCount: visible?.count ?? 0,
            firstRowOffset: visible.map { scroll.extents.top($0.lowerBound) - scroll.offset } ?? 0, blankCount: blank,
            isMoving: isMoving, isSettled: works == 0 && !isMoving)
    }

    /// Where a row begins, counted from the top of the view, and its height: as far as known, without measuring.
    public func place(ofRow row: Int) throws(LaminaError) -> (top: Double, length: Double, isMeasured: Bool) {
        try check(row)
        return (
            scroll.extents.top(row) - scroll.offset, scroll.extents.length(row), scroll.extents.isMeasured(row)
        )
    }

    /// The row at a point of the view; nil beside all rows.
    public func row(at y: Double) -> Int? { scroll.extents.row(at: scroll.offset + y) }

    func check(_ row: Int) throws(LaminaError) {
        if row < 0 || row >= rows.count {
            throw LaminaError(.outOfRange, "row is \(UInt(bitPattern: row)); the list has \(rows.count) rows")
        }
    }

    /// The host is being asked for the values of a row.
    public var isAskingForValues: Bool { isAsking }
    /// The template of the row that it is asked for.
    public var askedTemplate: Template? { isAsking ? templates[askedKind] : nil }

    /// The host's last reference is gone. On the owner thread, where there is an engine, the list ends at once, unless
    /// it is asking the host right now; else with the next frame. Any thread.
    public func release(in engine: Engine?) {
        if let engine, !isAsking { return end(in: engine) }
        released.store(true, ordering: .releasing)
        _ = try? parts.post { [weak self] in
            if let self, let scrolling = self.scrolling { self.end(in: scrolling.engine) }
        }
    }

    var isReleased: Bool { released.load(ordering: .acquiring) }

    func checkChangeable() throws(LaminaError) {
        if isAsking {
            throw LaminaError(
                .invalidState, "the list is asking for the values of a row: change it when the callback has returned")
        }
    }

    // MARK: - How rows look

    /// The template of rows of a kind.
    public func setTemplate(_ template: Template, kind: UInt16, in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        templates[kind] = template
        painters[kind] = nil
        form += 1
        update(in: engine)
    }

    public func setValues(_ call: ValuesCall?, in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        values = call
        form += 1
        update(in: engine)
    }

    /// Asks the host for the values of a row.
    func ask(_ row: Int) throws(LaminaError) -> RowSource {
        guard let values else { throw LaminaError(.invalidState, "the list has no values callback") }
        isAsking = true
        askedKind = rows[row].kind
        defer { isAsking = false }
        return try values(row, rows[row].identity)
    }

    func painter(_ kind: UInt16, in engine: Engine) throws(LaminaError) -> RowPainter? {
        if let known = painters[kind] { return known }
        guard let template = templates[kind] else { return nil }
        let isRightToLeft = engine.context.nodes.withLock { $0.runsRightToLeft }
        let made = try RowPainter(
            template, width: size.width, scale: scale, isRightToLeft: isRightToLeft, parts: parts)
        painters[kind] = made
        return made
    }
}
