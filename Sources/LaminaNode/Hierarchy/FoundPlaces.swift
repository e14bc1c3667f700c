/// Where a child was found last among the others, by its parent: the next one that is looked for stands near it as a rule.
struct FoundPlaces {
    /// More parents than a host walks along at the same time.
    private static let limit = 4096

    private var parent: Int32 = -1
    private var place = 0
    /// Those of the other parents. Nobody takes out what is out of date: a wrong place only makes a search longer.
    private var others: [Int32: Int] = [:]

    /// Where to begin to look below `parent`.
    @inline(__always)
    mutating func place(in parent: Int32) -> Int {
        if parent != self.parent { turn(to: parent) }
        return place
    }

    /// Notes a place below the parent that was asked for last.
    @inline(__always)
    mutating func note(_ place: Int) { self.place = place }

    private mutating func turn(to parent: Int32) {
        if self.parent >= 0 {
            if others.count >= Self.limit { others.removeAll(keepingCapacity: true) }
            others[self.parent] = place
        }
        place = others[parent] ?? 0
        self.parent = parent
    }
}
