import LaminaGeometry

/// Nodes that manage the interface states of their children by ranges, and those whose state somebody sets.
struct ManagedNodes {
    private struct Entry {
        /// What was set for the node and all below it.
        var limit: InterfaceState?
        var ranges: Ranges?
        /// Those of a node that places its children: it manages them by itself.
        var ownRanges: Ranges?
        var viewport = RangeViewport(.zero)
        /// Those of `viewport`.
        var windows: [RangeWindow] = []
        /// Where the children stand on either axis; nil until an edge moves.
        var x: RangeEdges?
        var y: RangeEdges?
    }

    /// By node; those have `NodeFlags.manages`.
    private var entries: [Int32: Entry] = [:]
    /// How many nodes were visited to find out their state: what tests check instead of the time.
    private(set) var visits = 0

    /// Whether nothing is managed.
    var isEmpty: Bool { entries.isEmpty }

    mutating func noteVisit() { visits &+= 1 }

    func limit(of node: Int32) -> InterfaceState? { entries[node]?.limit }
    func ranges(of node: Int32) -> Ranges? { entries[node].flatMap { $0.ranges ?? $0.ownRanges } }
    /// What is seen of a node that has ranges.
    func viewport(of node: Int32) -> RangeViewport? { entries[node].flatMap { $0.ranges == nil ? nil : $0.viewport } }

    /// Sets what holds for the node and below; false when nothing is left to be known of it.
    mutating func setLimit(_ limit: InterfaceState?, of node: Int32) -> Bool {
        entries[node, default: Entry()].limit = limit
        return prune(node)
    }

    /// Sets how the node manages its children, of which `rect` is seen; false when nothing is left to be known of it.
    mutating func setRanges(_ ranges: Ranges?, seeing rect: Rect, of node: Int32) -> Bool {
        var entry = entries.removeValue(forKey: node) ?? Entry()
        if entry.ranges == nil { entry.viewport = RangeViewport(rect) }
        entry.ranges = ranges
        entry.windows = ranges.map { entry.viewport.windows($0) } ?? []
        entries[node] = entry
        return prune(node)
    }

    /// Keeps ranges for a node that manages its children by itself; false when nothing is left to be known of it.
    mutating func setOwnRanges(_ ranges: Ranges?, of node: Int32) -> Bool {
        entries[node, default: Entry()].ownRanges = ranges
        return prune(node)
    }

    private mutating func prune(_ node: Int32) -> Bool {
        if let entry = entries[node], entry.limit != nil || entry.ranges != nil || entry.ownRanges != nil {
            return true
        }
        entries[node] = nil
        return false
    }

    mutating func remove(_ node: Int32) { if !entries.isEmpty { entries[node] = nil } }

    /// Forgets where children stand.
    mutating func noteChildren(of node: Int32) {
        guard let entry = entries[node], entry.x != nil || entry.y != nil else { return }
        entries[node]?.x = nil
        entries[node]?.y = nil
    }

    /// What the ranges of a node say of a child with this frame; nil when it has none.
    func state(of frame: Rect, in node: Int32, isVisible: Bool) -> InterfaceState? {
        guard let entry = entries[node], let ranges = entry.ranges else { return nil }
        guard let window = entry.windows.firstIndex(where: { $0.overlaps(frame) }) else { return [] }
        let state = InterfaceState(level: InterfaceState.levels - window)
        return ranges.sparesMemory && !isVisible ? state.lowered : state
    }

    /// How far a child with this frame stands from what is seen of the node, in screenfuls; nil without ranges.
    func screens(to frame: Rect, in node: Int32) -> Double? {
        viewport(of: node)?.screens(to: frame)
    }

    /// Another part of a node is seen. Returns the children whose state may be another now, some of them twice.
    mutating func move(_ node: Int32, to rect: Rect, frames: () -> [(child: Int32, frame: Rect)]) -> [Int32] {
        // Taken out, so that changing it copies no array.
        guard var entry = entries.removeValue(forKey: node) else { return [] }
        defer { entries[node] = entry }
        guard let ranges = entry.ranges, entry.viewport.rect != rect else { return [] }
        let before = entry.windows
        entry.viewport.move(to: rect)
        entry.windows = entry.viewport.windows(ranges)
        var found: [Int32] = []
        if zip(before, entry.windows).contains(where: { $0.x != $1.x }) {
            let edges = entry.x ?? RangeEdges(frames().map { (RangeWindow.Span(start: $1.minX, end: $1.maxX), $0) })
            entry.x = edges
            for (old, new) in zip(before, entry.windows) { edges.appendCrossed(from: old.x, to: new.x, &found) }
        }
        if zip(before, entry.windows).contains(where: { $0.y != $1.y }) {
            let edges = entry.y ?? RangeEdges(frames().map { (RangeWindow.Span(start: $1.minY, end: $1.maxY), $0) })
            entry.y = edges
            for (old, new) in zip(before, entry.windows) { edges.appendCrossed(from: old.y, to: new.y, &found) }
        }
        return found
    }
}
