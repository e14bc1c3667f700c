import LaminaGeometry

/// The measurements of one pass, several per element, in one pool: chains linked by index, newest first.
///
/// A nested stack measures its children under the same few constraints again for all constraints that it gets itself;
/// without several measurements kept per element that doubles or triples with every level.
struct MeasureCache {
    /// Enough for all combinations of free and exact lengths that nested stacks need; more would only lengthen the
    /// search.
    static let entriesPerElement = 12

    private struct Entry {
        var constraints: LayoutConstraints
        var measurement: LayoutMeasurement
        var next: Int32
    }

    private var heads: [Int32]
    private var pool: [Entry] = []

    init(elements: Int) {
        heads = [Int32](repeating: -1, count: elements)
        pool.reserveCapacity(elements * 2)
    }

    func lookup(_ element: Int32, _ constraints: LayoutConstraints) -> LayoutMeasurement? {
        var index = heads[Int(element)]
        while index >= 0 {
            if pool[Int(index)].constraints.isSame(as: constraints) { return pool[Int(index)].measurement }
            index = pool[Int(index)].next
        }
        return nil
    }

    /// All that is known of an element, newest first.
    func measurements(of element: Int32) -> [(constraints: LayoutConstraints, measurement: LayoutMeasurement)] {
        var found: [(constraints: LayoutConstraints, measurement: LayoutMeasurement)] = []
        var index = heads[Int(element)]
        while index >= 0 {
            found.append((pool[Int(index)].constraints, pool[Int(index)].measurement))
            index = pool[Int(index)].next
        }
        return found
    }

    mutating func store(_ element: Int32, _ constraints: LayoutConstraints, _ measurement: LayoutMeasurement) {
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
            pool.append(Entry(constraints: constraints, measurement: measurement, next: head))
            return
        }
        pool[Int(beforeOldest)].next = -1
        pool[Int(oldest)] = Entry(constraints: constraints, measurement: measurement, next: head)
        heads[Int(element)] = oldest
    }
}
