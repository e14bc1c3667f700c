public import LaminaDisplay
public import LaminaGeometry
public import LaminaList

/// Another state of a list's data.
public struct RowsUpdate: Sendable {
    /// All rows as they are then.
    public var rows: [Row]
    /// What is done to sections and rows; nil: found by identity.
    public var batch: Batch?
    /// Called on the owner thread when the change shows, or cannot be.
    public var applied: (@Sendable (LaminaError?) -> Void)?

    public init(rows: [Row], batch: Batch?, applied: (@Sendable (LaminaError?) -> Void)?) {
        self.rows = rows
        self.batch = batch
        self.applied = applied
    }
}

/// Updates that are under way.
struct RowsUpdates {
    typealias Applied = @Sendable (LaminaError?) -> Void

    /// Updates within updates.
    var nesting = BatchNesting<Applied>()
    /// What the outermost one will do beside its batch.
    var rows: [Row]?
    var isByIdentity = false
    /// Of those that are made and do not show yet, in order.
    var waiting: [Applied] = []
    /// Rows that are to come, once it is found what is other about them.
    fileprivate(set) var diff: DiffWork?
}

/// What is other in another state of the data.
struct RowsFound {
    /// What becomes of all that is known of rows.
    struct Made {
        var extents: Extents
        var sections: SectionTable
        var wideRows: Set<Int>
    }

    let new: [Row]
    let diff: Diff
    /// Nil where all rows are where they were.
    let change: RowChange?
    private(set) var made: Made?

    init(old: [Row], new: [Row]) {
        self.new = new
        diff = Diff(old: old, new: new)
        let isOtherOrder = !diff.deletes.isEmpty || !diff.inserts.isEmpty || !diff.moves.isEmpty
        change = isOtherOrder ? RowChange(diff) : nil
    }

    /// Does the change to what is known of rows.
    mutating func make(of extents: Extents) {
        guard let change else { return }
        var extents = extents
        extents.apply(change) { new[$0].kind }
        let sections = SectionTable(Rows(new))
        made = Made(extents: extents, sections: sections, wideRows: sections.wideRows)
    }
}

/// Finds what is other in another state of the data, and makes all that it changes.
final class DiffWork: OperationBody, @unchecked Sendable {
    // The worker that runs it has `found` until it is over, the owner thread then; `operation` is the owner's.
    private weak let list: List?
    private let old: [Row]
    let new: [Row]
    private let extents: Extents
    private(set) var found: RowsFound?
    var operation: Operation?

    init(_ list: List, old: [Row], new: [Row], extents: Extents) {
        self.list = list
        self.old = old
        self.new = new
        self.extents = extents
    }

    func execute(on worker: Worker, as operation: Operation) {
        var found = RowsFound(old: old, new: new)
        found.make(of: extents)
        self.found = found
    }

    func complete(cancelled: Bool, in engine: Engine) {
        operation = nil
        list?.finish(self, in: engine)
    }
}

/// Changes of rows that say what they do, in Texture's semantics, and when they show.
extension List {
    /// From here to `endChanges`, updates are collected.
    public func beginChanges() throws(LaminaError) {
        if isAsking { try checkChangeable() }
        updates.nesting.begin()
    }

    /// Ends what `beginChanges` began. The outermost end makes all that was collected one change; if that cannot be,
    /// the list is as it was, and each update is told so, too.
    public func endChanges(in engine: Engine) throws(LaminaError) {
        if isAsking { try checkChangeable() }
        guard updates.nesting.isOpen else {
            throw LaminaError(.invalidState, "no changes have begun: lamina_list_begin_changes() is called first")
        }
        guard let (batch, completions) = updates.nesting.end(nil) else { return }
        let (rows, isByIdentity) = (updates.rows ?? self.rows.array, updates.isByIdentity)
        (updates.rows, updates.isByIdentity) = (nil, false)
        do throws(LaminaError) {
            try commit(rows, isByIdentity || completions.isEmpty && batch.isEmpty ? nil : batch, in: engine)
        } catch {
            for applied in completions { applied(error) }
            throw error
        }
        enqueue(completions)
    }

