import LaminaGeometry

/// What measuring an element once gave.
struct Measured {
    var size: Size
    var ascender = 0.0
    var descender = 0.0
}

/// The answers of one pass, several per element, in one pool: chains linked by index, newest first.
///
/// A nested stack asks its children the same few questions again for every question that it is asked itself; without several answers kept per
/// element that doubles or triples with every level.
struct MeasureCache {
    /// Enough for all combinations of free and exact lengths that nested stacks ask for; more would only lengthen the search.
    static let entriesPerElement = 12

    private struct Entry {
        var key: MeasureKey
        var value: Measured
        var next: Int32
    }

    private var heads: [Int32]
    private var pool: [Entry] = []

    init(elements: Int) {
        heads = [Int32](repeating: -1, count: elements)
        pool.reserveCapacity(elements * 2)
    }

    func lookup(_ element: Int32, _ key: MeasureKey) -> Measured? {
        var index = heads[Int(element)]
        while index >= 0 {
            if pool[Int(index)].key.isSame(as: key) { return pool[Int(index)].value }
            index = pool[Int(index)].next
        }
        return nil
    }

    /// All that is known of an element, newest first.
    func answers(of element: Int32) -> [(key: MeasureKey, value: Measured)] {
        var found: [(key: MeasureKey, value: Measured)] = []
        var index = heads[Int(element)]
        while index >= 0 {
            found.append((pool[Int(index)].key, pool[Int(index)].value))
            index = pool[Int(index)].next
        }
        return found
    }

    mutating func store(_ element: Int32, _ key: MeasureKey, _ value: Measured) {
        let head = heads[Int(element)]
        var oldest = head
        var beforeOldest: Int32 = -1
        var length = 0
        while oldest >= 0 {
            length += 1
            if pool[Int(oldest)].next < 0 { break }
            beforeOldest = oldest
            oldest = pool[Int(oldest)].next
        }
        guard length >= Self.entriesPerElement, beforeOldest >= 0 else {
            heads[Int(element)] = Int32(pool.count)
            pool.append(Entry(key: key, value: value, next: head))
            return
        }
        pool[Int(beforeOldest)].next = -1
        pool[Int(oldest)] = Entry(key: key, value: value, next: head)
        heads[Int(element)] = oldest
    }
}
