/// How many layers were left without contents for want of memory, and whether some of them may be near by now.
struct LayerEviction {
    private(set) var count = 0
    private var mayHaveComeNear = false

    mutating func note(isEvicted: Bool) { count += isEvicted ? 1 : -1 }

    /// Layers moved, or what kept some from showing changed.
    mutating func noteMove() { mayHaveComeNear = true }

    /// Whether layers without contents may have come near since this was called last.
    mutating func takeMove() -> Bool {
        if !mayHaveComeNear { return false }
        mayHaveComeNear = false
        return count > 0
    }
}
