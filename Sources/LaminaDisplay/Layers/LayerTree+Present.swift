import LaminaDraw
import LaminaGeometry
import LaminaNode

/// Presented values: what is shown in place of what a node has. They change what is painted and where, and nothing that
/// is laid out or drawn.
extension LayerTree {
    /// Much is going to be presented at once.
    func beginGathering() { damage.beginGathering(in: bounds) }

    /// It is.
    func endGathering() {
        damage.endGathering()
        space = nil
    }

    /// Something is going to be presented of a layer in place of what its node has.
    func beginOverrides(_ index: Int, of record: borrowing NodeRecord) {
        if layers[index].overrides != nil { return }
        let overrides = LayerOverrides(PresentedValues())
        let isRaster = layers[index].raster != nil
        // Reading finds out by it that a change is not taken over yet.
        let shown = layers.effects(index)?.source
        overrides.own = LayerOverrides.Own(
            opacity: layers[box: index].appearance.opacity, background: isRaster ? .clear : record.background,
            cornerRadius: isRaster ? 0 : record.cornerRadius,
            appearance: isRaster || shown === record.seenAppearance ? record.appearance : shown)
        layers[index].overrides = overrides
    }

    /// Presents the named values of a layer with overrides. `copies`: what moves may be copied instead of painted.
    func present(_ values: borrowing PresentedValues, at index: Int, copies: Bool) {
        guard let overrides = layers[index].overrides else { return }
        let changed = overrides.values.merge(values)
        if !changed.isEmpty { presentChanged(changed, at: index, copies: copies) }
    }

    /// Shows of some fields again what the node has.
    func endPresented(_ fields: PresentedFields, at index: Int) {
        guard let overrides = layers[index].overrides else { return }
        let ended = overrides.fields.intersection(fields)
        overrides.values.fields.subtract(fields)
        presentChanged(ended, at: index, copies: true)
        if overrides.fields.isEmpty && layers[index].exit == 0 { layers[index].overrides = nil }
    }

    // MARK: Reading

    /// Takes over which values are presented of a node whose layer is read.
    func takeOverrides(_ index: Int, of node: Int32, in store: borrowing NodeStore) {
        let values = store.presentedValues(of: node) ?? PresentedValues()
        if values.fields.isEmpty && layers[index].exit == 0 {
            layers[index].overrides = nil
            return
        }
        if values.fields.contains(.zPosition) { orders.noteUse() }
        if let overrides = layers[index].overrides {
            overrides.values = values
        } else {
            layers[index].overrides = LayerOverrides(values)
        }
    }

    /// Takes over what the node has, and shows what is presented in its place.
    func take(
        _ record: borrowing NodeRecord, into overrides: LayerOverrides, of index: Int, _ appearance: inout Appearance
    ) {
        let isRaster = layers[index].raster != nil
        overrides.own.opacity = record.opacity
        overrides.own.background = isRaster ? .clear : record.background
        overrides.own.cornerRadius = isRaster ? 0 : record.cornerRadius
        show(overrides, of: index, &appearance)
    }

    /// The same for what is rare in an appearance.
    func takePresentedEffects(_ index: Int, of record: borrowing NodeRecord) {
        guard let overrides = layers[index].overrides else { return }
        overrides.own.appearance = record.appearance
        showEffects(overrides, of: index)
    }

    /// Whether the rare parts of the appearance are others than the layer has.
    func hasOtherEffects(_ index: Int, of record: borrowing NodeRecord) -> Bool {
        if let overrides = layers[index].overrides {
            return layers[index].raster != nil || overrides.own.appearance !== record.appearance
        }
        return layers.effects(index)?.source !== nodeAppearance(index, of: record)
    }

    /// The colour behind contents and placeholder.
    func ground(_ index: Int, of record: borrowing NodeRecord) -> Color {
        if layers[index].raster != nil { return .clear }
        guard let overrides = layers[index].overrides, overrides.has(.background) else { return record.background }
        return overrides.values.background
    }

