import LaminaDraw
import LaminaGeometry
import LaminaNode

/// The layers of a surface, and what of them changed since the last composite.
///
/// Each concern is a struct that keeps its own state, and the tree joins them: an extension in a file of its own for
/// each way in which layers change. Reading costs in proportion to what changed: layers keep their places, and know how
/// far they and all below them reach. A class: methods that only read took a copy of a struct of this size.
final class LayerTree {
    /// The layers: for each what its node wants, where it is, and what it shows.
    var layers = LayerSlab()
    var root = Layer.none
    /// How far they reach.
    var extents = LayerExtents()
    /// What has to be painted.
    var damage = LayerDamage()
    /// Where the children of a layer lie that was presented last, while much is presented at once.
    var space: LayerSpace?
    /// What has to be drawn.
    var drawings = DueDrawings()
    /// Whose children are presented in another order.
    var orders = LayerOrders()
    /// Some layer was to stay when its node leaves.
    var hasExits = false
    /// What is replaced by something that is not drawn yet.
    var holds = LayerHolds()
    /// Whose contents come in gradually.
    var fades = LayerFades()
    /// Which have no contents for want of memory.
    var eviction = LayerEviction()
    /// How far reading has come.
    var reading = LayerReading()
    /// What is to be let go of.
    var remains = LayerRemains()
    /// The last version of contents that was shown.
    private var contentsVersion: UInt64 = 0
    private let receiver = DrawableReceiver()

    /// Pixels beyond this are never shown.
    var bounds = PixelRect.empty
    var size = Size.zero
    var scale = 1.0

    // MARK: Lifetime

    func add(_ node: NodeID) -> Int32 {
        let place = layers.add(node)
        extents.add(Int(place))
        return place
    }

    /// Ends a layer and all below it.
    func remove(_ top: Int32) {
        var doomed = [top]
        while let next = doomed.popLast() {
            let index = Int(next)
            // A child that found another place is not in the list any more.
            for child in layers[index].children { doomed.append(child) }
            endHold(of: next)
            orders.forget(next)
            retire(index)
            extents.remove(index)
            _ = reading.takeUnread(of: next)
            layers.free(next)
        }
    }

    /// Takes out what a layer holds that ends.
    private func retire(_ index: Int) {
        if layers[index].pending != nil { drawings.end(setPending(nil, of: index)) }
        if let reveal = layers[index].reveal.take() {
            drawings.end(reveal.pending)
            remains.drop(reveal)
        }
        if layers[index].wanted.holdsHostData { remains.drop(layers[index].wanted.takeContent()) }
        if layers[index].wanted.displaysTogether { drawings.noteGroup(begins: false) }
        if layers[index].shown.isEvicted { eviction.note(isEvicted: false) }
        remains.retire(layers[index].takeRemains())
    }

    /// Forgets everything, as the surface goes. Returns the drawings under way.
    func removeAll() -> [DisplayOperation] {
        for index in 0..<layers.count where !layers[index].isFree { retire(index) }
        let operations = drawings.take(atMost: .max).ended
        layers = LayerSlab()
        extents = LayerExtents()
        drawings = DueDrawings()
        fades = LayerFades()
        holds = LayerHolds()
        orders = LayerOrders()
        reading = LayerReading()
        root = Layer.none
        return operations
    }

    /// Gives back the places behind the last layer: a surface that showed much once need not keep them for ever.
    func trim() {
        if !layers.trim() { return }
        extents.settle(layers)
        extents.trim(to: layers.count)
        drawings.trim(to: layers.count)
        fades.trim(to: layers.count)
    }

    /// Says which drawing of a layer is on its way, if one is; returns that of before.
    @discardableResult
    func setPending(_ drawing: DisplayOperation?, of index: Int) -> DisplayOperation? {
        let before = layers[index].pending
        drawings.noteUnderWay((drawing == nil ? 0 : 1) - (before == nil ? 0 : 1))
        layers[index].pending = drawing
        return before
    }

    // MARK: What is shown

    /// Takes new contents, or none, and shows them unless a placeholder stands in their place. `isChange`: they may
    /// come in gradually over those before.
    func show(
        _ bitmap: Bitmap?, offset: PixelOffset = .zero, as drawn: Layer.Drawn?, isChange: Bool = false, at index: Int
    ) {
        if isChange, let drawn { fadeChange(to: drawn, at: index) }
        layers[index].shown.drawn = drawn
        if let reveal = layers[index].reveal {
            reveal.contents = bitmap
            reveal.offset = offset
            reveal.hasContents = drawn != nil
            settlePlaceholder(index)
        } else {
            present(bitmap, offset: offset, at: index)
        }
    }

    /// Shows another bitmap, or none.
    func present(_ bitmap: Bitmap?, offset: PixelOffset, at index: Int) {
        damage(layers[box: index].appearance.ink, in: index)
        contentsVersion += 1
        layers[index].shown.present(bitmap, offset: offset, version: contentsVersion)
        if let raster = layers[index].raster, let bitmap {
            raster.reach = PixelRect(x: offset.x, y: offset.y, width: bitmap.width, height: bitmap.height)
        }
        updateInk(index)
        damage(layers[box: index].appearance.ink, in: index)
    }

