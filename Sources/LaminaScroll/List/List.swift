public import LaminaDisplay
public import LaminaGeometry
public import LaminaList
import LaminaLock
import LaminaMotion
public import LaminaNode
public import LaminaTemplate
import Synchronization

/// Rows as data, of which those within range have cells: pictures that workers draw, or trees of the host's.
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
    private(set) weak var scrolling: Scrolling?
    let parts: EngineParts
    var rows = Rows() { didSet { emptyRows = 0 } }
    /// Measured without a length since it was scrolled or its rows or their form were others.
    var emptyRows = 0
    var hasToldEmpty = false
    var scroll: AnchoredScroll
    var sections = SectionTable(itemCount: 0)
    public let axis: ListAxis
    var placing = RowPlacing()
    /// Rows have stood in the order of their numbers, one above the other.
    var hasOwnOrder = false
    var forms = CellForms()
    /// Where rows of templates name pictures in. Set before there are rows.
    public var files: RowFiles {
        get { forms.files }
        set { forms.files = newValue }
    }
    var values: ValuesCall?
    /// By row.
    var cells: [Int: Cell] = [:]
    var nodes = PictureNodes()
    /// Between rows.
    public internal(set) var separators = RowSeparators()
    var lines = PictureNodes()
    var indexBar = IndexBar()
    var surroundings = RowSurroundings()
    var surroundingsCount: UInt32 = 0
    var trees = CellTrees()
    /// By kind: what rows show until they are drawn.
    var placeholders: [UInt16: NodePlaceholder] = [:]
    public var hasStickyHeaders = true
    var pinned: PinnedHeader?
    var updates = RowsUpdates()
    var selection = RowSelection()
    var events = ListEvents()
    var motion = RowsMotion()
    var headFetch = EdgeFetch()
    var tailFetch = EdgeFetch()
    /// How much content ahead is enough, in views.
    public var fetchScreens = 2.0
    var size = Size.zero
    var scale = 1.0
    var isOnSurface = false
    /// Counts what all cells depend on: the room for rows, scale, templates, callbacks.
    var form: UInt64 = 0 { didSet { emptyRows = 0 } }
    var works = 0
    /// Counts what may have moved rows.
    var contentMoves = 0
    /// There will be an update in the next turn, which is to do something unless another one comes before it.
    var isUpdatePosted = false
    var isUpdateDue = false
    /// Rows that were begun in this turn.
    var startsInTurn = 0
    /// The offset that stands at 0 in the space of the node.
    var base = 0.0
    var lastOrigin: Point?
    var isEnded = false
    /// The host is being asked for values, and may not change the list.
    var isAsking = false
    var askedKind: UInt16 = 0
    var ranges = ListRanges()
    var tuning = RangeTuning()
    var mode = RangeMode.unspecified
    var wasScrolled = false
    var isForward = true
    /// Pictures of rows that are being drawn.
    var pages: [ListPages] = []
    /// What moves it.
    let scroller = Scroller()
    private let released = Atomic<Bool>(false)

    /// Makes the list and its node, with `estimate` for the length of rows of which none was measured.
    public init(in engine: Engine, axis: ListAxis = ListAxis(), estimate: Double) throws(LaminaError) {
        self.axis = axis
        parts = engine.parts
        let made = engine.context.nodes.withLock { store -> NodeID? in
            guard let id = store.create(isText: false, content: nil), let index = store.find(id) else { return nil }
            store.set(.clips, to: true, of: index)
            store.set(.placesChildren, to: true, of: index)
            return id
        }
        guard let made else { throw LaminaError(.outOfMemory, "the context has as many nodes as it can have") }
        node = made
        scroll = AnchoredScroll(extents: Extents(estimate: estimate), view: 0)
        settings = AnchoredScroll.Settings()
        let scrolling = Scrolling.of(engine)
        scrolling.add(self)
        self.scrolling = scrolling
    }

    /// Ends the list: its node stays as long as others hold it, without cells.
    public func end(in engine: Engine) {
        if isEnded || isAsking { return }
        isEnded = true
        Scrolling.of(engine).remove(self)
        abandonMotion(in: engine)
        // Work refers to its cell: one would keep the other.
        for cell in cells.values {
            if cell.isTree { drop(cell, in: engine) } else { cell.work.take()?.operation?.cancel() }
        }
        cells = [:]
        Self.release(trees.takeAll(), in: engine)
        _ = cancelDiff()
        indexBar.work.take()?.operation?.cancel()
        for page in pages { page.cancel("the list ended before all was drawn") }
        forms = CellForms()
        values = nil
        events.noteEnd(of: self)
        cancelUpdates()
        var discarded = Discarded()
        engine.context.nodes.withLock { store in
            for id in nodes.all + lines.all + [node] {
                guard let index = store.find(id) else { continue }
                if id != node { store.remove(index, &discarded) }
                _ = store.release(index, &discarded)
            }
        }
        _ = consume discarded
    }

    // MARK: - What it is

    public var count: Int { updates.diff?.new.count ?? rows.count }
    public var settings: AnchoredScroll.Settings {
        get { scroll.settings }
        set {
            scroll.settings = newValue
            scroll.settings.staysWithSeen = true
        }
    }

    /// Where the list stands, and what is known of it; nothing is measured for this.
    public struct State: Equatable, Sendable {
        public var rowCount: Int
        public var measuredCount: Int
        /// Rows that overlap the view, and how far the first lies above its top.
        public var firstRow: Int
        public var visibleCount: Int
        public var firstRowOffset: Double
        /// Visible rows that show nothing yet.
        public var blankCount: Int
        /// It is on a surface and nothing is under way: all rows in range are as they should be.
        public var isSettled: Bool
    }

    public var state: State {
        settleRows()
        let visible = visibleRows
        return State(
            rowCount: rows.count, measuredCount: scroll.extents.measuredCount, firstRow: visible.first ?? 0,
            visibleCount: visible.count,
            firstRowOffset: visible.first.map { scroll.extents.top($0) - scroll.offset } ?? 0,
            blankCount: visible.count { isBlank($0) },
            isSettled: isLaidOut && works == 0 && startsInTurn < Self.mostStarts && !scroller.needsFrames
                && !isPreparing && indexBar.work == nil && !isUpdatePosted && !visible.contains { isDrawing($0) })
    }

    /// Rows are on their way, or their places.
    var isPreparing: Bool { placing.isUnderWay || updates.diff != nil }

    /// Rows that overlap the view.
    private var visibleRows: [Int] {
        let end = scroll.offset + scroll.view
        return (scroll.extents.rows(from: scroll.offset, to: end) ?? 0..<0)
            .filter { scroll.extents.isWithin($0, from: scroll.offset, to: end) }
    }

    /// Whether its node has the size that a layout on a surface gave it.
    private var isLaidOut: Bool {
        guard let engine = scrolling?.engine, let shown = engine.shownSize(of: node) else { return false }
        return shown.size == size && shown.scale == scale && engine.layoutProgress == .settled
    }

    /// Processes until all is as it should be. Fails with `invalidState` where that would never be, `timedOut`.
    public func waitSettled(timeout: UInt64, in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        var failure: LaminaError?
        try engine.wait(timeout: timeout) { engine in
            if isEnded || state.isSettled { return true }
            if engine.shownSize(of: node) == nil && !engine.hasChanges {
                failure = LaminaError(.invalidState, "the list's node is on no surface, so nothing of it is shown")
            } else if scroller.needsFrames && engine.makesNoFrames {
                failure = LaminaError(
                    .invalidState, "the list moves, and only you make frames: it comes to rest in later ones")
            }
            return failure != nil
        }
        if let failure { throw failure }
    }

    /// Whether nothing shows of a row that has its place.
    private func isBlank(_ row: Int) -> Bool {
        guard let cell = cells[row] else { return scroll.extents.length(row) > 0 }
        return cell.isTree ? isDrawing(row) : cell.bitmap == nil && scroll.extents.length(row) > 0
    }

    /// Whether the tree of a row is not drawn yet.
    func isDrawing(_ row: Int) -> Bool {
        guard let cell = cells[row], cell.isTree, let node = cell.node else { return false }
        return scrolling?.engine.isDrawn(node) == false
    }

    /// Where a row stands in the view, as far as known, without measuring.
    public func place(ofRow row: Int) throws(LaminaError) -> (frame: Rect, isMeasured: Bool) {
        try check(row)
        var frame = scroll.extents.frame(row)
        frame.top = (pinned?.row == row ? pinned?.top ?? frame.top : frame.top) - scroll.offset
        return (axis.rect(frame, view: scroll.view), scroll.extents.isMeasured(row))
    }

    /// The row at a point of the view; nil beside all rows.
    public func row(at point: Point) -> Int? {
        settleRows()
        let (along, across) = axis.position(point, view: scroll.view)
        if across < 0 || across >= axis.breadth(size) { return nil }
        let offset = scroll.offset + along
        if let pinned, offset >= pinned.top, offset < pinned.top + scroll.extents.length(pinned.row) {
            return pinned.row
        }
        if offset < scroll.extents.lead { return nil }
        if scroll.extents.isOneColumn { return scroll.extents.row(at: offset) }
        // Of rows that overlap, the one that stands above the others.
        return scroll.extents.rows(from: offset, to: offset.nextUp)?.last { row in
            let frame = scroll.extents.frame(row)
            return offset >= frame.top && offset < frame.end && across >= frame.side
                && across < frame.side + frame.breadth
        }
    }

    func check(_ row: Int) throws(LaminaError) {
        settleRows()
        if row < 0 || row >= rows.count {
            throw LaminaError(.outOfRange, "row is \(UInt(bitPattern: row)); the list has \(rows.count) rows")
        }
    }

    /// The host is being asked for the values of a row.
    public var isAskingForValues: Bool { isAsking }
    /// The template of the row that it is asked for.
    public var askedTemplate: Template? {
        if isAsking, case .template(let template) = forms[askedKind] { return template }
        return nil
    }

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

    /// What is amiss with a list that the host has let go of, as it was being asked, is nobody's concern.
    func note(_ message: @autoclosure () -> String, in engine: Engine) {
        if !isReleased { engine.note(level: 2, message()) }
    }

    /// What messages call it.
    func title(in engine: Engine) -> String { engine.context.nodes.withLock { $0.name(of: node, as: "list") } }

    /// What messages call a row.
    func title(ofRow row: Int, _ identity: UInt64, in engine: Engine) -> String {
        "row \(row) (identity \(identity)) of \(title(in: engine))"
    }

    /// Whether all rows in view show what they are to show.
    var isShowing: Bool {
        !isPreparing && !visibleRows.contains { cells[$0]?.work != nil || isDrawing($0) }
    }

    /// Where an item stands: its section, and its number there; nil for headers, footers and starts.
    public func path(ofRow row: Int) throws(LaminaError) -> (section: Int, item: Int?) {
        try check(row)
        let section = sections.section(of: row) ?? 0
        return (section, sections.path(of: row)?.row)
    }

    public func row(atSection section: Int, item: Int) throws(LaminaError) -> Int {
        settleRows()
        if let row = sections.row(at: RowPath(section, item)) { return row }
        guard sections.sections.indices.contains(section) else {
            throw LaminaError(
                .outOfRange,
                "section is \(UInt(bitPattern: section)); the list has \(sections.sections.count) sections")
        }
        throw LaminaError(
            .outOfRange,
            "item is \(UInt(bitPattern: item)); section \(section) has "
                + "\(sections.sections[section].items.count) items")
    }

    /// `settlesRows`: what is changed is what the rows are that were given last.
    func checkChangeable(settlesRows: Bool = true) throws(LaminaError) {
        if updates.nesting.isOpen {
            throw LaminaError(
                .invalidState, "changes of the list are being collected: end them with lamina_list_end_changes() first")
        }
        if isAsking {
            throw LaminaError(
                .invalidState, "the list is asking for the values of a row: change it when the callback has returned")
        }
        if settlesRows { settleRows() }
    }

    // MARK: - How rows look

    /// The template of rows of a kind.
    public func setTemplate(_ template: Template, kind: UInt16, in engine: Engine) throws(LaminaError) {
        try checkChangeable()
        forms.set(.template(template), kind: kind)
        Self.release(trees.takeAll(kind), in: engine)
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
}