    // MARK: Showing

    private func show(_ overrides: LayerOverrides, of index: Int, _ appearance: inout Appearance) {
        let shown = shown(overrides, of: index)
        (appearance.opacity, appearance.background, appearance.cornerRadius) = shown
    }

    private func shown(
        _ overrides: LayerOverrides, of index: Int
    ) -> (opacity: Double, background: Color, cornerRadius: Double) {
        // Field by field: the values are large, and a copy of them counts.
        let isRaster = layers[index].raster != nil
        let hasGround = overrides.has(.background) && !isRaster
        let ground = hasGround ? overrides.values.background : overrides.own.background
        layers[index].reveal?.ground = ground
        let hasRadii = overrides.has(.cornerRadii) && !isRaster
        let radius = hasRadii ? overrides.values.cornerRadii.largest : overrides.own.cornerRadius
        return (
            overrides.has(.opacity) ? overrides.values.opacity : overrides.own.opacity,
            layers[index].reveal == nil ? ground : background(index, over: ground), radius * scale
        )
    }

    private func showEffects(_ overrides: LayerOverrides, of index: Int) {
        if overrides.own.appearance == nil,
            overrides.values.fields.isDisjoint(with: [.cornerRadii, .shadow, .gradient])
        {
            let isPlain = !overrides.has(.transform) || overrides.values.transform == .identity
            if isPlain {
                layers[index].effects = nil
            } else {
                AppearanceEffects.present(overrides.values.transform, scale: scale, in: &layers[index].effects)
            }
            layers[box: index].appearance.hasEffects = !isPlain
            return
        }
        let before = layers.effects(index)
        let effects = AppearanceEffects.of(
            overrides, isRaster: layers[index].raster != nil, scale: scale, before: before)
        layers[index].effects = effects
        layers[box: index].appearance.hasEffects = effects != nil
    }

    /// Brings the layer to what its overrides say of the named fields.
    func presentChanged(_ named: PresentedFields, at index: Int, copies: Bool) {
        guard let overrides = layers[index].overrides else { return }
        if named.contains(.zPosition) { sortSiblings(of: index) }
        let rest = named.subtracting([.zPosition, .boundsOrigin])
        if rest == .position && copies {
            movePresented(index, overrides)
        } else if !rest.isEmpty {
            let before = presentedOuter(index)
            if !rest.isDisjoint(with: .effects) { showEffects(overrides, of: index) }
            let shown = shown(overrides, of: index)
            layers[box: index].appearance.opacity = shown.opacity
            layers[box: index].appearance.background = shown.background
            layers[box: index].appearance.cornerRadius = shown.cornerRadius
            if !rest.isDisjoint(with: .geometry) { placePresented(index, overrides) }
            extents.update(index, layers)
            // It may be what others lie below.
            if !layers[index].children.isEmpty { space = nil }
            damagePresented(before, presentedOuter(index))
            eviction.noteMove()
        }
        if !named.isDisjoint(with: [.boundsOrigin, .size]) { scrollToShownOrigin(index) }
    }

    /// Where a layer shows that is presented, one of many as a rule.
    private func presentedOuter(_ index: Int) -> PixelRect {
        let parent = Int(layers[index].parent)
        if !damage.isGathering || parent == Layer.orphan { return surfaceOuter(index) }
        extents.settle(index, layers)
        if space?.layer != parent { space = LayerSpace(below: parent, layers, in: bounds) }
        return space?.onSurface(extents[index]) ?? surfaceOuter(index)
    }

    /// Damages where it showed, and where it shows: in one where that is no more.
    private func damagePresented(_ before: PixelRect, _ now: PixelRect) {
        let both = before.union(now)
        if both.area <= before.area + now.area { return damage.add(both) }
        damage.add(before)
        damage.add(now)
    }

