import CSystem
import LaminaDraw
import LaminaGeometry
import LaminaLock
import LaminaNode
import LaminaText

/// What a context holds, by kind, in bytes.
public struct MemoryUse: Sendable {
    /// Pixels of contents, groups and copies that are in use.
    public var bitmaps = 0
    /// Pixels kept for the next bitmap.
    public var pool = 0
    public var nodes = 0
    public var layers = 0
    /// Of the bitmaps, those that shared images keep in other sizes.
    public var imageCopies = 0
    /// Shaped words that workers share.
    public var words = 0
}

/// Bitmaps within a budget.
extension Engine {
    public var memoryUse: MemoryUse {
        let free = parts.pool.freeBytes
        var use = MemoryUse()
        use.bitmaps = max(0, parts.pool.allocatedBytes - free)
        use.pool = free
        use.nodes = context.nodes.withLock { $0.count } * MemoryLayout<NodeRecord>.stride
        let layer = MemoryLayout<Layer>.stride + MemoryLayout<LayerBox>.stride + LayerExtents.bytesPerLayer
        use.layers = surfaces.values.reduce(0) { $0 + $1.tree.layers.count * layer }
        use.imageCopies = parts.images.living.reduce(0) { $0 + $1.scaledBytes }
        use.words = parts.fonts.wordBytes
        return use
    }

    /// Sets how many bytes of bitmaps to keep to, as far as what shows allows.
    public func setBitmapBudget(_ bytes: Int) {
        bitmapBudget = bytes
        keepBudget()
    }

    /// Whether a drawing of a layer that does not show has to wait until it is near.
    func isShortOfMemory(for bytes: Int) -> Bool {
        bitmapBudget < .max && bitmapsInUse + bytesUnderWay + bytes > bitmapBudget
    }

    private var bitmapsInUse: Int { parts.pool.allocatedBytes - parts.pool.freeBytes }

    /// Drops what does not show while there is more than the budget allows: first what nobody uses, then the contents
    /// of far layers.
    func keepBudget() {
        if bitmapBudget == .max || parts.pool.allocatedBytes <= bitmapBudget { return }
        parts.pool.trim()
        // What is kept only because it may be shown again goes first.
        let surplus = bitmapsInUse - bitmapBudget
        if surplus > 0 { parts.imageCache.trim(to: max(0, parts.imageCache.usage.bytes - surplus)) }
        evict(bitmapsInUse - bitmapBudget)
        parts.pool.trim()
    }

    private func evict(_ bytes: Int) {
        if bytes <= 0 { return }
        var left = bytes
        for presentation in surfaces.values.sorted(by: { $0.number < $1.number }) where left > 0 {
            let before = bitmapsInUse
            let count = presentation.tree.evict(bytes: left)
            self.count { $0.evictions += UInt64(count) }
            left -= max(0, before - bitmapsInUse)  // workers go on taking memory meanwhile
        }
    }

    /// Gives back to the system what can be made again: pools, fonts, caches of all workers, shared images in other
    /// sizes, and the contents of layers that are far.
    public func trimMemory() {
        for driver in drivers { driver.trimMemory(in: self) }
        parts.teardown.freeAll()
        evict(.max)
        parts.imageCache.trim(to: 0)
        for image in parts.images.living { image.dropScaled() }
        for player in parts.players.all { player.trim() }
        parts.fonts.reopenFonts()
        worker.trim()
        parts.trimWorkers()
        parts.pool.trim()
        for presentation in surfaces.values { presentation.tree.trim() }
        lamina_return_free_memory()
    }
}
