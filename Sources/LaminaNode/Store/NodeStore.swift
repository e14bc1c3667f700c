import LaminaGeometry

/// All nodes of a context: the state behind its tree lock.
///
/// Nodes are plain records in blocks that never move, linked by index. A function that takes `inout NodeStore` holds the lock: that is the proof.
/// Nothing here calls out; what may run host code when dropped is handed back through `Discarded`.
@safe public struct NodeStore: ~Copyable {
    private static let blockShift: Int32 = 8
    private static let blockSize: Int32 = 1 << blockShift
    /// Indices fit the 24 bits that a handle has for them.
    public static let capacity: Int32 = 1 << 24
    /// Generations fit the 22 bits that a handle has for them.
    public static let generationLimit: UInt32 = 1 << 22

    private var blocks: [UnsafeMutablePointer<NodeRecord>] = unsafe []
    private var used: Int32 = 0
    private var free: [Int32] = []
    private let firstGeneration: UInt32
    /// The highest generation given to any record: the next store in the same place starts above it.
    public private(set) var lastGeneration: UInt32

    /// Nodes alive.
    public private(set) var count = 0
    public var surfaces: [SurfaceState] = []
    /// Flex layouts that are kept; nil where there is none any more.
    var flexArrangements: [FlexArrangement?] = []
    /// Nodes on a surface whose properties changed since the owner thread looked last.
    public internal(set) var changed: [Int32] = []

    /// Which opening of its context the store belongs to; 0 when the context is closed.
    public var contextGeneration: UInt32 = 0
    /// The direction of what has none of its own, nor above it.
    public internal(set) var runsRightToLeft = false
    /// Whether a node or spec ever had a direction of its own: else nobody has to look for one.
    var setsDirections = false
    /// Whether a node ever had a z position: else children are painted in their own order.
    var setsOrder = false
    /// Where children were found among the others, and how many were looked at to find them.
    var foundPlaces = FoundPlaces()
    var placesSearched = 0
    /// Whether traits or dynamic colours were ever set: else nobody has to look for them.
    var usesTraits = false
    /// What holds where no node says anything.
    var contextTraits = NodeTraits()
    var traits: [Int32: NodeTraits] = [:]
    var dynamicColors: [Int32: [ColorRole: DynamicColor]] = [:]
    /// Whether a node ever drew what is below it with it.
    var rasterizesSome = false
    /// Nodes whose interface state somebody watches.
    var observed: [Int32: ObservedNode] = [:]
    var lastInterfaceObserver: UInt64 = 0
    /// Observed nodes that came on a surface or left it; each is held.
    var staleInterfaces: [Int32] = []
    /// Something was hidden, or is so no more.
    var isVisibilityStale = false
    /// Moves with changes that layouts depend on of nodes that no surface shows: those that a layout spec callback names tell it of them once they are children only.
    var strayChanges: UInt64 = 0
    /// Which fonts texts were measured with: answers of another epoch are not used.
    public internal(set) var layoutEpoch: UInt32 = 0
    /// The fewest nodes of which a node keeps what layout passes take (`ReusablePart`).
    var leastReusablePart = 64
    /// Where specs that host code returned are let go.
    public let specKeeper = SpecKeeper()
    /// Where large trees are freed; without one, they are where they end.
    public var teardown: Teardown?
    /// Something changed that the owner thread has to look at, since `takeNews`.
    private(set) var hasNews = false

