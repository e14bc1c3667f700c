public import LaminaDisplay
import LaminaList
import LaminaLock
import LaminaNode

/// What happens in a list that hosts may want to know.
public struct ListEvent: Equatable, Sendable {
    public enum Kind: Int32, Sendable {
        /// A pointer went down on a row and up again.
        case tap = 0
        /// Other rows are selected.
        case selectionChanged
        /// A row comes into view, or is no more in view.
        case enterVisible, exitVisible
        /// A row comes so near to the view that what it shows is to be loaded, or is no more so near.
        case enterPreload, exitPreload
        /// More rows are to be loaded before the first, or behind the last.
        case fetchHead, fetchTail
    }

    public var kind: Kind
    /// When it happened; -1 where it is about none, or the row is gone.
    public var row: Int
    public var identity: UInt64

    init(_ kind: Kind, row: Int = -1, identity: UInt64 = 0) {
        self.kind = kind
        self.row = row
        self.identity = identity
    }
}

/// Events on their way to observers, who may change the list: they are notified in the owner's next turn, in order.
struct ListEvents {
    typealias Call = @Sendable (ListEvent) -> Void

    private var observers = NumberedList<Call>()
    private var lastNumber: UInt64 = 0
    private var queue: [ListEvent] = []
    private var isPosted = false
    /// Rows that were in view and near it, as observers know, and those that are now.
    private var told = Shown()
    private var now = Shown()

    private struct Shown: Equatable {
        var visible: [UInt64: Int] = [:]
        var preload: [UInt64: Int] = [:]
    }

    var hasObservers: Bool { !observers.isEmpty }

    mutating func add(_ observer: @escaping Call) -> UInt64 {
        lastNumber += 1
        observers.append(observer, number: lastNumber)
        return lastNumber
    }

    mutating func remove(_ number: UInt64) -> Bool { observers.remove(number) != nil }

    mutating func add(_ event: ListEvent, from list: List) {
        if observers.isEmpty { return }
        queue.append(event)
        deliverSoon(to: list)
    }

    private mutating func deliverSoon(to list: List) {
        if isPosted { return }
        isPosted = true
        _ = try? list.parts.post { [weak list] in list?.notifyEvents() }
    }

    /// Keeps which rows are in ranges now. What they were meanwhile nobody is told: observers that change the list each
    /// time they are called would have ever more to hear.
    mutating func note(_ ranges: RangeRows, of rows: Rows, from list: List) {
        if observers.isEmpty { return }
        let found = Self.identities(ranges.visibleRows, rows)
        let near = Self.identities(ranges.preload == nil ? [] : ranges.preloadRows, rows).merging(found) { first, _ in
            first
        }
        now = Shown(visible: list.isOnSurface ? found : [:], preload: near)
        if now.visible.keys != told.visible.keys || now.preload.keys != told.preload.keys { deliverSoon(to: list) }
    }

    /// The list left its surface: what was loaded for its rows is kept, as that of nodes is.
    mutating func noteHidden(from list: List) {
        now.visible = [:]
        if !told.visible.isEmpty { deliverSoon(to: list) }
    }

    /// The list ends: what else was to be told of it does not matter any more.
    mutating func noteEnd(of list: List) {
        (queue, now) = ([], Shown())
        let last = takeQueue()
        var calls: [Call] = []
        observers.forEach { _, call in calls.append(call) }
        self = ListEvents()
        if last.isEmpty { return }
        _ = try? list.parts.post { [calls] in
            for event in last { for call in calls { call(event) } }
        }
    }

    /// What has happened since this was asked last.
    fileprivate mutating func takeQueue() -> [ListEvent] {
        isPosted = false
        // In an order that does not depend on hashing: as rows stand.
        func add(_ kind: ListEvent.Kind, _ these: [UInt64: Int], without those: [UInt64: Int]) {
            for identity in these.filter({ those[$0.key] == nil }).sorted(by: { $0.value < $1.value }).map(\.key) {
                queue.append(ListEvent(kind, row: now.preload[identity] ?? -1, identity: identity))
            }
        }
        add(.exitVisible, told.visible, without: now.visible)
        add(.exitPreload, told.preload, without: now.preload)
        add(.enterPreload, now.preload, without: told.preload)
        add(.enterVisible, now.visible, without: told.visible)
        told = now
        defer { queue = [] }
        return queue
    }

    private static func identities(_ numbers: [Int], _ rows: Rows) -> [UInt64: Int] {
        Dictionary(numbers.map { (rows[$0].identity, $0) }, uniquingKeysWith: { first, _ in first })
    }

    fileprivate func contains(_ number: UInt64) -> Bool { observers.contains(number) }
    fileprivate var calls: NumberedList<Call> { observers }
}

extension List {
    public func addObserver(_ observer: @escaping @Sendable (ListEvent) -> Void, in engine: Engine) -> UInt64 {
        let number = events.add(observer)
        update(in: engine)
        return number
    }

    /// False when there is none of this number.
    public func removeObserver(_ number: UInt64) -> Bool { events.remove(number) }

    fileprivate func notifyEvents() {
        for event in events.takeQueue() where !isEnded {
            let calls = events.calls
            // One that an earlier one removed is not called any more.
            calls.forEach { number, call in if events.contains(number) { call(event) } }
        }
    }
}
