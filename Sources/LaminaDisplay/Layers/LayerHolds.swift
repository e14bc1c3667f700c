/// Layers of nodes that have left, kept in sight until what took their places is drawn.
struct LayerHolds {
    private struct Hold {
        let layer: Int32
        /// When it began, on the context's clock; nil until the clock is read.
        var start: UInt64?
    }

    /// By the layer that replaces it, which is held back meanwhile.
    private var holds: [Int32: Hold] = [:]
    /// How long one lasts at most, microseconds; with 0 none begins.
    var limit = LayerHolds.defaultLimit
    /// Pairs that the reading under way has found, by the layer above: what leaves, and what comes in its place.
    private var found: [(parent: Int32, pairs: [(old: Int32, new: Int32)])] = []

    /// The default of `limit`: long enough for a slow drawing, short enough not to be taken for an answer.
    static let defaultLimit: UInt64 = 500_000

    var isEmpty: Bool { holds.isEmpty }
    /// Those that replace others, in the order of their places.
    var replacements: [Int32] { holds.keys.sorted() }

    /// The layer that is held until `replacement` is drawn.
    func layer(for replacement: Int32) -> Int32? { holds.isEmpty ? nil : holds[replacement]?.layer }

    mutating func begin(_ layer: Int32, until replacement: Int32) {
        holds[replacement] = Hold(layer: layer, start: nil)
    }

    /// Ends a hold and returns its layer.
    mutating func end(_ replacement: Int32) -> Int32? { holds.removeValue(forKey: replacement)?.layer }

    /// A layer ends; returns the one that was held back for it.
    mutating func forget(_ layer: Int32) -> Int32? {
        if holds.isEmpty { return nil }
        holds[layer] = nil
        guard let replacement = holds.first(where: { $0.value.layer == layer })?.key else { return nil }
        holds[replacement] = nil
        return replacement
    }

    /// Notes when those began that are new.
    mutating func begin(at now: UInt64) {
        for (replacement, hold) in holds where hold.start == nil { holds[replacement]?.start = now }
    }

    func isDue(_ replacement: Int32, at now: UInt64) -> Bool {
        guard let start = holds[replacement]?.start else { return false }
        return now < start || now - start >= limit
    }

    /// When the first is over that has begun; nil for none.
    var due: UInt64? {
        holds.values.lazy.compactMap(\.start).min().map { start in
            let (due, overflow) = start.addingReportingOverflow(limit)
            return overflow ? .max : due
        }
    }

    mutating func note(_ pairs: [(old: Int32, new: Int32)], below parent: Int) {
        if !pairs.isEmpty { found.append((Int32(parent), pairs)) }
    }

    mutating func takeFound() -> [(parent: Int32, pairs: [(old: Int32, new: Int32)])] {
        if found.isEmpty { return [] }
        defer { found = [] }
        return found
    }
}
