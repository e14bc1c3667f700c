import LaminaLayout
import LaminaLock

/// Pieces to be freed. They belong to one thread at a time.
public protocol Remains: AnyObject, Sendable {
    /// How many are left.
    var count: Int { get }
    /// Frees up to `limit` of them.
    func free(_ limit: Int)
}

/// What waits to be freed: for a large tree that takes far longer than ending it. A worker does it, or the owner
/// thread, some at a time. Handles are stale and host data is destroyed before anything comes here. Any thread.
public final class Teardown: Sendable {
    /// Fewer pieces than this are freed where they end: handing them over would cost as much.
    public static let leastCount = 256
    /// Where no worker takes them and the owner thread never has a turn, no more than this are kept.
    public static let mostCount = 65_536

    private struct State {
        var waiting: [any Remains] = []
        var count = 0
        /// `begin` was called, and the end was not reached yet.
        var isUnderWay = false
    }

    private let state = Locked<State>(.leaf, State())
    private let begin: @Sendable (Teardown) -> Void
    private let keepsAll: Bool

    /// `begin` sees to it that `freeSome` is called until nothing is left. `keepsAll`: that is sure to happen soon.
    public init(keepsAll: Bool, begin: @escaping @Sendable (Teardown) -> Void) {
        self.keepsAll = keepsAll
        self.begin = begin
    }

    /// Whether everything is freed.
    public var isEmpty: Bool { state.withLock { $0.count == 0 } }

    /// Takes pieces over. Called without a lock.
    public func add(_ remains: any Remains) {
        let (isFirst, count) = state.withLock { state in
            defer { state.isUnderWay = true }
            state.waiting.append(remains)
            state.count += remains.count
            return (!state.isUnderWay, state.count)
        }
        if isFirst { begin(self) }
        if !keepsAll && count > Self.mostCount { freeAll() }
    }

    /// Frees up to `limit` pieces, the oldest first.
    public func freeSome(_ limit: Int) {
        guard let remains = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) else { return }
        let before = remains.count
        remains.free(limit)
        state.withLock { state in
            state.count -= before - remains.count
            if remains.count > 0 { state.waiting.insert(remains, at: 0) }
        }
    }

    /// Whether everything is freed; the next piece calls `begin` again then.
    public func takeEnd() -> Bool {
        state.withLock { state in
            if state.waiting.isEmpty { state.isUnderWay = false }
            return state.waiting.isEmpty
        }
    }

    /// Frees all that no other thread is freeing.
    public func freeAll() {
        while state.withLock({ !$0.waiting.isEmpty }) { freeSome(.max) }
    }
}

/// What records held of nodes that ended.
// Unchecked: filled by the thread that ends the nodes, and handed over from one to the next.
final class RetiredNodes: Remains, @unchecked Sendable {
    private struct Node {
        var content: (any NodeContent)?
        var layout: NodeLayout?
        var style: StyleBox?
        var flexStyle: FlexStyle
        var extras: NodeExtras?
        var children: ContiguousArray<Int32>
    }

    private var nodes: ContiguousArray<Node?> = []
    /// Of nodes among these; they count as a part of the last one.
    private var flexLayouts: [FlexLayout] = []
    /// Those before are freed.
    private var first = 0

    var count: Int { nodes.count - first }

    /// Takes what the record holds.
    func take(_ record: inout NodeRecord) {
        var children: ContiguousArray<Int32> = []
        swap(&children, &record.children)
        var flexStyle = FlexStyle()
        swap(&flexStyle, &record.flex)
        nodes.append(
            Node(
                content: record.content.take(), layout: record.layout.take(), style: record.style.take(),
                flexStyle: flexStyle, extras: record.extras.take(), children: children))
    }

    /// Takes the layout of a flex root whose record it has taken.
    func take(_ flex: FlexLayout) { flexLayouts.append(flex) }

    /// Parents first: their layouts share those of the nodes below, and the last to go would take all of them along.
    func free(_ limit: Int) {
        let end = limit < count ? first + limit : nodes.count
        for index in first..<end { nodes[index] = nil }
        first = end
        if count == 0 { (nodes, first, flexLayouts) = ([], 0, []) }
    }
}
