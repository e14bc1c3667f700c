import LaminaGeometry

/// All nodes of a context: the state behind its tree lock.
///
/// A function that takes `inout NodeStore` holds the lock: that is the proof. Each concern has its state in a struct of
/// its own, which nothing else can change; the store joins them: its methods change the records and notify whom that
/// concerns. Nothing here calls out; what may run host code when dropped is handed back through `Discarded`.
@safe public struct NodeStore: ~Copyable {
    private var records: NodeSlab
    public var surfaces = SurfaceTable()
    /// Nodes on a surface that changed since the owner thread's last turn.
    public internal(set) var changes = ChangeLog()
    var places = ChildPlaces()
    var layouts = LayoutState()
    var flex = FlexTable()
    var directions = DirectionState()
    var traits = TraitTable()
    var interfaces = InterfaceObservation()
    var presented = PresentedTable()
    var managed = ManagedNodes()
    var layoutObservers = LayoutObservation()
    var awaited = AwaitedNodes()
    /// Nodes that scroll and whose content may be another than those who scroll it know.
    var scrolled: Set<Int32> = []

    /// Which opening of its context the store belongs to; 0 from the beginning of its end.
    public var contextGeneration: UInt32 = 0
    /// Where large trees are freed; without one, they are where they end.
    public var teardown: Teardown?

    public init(firstGeneration: UInt32) { records = NodeSlab(firstGeneration: firstGeneration) }

    public static var capacity: Int32 { NodeSlab.capacity }
    public static var generationLimit: UInt32 { NodeSlab.generationLimit }
    /// The highest generation given to any record: the next store in the same place starts above it.
    public var lastGeneration: UInt32 { records.lastGeneration }
    /// Where specs that host code returned are let go.
    public var specKeeper: SpecKeeper { layouts.specKeeper }
    /// Nodes alive.
    public var count: Int { records.count }

    /// The record at `index`, which must have come from `find` or from a link.
    public subscript(index: Int32) -> NodeRecord {
        @inline(__always) unsafeAddress { unsafe UnsafePointer(records.address(of: index)) }
        @inline(__always) unsafeMutableAddress { unsafe records.address(of: index) }
    }

    /// The index of a living node; nil when the identifier is stale or was never given out.
    public func place(of id: NodeID) -> Int32? { records.place(of: id) }

    /// The same for what is called often: a call from another module that is not `mutating` hands over a copy of the
    /// whole store.
    @inline(__always)
    public mutating func find(_ id: NodeID) -> Int32? { records.place(of: id) }

    /// The identifier of the node at `index`.
    public func id(_ index: Int32) -> NodeID { NodeID(index: index, generation: self[index].generation) }

    mutating func noteNews() { changes.noteNews() }

    /// Whether the owner thread has to be woken for what was just changed.
    @inline(__always)
    public mutating func takeNews() -> Bool { changes.takeNews() }

    /// Makes a node with one reference of the host's; nil when the store is full.
    public mutating func create(isText: Bool, content: (any NodeContent)?) -> NodeID? {
        guard let index = records.take() else { return nil }
        self[index].flags = isText ? [.alive, .text] : .alive
        self[index].hostReferences = 1
        self[index].content = content
        noteHostData(content, of: index)
        if content?.holdsChildren ?? false { self[index].layout = NodeLayout(.content) }
        return id(index)
    }

    /// Calls `body` for each node without a parent.
    mutating func forEachRoot(_ body: (inout NodeStore, Int32) -> Void) {
        for index in records.living where self[index].parent < 0 { body(&self, index) }
    }

    /// Adds a reference of the host's.
    public mutating func retain(_ index: Int32) {
        self[index].hostReferences += 1
    }

    /// Whether the next reference of the host's that is dropped is the last one, and others end with the node.
    public func endsTree(_ index: Int32) -> Bool {
        self[index].hostReferences == 1 && self[index].internalReferences == 0 && !self[index].children.isEmpty
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
        let haveTraits = !traits.isEmpty
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
                if self[child].surface >= 0 { setSurface(-1, below: child) } else { settleInterface(below: child) }
                if haveTraits { survivors.append(child) }
            }
            erase(node, later: goneCount >= Teardown.leastCount, &discarded)
            goneCount += 1
        }
        for child in survivors { adaptAll(below: child, &discarded) }
    }

    /// Takes a subtree off its surface whose one reference is about to be dropped. What ends by that has nothing to
    /// notify.
    mutating func leaveSurface(below top: Int32) {
        let ends = self[top].hostReferences == 0 && self[top].internalReferences == 1
        if !ends || !interfaces.isEmpty || !traits.isEmpty { setSurface(-1, below: top) }
    }

    /// Notes that host data may end with a node.
    mutating func noteHostData(_ content: (any NodeContent)?, of node: Int32) {
        if content?.holdsHostData ?? false { self[node].flags.insert(.hostData) }
    }

    /// `later`: what the node holds is freed on another thread, but for what host data would end with.
    private mutating func erase(_ index: Int32, later: Bool = false, _ discarded: inout Discarded) {
        if !self[index].flags.isDisjoint(with: [.observed, .traits, .dynamic, .manages, .layoutObserved, .awaited]) {
            dropInterfaceObservers(of: index, &discarded)
            managed.remove(index)
            awaited.remove(index)
            layoutObservers.removeAll(of: index, &discarded)
            dropTraits(of: index)
        }
        if self[index].flags.contains(.presented) { clearPresented(.all, of: index) }
        scrolled.remove(index)
        let flex = takeFlex(rootedAt: index)
        if let teardown, later || flex?.isLarge ?? false {
            if self[index].flags.contains(.hostData) {
                discarded.append(self[index].content.take())
                discarded.append(self[index].extras.take())
                if self[index].layout?.method.holdsHostData ?? false { discarded.append(self[index].layout.take()) }
            }
            discarded.retire(&self[index], flex, to: teardown)
        } else {
            discarded.append(self[index].content)
            discarded.append(self[index].layout)
            discarded.append(self[index].style)
            discarded.append(self[index].extras)
            discarded.append(flex)
        }
        records.giveBack(index)
    }

    /// Empties the store, whoever holds its nodes.
    public mutating func removeAll(_ discarded: inout Discarded) {
        for index in records.living { erase(index, &discarded) }
        surfaces.removeAll()
        _ = changes.takeNodes()
        interfaces.forgetStale()
        layoutObservers.forgetStale()
    }
}
