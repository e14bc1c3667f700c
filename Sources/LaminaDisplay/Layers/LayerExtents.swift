import LaminaGeometry

/// How far layers and all below them reach. It is worked out as layers change, so that reading and painting cost in
/// proportion to what changed.
struct LayerExtents: ~Copyable {
    private struct Record {
        /// The pixels that the layer and all below it may touch, the shift of the layer aside.
        var extent = PixelRect.empty
        /// `extent` is to be worked out anew (`settle`).
        var isLate = false
        /// The extents of layers below may be, so that this one may change, too.
        var isAboveLate = false
    }

    private var records: ContiguousArray<Record> = []
    /// At the place of each layer, its extent as the layer above sees it; empty when nothing shows. Apart, as it is
    /// what a walk goes through.
    private var outers: ContiguousArray<PixelRect> = []
    /// Layers with extents to be worked out anew, and all that stand above them: those above before those below. Some
    /// may have been settled since.
    private var late: [Int32] = []
    /// How many children were visited to see how far they reach: what keeping extents costs, for tests.
    private(set) var childrenVisited = 0

    /// Bytes for each layer.
    static var bytesPerLayer: Int { MemoryLayout<Record>.stride + MemoryLayout<PixelRect>.stride }

    /// Whether nothing was left for later.
    var isSettled: Bool { late.isEmpty }

    /// The extent of a layer as the layer above sees it.
    subscript(_ index: Int) -> PixelRect { outers[index] }

    /// A layer has the place `index` from now on, which is at most the one after the last.
    mutating func add(_ index: Int) {
        if index < records.count { return }
        records.append(Record())
        outers.append(.empty)
    }

    /// Makes room for `count` more layers.
    mutating func reserve(_ count: Int) {
        records.reserveCapacity(records.count + count)
        outers.reserveCapacity(outers.count + count)
    }

    /// A layer ends.
    mutating func remove(_ index: Int) {
        outers[index] = .empty
        notLate(index)
    }

    /// A layer ends, or is made anew.
    mutating func notLate(_ index: Int) {
        records[index].isLate = false
        records[index].isAboveLate = false
    }

    /// Gives back the places from `count` on, where no layers are. All must be settled.
    mutating func trim(to count: Int) {
        records = ContiguousArray(records[..<count])
        outers = ContiguousArray(outers[..<count])
    }

    /// Works out the extent of a layer from its appearance and its children's extents.
    mutating func compute(_ index: Int, _ layers: borrowing LayerSlab) {
        records[index].isLate = false
        let clips = layers[box: index].appearance.clips
        var extent = clips ? layers[box: index].appearance.rect : layers[box: index].appearance.reach
        let count = layers[index].children.count
        if !clips && count > 0 {
            childrenVisited += count
            for child in layers[index].children { extent = extent.union(outers[Int(child)]) }
        }
        setExtent(extent, of: index, layers, isWhole: false)
    }

    /// `isWhole`: the extent has what effects reach.
    private mutating func setExtent(
        _ given: PixelRect, of index: Int, _ layers: borrowing LayerSlab, isWhole: Bool = true
    ) {
        var (extent, outer) = (given, given)
        if layers[box: index].appearance.hasEffects, let effects = layers[index].effects {
            let rect = layers[box: index].appearance.rect
            if !isWhole { extent = extent.union(effects.reach(of: rect)) }
            outer = effects.outer(extent, of: rect)
        }
        records[index].extent = extent
        let isEmpty = extent.isEmpty || outer.isEmpty || layers[box: index].appearance.isInvisible
        outers[index] = isEmpty ? .empty : outer.offset(by: layers[box: index].shift)
    }

    /// Works out the extent of a layer anew and hands it up.
    mutating func update(_ index: Int, _ layers: borrowing LayerSlab) {
        let before = outers[index]
        compute(index, layers)
        changed(index, from: before, layers)
    }

    /// A layer moved as it is. The caller hands it up.
    mutating func move(_ index: Int, by distance: PixelOffset) {
        if !outers[index].isEmpty { outers[index] = outers[index].offset(by: distance) }
    }

    /// Hands a changed extent up, as far as it makes a difference. A parent is only worked out again when the child
    /// made an edge that no other is known to make now; one of many children is left for later, once for all of them.
    mutating func changed(_ index: Int, from before: PixelRect, _ layers: borrowing LayerSlab) {
        var child = index
        var before = before
        while true {
            let parent = Int(layers[child].parent)
            let now = outers[child]
            if parent < 0 || now == before || records[parent].isLate || layers[box: parent].appearance.clips { return }
            let old = outers[parent]
            let extent = records[parent].extent
            if before.isEmpty || now.contains(before) || !extent.losesEdge(of: before, to: now) {
                setExtent(extent.union(now), of: parent, layers)
            } else if layers[parent].children.count <= Self.fewChildren {
                compute(parent, layers)
            } else if !extent.losesEdge(of: before, to: ownReach(parent, layers).union(now)) {
                setExtent(extent.union(now), of: parent, layers)
            } else {
                noteLate(parent, layers)
                return
            }
            before = old
            child = parent
        }
    }

    /// What of an extent does not come from children.
    private func ownReach(_ index: Int, _ layers: borrowing LayerSlab) -> PixelRect {
        let appearance = layers[box: index].appearance
        return layers.effects(index).map { appearance.reach.union($0.reach(of: appearance.rect)) } ?? appearance.reach
    }

    // MARK: Later

    /// So many children are visited as fast as a note is made.
    private static var fewChildren: Int { 16 }

    /// Leaves the extent of a layer for later.
    private mutating func noteLate(_ index: Int, _ layers: borrowing LayerSlab) {
        records[index].isLate = true
        let first = late.count
        var above = index
        while above >= 0 && !records[above].isAboveLate {
            records[above].isAboveLate = true
            late.append(Int32(above))
            above = Int(layers[above].parent)
        }
        late[first...].reverse()
    }

    /// Works out all extents that were left for later.
    mutating func settle(_ layers: borrowing LayerSlab) {
        if late.isEmpty { return }
        var all: [Int32] = []
        swap(&all, &late)
        settle(all, layers)
    }

    /// The same of a layer and all below it, for whoever reads its extent before that.
    @inline(__always)
    mutating func settle(_ top: Int, _ layers: borrowing LayerSlab) {
        if records[top].isAboveLate { settleLate(top, layers) }
    }

    private mutating func settleLate(_ top: Int, _ layers: borrowing LayerSlab) {
        var found = [Int32(top)]
        var next = 0
        while next < found.count {
            for child in layers[Int(found[next])].children where records[Int(child)].isAboveLate { found.append(child) }
            next += 1
        }
        settle(found, layers)
    }

    /// Works out what is late of some layers, children before parents; each but once.
    private mutating func settle(_ found: [Int32], _ layers: borrowing LayerSlab) {
        for place in found.reversed() {
            let index = Int(place)
            records[index].isAboveLate = false
            if records[index].isLate { update(index, layers) }
        }
    }
}
