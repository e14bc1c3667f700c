/// The records of all nodes, in blocks that never move, so that they are linked by index. The one place where records
/// are found by address.
@safe struct NodeSlab: ~Copyable {
    private static let blockShift: Int32 = 8
    private static let blockSize: Int32 = 1 << blockShift
    /// Indices fit the 24 bits that a handle has for them.
    static let capacity: Int32 = 1 << 24
    /// Generations fit the 22 bits that a handle has for them.
    static let generationLimit: UInt32 = 1 << 22

    private var blocks: [UnsafeMutablePointer<NodeRecord>] = unsafe []
    private var used: Int32 = 0
    private var free: [Int32] = []
    private let firstGeneration: UInt32
    /// The highest generation given to any record.
    private(set) var lastGeneration: UInt32
    /// Nodes alive.
    private(set) var count = 0

    init(firstGeneration: UInt32) {
        self.firstGeneration = firstGeneration
        lastGeneration = firstGeneration
    }

    deinit {
        for number in unsafe blocks.indices {
            let block = unsafe blocks[number]
            unsafe block.deinitialize(count: Int(min(Self.blockSize, used - Int32(number) * Self.blockSize)))
            unsafe block.deallocate()
        }
    }

    /// The record at `index`, which must have come from `place` or from a link.
    @inline(__always)
    func address(of index: Int32) -> UnsafeMutablePointer<NodeRecord> {
        precondition(index >= 0 && index < used)
        return unsafe blocks[Int(index >> Self.blockShift)] + Int(index & (Self.blockSize - 1))
    }

    subscript(index: Int32) -> NodeRecord {
        // Addresses, not coroutines: where those are not inlined, they copy the record and allocate.
        @inline(__always) unsafeAddress { unsafe UnsafePointer(address(of: index)) }
        @inline(__always) unsafeMutableAddress { unsafe address(of: index) }
    }

    /// The index of a living node; nil when the identifier is stale or was never given out.
    @inline(__always)
    func place(of id: NodeID) -> Int32? {
        guard id.index >= 0 && id.index < used else { return nil }
        return self[id.index].flags.contains(.alive) && self[id.index].generation == id.generation ? id.index : nil
    }

    /// The indices of the living nodes.
    var living: [Int32] { (0..<used).filter { self[$0].flags.contains(.alive) } }

    /// Gives out the place of a new node, which the caller marks as alive; nil when all are taken.
    mutating func take() -> Int32? {
        let index: Int32
        if let reused = free.popLast() {
            index = reused
        } else {
            guard used < Self.capacity else { return nil }
            if used & (Self.blockSize - 1) == 0 {
                unsafe blocks.append(UnsafeMutablePointer<NodeRecord>.allocate(capacity: Int(Self.blockSize)))
            }
            index = used
            used += 1
            unsafe address(of: index).initialize(to: NodeRecord(generation: firstGeneration))
        }
        count += 1
        return index
    }

    /// Takes the place of a node back that has ended; its identifier is stale then.
    mutating func giveBack(_ index: Int32) {
        let record = unsafe address(of: index)
        let next = unsafe record.pointee.generation + 1
        unsafe record.pointee = NodeRecord(generation: next)
        lastGeneration = max(lastGeneration, next)
        count -= 1
        // A place whose generations are used up is given up: a stale handle must never come to life again.
        if next < Self.generationLimit { free.append(index) }
    }
}
