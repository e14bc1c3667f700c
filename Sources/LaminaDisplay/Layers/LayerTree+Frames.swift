import LaminaDraw
import LaminaGeometry
import LaminaNode

/// Where layers stand. A subtree that moves by whole pixels is shifted, which costs nothing for what is in it; any
/// other move rounds all edges anew, so that what is shown never depends on how it came there.
extension LayerTree {
    /// Rounds a layer to pixels, from its size and the place of the layer above.
    func snap(_ index: Int) {
        let parent = Int(layers[index].parent)
        let origin = parent < 0 ? Point.zero : layers[parent].frame.origin + layers[index].frame.place
        layers[index].frame.origin = origin
        let rect = Pixels.snap(Rect(origin: origin, size: layers[index].frame.size), scale: scale)
        layers[index].frame.pixelWidth = rect.width
        layers[index].frame.pixelHeight = rect.height
        layers[box: index].appearance.rect = rect
        if let overrides = layers[index].overrides { snapPresented(index, overrides) }
        takeInk(index)
    }

    /// Works out the pixels that a layer's bitmap covers; all of its place for one that was dropped, so that a walk
    /// finds the layer.
    func takeInk(_ index: Int) {
        layers[box: index].appearance.ink = ink(index, in: layers[box: index].appearance.rect)
    }

    private func ink(_ index: Int, in rect: PixelRect) -> PixelRect {
        guard let bitmap = layers[index].shown.bitmap else {
            if !layers[index].shown.isEvicted { return .empty }
            return layers[index].raster?.reach.map { $0.offset(by: PixelOffset(x: rect.x, y: rect.y)) } ?? rect
        }
        let offset = layers[index].shown.offset
        let place = PixelRect(
            x: rect.x + offset.x, y: rect.y + offset.y, width: bitmap.width, height: bitmap.height)
        return place.offset(by: contentsOffset(index, in: rect))
    }

    /// How far contents of the frame's size are from the corner of `rect`, the size that is presented.
    func contentsOffset(_ index: Int, in rect: PixelRect) -> PixelOffset {
        guard let overrides = layers[index].overrides, overrides.has(.size), layers[index].raster == nil,
            overrides.values.contentsAnchor != .zero
        else { return .zero }
        let anchor = overrides.values.contentsAnchor
        let x = Double(rect.width - layers[index].frame.pixelWidth) * anchor.x
        let y = Double(rect.height - layers[index].frame.pixelHeight) * anchor.y
        return PixelOffset(x: Int(x.rounded()), y: Int(y.rounded()))
    }

    /// Where a frame stands, from the corner of the layer above. One that has lost its place finds it out when it has
    /// another.
    func place(of frame: Rect, below parent: Int) -> Point {
        parent < 0 ? frame.origin : frame.origin - layers[parent].frame.shownOrigin
    }

    /// Takes over the frame of a node.
    func takeFrame(_ frame: Rect, of index: Int) {
        layers[index].frame.position = frame.origin
        defer { moveHeld(for: index) }
        let place = self.place(of: frame, below: Int(layers[index].parent))
        let distance = wholePixels(from: layers[index].frame.place, to: place)
        if layers[index].overrides?.hasGeometry ?? false {
            takeHiddenFrame(frame, of: index, place, distance)
        } else if frame.size != layers[index].frame.size {
            // The subtree is damaged as a whole: a clip or a corner may have changed with the size.
            damageOuter(index)
            layers[index].frame.size = frame.size
            if let distance {
                layers[box: index].shift = distance
                snap(index)
                extents.update(index, layers)
            } else {
                rebase(index, place)
            }
            drawings.touch(index)
            damageOuter(index)
        } else if let distance {
            let moved = distance - layers[box: index].shift
            if moved != .zero { shift(index, by: moved) }
        } else {
            damageOuter(index)
            rebase(index, place)
            damageOuter(index)
        }
    }

    /// Takes over a frame in whose place another is presented: what is drawn, and what rounding starts from, follows.
    private func takeHiddenFrame(_ frame: Rect, of index: Int, _ place: Point, _ distance: PixelOffset?) {
        damageOuter(index)
        let hasOtherSize = frame.size != layers[index].frame.size
        layers[index].frame.size = frame.size
        if distance == nil {
            rebase(index, place)
        } else {
            snap(index)
            extents.update(index, layers)
        }
        if hasOtherSize {
            drawings.touch(index)
            scrollToShownOrigin(index)
        }
        damageOuter(index)
    }

