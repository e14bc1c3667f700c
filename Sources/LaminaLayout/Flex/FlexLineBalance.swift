/// Breaks items into lines of nearly the same size (CSS Flexbox 2, `flex-wrap: balance`).
///
/// The specification leaves open what is balanced; this is Chrome's choice, which the fixtures hold it to: the sum of
/// the squares of what the lines leave free is the least, and of several such ways the one whose later lines have fewer
/// items. Like there, sizes are whole numbers of 1/64, and no item counts as less than nothing, so that a line never
/// becomes shorter by one more item.
struct FlexLineBalance {
    /// As in a browser, more than any line is long. Sums of that many stay far from the limits of a word.
    private static let largest = 2_147_483_647.0

    /// What the first so many items take, each with the gap that follows it.
    private var sums: [Int]
    private let gap: Int
    /// How long a line may be.
    private var room: Int

    /// For lines of at most `room`, which may be infinite.
    init(room: Double, gap: Double, capacity: Int) {
        self.room = Self.units(room)
        self.gap = Self.units(gap)
        sums = []
        sums.reserveCapacity(capacity + 1)
        sums.append(0)
    }

    /// The next item, with its margins.
    @inline(__always) mutating func add(_ size: Double) { sums.append(sums[sums.count - 1] + Self.units(size) + gap) }

    /// Rounded down, so that what fits together does as whole numbers, too; but not for an error of arithmetic.
    @inline(__always) private static func units(_ size: Double) -> Int {
        Int(max(0, min(largest, size * 64 + 1.0 / 1024)))
    }

    /// How many of the items come before the end of each line. There are at least `minimum` lines if there are as many
    /// items.
    mutating func ends(minimum: Int) -> [Int] {
        let count = sums.count - 1
        if count == 0 { return [] }
        let minimum = min(minimum, count)
        if lineCount(room, atMost: minimum) < minimum { raiseLineCount(to: minimum) }
        // Without room nothing is free in any line, and breaking anywhere would be as good.
        if room == 0 || length(0, count) <= room { return filledLines() }
        return leastSquares()
    }

    @inline(__always) private var count: Int { sums.count - 1 }

    /// The length of a line from item `first` up to item `end`.
    @inline(__always) private func length(_ first: Int, _ end: Int) -> Int { sums[end] - sums[first] - gap }

    // MARK: Filling lines

    /// How many lines of `room` there are when each takes what it can; counting ends behind `most`.
    private func lineCount(_ room: Int, atMost most: Int) -> Int {
        var lines = 1
        var first = 0
        for item in 1..<count where length(first, item + 1) > room {
            lines += 1
            if lines > most { break }
            first = item
        }
        return lines
    }

    private func filledLines() -> [Int] {
        var ends: [Int] = []
        var first = 0
        for item in 1..<count where length(first, item + 1) > room {
            ends.append(item)
            first = item
        }
        return ends + [count]
    }

    // MARK: More lines than are needed

    /// Makes the room of a line so small that there are `minimum` lines, or as near to that as it can be without being
    /// more. Where equal items make it too few, the last ones that fill a line exactly are made larger by the least
    /// that there is until it is enough.
    private mutating func raiseLineCount(to minimum: Int) {
        // Items that take nothing differ by their number only.
        if length(0, count) == 0 { for index in 1...count { sums[index] = index } }
        var low = 0
        var high = min(room, length(0, count))
        while low < high {
            let middle = low + (high - low) / 2
            if lineCount(middle, atMost: minimum) > minimum { low = middle + 1 } else { high = middle }
        }
        room = high
        if lineCount(room, atMost: minimum) < minimum { pushItems(upTo: minimum) }
    }

    private mutating func pushItems(upTo minimum: Int) {
        let exact = exactItems()
        let original = sums
        // More pushed items never make fewer lines.
        var low = 0
        var high = exact.count
        while low < high {
            let middle = low + (high - low) / 2
            sums = pushed(exact.suffix(middle), original)
            if lineCount(room, atMost: minimum) < minimum { low = middle + 1 } else { high = middle }
        }
        sums = pushed(exact.suffix(low), original)
    }

