import LaminaDraw
import LaminaGeometry
import LaminaNode

/// What is kept of layers that do not show when memory is short. What shows, or stands within a screen of it, is never
/// dropped.
extension LayerTree {
    /// The surface and a screen around it.
    private var vicinity: PixelRect {
        PixelRect(
            x: bounds.x - bounds.width, y: bounds.y - bounds.height, width: bounds.width * 3, height: bounds.height * 3)
    }

    /// How far a layer stands from the surface, in pixels; nil when it is near, or nobody knows yet how far the picture
    /// of a subtree reaches.
    func distance(_ index: Int) -> Int? {
        if let raster = layers[index].raster, raster.reach == nil { return nil }
        guard let rect = layers.placeOnSurface(index) else { return .max }
        if rect.overlaps(vicinity) { return nil }
        let x = max(bounds.x - rect.maxX, rect.x - bounds.maxX, 0)
        let y = max(bounds.y - rect.maxY, rect.y - bounds.maxY, 0)
        return max(x, y)
    }

    /// Whether a layer stands on the surface, with or without contents.
    func shows(_ index: Int) -> Bool { layers.placeOnSurface(index)?.overlaps(bounds) ?? false }

    /// Drops the bitmaps of layers that are far, the farthest first, until `bytes` are free; returns how many went.
    func evict(bytes: Int) -> Int {
        var far: [(index: Int, distance: Int)] = []
        for index in 0..<layers.count where layers[index].shown.bitmap != nil {
            if let distance = distance(index) { far.append((index, distance)) }
        }
        far.sort { $0.distance > $1.distance }
        var freed = 0
        var count = 0
        for (index, _) in far {
            if freed >= bytes { break }
            freed += layers[index].shown.bitmap?.byteCount ?? 0
            layers[index].pending?.operation?.cancel()
            dropPlaceholderPicture(index)
            show(nil, as: nil, at: index)
            layers[index].shown.original = nil
            setEvicted(index, true)
            count += 1
        }
        return count
    }

    func setEvicted(_ index: Int, _ isEvicted: Bool) {
        if layers[index].shown.isEvicted == isEvicted { return }
        layers[index].shown.isEvicted = isEvicted
        eviction.note(isEvicted: isEvicted)
        updateInk(index)
    }

    /// Has what was dropped drawn again when it comes near. Costs nothing while nothing is missing, or nothing can have
    /// come.
    func restoreNear() {
        if !eviction.takeMove() { return }
        let near = Region()
        near.add(vicinity)
        extents.settle(layers)
        for place in LayerHits(self, within: near).places where layers[Int(place)].shown.isEvicted {
            setEvicted(Int(place), false)
            drawings.touch(Int(place))
        }
    }
}
