import LaminaDraw
import LaminaGeometry

/// Bringing the host's pixels up to date.
extension Presentation {
    /// Copies what moved, paints what changed, and returns where that was. When memory fails, all is damaged.
    func composite(into target: PixelTarget, _ worker: Worker, _ parts: EngineParts) throws(LaminaError) -> [PixelRect]
    {
        if !overlay.isEmpty || showsDamage { return try compositeWithOverlay(into: target, worker) }
        for scroll in tree.damage.scrolls { target.move(scroll.rect, by: scroll.distance.x, scroll.distance.y) }
        do throws(LaminaError) {
            try paint(into: target, worker, parts)
        } catch {
            tree.damageAll()
            throw error
        }
        for scroll in tree.damage.scrolls { tree.damage.add(scroll.rect) }
        let changed = tree.damage.region.rectangles
        tree.damage.noteComposited()
        return changed
    }

    private func paint(into target: PixelTarget, _ worker: Worker, _ parts: EngineParts) throws(LaminaError) {
        tree.settleExtents()
        let plan = CompositePlan(
            hits: LayerHits(tree, within: tree.damage.region), layers: tree.layers.all, background: background,
            target: target)
        let rectangles = tree.damage.region.rectangles
        if compositesInBands && parts.threadCount > 0 {
            let bands = BandPainting.bands(of: rectangles, threads: parts.threadCount + 1)
            if bands.count > 1 { return try BandPainting(plan, bands).paint(on: worker, with: parts) }
        }
        for rectangle in rectangles { try plan.paint(rectangle, on: worker) }
    }
}
