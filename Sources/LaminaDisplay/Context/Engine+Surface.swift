public import LaminaDraw
public import LaminaGeometry
import LaminaNode
import LaminaLock

/// Surfaces: what is shown, where, and bringing the host's pixels up to date.
extension Engine {
    /// Makes a surface that shows nothing yet.
    public func makeSurface(size: Size, scale: Double) throws(LaminaError) -> Surface {
        let extent = try Surface.Extent(size: size, scale: scale)
        let number = context.nodes.withLock { store in
            let number = store.addSurface()
            store.surfaces.setScale(scale, of: number)
            return number
        }
        surfaces[number] = Presentation(number: number, size: size, scale: scale, bounds: extent.bounds)
        return Surface(number: number, extent: extent, mailbox: parts.mailbox)
    }

    func remove(surface number: Int32) {
        guard let presentation = surfaces.removeValue(forKey: number) else { return }
        cancelAll(presentation.tree.removeAll())
        release(presentation.tree.remains.take())
        var discarded = Discarded()
        context.nodes.withLock { $0.removeSurface(number, &discarded) }
    }

    /// Gives the surface another size or scale.
    public func resize(_ surface: Surface, size: Size, scale: Double) throws(LaminaError) {
        let extent = try Surface.Extent(size: size, scale: scale)
        guard let presentation = surfaces[surface.number] else { return }
        if presentation.size == size && presentation.scale == scale { return }
        let readsAll = presentation.scale != scale
        presentation.size = size
        presentation.scale = scale
        presentation.tree.bounds = extent.bounds
        surface.extent = extent
        setNeedsComposite(surface)
        context.nodes.withLock { store in
            store.surfaces.setScale(scale, of: surface.number)
            if readsAll { store.setNeedsAllLayers(surface.number) } else { store.setNeedsLayout(surface.number) }
        }
        parts.wake.signal()
    }

    public func setBackground(_ color: Color, of surface: Surface) {
        guard let presentation = surfaces[surface.number], presentation.background != color else { return }
        presentation.background = color
        setNeedsComposite(surface)
    }

    /// Makes the next composite draw everything.
    public func setNeedsComposite(_ surface: Surface) {
        guard let presentation = surfaces[surface.number] else { return }
        presentation.tree.damageAll()
    }

    /// Whether all drawings that one turn asks for appear in one frame.
    public func setDisplaysTogether(_ together: Bool, of surface: Surface) {
        surfaces[surface.number]?.displaysTogether = together
    }

    /// Whether they do.
    public func displaysTogether(_ surface: Surface) -> Bool { surfaces[surface.number]?.displaysTogether ?? false }

    /// What shows where no node draws.
    public func background(of surface: Surface) -> Color { surfaces[surface.number]?.background ?? .clear }

    /// Whether workers that are free take part in large composites.
    public func compositesInBands(_ surface: Surface) -> Bool { surfaces[surface.number]?.compositesInBands ?? false }

    /// The overlay that is drawn.
    public func debugOverlay(of surface: Surface) -> DebugOverlay { surfaces[surface.number]?.overlay ?? [] }

    /// Says whether workers that are free take part in large composites.
    public func setCompositesInBands(_ inBands: Bool, of surface: Surface) {
        surfaces[surface.number]?.compositesInBands = inBands
    }

    /// Draws an overlay for developers over what the surface shows.
    public func setDebugOverlay(_ overlay: DebugOverlay, of surface: Surface) throws(LaminaError) {
        guard overlay.isSubset(of: .all) else {
            throw LaminaError(
                .invalidArgument,
                "overlay is \(overlay.rawValue), which has flags that are not in lamina_debug_overlay;"
                    + " LAMINA_DEBUG_OVERLAY_DAMAGE (1), LAYERS (2), PLACEHOLDERS (4) and MOTION (8) may be set")
        }
        guard let presentation = surfaces[surface.number], presentation.overlay != overlay else { return }
        presentation.overlay = overlay
        setNeedsComposite(surface)
    }

    public func hasDamage(_ surface: Surface) -> Bool { surfaces[surface.number]?.hasDamage ?? false }

    /// Redraws what changed since the last composite into `target` and returns those rectangles.
    public func composite(_ surface: Surface, into target: PixelBuffer) throws(LaminaError) -> [PixelRect] {
        try composite(surface, into: PixelTarget(target))
    }

    /// The same for pixels of any format. With an `age`, `target` has the result of so many composites ago, and of none
    /// for 0.
    public func composite(
        _ surface: Surface, into target: PixelTarget, age: Int? = nil
    ) throws(LaminaError) -> [PixelRect] {
        guard let presentation = surfaces[surface.number] else { return [] }
        let bounds = presentation.tree.bounds
        guard target.width == bounds.width && target.height == bounds.height else {
            throw LaminaError(
                .invalidArgument,
                "target is \(target.width) x \(target.height) pixels; the surface has \(bounds.width) x \(bounds.height)"
            )
        }
        if age != nil { presentation.history.begin() }
        let start = monotonicMicroseconds()
        let changes = try presentation.composite(into: target, age: age ?? 1, worker, parts, motions: shownMotions)
        if changes.isEmpty { return [] }
        let copied = changes.scrolls.reduce(0) { $0 + $1.rect.area }
        let painted = changes.painted.rectangles.reduce(0) { $0 + $1.area }
        let changed = changes.region.rectangles
        let spent = monotonicMicroseconds() - start
        count { counts in
            counts.ownerMicroseconds += spent
            counts.compositeMicroseconds += spent
            counts.composites += 1
            counts.copiedPixels += UInt64(copied)
            counts.paintedPixels += UInt64(painted)
        }
        return changed
    }
}
