/// Records in one growing block of memory, reached by index without copying; trees move their records in and out of it.
///
/// Indices are the tree's own; a debug build checks them.
@safe struct FlexSlab<Record: BitwiseCopyable>: ~Copyable {
    private var base: UnsafeMutablePointer<Record>
    private(set) var count = 0
    private(set) var capacity: Int

    init(capacity: Int = 8) {
        unsafe base = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    deinit { unsafe base.deallocate() }

    subscript(index: Int32) -> Record {
        @inline(__always) unsafeAddress {
            assert(index >= 0 && Int(index) < count)
            return unsafe UnsafePointer(base + Int(index))
        }
        @inline(__always) unsafeMutableAddress {
            assert(index >= 0 && Int(index) < count)
            return unsafe base + Int(index)
        }
    }

    /// Bytes in use by live records and by room for more.
    var bytes: Int { capacity * MemoryLayout<Record>.stride }

    @inline(__always) mutating func append(_ record: Record) {
        if count == capacity { grow(to: count + 1) }
        unsafe (base + count).initialize(to: record)
        count += 1
    }

    /// The same for a large record that is a variable, which would be copied on the way.
    @inline(__always) mutating func append(from record: inout Record) {
        if count == capacity { grow(to: count + 1) }
        unsafe (base + count).initialize(from: &record, count: 1)
        count += 1
    }

    /// Adds `number` records that are all `record`.
    mutating func append(_ record: Record, repeated number: Int) {
        if count + number > capacity { grow(to: count + number) }
        unsafe (base + count).initialize(repeating: record, count: number)
        count += number
    }

    @inline(__always) mutating func removeLast(to newCount: Int) { count = newCount }

    /// Makes room for `total` records, so that adding them does not copy.
    mutating func reserve(_ total: Int) { if total > capacity { move(to: total) } }

    /// Whether the next record means a larger block.
    @inline(__always) var isFull: Bool { count == capacity }

    /// Makes room for `total` records that are known to come. Growing step by step would touch three times the memory,
    /// and memory that is touched for the first time costs as much as laying out what it is for.
    @inline(never)
    mutating func grow(to total: Int) {
        if total <= capacity { return }
        // By half once there are many: a tree should not hold twice the memory that it needs.
        move(to: max(total, capacity + max(8, capacity < 4096 ? capacity : capacity / 2)))
    }

    private mutating func move(to target: Int) {
        let larger = UnsafeMutablePointer<Record>.allocate(capacity: target)
        unsafe larger.moveInitialize(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = larger
        capacity = target
    }
}

// The block belongs to the slab alone.
extension FlexSlab: @unchecked Sendable {}
