import LaminaDraw
import LaminaGeometry
import LaminaNode

/// Which of placeholder and contents a layer shows.
extension LayerTree {
    /// Takes over the placeholder of a node, before its look is read.
    mutating func takePlaceholder(_ index: Int, of record: borrowing NodeRecord) {
        let old = layers[index].placeholder
        let box = record.placeholder
        if old == nil && box == nil { return }
        guard let box else {
            drop(old)
            layers[index].placeholder = nil
            if let pending = old?.pending { ended.append(pending) }
            if let old, layers[index].bitmap !== old.contents { present(old.contents, offset: old.offset, at: index) }
            return
        }
        if let old, old.source === box {
            old.ground = layers[index].raster == nil ? record.background : .clear
        } else {
            let new = LayerPlaceholder(box, ground: layers[index].raster == nil ? record.background : .clear)
            if let old {
                (new.phase, new.isMixed) = (old.phase, old.isMixed)
                (new.contents, new.offset, new.hasContents) = (old.contents, old.offset, old.hasContents)
                if box.looksLike(old.source) {
                    (new.picture, new.pictureDrawn, new.pending) = (old.picture, old.pictureDrawn, old.pending)
                    new.pictureRadii = old.pictureRadii
                } else if let pending = old.pending {
                    ended.append(pending)
                }
            } else {
                (new.contents, new.offset) = (layers[index].bitmap, layers[index].bitmapOffset)
                new.hasContents = layers[index].shown != nil
            }
            // It may be over by now, or not yet.
            if new.isMixed { hasChangedFades = true }
            drop(old)
            layers[index].placeholder = new
        }
        settlePlaceholder(index)
    }

    /// Decides what of a layer with a placeholder is shown.
    mutating func settlePlaceholder(_ index: Int) {
        guard let placeholder = layers[index].placeholder else { return }
        // What was drawn does not follow where a colour does.
        if !needsPicture(index) { dropPlaceholderPicture(index) }
        let isMissing = layers[index].wantsDrawing && !placeholder.hasContents
        // The bitmap of a subtree is more than the contents of the node whose placeholder this is.
        let persists = placeholder.value.persists && layers[index].raster == nil
        if isMissing || persists {
            placeholder.phase = .stands
            placeholder.isMixed = false
        } else if !placeholder.hasContents || placeholder.value.fade == 0 {
            placeholder.phase = .gone
        } else if placeholder.phase == .stands {
            placeholder.phase = .fades(since: nil)
            fading.append(Int32(index))
        }
        switch placeholder.phase {
        case .stands: presentIfOther(placeholder.picture, .zero, at: index)
        case .fades: break  // what is shown changes with the clock
        case .gone:
            placeholder.isMixed = false
            placeholder.picture = nil
            placeholder.pictureDrawn = nil
            presentIfOther(placeholder.contents, placeholder.offset, at: index)
        }
        groundChanged(index)
    }

    private mutating func presentIfOther(_ bitmap: Bitmap?, _ offset: PixelOffset, at index: Int) {
        if layers[index].bitmap === bitmap && layers[index].bitmapOffset == offset { return }
        present(bitmap, offset: offset, at: index)
    }

    /// The colour behind the contents, with that of a placeholder which is no more than a colour.
    func background(_ index: Int, over ground: Color) -> Color {
        guard let placeholder = layers[index].placeholder, placeholder.isWhole, !needsPicture(index) else {
            return ground
        }
        return placeholder.value.color.over(ground)
    }

    private mutating func groundChanged(_ index: Int) {
        guard let placeholder = layers[index].placeholder else { return }
        let color = background(index, over: placeholder.ground)
        if boxes[index].look.background == color { return }
        let before = boxes[index].look.reach
        boxes[index].look.background = color
        updateExtent(index)
        damage(before.union(boxes[index].look.reach), in: index)
    }

    /// Whether the placeholder is more than the background in another colour.
    private func needsPicture(_ index: Int) -> Bool {
        guard let placeholder = layers[index].placeholder else { return false }
        return placeholder.value.drawing != nil || layers[index].content?.placeholderText != nil
            || layers[index].effects?.gradient != nil
    }

    /// What a placeholder of the layer is to be drawn with; nil when it has what it needs.
    func placeholderContent(_ index: Int) -> (content: PlaceholderContent, drawn: Layer.Drawn)? {
        let look = boxes[index].look
        guard let placeholder = layers[index].placeholder, placeholder.phase == .stands, placeholder.pending == nil,
            needsPicture(index), !look.rect.isEmpty, !look.isHidden, !layers[index].isEvicted
        else { return nil }
        let text = layers[index].content?.placeholderText
        let wanted = Layer.Drawn(
            version: text == nil ? 0 : layers[index].wantedVersion, size: layers[index].size, width: look.rect.width,
            height: look.rect.height, scale: scale)
        let radii = look.radii(layers[index].effects)
        if placeholder.pictureDrawn == wanted && placeholder.pictureRadii == radii { return nil }
        placeholder.pictureRadii = radii
        return (PlaceholderContent(placeholder.value, radii: radii, text: text), wanted)
    }

