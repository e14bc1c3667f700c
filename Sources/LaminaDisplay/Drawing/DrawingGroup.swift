/// Drawings that began in one turn of a surface, to appear in one frame: those that are ready wait for the others, but
/// not for long.
///
/// What one drawing takes is no business of the others: a group ends at its deadline, and what is not ready by then
/// appears when it is.
final class DrawingGroup: @unchecked Sendable {
    // Confined to the owner thread, as the engine is that holds it; transactions only carry it.
    /// When it began, on the context's clock, and how long it lasts.
    private let start: UInt64
    private let limit: UInt64
    /// Transactions that are not ready.
    private var unfinished = 0
    /// Those that are, in order; nil for one that was taken out. And where each that waits stands.
    private var ready: [Transaction?] = []
    private var places: [ObjectIdentifier: Int] = [:]
    private(set) var isOver = false

    init(start: UInt64, limit: UInt64) {
        self.start = start
        self.limit = limit
    }

    /// When transactions that wait need not wait any longer; nil while none does.
    var due: UInt64? {
        if places.isEmpty { return nil }
        let (due, overflow) = start.addingReportingOverflow(limit)
        return overflow ? .max : due
    }

    /// Also when another clock counts since.
    func isDue(at now: UInt64) -> Bool { now < start || now - start >= limit }

    /// A transaction becomes one of the group.
    func begin() { unfinished += 1 }

    /// A transaction of the group is ready; returns those that may complete now.
    func admit(_ transaction: Transaction) -> [Transaction] {
        if isOver { return [transaction] }
        unfinished -= 1
        places[ObjectIdentifier(transaction)] = ready.count
        ready.append(transaction)
        return unfinished == 0 ? end() : []
    }

    /// Nobody waits any longer; returns those that did.
    func end() -> [Transaction] {
        isOver = true
        defer { (ready, places) = ([], [:]) }
        return ready.compactMap { $0 }
    }

    /// Takes out one that waits; false when it does not.
    func take(_ transaction: Transaction) -> Bool {
        guard let place = places.removeValue(forKey: ObjectIdentifier(transaction)) else { return false }
        ready[place] = nil
        return true
    }
}

/// What waits for others of its turn, on the owner thread.
extension Engine {
    /// The default of `Presentation.groupingLimit`, microseconds: two frames of most screens.
    static let defaultGroupingLimit: UInt64 = 32_000

    /// How long a drawing that is ready waits for others of its turn, at most; 0: not at all.
    public func setGroupingLimit(_ microseconds: UInt64, of surface: Surface) {
        surfaces[surface.number]?.groupingLimit = microseconds
    }

    /// That time in microseconds.
    public func groupingLimit(of surface: Surface) -> UInt64 { surfaces[surface.number]?.groupingLimit ?? 0 }

    /// The group of what begins in this turn at a layer; nil for one that nobody sees, and where nothing waits.
    func drawingGroup(_ presentation: Presentation, _ index: Int) -> DrawingGroup? {
        // With a time limit it would be up to chance which frame shows what.
        if presentation.groupingLimit == 0 || parts.isDeterministic { return nil }
        guard presentation.tree.shows(index) else { return nil }
        if let group = presentation.group, !group.isOver { return group }
        let group = DrawingGroup(start: parts.calls.clock.now, limit: presentation.groupingLimit)
        presentation.group = group
        groups.append(group)
        return group
    }

    /// The transactions that may complete, of those that are ready and those that have waited long enough.
    func admit(_ ready: [Transaction]) -> [Transaction] {
        if groups.isEmpty { return ready }
        var due: [Transaction] = []
        let now = parts.calls.clock.now
        for group in groups where group.isDue(at: now) { due += group.end() }
        for transaction in ready { due += transaction.group?.admit(transaction) ?? [transaction] }
        groups.removeAll { $0.isOver }
        return due
    }

    /// Whether a group has waited long enough.
    var isGroupDue: Bool {
        if !groups.contains(where: { $0.due != nil }) { return false }
        let now = parts.calls.clock.now
        return groups.contains { $0.due != nil && $0.isDue(at: now) }
    }

    /// Completes a drawing now that waits for others of its group; false when it does not wait.
    func completeEarly(_ drawing: DisplayOperation) -> Bool {
        guard let transaction = drawing.operation?.transaction, transaction.group?.take(transaction) == true else {
            return false
        }
        complete(transaction)
        return true
    }
}
