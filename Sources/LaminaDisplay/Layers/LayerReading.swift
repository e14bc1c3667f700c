import LaminaLock

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
