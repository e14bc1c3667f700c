import LaminaDraw
import LaminaGeometry

/// How far layers reach, and what that damages.
extension LayerTree {
    /// A rectangle of the space of the layer `index` (its shift aside) on the surface, as far as the layers above let it show.
    func surfaceRect(_ rect: PixelRect, in index: Int) -> PixelRect {
        var rect = rect
        var ancestor = index
        while ancestor >= 0 {
            let look = boxes[ancestor].look
            if look.isInvisible { return .empty }
            if look.clips { rect = rect.intersection(look.rect) }
            if let effects = effects(ancestor) { rect = effects.outside(rect, of: look.rect) }
            if rect.isEmpty { return .empty }
            rect = rect.offset(by: boxes[ancestor].shift)
            ancestor = Int(layers[ancestor].parent)
        }
        return rect.intersection(bounds)
    }

    /// What few layers have.
    @inline(__always)
    func effects(_ index: Int) -> LookEffects? { boxes[index].look.hasEffects ? layers[index].effects : nil }

    func damage(_ rect: PixelRect, in index: Int) {
        if !rect.isEmpty { damage.add(surfaceRect(rect, in: index)) }
    }

    /// Where the layer and all below it show.
    mutating func surfaceOuter(_ index: Int) -> PixelRect {
        settleExtents(index)
        return surfaceRect(outers[index], in: Int(layers[index].parent))
    }

    mutating func damageOuter(_ index: Int) { damage.add(surfaceOuter(index)) }

    /// All has to be painted.
    mutating func damageAll() {
        scrolls = []
        damage.removeAll()
        damage.add(bounds)
        isDamagedWhole = true
    }

    /// What changed is in the picture.
    mutating func noteComposited() {
        damage.removeAll()
        scrolls = []
        isDamagedWhole = false
    }

    /// Works out the extent of a layer from its look and its children's extents.
    mutating func computeExtent(_ index: Int) {
        boxes[index].isLate = false
        let look = boxes[index].look
        var extent = look.clips ? look.rect : look.reach
        if !look.clips {
            childrenAsked += layers[index].children.count
            for child in layers[index].children { extent = extent.union(outers[Int(child)]) }
        }
        if let effects = effects(index) { extent = extent.union(effects.reach(of: look.rect)) }
        setExtent(extent, of: index)
    }

    private mutating func setExtent(_ extent: PixelRect, of index: Int) {
        boxes[index].extent = extent
        let isEmpty = extent.isEmpty || boxes[index].look.isInvisible
        let outer = effects(index).map { $0.outside(extent, of: boxes[index].look.rect) } ?? extent
        outers[index] = isEmpty || outer.isEmpty ? .empty : outer.offset(by: boxes[index].shift)
    }

    /// Works out the extent of a layer anew and hands it up.
    mutating func updateExtent(_ index: Int) {
        let before = outers[index]
        computeExtent(index)
        outerChanged(index, from: before)
    }

    /// Hands a changed extent up, as far as it makes a difference. A parent is only asked again when the child made an edge that nobody is
    /// known to make now; one of many children is asked later, once for all of them.
    mutating func outerChanged(_ index: Int, from before: PixelRect) {
        var child = index
        var before = before
        while true {
            let parent = Int(layers[child].parent)
            let now = outers[child]
            if parent < 0 || now == before || boxes[parent].isLate || boxes[parent].look.clips { return }
            let old = outers[parent]
            let extent = boxes[parent].extent
            if before.isEmpty || now.contains(before) || !extent.losesEdge(of: before, to: now) {
                setExtent(extent.union(now), of: parent)
            } else if layers[parent].children.count <= Self.fewChildren {
                computeExtent(parent)
            } else if !extent.losesEdge(of: before, to: ownReach(parent).union(now)) {
                setExtent(extent.union(now), of: parent)
            } else {
                noteLate(parent)
                return
            }
            before = old
            child = parent
        }
    }

    /// What of an extent does not come from children.
    private func ownReach(_ index: Int) -> PixelRect {
        let look = boxes[index].look
        return effects(index).map { look.reach.union($0.reach(of: look.rect)) } ?? look.reach
    }

    // MARK: Later

    /// So many children are looked at as fast as a note is made.
    private static var fewChildren: Int { 16 }

    /// Leaves the extent of a layer for later.
    private mutating func noteLate(_ index: Int) {
        boxes[index].isLate = true
        let first = late.count
        var above = index
        while above >= 0 && !boxes[above].isAboveLate {
            boxes[above].isAboveLate = true
            late.append(Int32(above))
            above = Int(layers[above].parent)
        }
        late[first...].reverse()
    }

    /// The layer ends, or is made anew.
    mutating func notLate(_ index: Int) {
        boxes[index].isLate = false
        boxes[index].isAboveLate = false
    }

    /// Works out all extents that were left for later.
    mutating func settleExtents() {
        if late.isEmpty { return }
        var all: [Int32] = []
        swap(&all, &late)
        settle(all)
    }

    /// The same of a layer and all below it, for whoever looks at its extent before that.
    mutating func settleExtents(_ top: Int) {
        if !boxes[top].isAboveLate { return }
        var found = [Int32(top)]
        var next = 0
        while next < found.count {
            for child in layers[Int(found[next])].children where boxes[Int(child)].isAboveLate { found.append(child) }
            next += 1
        }
        settle(found)
    }

    /// Works out what is late of some layers, children before parents; each but once.
    private mutating func settle(_ found: [Int32]) {
        for place in found.reversed() {
            let index = Int(place)
            boxes[index].isAboveLate = false
            if boxes[index].isLate { updateExtent(index) }
        }
    }
}
