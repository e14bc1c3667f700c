/// The times at which calls are due, the next first: a binary heap, so that one more costs in proportion to the
/// logarithm of their number.
struct DueTimes {
    struct Entry {
        var due: UInt64
        /// Among those due at the same time, the lower first.
        var order: UInt64
        let number: UInt64

        func isBefore(_ other: Entry) -> Bool { (due, order) < (other.due, other.order) }
    }

    private var heap: [Entry] = []
    /// Comparisons made since the beginning: what tests count instead of the time.
    private(set) var comparisons = 0

    var count: Int { heap.count }
    var first: Entry? { heap.first }

    mutating func add(_ number: UInt64, due: UInt64) {
        heap.append(Entry(due: due, order: number, number: number))
        var place = heap.count - 1
        while place > 0 {
            let parent = (place - 1) / 2
            comparisons += 1
            if !heap[place].isBefore(heap[parent]) { break }
            heap.swapAt(place, parent)
            place = parent
        }
    }

    mutating func removeFirst() {
        if heap.isEmpty { return }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var place = 0
        while true {
            var next = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
                comparisons += 1
                if heap[child].isBefore(heap[next]) { next = child }
            }
            if next == place { return }
            heap.swapAt(place, next)
            place = next
        }
    }

    /// Leaves out all that `isKept` does not keep.
    mutating func filter(_ isKept: (UInt64) -> Bool) {
        comparisons += heap.count
        heap = heap.filter { isKept($0.number) }
        sort()
    }

    /// Gives all another time. Those that come to the same stay in the order they were in.
    mutating func change(_ due: (UInt64) -> UInt64) {
        sort()
        for place in heap.indices {
            heap[place].due = due(heap[place].due)
            // Below the numbers of all that come later.
            heap[place].order = UInt64(place)
        }
    }

    /// What is in order is a heap.
    private mutating func sort() { heap.sort { $0.isBefore($1) } }
}
