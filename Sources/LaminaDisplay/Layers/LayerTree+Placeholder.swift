import LaminaDraw
import LaminaGeometry
import LaminaNode

/// Which of placeholder and contents a layer shows.
extension LayerTree {
    /// Takes over the placeholder of a node, before its appearance is read.
    func takePlaceholder(_ index: Int, of record: borrowing NodeRecord) {
        let box = record.placeholder
        if let reveal = layers[index].reveal {
            guard let box else { return endReveal(reveal, of: index) }
            if reveal.source !== box { replace(box, of: reveal) }
            reveal.ground = ground(index, of: record)
        } else {
            guard let box else { return }
            let reveal = LayerReveal(box, ground: ground(index, of: record))
            (reveal.contents, reveal.offset) = (layers[index].shown.bitmap, layers[index].shown.offset)
            reveal.hasContents = layers[index].shown.drawn != nil
            layers[index].reveal = reveal
        }
        settlePlaceholder(index)
    }

    private func endReveal(_ reveal: LayerReveal, of index: Int) {
        remains.drop(reveal)
        layers[index].reveal = nil
        drawings.end(reveal.pending)
        if layers[index].shown.bitmap !== reveal.contents { present(reveal.contents, offset: reveal.offset, at: index) }
    }

    /// The node has another placeholder.
    private func replace(_ box: PlaceholderBox, of reveal: LayerReveal) {
        if !box.hasSameAppearance(reveal.source) {
            drawings.end(reveal.pending.take())
            (reveal.picture, reveal.pictureDrawn, reveal.pictureRadii) = (nil, nil, .zero)
        }
        // It may be over by now, or not yet.
        if reveal.isMixed { fades.noteChange() }
        remains.drop(reveal.source)
        reveal.source = box
    }

    /// Decides what of a layer with a placeholder is shown.
    func settlePlaceholder(_ index: Int) {
        guard let reveal = layers[index].reveal else { return }
        // What was drawn does not follow where a colour does.
        if !needsPicture(index) { dropPlaceholderPicture(index) }
        let isMissing = layers[index].wantsDrawing && !reveal.hasContents
        // The bitmap of a subtree is more than the contents of the node whose placeholder this is.
        let isAwaited = reveal.value.persists && !reveal.hasContents && layers[index].raster == nil
        if isMissing || isAwaited {
            reveal.phase = .stands
            reveal.isMixed = false
            reveal.before = nil
        } else if !reveal.hasContents || reveal.value.fade == 0 {
            reveal.phase = .gone
        } else if reveal.phase == .stands {
            reveal.phase = .fades(since: nil)
            fades.add(index)
        }
        switch reveal.phase {
        case .stands: presentIfOther(reveal.picture, .zero, at: index)
        case .fades: break  // what is shown changes with the clock
        case .gone:
            reveal.isMixed = false
            reveal.before = nil
            reveal.picture = nil
            reveal.pictureDrawn = nil
            presentIfOther(reveal.contents, reveal.offset, at: index)
        }
        groundChanged(index)
    }

    /// Other contents come: what is shown gives way to them gradually where it is to, and was drawn in the same size.
    func fadeChange(to drawn: Layer.Drawn, at index: Int) {
        guard let reveal = layers[index].reveal, reveal.hasContents, !reveal.isWhole,
            let bitmap = layers[index].shown.bitmap, let old = layers[index].shown.drawn
        else { return }
        if !reveal.value.fadesChanges || (old.width, old.height) != (drawn.width, drawn.height) {
            if reveal.before != nil { reveal.phase = .gone }
            return
        }
        reveal.before = (bitmap, layers[index].shown.offset)
        reveal.phase = .fades(since: nil)
        fades.add(index)
    }

    private func presentIfOther(_ bitmap: Bitmap?, _ offset: PixelOffset, at index: Int) {
        if layers[index].shown.bitmap === bitmap && layers[index].shown.offset == offset { return }
        present(bitmap, offset: offset, at: index)
    }

    /// The colour behind the contents, with that of a placeholder which is no more than a colour.
    func background(_ index: Int, over ground: Color) -> Color {
        guard let reveal = layers[index].reveal, reveal.isWhole, !needsPicture(index) else {
            return ground
        }
        return reveal.value.color.over(ground)
    }

    func groundChanged(_ index: Int) {
        guard let reveal = layers[index].reveal else { return }
        let color = background(index, over: reveal.ground)
        if layers[box: index].appearance.background == color { return }
        let before = layers[box: index].appearance.reach
        layers[box: index].appearance.background = color
        extents.update(index, layers)
        damage(before.union(layers[box: index].appearance.reach), in: index)
    }

    /// Whether the placeholder is more than the background in another colour.
    func needsPicture(_ index: Int) -> Bool {
        guard let reveal = layers[index].reveal else { return false }
        return reveal.value.drawing != nil || layers[index].wanted.content?.placeholderText != nil
            || layers[index].effects?.gradient != nil
    }

    /// What a placeholder of the layer is to be drawn with; nil when it has what it needs.
    func placeholderContent(_ index: Int) -> (content: PlaceholderContent, drawn: Layer.Drawn)? {
        let appearance = layers[box: index].appearance
        guard let reveal = layers[index].reveal, reveal.phase == .stands, reveal.pending == nil,
            needsPicture(index), layers[index].frame.hasPixels, !appearance.isHidden, !layers[index].shown.isEvicted
        else { return nil }
        let text = layers[index].wanted.content?.placeholderText
        let wanted = Layer.Drawn(
            version: text == nil ? 0 : layers[index].wanted.version, size: layers[index].frame.size,
            width: layers[index].frame.pixelWidth, height: layers[index].frame.pixelHeight, scale: scale)
        let radii = appearance.radii(layers[index].effects)
        if reveal.pictureDrawn == wanted && reveal.pictureRadii == radii { return nil }
        reveal.pictureRadii = radii
        return (PlaceholderContent(reveal.value, radii: radii, text: text), wanted)
    }

    /// Lets the drawing of a placeholder go, which is made again when it is needed.
    func dropPlaceholderPicture(_ index: Int) {
        layers[index].reveal?.picture = nil
        layers[index].reveal?.pictureDrawn = nil
    }
}
