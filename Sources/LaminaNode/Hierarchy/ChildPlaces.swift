/// Finds children among their siblings. The place found last is remembered by parent: the next one is near it as a
/// rule.
struct ChildPlaces {
    /// So few are searched without a hint, which other parents need more.
    private static let fewChildren = 16
    /// More parents than a host walks along at the same time.
    private static let limit = 4096

    private var parent: Int32 = -1
    private var place = 0
    /// Those of the other parents. Nobody takes out what is out of date: a wrong place only makes a search longer.
    private var others: [Int32: Int] = [:]
    /// Children compared, and searches: what tests check instead of the time.
    private(set) var steps = 0

    /// The place of `child`, which is one of the `children` of `parent`; linear in the distance from the place that was
    /// found last among them, so that walks along children cost no more than their number, also those along several
    /// parents by turns.
    mutating func index(of child: Int32, in children: ContiguousArray<Int32>, of parent: Int32) -> Int? {
        let count = children.count
        steps &+= 1
        // Where children come and go most, while others are walked along.
        if children[count - 1] == child { return count - 1 }
        if count <= Self.fewChildren {
            steps &+= count
            return children.firstIndex(of: child)
        }
        if parent != self.parent { turn(to: parent) }
        var above = min(place, count)
        var below = above - 1
        while above < count || below >= 0 {
            steps &+= 1
            if above < count {
                if children[above] == child { return found(above) }
                above += 1
            }
            if below >= 0 {
                if children[below] == child { return found(below) }
                below -= 1
            }
        }
        return nil
    }

    private mutating func found(_ place: Int) -> Int {
        self.place = place
        return place
    }

    private mutating func turn(to parent: Int32) {
        if self.parent >= 0 {
            if others.count >= Self.limit { others.removeAll(keepingCapacity: true) }
            others[self.parent] = place
        }
        place = others[parent] ?? 0
        self.parent = parent
    }
}
