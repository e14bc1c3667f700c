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
    func surfaceOuter(_ index: Int) -> PixelRect {
        surfaceRect(outers[index], in: Int(layers[index].parent))
    }

    func damageOuter(_ index: Int) { damage.add(surfaceOuter(index)) }

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
        let look = boxes[index].look
        var extent = look.clips ? look.rect : look.reach
        if !look.clips { for child in layers[index].children { extent = extent.union(outers[Int(child)]) } }
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

    /// Hands a changed extent up, as far as it makes a difference. A parent of many children is only asked again when the child made its edge.
    mutating func outerChanged(_ index: Int, from before: PixelRect) {
        var child = index
        var before = before
        while true {
            let parent = Int(layers[child].parent)
            let now = outers[child]
            if parent < 0 || now == before || boxes[parent].look.clips { return }
            let old = outers[parent]
            let extent = boxes[parent].extent
            if before.isEmpty || now.contains(before) || extent.surrounds(before) {
                setExtent(extent.union(now), of: parent)
            } else {
                computeExtent(parent)
            }
            before = old
            child = parent
        }
    }
}
