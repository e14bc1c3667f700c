import LaminaDraw
import LaminaGeometry
import LaminaNode

/// Which of placeholder and contents a layer shows.
extension LayerTree {
    /// Takes over the placeholder of a node, before its appearance is read.
    func takePlaceholder(_ index: Int, of record: borrowing NodeRecord) {
        let old = layers[index].placeholder
        let box = record.placeholder
        if old == nil && box == nil { return }
        guard let box else {
            remains.drop(old)
            layers[index].placeholder = nil
            drawings.end(old?.pending)
            if let old, layers[index].shown.bitmap !== old.contents {
                present(old.contents, offset: old.offset, at: index)
            }
            return
        }
        if let old, old.source === box {
            old.ground = ground(index, of: record)
        } else {
            let new = LayerPlaceholder(box, ground: ground(index, of: record))
            if let old {
                (new.phase, new.isMixed) = (old.phase, old.isMixed)
                (new.contents, new.offset, new.hasContents) = (old.contents, old.offset, old.hasContents)
                new.before = old.before
                if box.hasSameAppearance(old.source) {
                    (new.picture, new.pictureDrawn, new.pending) = (old.picture, old.pictureDrawn, old.pending)
                    new.pictureRadii = old.pictureRadii
                } else {
                    drawings.end(old.pending)
                }
            } else {
                (new.contents, new.offset) = (layers[index].shown.bitmap, layers[index].shown.offset)
                new.hasContents = layers[index].shown.drawn != nil
            }
            // It may be over by now, or not yet.
            if new.isMixed { fades.noteChange() }
            remains.drop(old)
            layers[index].placeholder = new
        }
        settlePlaceholder(index)
    }

    /// Decides what of a layer with a placeholder is shown.
    func settlePlaceholder(_ index: Int) {
        guard let placeholder = layers[index].placeholder else { return }
        // What was drawn does not follow where a colour does.
        if !needsPicture(index) { dropPlaceholderPicture(index) }
        let isMissing = layers[index].wantsDrawing && !placeholder.hasContents
        // The bitmap of a subtree is more than the contents of the node whose placeholder this is.
        let isAwaited = placeholder.value.persists && !placeholder.hasContents && layers[index].raster == nil
        if isMissing || isAwaited {
            placeholder.phase = .stands
            placeholder.isMixed = false
            placeholder.before = nil
        } else if !placeholder.hasContents || placeholder.value.fade == 0 {
            placeholder.phase = .gone
        } else if placeholder.phase == .stands {
            placeholder.phase = .fades(since: nil)
            fades.add(index)
        }
        switch placeholder.phase {
        case .stands: presentIfOther(placeholder.picture, .zero, at: index)
        case .fades: break  // what is shown changes with the clock
        case .gone:
            placeholder.isMixed = false
            placeholder.before = nil
            placeholder.picture = nil
            placeholder.pictureDrawn = nil
            presentIfOther(placeholder.contents, placeholder.offset, at: index)
        }
        groundChanged(index)
    }

    /// Other contents come: what is shown gives way to them gradually where it is to, and was drawn in the same size.
    func fadeChange(to drawn: Layer.Drawn, at index: Int) {
        guard let placeholder = layers[index].placeholder, placeholder.hasContents, !placeholder.isWhole,
            let bitmap = layers[index].shown.bitmap, let old = layers[index].shown.drawn
        else { return }
        if !placeholder.value.fadesChanges || (old.width, old.height) != (drawn.width, drawn.height) {
            if placeholder.before != nil { placeholder.phase = .gone }
            return
        }
        placeholder.before = (bitmap, layers[index].shown.offset)
        placeholder.phase = .fades(since: nil)
        fades.add(index)
    }

    private func presentIfOther(_ bitmap: Bitmap?, _ offset: PixelOffset, at index: Int) {
        if layers[index].shown.bitmap === bitmap && layers[index].shown.offset == offset { return }
        present(bitmap, offset: offset, at: index)
    }

    /// The colour behind the contents, with that of a placeholder which is no more than a colour.
    func background(_ index: Int, over ground: Color) -> Color {
        guard let placeholder = layers[index].placeholder, placeholder.isWhole, !needsPicture(index) else {
            return ground
        }
        return placeholder.value.color.over(ground)
    }

    func groundChanged(_ index: Int) {
        guard let placeholder = layers[index].placeholder else { return }
        let color = background(index, over: placeholder.ground)
        if layers[box: index].appearance.background == color { return }
        let before = layers[box: index].appearance.reach
        layers[box: index].appearance.background = color
        extents.update(index, layers)
        damage(before.union(layers[box: index].appearance.reach), in: index)
    }

    /// Whether the placeholder is more than the background in another colour.
    func needsPicture(_ index: Int) -> Bool {
        guard let placeholder = layers[index].placeholder else { return false }
        return placeholder.value.drawing != nil || layers[index].wanted.content?.placeholderText != nil
            || layers[index].effects?.gradient != nil
    }

    /// What a placeholder of the layer is to be drawn with; nil when it has what it needs.
    func placeholderContent(_ index: Int) -> (content: PlaceholderContent, drawn: Layer.Drawn)? {
        let appearance = layers[box: index].appearance
        guard let placeholder = layers[index].placeholder, placeholder.phase == .stands, placeholder.pending == nil,
            needsPicture(index), layers[index].frame.hasPixels, !appearance.isHidden, !layers[index].shown.isEvicted
        else { return nil }
        let text = layers[index].wanted.content?.placeholderText
        let wanted = Layer.Drawn(
            version: text == nil ? 0 : layers[index].wanted.version, size: layers[index].frame.size,
            width: layers[index].frame.pixelWidth, height: layers[index].frame.pixelHeight, scale: scale)
        let radii = appearance.radii(layers[index].effects)
        if placeholder.pictureDrawn == wanted && placeholder.pictureRadii == radii { return nil }
        placeholder.pictureRadii = radii
        return (PlaceholderContent(placeholder.value, radii: radii, text: text), wanted)
    }

    /// Lets the drawing of a placeholder go, which is made again when it is needed.
    func dropPlaceholderPicture(_ index: Int) {
        layers[index].placeholder?.picture = nil
        layers[index].placeholder?.pictureDrawn = nil
    }
}
