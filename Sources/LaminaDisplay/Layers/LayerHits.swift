import LaminaDraw
import LaminaGeometry

/// What of a layer tree shows within some damage, in painting order, where it stands on the surface.
struct LayerHits {
    private(set) var appearances: [Appearance] = []
    /// The layer of each appearance.
    private(set) var places: [Int32] = []
    /// Bars over what layers show are among them.
    private let hasBars: Bool

    /// A layer whose children are being visited.
    private struct Level {
        let layer: Int
        let appearance: Int
        let shift: PixelOffset
        let clip: PixelRect
        /// nil where all of `clip` counts.
        let damage: Region?
        var next = 0
    }

    /// Walks the tree, whose extents are settled; passes over every subtree that does not reach into the damage.
    init(_ tree: LayerTree, within damage: Region, bars: Bool = false) {
        hasBars = bars
        let bounds = damage.bounds
        let root = tree.shownRoot
        if root < 0 || bounds.isEmpty { return }
        assert(tree.extents.isSettled)
        let isWhole = damage.isOneRectangle
        var levels: [Level] = []
        if let level = add(Int(root), tree, shift: .zero, clip: bounds, damage: isWhole ? nil : damage) {
            levels.append(level)
        }
        while let level = levels.last {
            let children = tree.layers[level.layer].children
            var next = level.next
            var below: Level?
            // Of a thousand children one may have changed: those that lie elsewhere are passed over with as little as
            // can be.
            let near = level.clip.offset(by: .zero - level.shift)
            let (right, bottom) = (near.maxX, near.maxY)
            while next < children.count && below == nil {
                let child = Int(children[next])
                next += 1
                let outer = tree.extents[child]
                if outer.x >= right || outer.y >= bottom || outer.x &+ outer.width <= near.x { continue }
                if outer.y &+ outer.height <= near.y { continue }
                below = add(child, tree, shift: level.shift, clip: level.clip, damage: level.damage)
            }
            levels[levels.count - 1].next = next
            if let below {
                levels.append(below)
            } else {
                if bars { addBars(tree, of: level.layer, shift: level.shift, clip: level.clip) }
                appearances[level.appearance].end = Int32(appearances.count)
                levels.removeLast()
            }
        }
    }

    /// Adds the bars that are painted over a layer and all below it.
    private mutating func addBars(_ tree: LayerTree, of layer: Int, shift: PixelOffset, clip: PixelRect) {
        for var bar in tree.barAppearances(layer) {
            bar.rect = bar.rect.offset(by: shift)
            if !bar.rect.overlaps(clip) { continue }
            bar.end = Int32(appearances.count + 1)
            appearances.append(bar)
            places.append(Int32(layer))
        }
    }

    /// Adds a layer if it shows; returns the level of its children if it has any.
    private mutating func add(
        _ layer: Int, _ tree: LayerTree, shift: PixelOffset, clip: PixelRect, damage: Region?
    ) -> Level? {
        let outer = tree.extents[layer].offset(by: shift)
        if !outer.overlaps(clip) { return nil }
        if let damage, !damage.intersects(outer.intersection(clip)) { return nil }
        let box = tree.layers[box: layer]
        var appearance = box.appearance
        let shift = shift + box.shift
        appearance.rect = appearance.rect.offset(by: shift)
        appearance.ink = appearance.ink.offset(by: shift)
        appearance.end = Int32(appearances.count + 1)
        appearances.append(appearance)
        places.append(Int32(layer))
        if tree.layers[layer].children.isEmpty {
            let own = appearances.count - 1
            if hasBars { addBars(tree, of: layer, shift: shift, clip: clip) }
            appearances[own].end = Int32(appearances.count)
            return nil
        }
        var inner = clip
        var damage = damage
        if appearance.hasEffects, let effects = tree.layers[layer].effects, effects.isTransformed {
            inner = effects.inner(clip, of: appearance.rect)
            damage = nil
        }
        return Level(
            layer: layer, appearance: appearances.count - 1, shift: shift,
            clip: appearance.clips ? inner.intersection(appearance.rect) : inner, damage: damage)
    }
}

/// Paints the bitmaps of layers.
struct LayerContents: ContentsPainter {
    let layers: ContiguousArray<Layer>
    let hits: LayerHits
    let painter: Painter

    mutating func paintContents(of index: Int, opacity: Double, clip: PixelRect, on buffer: PixelBuffer) {
        let layer = Int(hits.places[index])
        guard let bitmap = layers[layer].shown.bitmap else { return }
        let appearance = hits.appearances[index]
        painter.draw(
            bitmap, x: appearance.ink.x, y: appearance.ink.y, opacity: opacity,
            clip: isCurrent(index) ? clip : clip.intersection(appearance.rect), on: buffer)
    }

    func effects(_ index: Int) -> AppearanceEffects? { layers[Int(hits.places[index])].effects }

    func isOpaque(_ index: Int) -> Bool {
        (layers[Int(hits.places[index])].shown.bitmap?.isOpaque ?? false) && isCurrent(index)
    }

    func bitmap(of index: Int) -> Bitmap? {
        isCurrent(index) ? layers[Int(hits.places[index])].shown.bitmap : nil
    }

    /// An older bitmap of another size is cut to the frame, never stretched, until the new one comes.
    private func isCurrent(_ index: Int) -> Bool {
        layers[Int(hits.places[index])].isCurrent
    }
}