    /// `original` with each of `items` larger by one.
    private func pushed(_ items: ArraySlice<Int>, _ original: [Int]) -> [Int] {
        var result = original
        var next = items.startIndex
        for item in 0..<count {
            if next < items.endIndex && items[next] == item { next += 1 }
            result[item + 1] += next - items.startIndex
        }
        return result
    }

    /// The items that fill a line exactly, as Chrome finds them: an item that begins a line because the one before it
    /// was full is not looked at itself, and counts as alone there if the next one does not fit beside it.
    private func exactItems() -> [Int] {
        var found: [Int] = []
        var first = 0
        var hasContent = false
        for item in 0..<count {
            let size = length(first, item + 1)
            if size == room { found.append(item) }
            if size > room { first = hasContent ? item : item + 1 }
            hasContent = size <= room
        }
        return found
    }

    // MARK: The least sum of squares

    /// The best last line for each number of items, from the first on: its first item and the sum of squares up to its
    /// end.
    private struct Best {
        var first: Int32
        var score: UInt128
    }

    /// A possible first item of a line, and from which end on it is better than those before it.
    private struct Candidate {
        var first: Int32
        var from: Int32
    }

    private func leastSquares() -> [Int] {
        var best = [Best](repeating: Best(first: 0, score: 0), count: count + 1)
        var begin = 0
        for item in 0..<count where length(item, item + 1) > room {
            // An item that is too large has a line for itself, in which nothing is free: on both sides of it lines are
            // broken independently.
            balance(begin, item, &best)
            best[item + 1] = Best(first: Int32(truncatingIfNeeded: item), score: best[item].score)
            begin = item + 1
        }
        balance(begin, count, &best)
        var ends: [Int] = []
        var end = count
        while end > 0 {
            ends.append(end)
            end = Int(best[end].first)
        }
        return ends.reversed()
    }

    /// Finds the best last lines that begin and end between items `begin` and `end`, all of which fit in a line.
    ///
    /// Once it is better that the last line begins later, it stays so for all lines that end farther on, since squares
    /// grow ever faster. So the beginnings that are the best for some end to come stand in a queue in their order, and
    /// a new one takes the place of those behind which it is better.
    private func balance(_ begin: Int, _ end: Int, _ best: inout [Best]) {
        var queue: [Candidate] = []
        var head = 0
        for last in begin..<max(begin, end) {
            let new = Int32(truncatingIfNeeded: last)
            var from = Int32(truncatingIfNeeded: last + 1)
            while queue.count > head, let back = queue.last {
                if isBetter(new, than: back.first, max(back.from, from), best) {
                    queue.removeLast()
                } else {
                    from = firstEnd(new, back, max(back.from, from) + 1, end, best)
                    break
                }
            }
            if Int(from) <= end { queue.append(Candidate(first: new, from: from)) }
            while head + 1 < queue.count && Int(queue[head + 1].from) <= last + 1 { head += 1 }
            let first = queue[head].first
            best[last + 1] = Best(first: first, score: score(first, new + 1, best))
        }
    }

    /// The first end from `low` on at which a line is better begun at `new`; behind `end` if there is none.
    private func firstEnd(_ new: Int32, _ back: Candidate, _ low: Int32, _ end: Int, _ best: [Best]) -> Int32 {
        var low = low
        var high = Int32(truncatingIfNeeded: end + 1)
        while low < high {
            let middle = low + (high - low) / 2
            if isBetter(new, than: back.first, middle, best) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    @inline(__always) private func isBetter(_ new: Int32, than old: Int32, _ end: Int32, _ best: [Best]) -> Bool {
        score(new, end, best) <= score(old, end, best)
    }

    /// The sum of squares of lines whose last one has the items from `first` up to `end`; more than any if these do not
    /// fit.
    @inline(__always) private func score(_ first: Int32, _ end: Int32, _ best: [Best]) -> UInt128 {
        let free = room - length(Int(first), Int(end))
        if free < 0 { return .max }
        return best[Int(first)].score + UInt128(free.magnitude * free.magnitude)
    }
}
