import LaminaDraw
import LaminaGeometry
import LaminaNode

/// What is kept of layers that do not show when memory is short. What shows, or stands within a screen of it, is never dropped.
extension LayerTree {
    /// The surface and a screen around it.
    private var vicinity: PixelRect {
        PixelRect(
            x: bounds.x - bounds.width, y: bounds.y - bounds.height, width: bounds.width * 3, height: bounds.height * 3)
    }

    /// How far a layer stands from the surface, in pixels; nil when it is near, or nobody knows yet how far the picture of a subtree reaches.
    func distance(_ index: Int) -> Int? {
        if let raster = layers[index].raster, raster.reach == nil { return nil }
        guard let rect = placeOnSurface(index) else { return .max }
        if rect.overlaps(vicinity) { return nil }
        let x = max(bounds.x - rect.maxX, rect.x - bounds.maxX, 0)
        let y = max(bounds.y - rect.maxY, rect.y - bounds.maxY, 0)
        return max(x, y)
    }

    /// Whether a layer stands on the surface, with or without contents.
    func shows(_ index: Int) -> Bool { placeOnSurface(index)?.overlaps(bounds) ?? false }

    /// Where a layer stands on the surface, or what it shows reaches; nil when it is hidden or empty.
    private func placeOnSurface(_ index: Int) -> PixelRect? {
        var rect = boxes[index].look.rect.union(boxes[index].look.ink)
        var ancestor = index
        while ancestor >= 0 {
            if boxes[ancestor].look.isInvisible { return nil }
            if let effects = effects(ancestor) { rect = effects.outside(rect, of: boxes[ancestor].look.rect) }
            if rect.isEmpty { return nil }
            rect = rect.offset(by: boxes[ancestor].shift)
            ancestor = Int(layers[ancestor].parent)
        }
        return rect
    }

    /// Drops the bitmaps of layers that are far, the farthest first, until `bytes` are free; returns how many went.
    mutating func evict(bytes: Int) -> Int {
        var far: [(index: Int, distance: Int)] = []
        for index in layers.indices where layers[index].bitmap != nil {
            if let distance = distance(index) { far.append((index, distance)) }
        }
        far.sort { $0.distance > $1.distance }
        var freed = 0
        var count = 0
        for (index, _) in far {
            if freed >= bytes { break }
            freed += layers[index].bitmap?.byteCount ?? 0
            layers[index].pending?.operation?.cancel()
            dropPlaceholderPicture(index)
            show(nil, as: nil, at: index)
            layers[index].original = nil
            setEvicted(index, true)
            count += 1
        }
        return count
    }

    mutating func setEvicted(_ index: Int, _ isEvicted: Bool) {
        if layers[index].isEvicted == isEvicted { return }
        layers[index].isEvicted = isEvicted
        evictedCount += isEvicted ? 1 : -1
        boxes[index].look.ink = layers[index].ink(in: boxes[index].look.rect)
        updateExtent(index)
    }

    /// Gives back the places behind the last layer: a surface that showed much once need not keep them for ever.
    mutating func trim() {
        var count = layers.count
        while count > 0 && layers[count - 1].node.index < 0 { count -= 1 }
        if count == layers.count { return }
        settleExtents()
        layers = ContiguousArray(layers[..<count])
        boxes = ContiguousArray(boxes[..<count])
        outers = ContiguousArray(outers[..<count])
        free = free.filter { $0 < count }
        touched = touched[firstTouched...].filter { $0 < count }
        firstTouched = 0
        fading = fading.filter { $0 < count }
    }

    /// Has what was dropped drawn again when it comes near. Costs nothing while nothing is missing, or nothing can have come.
    mutating func restoreNear() {
        if !mayHaveComeNear { return }
        mayHaveComeNear = false
        if evictedCount == 0 { return }
        let near = Region()
        near.add(vicinity)
        settleExtents()
        for place in LayerHits(self, within: near).places where layers[Int(place)].isEvicted {
            setEvicted(Int(place), false)
            touched.append(place)
        }
    }
}
