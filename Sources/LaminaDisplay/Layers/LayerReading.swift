import LaminaLock
import LaminaNode

/// How far reading has come.
struct LayerReading {
    /// How much is read in one go.
    private var limit = ReadingLimit()
    /// Layers that have lost their place while the tree is read; they find another or end.
    private var orphans: [Int32] = []
    /// Nodes that are to be shown have no layers yet: there was no time for them.
    private(set) var isPartial = false

    /// The children of layers that there was no time for, by the layer.
    private var unread: [Int32: UnreadChildren] = [:]

    /// The children of nodes as the layout pass under way has them, where they had changed.
    private(set) var captured: [NodeID: [NodeID]] = [:]

    /// A layout pass begins.
    mutating func capture(_ children: [NodeID: [NodeID]]) { captured = children }

    /// The captured children of a node, for whoever reads them, or all its children as they are now.
    mutating func takeCaptured(of node: NodeID) -> [NodeID]? {
        captured.isEmpty ? nil : captured.removeValue(forKey: node)
    }

    /// Sets how much the next reading makes.
    mutating func limit(_ limit: ReadingLimit) { self.limit = limit }

    mutating func begin() { isPartial = false }

    /// Whether there is time for another layer; only once for each.
    mutating func allowsAnother() -> Bool { limit.allowsAnother() }

    /// Something is left for another time.
    mutating func leave(_ children: UnreadChildren, of layer: Int32) {
        isPartial = true
        unread[layer] = children
    }

    /// All children of a layer are read again another time.
    mutating func leaveAll() { isPartial = true }

    /// Whether children of a layer are left already.
    func hasUnread(_ layer: Int32) -> Bool { unread[layer] != nil }

    /// The children that are left of a layer; whoever takes them reads them, or leaves them again.
    mutating func takeUnread(of layer: Int32) -> UnreadChildren? {
        unread.isEmpty ? nil : unread.removeValue(forKey: layer)
    }

    /// A layer has lost its place.
    mutating func addOrphan(_ place: Int32) { orphans.append(place) }

    /// Hands out those that lost their place, once all who may have another for them are read.
    mutating func takeOrphans() -> [Int32] {
        if isPartial || orphans.isEmpty { return [] }
        defer { orphans = [] }
        return orphans
    }
}

/// Whom the layers below one are to show, in painting order.
struct WantedChildren {
    /// Children of the node.
    private(set) var nodes: ContiguousArray<Int32> = []
    /// Nodes that are no longer its children, each with the number of `nodes` below it, and with its layer if it has
    /// one.
    private(set) var departed: [(place: Int, node: Int32, layer: Int32)] = []

    init() {}

    /// The children that a layout pass has `captured`, or those of now. `before` are the layers up to now, where those
    /// that have left may have theirs.
    init(
        _ captured: [NodeID]?, of parent: Int32, _ before: ContiguousArray<Int32>, _ layers: borrowing LayerSlab,
        in store: inout NodeStore
    ) {
        guard let captured else {
            nodes = store.painted(parent)
            return
        }
        var places: [NodeID: Int32]?
        for node in captured {
            let found = store.find(node) ?? -1
            if found >= 0 && store[found].parent == parent {
                nodes.append(found)
                continue
            }
            if places == nil {
                places = [:]
                for layer in before { places?[layers[Int(layer)].node] = layer }
            }
            let layer = places?[node] ?? -1
            if layer >= 0 || found >= 0 { departed.append((nodes.count, found, layer)) }
        }
    }
}

/// Where reading the children of a node goes on in a later turn, unless they are others by then. What is read stays as
/// it is: many children of one node take no longer in many turns than in one.
struct UnreadChildren {
    /// All children of the node, in painting order.
    let nodes: ContiguousArray<Int32>
    /// The first that has no layer yet. So many layers stand before it.
    var next: Int
}

/// How many layers are made in one go: some at least, and then until the time is over.
struct ReadingLimit {
    private let deadline: UInt64
    private var left: Int
    private var isOver = false

    /// Layers that are made whatever the time: each takes about a microsecond.
    static let least = 200
    /// So many are made between two readings of the clock.
    private static let interval = 32

    init(deadline: UInt64 = .max, least: Int = ReadingLimit.least) {
        self.deadline = deadline
        left = least
    }

    /// A layer is going to be made; false when it should wait for another time.
    mutating func allowsAnother() -> Bool {
        if deadline == .max { return true }
        if isOver { return false }
        left -= 1
        if left >= 0 { return true }
        left = Self.interval
        isOver = monotonicMicroseconds() >= deadline
        return !isOver
    }
}
