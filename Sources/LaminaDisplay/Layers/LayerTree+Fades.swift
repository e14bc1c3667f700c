import LaminaDraw
import LaminaGeometry
import LaminaNode

/// Contents that come in gradually: each frame is a mix of them and of the placeholder, or of those before.
extension LayerTree {
    /// Whether a fade shows on the surface.
    var showsFade: Bool {
        for place in fades.all where showsFade(Int(place)) { return true }
        return false
    }

    /// Notes when fades began that are new.
    func beginFades(at now: UInt64) { fades.begin(at: now, layers) }

    /// When all of them are over that have begun.
    var endOfFades: UInt64? { fades.end(layers) }

    /// Whether one has to be shown otherwise at the time `now`, is over, or was ended by something else.
    func hasFade(toBringTo now: UInt64) -> Bool {
        for place in fades.all {
            guard let end = fades.end(place, layers) else {
                if fades.isNew(place, layers) { continue }
                return true
            }
            if end <= now || showsFade(Int(place)) { return true }
        }
        return false
    }

    private func showsFade(_ index: Int) -> Bool {
        guard let reveal = layers[index].reveal, case .fades = reveal.phase else { return false }
        var rect = layers[box: index].appearance.reach
        if let contents = reveal.contents {
            rect = rect.union(
                PixelRect(
                    x: layers[box: index].appearance.rect.x + reveal.offset.x,
                    y: layers[box: index].appearance.rect.y + reveal.offset.y, width: contents.width,
                    height: contents.height))
        }
        return !surfaceRect(rect, in: index).isEmpty
    }

    /// Brings fades to the time `now`; one that is over ends. One that does not show stays as it is until then.
    func advanceFades(to now: UInt64, _ painter: Painter) {
        var rest: [Int32] = []
        var seen: Set<Int32> = []
        for place in fades.all where seen.insert(place).inserted {
            let index = Int(place)
            guard let reveal = layers[index].reveal, case .fades(let start) = reveal.phase else {
                continue
            }
            let spent = now - min(start ?? now, now)
            // A fade ends early when memory does.
            if spent < reveal.value.fade {
                let share = reveal.value.share(at: Double(spent) / Double(reveal.value.fade))
                if spent == 0 || !showsFade(index) || fade(reveal, share, at: index, painter) {
                    rest.append(place)
                    continue
                }
            }
            reveal.phase = .gone
            settlePlaceholder(index)
        }
        fades.noteAdvanced(rest: rest)
    }

    /// Shows a mix of what gives way and contents; false without memory for it.
    private func fade(
        _ reveal: LayerReveal, _ share: Double, at index: Int, _ painter: Painter
    ) -> Bool {
        let appearance = layers[box: index].appearance
        let own = PixelRect(
            x: 0, y: 0, width: layers[index].frame.pixelWidth, height: layers[index].frame.pixelHeight)
        // A colour fills the size that is presented, in which contents stay where they are.
        let pinned = contentsOffset(index, in: appearance.rect)
        let box = PixelRect(x: -pinned.x, y: -pinned.y, width: appearance.rect.width, height: appearance.rect.height)
        var ink = PixelRect.empty
        if let contents = reveal.contents {
            ink = PixelRect(
                x: reveal.offset.x, y: reveal.offset.y, width: contents.width, height: contents.height)
            let shown = layers[index].shown.drawn
            if shown?.width != own.width || shown?.height != own.height { ink = ink.intersection(own) }
        }
        let before = reveal.before.map { before in
            PixelRect(x: before.offset.x, y: before.offset.y, width: before.bitmap.width, height: before.bitmap.height)
        }
        let ground = box.union(own)
        let whole = ground.union(ink).union(before ?? .empty)
        guard !whole.isEmpty, let mix = try? painter.pool.take(width: whole.width, height: whole.height, cleared: true)
        else { return false }
        let contentsShare = (share * 255).rounded() / 255  // so that both shares add up to all
        mix.withPixels { pixels in
            var pixels = pixels
            (pixels.originX, pixels.originY) = (whole.x, whole.y)
            if let (bitmap, offset) = reveal.before {
                painter.add(bitmap, x: offset.x, y: offset.y, share: 1 - contentsShare, clip: whole, on: pixels)
            } else {
                try? painter.group(ground, opacity: 1 - contentsShare, clip: ground, on: pixels) { clip in
                    if !needsPicture(index) {
                        let radii = appearance.radii(layers.effects(index))
                        painter.fillRounded(box, radii: radii, reveal.value.color, clip: clip, on: pixels)
                    }
                    if let picture = reveal.picture { painter.draw(picture, x: 0, y: 0, clip: clip, on: pixels) }
                }
            }
            if let contents = reveal.contents {
                painter.add(
                    contents, x: reveal.offset.x, y: reveal.offset.y, share: contentsShare, clip: ink,
                    on: pixels)
            }
        }
        present(mix, offset: PixelOffset(x: whole.x, y: whole.y), at: index)
        reveal.isMixed = true
        groundChanged(index)
        return true
    }
}
