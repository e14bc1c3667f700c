import LaminaGeometry

/// Where the children of a node begin and end on one axis, sorted: of a thousand, those are found that the edges of a
/// window have passed, without a look at the others.
struct RangeEdges {
    private typealias Edge = (at: Double, child: Int32)

    private var starts: [Edge] = []
    private var ends: [Edge] = []
    /// The length of the longest.
    private var longest = 0.0

    init(_ spans: [(span: RangeWindow.Span, child: Int32)]) {
        starts = spans.map { ($0.span.start, $0.child) }
        ends = spans.map { ($0.span.end, $0.child) }
        longest = spans.reduce(0) { max($0, $1.span.end - $1.span.start) }
        Self.sort(&starts)
        Self.sort(&ends)
    }

    /// Children mostly stand in their order.
    private static func sort(_ edges: inout [Edge]) {
        if zip(edges, edges.dropFirst()).allSatisfy({ $0.at <= $1.at }) { return }
        edges.sort { $0.at < $1.at }
    }

    /// Adds the children that may stand within one of two spans and not within the other.
    func appendCrossed(from old: RangeWindow.Span, to new: RangeWindow.Span, _ found: inout [Int32]) {
        if old == new { return }
        // Those that the edges passed by, or for a long way those that stand at its beginning and at its end.
        let passed = [
            Self.slice(starts, min(old.end, new.end), max(old.end, new.end)),
            Self.slice(ends, min(old.start, new.start), max(old.start, new.start)),
        ]
        let within = [
            Self.slice(starts, old.start - longest, old.end), Self.slice(starts, new.start - longest, new.end),
        ]
        func count(_ slices: [ArraySlice<Edge>]) -> Int { slices.reduce(0) { $0 + $1.count } }
        for slice in count(passed) <= count(within) ? passed : within { found += slice.lazy.map { $0.child } }
    }

    /// The edges from `low` to `high`, both included.
    private static func slice(_ edges: [Edge], _ low: Double, _ high: Double) -> ArraySlice<Edge> {
        let first = place(edges) { $0 < low }
        return edges[first..<max(first, place(edges) { $0 <= high })]
    }

    /// The first edge that is not `before`, by halving.
    private static func place(_ edges: [Edge], _ before: (Double) -> Bool) -> Int {
        var (low, high) = (0, edges.count)
        while low < high {
            let middle = (low + high) / 2
            if before(edges[middle].at) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