    public init(firstGeneration: UInt32) {
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

    mutating func noteNews() { hasNews = true }

    /// Whether the owner thread has to be woken for what was just changed.
    @inline(__always)
    public mutating func takeNews() -> Bool {
        if !hasNews { return false }
        hasNews = false
        return true
    }

    /// The record at `index`, which must have come from `find` or from a link.
    public subscript(index: Int32) -> NodeRecord {
        // Addresses, not coroutines: where those are not inlined, they copy the record and allocate.
        @inline(__always) unsafeAddress {
            precondition(index >= 0 && index < used)
            return unsafe UnsafePointer(blocks[Int(index >> Self.blockShift)] + Int(index & (Self.blockSize - 1)))
        }
        @inline(__always) unsafeMutableAddress {
            precondition(index >= 0 && index < used)
            return unsafe blocks[Int(index >> Self.blockShift)] + Int(index & (Self.blockSize - 1))
        }
    }

    /// The index of a living node; nil when the identifier is stale or was never given out.
    @inline(__always)
    public func place(of id: NodeID) -> Int32? {
        guard id.index >= 0 && id.index < used else { return nil }
        return self[id.index].flags.contains(.alive) && self[id.index].generation == id.generation ? id.index : nil
    }

    /// The same for what is called often: a call from another module that is not `mutating` hands over a copy of the whole store.
    @inline(__always)
    public mutating func find(_ id: NodeID) -> Int32? { place(of: id) }

    /// The identifier of the node at `index`.
    public func id(_ index: Int32) -> NodeID { NodeID(index: index, generation: self[index].generation) }

    /// Makes a node with one reference of the host's; nil when the store is full.
    public mutating func create(isText: Bool, content: (any NodeContent)?) -> NodeID? {
        let index: Int32
        if let reused = free.popLast() {
            index = reused
            lastGeneration = max(lastGeneration, self[index].generation)
        } else {
            guard used < Self.capacity else { return nil }
            if used & (Self.blockSize - 1) == 0 {
                unsafe blocks.append(UnsafeMutablePointer<NodeRecord>.allocate(capacity: Int(Self.blockSize)))
            }
            index = used
            unsafe (blocks[Int(index >> Self.blockShift)] + Int(index & (Self.blockSize - 1)))
                .initialize(to: NodeRecord(generation: firstGeneration))
            used += 1
        }
        self[index].flags = isText ? [.alive, .text] : .alive
        self[index].hostReferences = 1
        self[index].content = content
        noteHostData(content, of: index)
        if content?.holdsChildren ?? false { self[index].layout = NodeLayout(.content) }
        count += 1
        return id(index)
    }

    /// Calls `body` for each node without a parent.
    mutating func forEachRoot(_ body: (inout NodeStore, Int32) -> Void) {
        for index in 0..<used where self[index].flags.contains(.alive) && self[index].parent < 0 { body(&self, index) }
    }

    /// Adds a reference of the host's.
    public mutating func retain(_ index: Int32) {
        self[index].hostReferences += 1
    }

    /// Drops a reference of the host's; false when the host has none left to drop.
    public mutating func release(_ index: Int32, _ discarded: inout Discarded) -> Bool {
        guard self[index].hostReferences > 0 else { return false }
        self[index].hostReferences -= 1
        destroyIfUnused(index, &discarded)
        return true
    }

    mutating func retainInternally(_ index: Int32) { self[index].internalReferences += 1 }

    mutating func releaseInternally(_ index: Int32, _ discarded: inout Discarded) {
        self[index].internalReferences -= 1
        destroyIfUnused(index, &discarded)
    }

    private func isUnused(_ index: Int32) -> Bool {
        self[index].hostReferences == 0 && self[index].internalReferences == 0
    }

    /// Ends a node that nobody holds, and with it, level by level (trees may be deep), the children that only it held.
    private mutating func destroyIfUnused(_ index: Int32, _ discarded: inout Discarded) {
        guard isUnused(index) else { return }
        var doomed = [index]
        var survivors: [Int32] = []
        var goneCount = 0
        while let node = doomed.popLast() {
            for child in self[node].children {
                self[child].parent = -1
                self[child].flags.subtract([.adopted, .arranged])
                self[child].internalReferences -= 1
                if isUnused(child) {
                    doomed.append(child)
                    continue
                }
                releaseFlexClaims(below: child)
                if self[child].surface >= 0 { setSurface(-1, below: child) }
                if usesTraits { survivors.append(child) }
            }
            erase(node, later: goneCount >= Teardown.leastCount, &discarded)
            goneCount += 1
        }
        for child in survivors { adapt(below: child, &discarded) }
    }

    /// Takes a subtree off its surface whose one reference is about to be dropped. What ends by that has nothing to be told.
    mutating func leaveSurface(below top: Int32) {
        let ends = self[top].hostReferences == 0 && self[top].internalReferences == 1
        if !ends || !observed.isEmpty || usesTraits { setSurface(-1, below: top) }
    }

    /// Notes that host data may end with a node.
    @inline(__always)
    mutating func noteHostData(_ content: (any NodeContent)?, of node: Int32) {
        if content?.holdsHostData ?? false { self[node].flags.insert(.hostData) }
    }

    /// `later`: what the node holds is freed on another thread, but for what host data would end with.
    private mutating func erase(_ index: Int32, later: Bool = false, _ discarded: inout Discarded) {
        dropInterfaceObservers(of: index, &discarded)
        dropTraits(of: index)
        let flex = takeFlex(rootedAt: index)
        if let teardown, later || flex?.isLarge ?? false {
            if self[index].flags.contains(.hostData) {
                discarded.append(self[index].content.take())
                discarded.append(self[index].extras.take())
                if self[index].layout?.arranging.holdsHostData ?? false { discarded.append(self[index].layout.take()) }
            }
            discarded.retire(&self[index], flex, to: teardown)
        } else {
            discarded.append(self[index].content)
            discarded.append(self[index].layout)
            discarded.append(self[index].style)
            discarded.append(self[index].extras)
            discarded.append(flex)
        }
        let next = self[index].generation + 1
        self[index] = NodeRecord(generation: next)
        lastGeneration = max(lastGeneration, next)
        count -= 1
        // A place whose generations are used up is given up: a stale handle must never come to life again.
        if next < Self.generationLimit { free.append(index) }
    }

    /// Empties the store, whoever holds its nodes.
    public mutating func removeAll(_ discarded: inout Discarded) {
        for index in 0..<used where self[index].flags.contains(.alive) { erase(index, &discarded) }
        surfaces = []
        changed = []
        staleInterfaces = []
    }
}