    /// The pixels of the bitmap are others than before.
    func updateInk(_ index: Int) {
        takeInk(index)
        extents.update(index, layers)
    }

    /// Works out all extents that were left for later, before a walk.
    func settleExtents() { extents.settle(layers) }

    // MARK: Damage

    /// Notes that some of the space of a layer has to be painted.
    func damage(_ rect: PixelRect, in index: Int) {
        if !rect.isEmpty { damage.add(surfaceRect(rect, in: index)) }
    }

    /// The same for all that a layer and those below it show.
    func damageOuter(_ index: Int) { damage.add(surfaceOuter(index)) }

    /// The same for the surface.
    func damageAll() { damage.addAll(of: bounds) }

    /// A rectangle of the space of a layer on the surface, as far as it shows.
    func surfaceRect(_ rect: PixelRect, in index: Int) -> PixelRect {
        layers.surfaceRect(rect, in: index).intersection(bounds)
    }

    /// Where the layer and all below it show.
    func surfaceOuter(_ index: Int) -> PixelRect {
        extents.settle(index, layers)
        return surfaceRect(extents[index], in: Int(layers[index].parent))
    }

    // MARK: What the node wants

    /// Takes over the properties of one node.
    func update(_ index: Int, from node: Int32, in store: borrowing NodeStore) {
        drawings.touch(index)
        let record = store[node]
        takeRaster(index, of: record)
        if hasOtherEffects(index, of: record) {
            damageOuter(index)
            takeEffects(index, of: record)
            extents.update(index, layers)
            damageOuter(index)
            eviction.noteMove()
        }
        takeContent(index, of: record, store.shownContent(node))
        let before = layers[box: index].appearance
        let appearance = appearance(index, of: record)
        if appearance == before { return }
        // Effects apply to all below, or reach out of the layer's own clip.
        let isShared =
            appearance.hasEffects || appearance.opacity != before.opacity || appearance.isHidden != before.isHidden
            || appearance.clips != before.clips || appearance.clipsRound || before.clipsRound
        if isShared { damageOuter(index) } else { damage(before.reach, in: index) }
        // One that is shown again is as near as one that was scrolled to, and so is all below it.
        if isShared { eviction.noteMove() }
        layers[box: index].appearance = appearance
        extents.update(index, layers)
        if isShared { damageOuter(index) } else { damage(appearance.reach, in: index) }
    }

    /// The appearance that the record asks for; where the layer stands and what is below it are left as they are.
    func appearance(_ index: Int, of record: borrowing NodeRecord) -> Appearance {
        var appearance = layers[box: index].appearance
        appearance.isHidden = record.flags.contains(.hidden)
        let isRaster = layers[index].raster != nil
        appearance.clips = record.flags.contains(.clips) && !isRaster
        appearance.opacity = record.opacity
        appearance.background = background(index, over: isRaster ? .clear : record.background)
        appearance.cornerRadius = isRaster ? 0 : record.cornerRadius * scale
        if let overrides = layers[index].overrides { take(record, into: overrides, of: index, &appearance) }
        appearance.hasContents = record.content != nil || isRaster || layers[index].reveal != nil
        return appearance
    }

    /// Comes before the contents: what is drawn of a placeholder depends on it.
    func takeEffects(_ index: Int, of record: borrowing NodeRecord) {
        if layers[index].overrides != nil { return takePresentedEffects(index, of: record) }
        if !layers[box: index].appearance.hasEffects && record.appearance == nil { return }
        let appearance = nodeAppearance(index, of: record)
        layers[index].effects = AppearanceEffects.of(appearance, scale: scale, before: layers[index].effects)
        layers[box: index].appearance.hasEffects = appearance != nil
    }

    /// Raster and effects must be those of now.
    func takeContent(
        _ index: Int, of record: borrowing NodeRecord, _ shown: (content: (any NodeContent)?, isRightToLeft: Bool)
    ) {
        let content = layers[index].raster == nil ? shown.content : nil
        if layers[index].wanted.content !== content {
            let drawable = content.map { receiver.drawable($0) }
            remains.drop(layers[index].wanted.replaceContent(drawable?.isAwaited ?? false ? nil : drawable))
        }
        let wasTogether = layers[index].wanted.displaysTogether
        layers[index].wanted.take(record, isRightToLeft: shown.isRightToLeft)
        takePlaceholder(index, of: record)
        let isTogether = layers[index].wanted.displaysTogether
        if isTogether != wasTogether { drawings.noteGroup(begins: isTogether) }
    }

    /// The outermost layer at or above `index` whose subtree displays together; nil when none does.
    func displayGroup(of index: Int) -> Int? {
        if !drawings.hasGroups { return nil }
        var group: Int?
        var ancestor = index
        while ancestor >= 0 {
            if layers[ancestor].wanted.displaysTogether { group = ancestor }
            ancestor = Int(layers[ancestor].parent)
        }
        return group
    }
}
