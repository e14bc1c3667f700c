import LaminaDraw
import LaminaGeometry

/// Pixels that are right already, but stand elsewhere.
struct ScrollCopy: Equatable {
    /// Where they stand, and where they are moved within.
    var rect: PixelRect
    var distance: PixelOffset
}

/// A subtree that moved over a plain ground is copied instead of painted.
extension LayerTree {
    /// More than this many things on top, or copies waiting, and painting is simpler.
    private static var limit: Int { 4 }

    /// Notes that `rect` shows the same as before, `distance` further, but for what that leaves to be painted; false when it has to be painted.
    /// What moved is `child`, a layer below `parent`, or with nil all of these.
    mutating func scroll(
        below parent: Int, _ child: Int?, within rect: PixelRect, by distance: PixelOffset
    ) -> Bool {
        let kept = rect.intersection(rect.offset(by: distance))
        // Small pieces are painted as fast as they are copied.
        guard kept.area * 2 >= rect.area, rect.area >= 4096 else { return false }
        settleExtents()
        guard let over = ground(below: parent, child, within: rect) else { return false }
        if scrolls.count >= Self.limit && scrolls.last?.rect != rect { return false }
        // What was to be painted is wrong where it is copied to as well.
        for stale in damage.rectangles { damage.add(stale.intersection(rect).offset(by: distance).intersection(rect)) }
        let vertical =
            distance.y > 0 ? rect.y..<kept.y : distance.y < 0 ? kept.maxY..<rect.maxY : rect.y..<rect.y
        let horizontal =
            distance.x > 0 ? rect.x..<kept.x : distance.x < 0 ? kept.maxX..<rect.maxX : rect.x..<rect.x
        damage.add(PixelRect(x: rect.x, y: vertical.lowerBound, width: rect.width, height: vertical.count))
        damage.add(PixelRect(x: horizontal.lowerBound, y: rect.y, width: horizontal.count, height: rect.height))
        for cover in over {
            damage.add(cover.intersection(rect))
            damage.add(cover.offset(by: distance).intersection(rect))
        }
        if let last = scrolls.last, last.rect == rect {
            scrolls[scrolls.count - 1].distance = last.distance + distance
            let sum = scrolls[scrolls.count - 1]
            let isLost = sum.rect.intersection(sum.rect.offset(by: sum.distance)).isEmpty
            if sum.distance == .zero || isLost { scrolls.removeLast() }
        } else {
            scrolls.append(ScrollCopy(rect: rect, distance: distance))
        }
        return true
    }

    /// What stands in front of what moved within `rect`; nil when what lies behind is not plain, or something applies to it as a part of a
    /// group.
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
            shift = shift + boxes[layer].shift
            let look = boxes[layer].look
            if look.opacity < 1 || look.clipsRound { return nil }
            let box = look.rect.offset(by: shift)
            if let effects = effects(layer), !effects.isPlain(around: rect, of: box, radius: look.cornerRadius) {
                return nil
            }
            if look.background.alpha > 0 {
                var plain = look.rect.offset(by: shift)
                let inset = Int(look.cornerRadius.rounded(.up))
                let isApart = !plain.overlaps(rect)
                if inset > 0 {
                    plain = PixelRect(
                        x: plain.x, y: plain.y + inset, width: plain.width, height: plain.height - 2 * inset)
                }
                if !isApart {
                    let covers = plain.contains(rect)
                    isPlain = covers && (isPlain || look.background.alpha >= 1)
                }
            }
            if look.hasContents && look.ink.offset(by: shift).overlaps(rect) { isPlain = false }
            guard let next = number == 0 ? moved : path[number - 1] else { continue }
            var isBehind = true
            for child in layers[layer].children {
                if Int(child) == next {
                    isBehind = false
                } else if outers[Int(child)].offset(by: shift).overlaps(rect) {
                    if isBehind { isPlain = false } else { over.append(outers[Int(child)].offset(by: shift)) }
                    if over.count > Self.limit { return nil }
                }
            }
        }
        return isPlain ? over : nil
    }
}
