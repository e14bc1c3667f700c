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
        let (rows, isByIdentity) = (updates.rows ?? self.rows, updates.isByIdentity)
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
                engine.note(level: 1, "a posted change of a list cannot be made: \(error.message)")
                update.applied?(error)
            }
        }
    }

    private func commit(_ new: [Row], _ batch: Batch?, in engine: Engine) throws(LaminaError) {
        guard let batch else { return try setRows(new, in: engine) }
        try check(new)
        let change: BatchRows
        do {
            change = try BatchRows(batch, old: rows, new: new)
        } catch {
            throw LaminaError(.invalidArgument, error.message)
        }
        apply(change.change, new, reloaded: change.reloaded, in: engine)
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