    /// Lets the drawing of a placeholder go, which is made again when it is needed.
    mutating func dropPlaceholderPicture(_ index: Int) {
        layers[index].placeholder?.picture = nil
        layers[index].placeholder?.pictureDrawn = nil
    }

    // MARK: Fading

    /// Notes when fades began that are new.
    func beginFades(at now: UInt64) {
        for place in fading {
            guard let placeholder = layers[Int(place)].placeholder, placeholder.phase == .fades(since: nil) else {
                continue
            }
            placeholder.phase = .fades(since: now)
        }
    }

    /// Whether somebody sees one.
    var showsFade: Bool { fading.contains { showsFade(Int($0)) } }

    /// When all of them are over that have begun.
    var endOfFades: UInt64? { fading.compactMap { endOfFade(Int($0)) }.max() }

    /// Whether one looks otherwise at the time `now`, to whoever sees it, or is over, or was ended by something else.
    func hasFade(toBringTo now: UInt64) -> Bool {
        fading.contains { place in
            guard let end = endOfFade(Int(place)) else { return !begins(Int(place)) }
            return end <= now || showsFade(Int(place))
        }
    }

    private func begins(_ index: Int) -> Bool { layers[index].placeholder?.phase == .fades(since: nil) }

    private func endOfFade(_ index: Int) -> UInt64? {
        guard let placeholder = layers[index].placeholder, case .fades(let start?) = placeholder.phase else {
            return nil
        }
        let (end, overflow) = start.addingReportingOverflow(placeholder.value.fade)
        return overflow ? .max : end
    }

    private func showsFade(_ index: Int) -> Bool {
        guard let placeholder = layers[index].placeholder, case .fades = placeholder.phase else { return false }
        var rect = boxes[index].look.reach
        if let contents = placeholder.contents {
            rect = rect.union(
                PixelRect(
                    x: boxes[index].look.rect.x + placeholder.offset.x,
                    y: boxes[index].look.rect.y + placeholder.offset.y, width: contents.width, height: contents.height))
        }
        return !surfaceRect(rect, in: index).isEmpty
    }

    /// Brings fades to the time `now`; one that is over ends. One that nobody sees stays as it is until then.
    mutating func advanceFades(to now: UInt64, _ painter: Painter) {
        var rest: [Int32] = []
        var seen: Set<Int32> = []
        for place in fading where seen.insert(place).inserted {
            let index = Int(place)
            guard let placeholder = layers[index].placeholder, case .fades(let start) = placeholder.phase else {
                continue
            }
            let spent = now - min(start ?? now, now)
            // A fade ends early when memory does.
            if spent < placeholder.value.fade {
                let share = Double(spent) / Double(placeholder.value.fade)
                if spent == 0 || !showsFade(index) || fade(placeholder, share, at: index, painter) {
                    rest.append(place)
                    continue
                }
            }
            placeholder.phase = .gone
            settlePlaceholder(index)
        }
        fading = rest
        hasChangedFades = false
    }

    /// Shows a mix of placeholder and contents; false without memory for it.
    private mutating func fade(
        _ placeholder: LayerPlaceholder, _ share: Double, at index: Int, _ painter: Painter
    ) -> Bool {
        let look = boxes[index].look
        let box = PixelRect(x: 0, y: 0, width: look.rect.width, height: look.rect.height)
        var ink = PixelRect.empty
        if let contents = placeholder.contents {
            ink = PixelRect(
                x: placeholder.offset.x, y: placeholder.offset.y, width: contents.width, height: contents.height)
            let shown = layers[index].shown
            if shown?.width != box.width || shown?.height != box.height { ink = ink.intersection(box) }
        }
        let whole = box.union(ink)
        guard !whole.isEmpty, let mix = try? painter.pool.take(width: whole.width, height: whole.height, cleared: true)
        else { return false }
        let contentsShare = (share * 255).rounded() / 255  // so that both shares add up to all
        mix.withPixels { pixels in
            var pixels = pixels
            (pixels.originX, pixels.originY) = (whole.x, whole.y)
            try? painter.group(box, opacity: 1 - contentsShare, clip: box, on: pixels) { clip in
                if !needsPicture(index) {
                    let radii = look.radii(effects(index))
                    painter.fillRounded(box, radii: radii, placeholder.value.color, clip: clip, on: pixels)
                }
                if let picture = placeholder.picture { painter.draw(picture, x: 0, y: 0, clip: clip, on: pixels) }
            }
            if let contents = placeholder.contents {
                painter.add(
                    contents, x: placeholder.offset.x, y: placeholder.offset.y, share: contentsShare, clip: ink,
                    on: pixels)
            }
        }
        present(mix, offset: PixelOffset(x: whole.x, y: whole.y), at: index)
        placeholder.isMixed = true
        groundChanged(index)
        return true
    }
}