    /// Moves a layer and all below it as it is.
    private func movePresented(_ index: Int, _ overrides: LayerOverrides) {
        let before = layers[box: index].shift
        var moved = layers[box: index]
        let size = (moved.appearance.rect.width, moved.appearance.rect.height)
        placePresented(index, overrides)
        swap(&moved, &layers[box: index])
        if moved.appearance.rect.width == size.0 && moved.appearance.rect.height == size.1 {
            let distance = moved.shift - before
            if distance != .zero { shift(index, by: distance) }
        } else {
            damageOuter(index)
            layers[box: index] = moved
            extents.update(index, layers)
            damageOuter(index)
        }
        eviction.noteMove()
    }

    // MARK: Geometry

    /// Puts a layer where it is presented, or where its node has it.
    private func placePresented(_ index: Int, _ overrides: LayerOverrides) {
        layers[box: index].appearance.rect.width = layers[index].frame.pixelWidth
        layers[box: index].appearance.rect.height = layers[index].frame.pixelHeight
        if !snapPresented(index, overrides) {
            let place = self.place(
                of: Rect(origin: layers[index].frame.position, size: .zero), below: Int(layers[index].parent))
            // Never nil: a node's own frame is rounded anew whenever it is.
            layers[box: index].shift = wholePixels(from: layers[index].frame.place, to: place) ?? .zero
        }
        takeInk(index)
    }

    /// Shifts a layer to where it is presented, in the nearest whole pixels; the size in pixels is the node's unless
    /// one is presented. False when its node has it where it is.
    @discardableResult
    func snapPresented(_ index: Int, _ overrides: LayerOverrides) -> Bool {
        if !overrides.hasGeometry { return false }
        let parent = Int(layers[index].parent)
        // It finds its place when it has one.
        if parent == Layer.orphan { return false }
        let hasSize = overrides.has(.size) && layers[index].raster == nil
        let own = Rect(origin: layers[index].frame.position, size: layers[index].frame.size)
        var frame = PresentedValues.frame(
            for: own, position: overrides.has(.position) ? overrides.values.position : nil,
            size: hasSize ? overrides.values.size : nil, anchor: overrides.anchor)
        let place = self.place(of: frame, below: parent)
        frame.origin = parent < 0 ? place : layers[parent].frame.origin + place
        let (x, y) = (Pixels.edge(frame.minX, scale: scale), Pixels.edge(frame.minY, scale: scale))
        layers[box: index].shift = PixelOffset(
            x: x - layers[box: index].appearance.rect.x, y: y - layers[box: index].appearance.rect.y)
        if hasSize {
            let target = Pixels.snap(frame, scale: scale)
            layers[box: index].appearance.rect.width = target.width
            layers[box: index].appearance.rect.height = target.height
        }
        return true
    }

    // MARK: Order

    /// Puts the children of the layer above in the order that is presented.
    private func sortSiblings(of index: Int) {
        let parent = layers[index].parent
        if parent < 0 { return }
        orders.noteUse()
        damageOuter(index)
        restoreOrder(below: Int(parent))
        sortChildren(of: Int(parent))
    }

    /// Puts the children of a layer in their nodes' order again, before they are read.
    func restoreOrder(below index: Int) {
        if let own = orders.take(Int32(index)) { layers[index].children = own }
    }

    /// Puts the children of a layer, which are in their nodes' order, in the one that is presented.
    func sortChildren(of index: Int) {
        let children = layers[index].children
        func presented(_ layer: Int32) -> Double? {
            guard let overrides = layers[Int(layer)].overrides, overrides.has(.zPosition) else { return nil }
            return overrides.values.zPosition
        }
        if !orders.isUsed || !children.contains(where: { presented($0) != nil }) { return }
        let heights = children.map { presented($0) ?? layers[Int($0)].wanted.zPosition }
        let sorted = children.indices.sorted { (heights[$0], $0) < (heights[$1], $1) }
        orders.note(children, of: Int32(index))
        layers[index].children = ContiguousArray(sorted.map { children[$0] })
    }
}
