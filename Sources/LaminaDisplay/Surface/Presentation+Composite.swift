import LaminaDraw
import LaminaGeometry

/// Bringing the host's pixels up to date.
extension Presentation {
    /// Copies what moved and paints what changed since the composite whose result is in `target`: the last one, or an
    /// older one for an age above 1, none for 0. Returns what was done. When memory fails, all is damaged.
    func composite(
        into target: PixelTarget, age: Int, _ worker: Worker, _ parts: EngineParts, motions: () -> ShownMotions
    ) throws(LaminaError) -> CompositeChanges {
        var latest = CompositeChanges()
        if age == 1 && !hasDamage {
            history.note(latest)
            return latest
        }
        if !overlay.isEmpty || showsDamage {
            try compositeWithOverlay(into: target, worker, overlay.contains(.motion) ? motions() : ShownMotions())
            latest.painted.add(tree.bounds)
            history.note(latest)
            return latest
        }
        if hasDamage {
            latest.scrolls = tree.damage.scrolls
            latest.painted.add(tree.damage.region)
        }
        let changes = age == 1 ? latest : history.changes(since: age, latest, in: tree.bounds)
        if !changes.isEmpty {
            for scroll in changes.scrolls { target.move(scroll.rect, by: scroll.distance.x, scroll.distance.y) }
            do throws(LaminaError) {
                try paint(changes.painted, into: target, worker, parts)
            } catch {
                tree.damageAll()
                throw error
            }
        }
        history.note(latest)
        if hasDamage { tree.damage.noteComposited() }
        return changes
    }

    private func paint(
        _ region: Region, into target: PixelTarget, _ worker: Worker, _ parts: EngineParts
    ) throws(LaminaError) {
        tree.settleExtents()
        let plan = CompositePlan(
            hits: LayerHits(tree, within: region, bars: true), layers: tree.layers.all, background: background,
            target: target)
        let rectangles = region.rectangles
        if compositesInBands && parts.threadCount > 0 {
            let bands = BandPainting.bands(of: rectangles, threads: parts.threadCount + 1)
            if bands.count > 1 { return try BandPainting(plan, bands).paint(on: worker, with: parts) }
        }
        for rectangle in rectangles { try plan.paint(rectangle, on: worker) }
    }
}