    /// Moves all below a layer when its space begins at another point; false when it does not.
    func takeBoundsOrigin(_ origin: Point, of index: Int) -> Bool {
        if layers[index].frame.boundsOrigin == origin { return false }
        layers[index].frame.boundsOrigin = origin
        scrollToShownOrigin(index)
        return true
    }

    /// The point that is shown at the corner of a layer: in whole pixels.
    private func wantedOrigin(_ index: Int) -> Point {
        var origin = layers[index].frame.boundsOrigin
        // A picture is drawn with what the node has.
        if let overrides = layers[index].overrides, layers[index].raster == nil,
            !overrides.values.fields.isDisjoint(with: [.boundsOrigin, .size])
        {
            origin = overrides.values.boundsOrigin(for: origin, layers[index].frame.size)
        }
        return Pixels.snap(origin, scale: scale)
    }

    /// Sets the point at the corner of a layer whose children are yet to be placed.
    func placeOrigin(_ index: Int) { layers[index].frame.shownOrigin = wantedOrigin(index) }

    /// Moves all below a layer by whole pixels to the point that is to be shown at its corner.
    func scrollToShownOrigin(_ index: Int) {
        let origin = wantedOrigin(index)
        let distance = layers[index].frame.shownOrigin - origin
        let moved = PixelOffset(x: Int((distance.x * scale).rounded()), y: Int((distance.y * scale).rounded()))
        layers[index].frame.shownOrigin = origin
        if moved == .zero { return }
        eviction.noteMove()
        extents.settle(index, layers)
        let before = childrenOuter(index)
        for child in layers[index].children {
            layers[box: Int(child)].shift = layers[box: Int(child)].shift + moved
            extents.move(Int(child), by: moved)
        }
        extents.update(index, layers)
        let (old, new) = (surfaceRect(before, in: index), surfaceRect(childrenOuter(index), in: index))
        if old.isEmpty && new.isEmpty { return }
        if scroll(below: index, nil, within: old.union(new), by: moved) { return }
        damage.add(old)
        damage.add(new)
    }

    /// The pixels that the layers below one may touch, as it sees them.
    private func childrenOuter(_ index: Int) -> PixelRect {
        var rect = PixelRect.empty
        for child in layers[index].children { rect = rect.union(extents[Int(child)]) }
        return rect
    }

    /// The distance in pixels; nil when it is not whole.
    func wholePixels(from old: Point, to new: Point) -> PixelOffset? {
        let x = (new.x - old.x) * scale
        let y = (new.y - old.y) * scale
        // Farther than arithmetic errors of coordinates up to 10,000,000, nearer than anything to be seen.
        let tolerance = 1e-6
        guard abs(x - x.rounded()) < tolerance, abs(y - y.rounded()) < tolerance else { return nil }
        return PixelOffset(x: Int(x.rounded()), y: Int(y.rounded()))
    }

    /// Rounds a whole subtree anew, from a new place of its topmost layer.
    private func rebase(_ top: Int, _ place: Point) {
        let before = extents[top]
        layers[top].frame.place = place
        layers[box: top].shift = .zero
        var visited: [Int] = []
        var pending = [top]
        while let index = pending.popLast() {
            visited.append(index)
            let before = (layers[index].frame.pixelWidth, layers[index].frame.pixelHeight)
            snap(index)
            if before != (layers[index].frame.pixelWidth, layers[index].frame.pixelHeight) { drawings.touch(index) }
            pending.append(contentsOf: layers[index].children.lazy.map { Int($0) })
        }
        for index in visited.reversed() { extents.compute(index, layers) }
        extents.changed(top, from: before, layers)
    }

    /// Moves a subtree as it is.
    func shift(_ index: Int, by distance: PixelOffset) {
        let old = surfaceOuter(index)
        let before = extents[index]
        layers[box: index].shift = layers[box: index].shift + distance
        extents.move(index, by: distance)
        extents.changed(index, from: before, layers)
        let new = surfaceOuter(index)
        if old.isEmpty && new.isEmpty { return }
        if !scroll(below: Int(layers[index].parent), index, within: old.union(new), by: distance) {
            damage.add(old)
            damage.add(new)
        }
    }
}
