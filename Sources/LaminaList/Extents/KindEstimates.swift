/// What is learned of the extents of rows, a mean for each kind. A new mean is used when twice as many rows of the
/// kind have been measured as when the last one was: a list of a million rows changes its estimates some twenty times.
public struct KindEstimates: Sendable {
    private struct Kind {
        var estimate: Double
        var sum = 0.0
        var count = 0
        var nextCount = 1
    }
    private var kinds: [Kind] = []
    private let initial: Double
    /// The extent of all rows, where it depends on none of them.
    var fixed: Double?

    /// The extent of rows of a kind of which none was measured yet.
    public init(initial: Double) { self.initial = initial }

    public subscript(kind: UInt16) -> Double {
        fixed ?? (Int(kind) < kinds.count ? kinds[Int(kind)].estimate : initial)
    }

    /// Takes a measured extent into account. Whether the kind's estimate changed.
    public mutating func learn(_ extent: Double, kind: UInt16) -> Bool {
        while kinds.count <= Int(kind) { kinds.append(Kind(estimate: initial)) }
        kinds[Int(kind)].sum += extent
        kinds[Int(kind)].count += 1
        guard kinds[Int(kind)].count >= kinds[Int(kind)].nextCount else { return false }
        kinds[Int(kind)].nextCount = 2 * kinds[Int(kind)].count
        let mean = kinds[Int(kind)].sum / Double(kinds[Int(kind)].count)
        // In whole units: estimates are guesses, and whole numbers add up without rounding. Not 0, or all the rows
        // that were not measured would be in view at once.
        let estimate = max(1, mean.rounded())
        if estimate == kinds[Int(kind)].estimate { return false }
        kinds[Int(kind)].estimate = estimate
        return fixed == nil
    }
}