    /// Makes a change, or collects it between `beginChanges` and `endChanges`. When this throws, the list is as it was
    /// and nobody is told.
    public func apply(_ update: RowsUpdate, in engine: Engine) throws(LaminaError) {
        if isAsking { try checkChangeable() }
        if !updates.nesting.isOpen {
            try commit(update.rows, update.batch, in: engine)
            if let applied = update.applied { enqueue([applied]) }
            return
        }
        updates.nesting.begin()
        updates.nesting.add(update.batch)
        updates.rows = update.rows
        if update.batch == nil { updates.isByIdentity = true }
        _ = updates.nesting.end(update.applied ?? { _ in })
    }

    /// The same from any thread: the owner's next turn makes it.
    public func post(_ update: RowsUpdate) throws(LaminaError) {
        _ = try parts.post { [weak self] in
            guard let self, !isEnded, let engine = scrolling?.engine else {
                update.applied?(LaminaError(.cancelled, "the list ended before the change was made"))
                return
            }
            do throws(LaminaError) {
                try apply(update, in: engine)
            } catch {
                engine.note(level: 1, "a posted change of \(title(in: engine)) cannot be made: \(error.message)")
                update.applied?(error)
            }
        }
    }

    private func commit(_ new: [Row], _ batch: Batch?, in engine: Engine) throws(LaminaError) {
        guard let batch else { return try setRows(Rows(new), in: engine) }
        try checkCount(new.count)
        try check(Rows(new))
        settleRows()
        let change: BatchRows
        do {
            change = try BatchRows(batch, old: rows, new: Rows(new))
        } catch {
            throw LaminaError(.invalidArgument, error.message)
        }
        apply(change.change, reloaded: change.reloaded, in: engine) { $0 = Rows(new) }
    }

    // MARK: - What is found on workers

    /// Has a worker find what is other in `new`; false where none can.
    func beginDiff(_ old: [Row], _ new: [Row], in engine: Engine) -> Bool {
        let work = DiffWork(self, old: old, new: new, extents: scroll.lendExtents())
        guard let operation = try? parts.post(work, priority: 1) else { return false }
        work.operation = operation
        updates.diff = work
        // The transition that is open is this change's.
        beginMotion(in: engine)
        return true
    }

    /// Whether rows were to come.
    func cancelDiff() -> Bool {
        guard let work = updates.diff.take() else { return false }
        work.operation?.cancel()
        scroll.endLending()
        return true
    }

    /// Rows that were given are asked for: what a worker has not found yet is found here.
    func settleRows() {
        guard let engine = scrolling?.engine, let work = updates.diff, !isAsking else { return }
        _ = cancelDiff()
        apply(RowsFound(old: rows.array, new: work.new), in: engine)
    }

    fileprivate func finish(_ work: DiffWork, in engine: Engine) {
        guard updates.diff === work, !isEnded else { return }
        updates.diff = nil
        apply(work.found ?? RowsFound(old: rows.array, new: work.new), in: engine)
        scroll.endLending()
        notifyApplied()
    }

    // MARK: - When changes show

    private func enqueue(_ applied: [RowsUpdates.Applied]) {
        updates.waiting += applied
        // A change that shows already takes no turn of its own.
        _ = try? parts.post { [weak self] in self?.notifyApplied() }
    }

    /// At the end of a turn: tells those whose changes show now.
    func notifyApplied() {
        if updates.waiting.isEmpty || !isShowing { return }
        let applied = updates.waiting
        updates.waiting = []
        for call in applied { call(nil) }
    }

    /// Nobody waits in vain.
    func cancelUpdates() {
        let ended = LaminaError(.cancelled, "the list ended before the change was shown")
        var calls = updates.waiting
        while updates.nesting.isOpen {
            if let (_, completions) = updates.nesting.end(nil) { calls += completions }
        }
        updates = RowsUpdates()
        for call in calls { call(ended) }
    }
}
