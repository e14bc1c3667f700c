import LaminaDraw
import LaminaGeometry

/// A subtree that moved over a plain ground is copied instead of painted.
extension LayerTree {
    /// More than this many things on top, and painting is simpler.
    private static var coverLimit: Int { 4 }

    /// Notes that `rect` shows the same as before, `distance` further, but for what that leaves to be painted; false
    /// when it has to be painted. What moved is `child`, a layer below `parent`, or with nil all of these.
    func scroll(
        below parent: Int, _ child: Int?, within rect: PixelRect, by distance: PixelOffset
    ) -> Bool {
        let kept = rect.intersection(rect.offset(by: distance))
        // Small pieces are painted as fast as they are copied.
        guard kept.area * 2 >= rect.area, rect.area >= 4096 else { return false }
        extents.settle(layers)
        guard let over = ground(below: parent, child, within: rect) else { return false }
        if !damage.canScroll(rect) { return false }
        damage.scroll(rect, by: distance, behind: over)
        return true
    }

    /// What stands in front of what moved within `rect`; nil when what lies behind is not plain, or something applies
    /// to it as a part of a group.
    private func ground(below parent: Int, _ moved: Int?, within rect: PixelRect) -> [PixelRect]? {
        var path: [Int] = []
        var ancestor = parent
        while ancestor >= 0 {
            path.append(ancestor)
            ancestor = Int(layers[ancestor].parent)
        }
        var isPlain = true  // the background of the surface is
        var over: [PixelRect] = []
        var shift = PixelOffset.zero
        for (number, layer) in path.enumerated().reversed() {
            shift = shift + layers[box: layer].shift
            let appearance = layers[box: layer].appearance
            if appearance.opacity < 1 || appearance.clipsRound { return nil }
            let box = appearance.rect.offset(by: shift)
            if let effects = layers.effects(layer),
                !effects.isPlain(around: rect, of: box, radius: appearance.cornerRadius)
            {
                return nil
            }
            if appearance.background.alpha > 0 {
                var plain = appearance.rect.offset(by: shift)
                let inset = Int(appearance.cornerRadius.rounded(.up))
                let isApart = !plain.overlaps(rect)
                if inset > 0 {
                    plain = PixelRect(
                        x: plain.x, y: plain.y + inset, width: plain.width, height: plain.height - 2 * inset)
                }
                if !isApart {
                    let covers = plain.contains(rect)
                    isPlain = covers && (isPlain || appearance.background.alpha >= 1)
                }
            }
            if appearance.hasContents && appearance.ink.offset(by: shift).overlaps(rect) { isPlain = false }
            // What is moved below a layer stands behind the layer's bars.
            for bar in barAppearances(layer) where bar.rect.offset(by: shift).overlaps(rect) {
                over.append(bar.rect.offset(by: shift))
            }
            guard let next = number == 0 ? moved : path[number - 1] else { continue }
            var isBehind = true
            for child in layers[layer].children {
                if Int(child) == next {
                    isBehind = false
                } else if extents[Int(child)].offset(by: shift).overlaps(rect) {
                    if isBehind { isPlain = false } else { over.append(extents[Int(child)].offset(by: shift)) }
                    if over.count > Self.coverLimit { return nil }
                }
            }
        }
        return isPlain ? over : nil
    }
}
