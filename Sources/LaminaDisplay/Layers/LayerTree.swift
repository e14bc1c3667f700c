import LaminaDraw
import LaminaGeometry
import LaminaNode

/// The presented twin of a node: what is on screen, which may be older than what the node wants. Owner thread only.
struct Layer {
    var node: NodeID
    /// The layer above; `none` for the root, `orphan` for one that has lost its place.
    var parent: Int32 = Layer.none
    /// Back to front.
    var children: ContiguousArray<Int32> = []
    /// The place among the children when they were read last.
    var order: Int32 = 0

    var content: (any DrawableContent)?
    /// Host data may end with the contents, now or before.
    var holdsHostData = false
    /// The size that contents are drawn for, in logical units.
    var size = Size.zero
    /// The position in logical units that `LayerBox.look` was rounded from, shifts aside.
    var origin = Point.zero
    /// Where its parent had it when `origin` was taken.
    var place = Point.zero
    /// The point of the node's space that stands at its corner.
    var boundsOrigin = Point.zero
    /// What few layers have of a look.
    var effects: LookEffects?
    /// The contents of this node and all below it change in the same frame.
    var displaysTogether = false
    /// The drawing that the node wants.
    var wantedVersion: UInt32 = 0
    /// Drawings of higher priority begin first.
    var priority: Int32 = 0
    /// Nothing is drawn for now.
    var isSuspended = false
    /// Another size stretches what was drawn.
    var keepsDrawing = false
    /// Drawn on the owner thread.
    var drawsAtOnce = false
    /// What is stretched for such a layer, in the size that it was drawn in.
    var original: StretchedContent?

    /// What is shown, until something newer takes its place.
    var bitmap: Bitmap?
    /// Where the bitmap's first pixel stands, from the corner of the frame.
    var bitmapOffset = PixelOffset.zero
    /// Moves with every bitmap, and is never the same for two.
    var contentsVersion: UInt64 = 0
    /// Which drawing `bitmap` is, and for what size and scale it was made.
    var shown: Drawn?
    /// The bitmap was dropped, or never drawn, for want of memory, while the layer did not show.
    var isEvicted = false
    /// How the picture of a subtree looks; nil for a layer of one node.
    var raster: RasterLook?
    /// What stands in for missing contents; few layers have one.
    var placeholder: LayerPlaceholder?
    /// The drawing on its way; there is one at a time.
    var pending: DisplayOperation?
    /// Whether the last drawing was dropped for a newer one: the next is then let finish, so that a node that is dirtied faster
    /// than it draws shows progress (in Texture it would show nothing).
    var wasDropped = false

    static let none: Int32 = -1
    static let orphan: Int32 = -2
    /// The node of a place that no layer has.
    static let noNode = NodeID(index: -1, generation: 0)

    /// Whether there is anything to draw: contents of the node, or the subtree of one that is rasterized.
    var wantsDrawing: Bool { content != nil || raster != nil }

    /// Takes out what the layer holds and host data does not end with; what is left is overwritten when its place is given to another.
    mutating func takeRemains() -> RetiredLayers.Piece {
        var children: ContiguousArray<Int32> = []
        swap(&children, &self.children)
        return RetiredLayers.Piece(
            content: content.take(), effects: effects.take(), bitmap: bitmap.take(), original: original.take(),
            raster: raster.take(), children: children)
    }

    /// The pixels that the bitmap covers when the frame is `rect`; all of it for one that was dropped, so that a walk finds the layer.
    func ink(in rect: PixelRect) -> PixelRect {
        guard let bitmap else {
            if !isEvicted { return .empty }
            return raster?.reach.map { $0.offset(by: PixelOffset(x: rect.x, y: rect.y)) } ?? rect
        }
        return PixelRect(
            x: rect.x + bitmapOffset.x, y: rect.y + bitmapOffset.y, width: bitmap.width, height: bitmap.height)
    }

    /// What makes two drawings interchangeable.
    struct Drawn: Equatable {
        var version: UInt32
        /// In logical units. Texts break and drawings arrange by it, also where two sizes are as many pixels.
        var size: Size
        var width: Int
        var height: Int
        var scale: Double

        var byteCount: Int { width * height * 4 }
    }
}

/// Where a layer is. All rectangles leave out the shifts of this layer and those above it.
struct LayerBox {
    var look: Look
    /// `extent` is to be worked out anew (`LayerTree.settleExtents`).
    var isLate = false
    /// The extents of layers below may be, so that this one may change, too.
    var isAboveLate = false
    /// The pixels that the layer and all below it may touch.
    var extent = PixelRect.empty
    /// Moves the layer and all below it. A scrolled subtree changes nothing else.
    var shift = PixelOffset.zero
}

/// The layers of a surface, and what of them changed since the last composite.
///
/// Reading costs in proportion to what changed: layers keep their place in `layers`, and know how far they and all below them reach.
/// It is not copied: a dozen references are in it, and every change of a label took six copies.
struct LayerTree: ~Copyable {
    var layers: ContiguousArray<Layer> = []
    /// At the place of each layer, where it is.
    var boxes: ContiguousArray<LayerBox> = []
    /// At the place of each layer, its extent as the layer above sees it; empty when nothing shows. Apart, as it is what a walk looks at.
    var outers: ContiguousArray<PixelRect> = []
    var free: [Int32] = []
    /// Layers with extents to be worked out anew, and all that stand above them: those above before those below. Some may have been settled since.
    var late: [Int32] = []
    /// How many children were asked how far they reach: what keeping extents costs, for tests.
    var childrenAsked = 0
    var root = Layer.none
    /// Layers that have lost their place while the tree is read; they find another or end.
    var orphans: [Int32] = []
    /// How much is read in one go.
    var limit = ReadingLimit()
    /// Nodes that are to be shown have no layers yet: there was no time for them.
    var isPartlyRead = false

    let damage = Region(maximumRectangles: 32)
    /// Nothing of the last picture counts: it is another surface, or another target.
    var isDamagedWhole = false
    /// What moved as a whole, to be copied before the damage is painted; in order.
    var scrolls: [ScrollCopy] = []
    /// Layers whose drawing may be out of date.
    var touched: [Int32] = []
    /// Those of them before this one have been handed out.
    var firstTouched = 0
    /// Layers whose contents come in gradually.
    var fading: [Int32] = []
    /// How long one of them takes is another since they were brought on.
    var hasChangedFades = false
    /// What layers let go of: it may be the last to hold host data, which must not end under the tree lock.
    private var dropped: [AnyObject] = []
    /// What of that no host data can end with.
    private var retired: RetiredLayers?
    /// Drawings of layers that ended.
    var ended: [DisplayOperation] = []
    private var contentsVersion: UInt64 = 0
    private let receiver = DrawableReceiver()
    /// How many layers were left without contents.
    var evictedCount = 0
    /// Layers moved, or what kept some from showing is another, since what is near was looked at.
    var mayHaveComeNear = false
    /// Layers that ask for all below them to change in the same frame.
    private(set) var groupCount = 0

    /// Pixels outside this are never shown.
    var bounds = PixelRect.empty
    var size = Size.zero
    var scale = 1.0

    // MARK: Places

    /// The layer of a node that is still the one a drawing was made for.
    func index(of node: NodeID, hint: Int32) -> Int? {
        let index = Int(hint)
        return index >= 0 && index < layers.count && layers[index].node == node ? index : nil
    }

    mutating func add(_ node: NodeID) -> Int32 {
        let box = LayerBox(
            look: Look(
                rect: .empty, isHidden: false, clips: false, opacity: 1, background: .clear, cornerRadius: 0,
                hasContents: false))
        if let place = free.popLast() {
            layers[Int(place)] = Layer(node: node)
            boxes[Int(place)] = box
            return place
        }
        layers.append(Layer(node: node))
        boxes.append(box)
        outers.append(.empty)
        return Int32(layers.count - 1)
    }

    /// Ends a layer and all below it.
    mutating func remove(_ top: Int32) {
        var doomed = [top]
        while let next = doomed.popLast() {
            let index = Int(next)
            // A child that found another place is not in the list any more.
            for child in layers[index].children { doomed.append(child) }
            retire(index)
            outers[index] = .empty
            notLate(index)
            free.append(next)
        }
    }

    /// Ends one layer.
    private mutating func retire(_ index: Int) {
        if let pending = layers[index].pending.take() { ended.append(pending) }
        if let placeholder = layers[index].placeholder.take() {
            if let pending = placeholder.pending { ended.append(pending) }
            drop(placeholder)
        }
        if layers[index].holdsHostData { drop(layers[index].content.take()) }
        if layers[index].displaysTogether { groupCount -= 1 }
        if layers[index].isEvicted { evictedCount -= 1 }
        if retired == nil { retired = RetiredLayers() }
        retired?.add(layers[index].takeRemains())
        layers[index].node = Layer.noNode
        layers[index].parent = Layer.none
    }

    /// Keeps an object until the tree lock is free.
    mutating func drop(_ object: AnyObject?) {
        if let object { dropped.append(object) }
    }

    /// Hands out what was let go of, to be dropped without a lock.
    mutating func takeDropped() -> [AnyObject] {
        if dropped.isEmpty { return [] }
        defer { dropped = [] }
        return dropped
    }

    /// The same of what no host data can end with.
    mutating func takeRetired() -> RetiredLayers? { retired.take() }

    /// Forgets everything, as the surface goes.
    mutating func removeAll() -> [DisplayOperation] {
        for index in layers.indices where layers[index].node.index >= 0 { retire(index) }
        let operations = ended
        layers = []
        boxes = []
        outers = []
        free = []
        late = []
        orphans = []
        isPartlyRead = false
        touched = []
        firstTouched = 0
        ended = []
        fading = []
        root = Layer.none
        return operations
    }

    /// Hands out layers whose drawing may be out of date, the first first, and the drawings that nobody wants any more. All of them when
    /// some belong together.
    mutating func takeTouched(atMost limit: Int) -> (touched: [Int32], ended: [DisplayOperation]) {
        let operations = ended
        ended = []
        if groupCount > 0 || touched.count - firstTouched <= limit {
            let rest = Array(touched[firstTouched...])
            touched = []
            firstTouched = 0
            return (rest, operations)
        }
        firstTouched += limit
        return (Array(touched[(firstTouched - limit)..<firstTouched]), operations)
    }

    // MARK: What is shown

    /// Changes what a layer shows or waits for, without damage.
    mutating func withLayer<R>(_ index: Int, _ body: (inout Layer) -> R) -> R { body(&layers[index]) }

    /// Takes new contents, or none, and shows them unless a placeholder stands in their place.
    mutating func show(_ bitmap: Bitmap?, offset: PixelOffset = .zero, as drawn: Layer.Drawn?, at index: Int) {
        layers[index].shown = drawn
        if let placeholder = layers[index].placeholder {
            placeholder.contents = bitmap
            placeholder.offset = offset
            placeholder.hasContents = drawn != nil
            settlePlaceholder(index)
        } else {
            present(bitmap, offset: offset, at: index)
        }
    }

    /// Shows another bitmap, or none.
    mutating func present(_ bitmap: Bitmap?, offset: PixelOffset, at index: Int) {
        damage(boxes[index].look.ink, in: index)
        layers[index].bitmap = bitmap
        layers[index].bitmapOffset = offset
        if let raster = layers[index].raster, let bitmap {
            raster.reach = PixelRect(x: offset.x, y: offset.y, width: bitmap.width, height: bitmap.height)
        }
        contentsVersion += 1
        layers[index].contentsVersion = contentsVersion
        boxes[index].look.ink = layers[index].ink(in: boxes[index].look.rect)
        updateExtent(index)
        damage(boxes[index].look.ink, in: index)
    }

    /// Takes over the properties of one node.
    mutating func update(_ index: Int, from node: Int32, in store: borrowing NodeStore) {
        touched.append(Int32(index))
        let record = store[node]
        takeRaster(index, of: record)
        if effects(index)?.source !== appearance(index, of: record) {
            damageOuter(index)
            takeEffects(index, of: record)
            updateExtent(index)
            damageOuter(index)
            mayHaveComeNear = true
        }
        takeContent(index, of: record, store.shownContent(node))
        let before = boxes[index].look
        let look = look(index, of: record)
        if look == before { return }
        // Effects apply to all below, or reach out of the layer's own clip.
        let isShared =
            look.hasEffects || look.opacity != before.opacity || look.isHidden != before.isHidden
            || look.clips != before.clips
            || look.clipsRound || before.clipsRound
        if isShared { damageOuter(index) } else { damage(before.reach, in: index) }
        // One that is shown again is as near as one that was scrolled to, and so is all below it.
        if isShared { mayHaveComeNear = true }
        boxes[index].look = look
        updateExtent(index)
        if isShared { damageOuter(index) } else { damage(look.reach, in: index) }
    }

    /// How the record wants the layer to look; where it stands and what is below it are left as they are.
    func look(_ index: Int, of record: borrowing NodeRecord) -> Look {
        var look = boxes[index].look
        look.isHidden = record.flags.contains(.hidden)
        let isRaster = layers[index].raster != nil
        look.clips = record.flags.contains(.clips) && !isRaster
        look.opacity = record.opacity
        look.background = background(index, over: isRaster ? .clear : record.background)
        look.cornerRadius = isRaster ? 0 : record.cornerRadius * scale
        look.hasContents = record.content != nil || isRaster || layers[index].placeholder != nil
        return look
    }

    /// Comes before the contents: what is drawn of a placeholder depends on it.
    @inline(__always)
    mutating func takeEffects(_ index: Int, of record: borrowing NodeRecord) {
        if !boxes[index].look.hasEffects && record.appearance == nil { return }
        let appearance = appearance(index, of: record)
        layers[index].effects = LookEffects.of(appearance, scale: scale, before: layers[index].effects)
        boxes[index].look.hasEffects = appearance != nil
    }

    /// Whether there is nothing of the layer to be drawn, shown or stopped.
    func isBare(_ index: Int) -> Bool {
        !layers[index].wantsDrawing && layers[index].bitmap == nil && layers[index].pending == nil
            && layers[index].placeholder == nil
    }

    /// Raster and effects must be those of now.
    mutating func takeContent(
        _ index: Int, of record: borrowing NodeRecord, _ shown: (content: (any NodeContent)?, isRightToLeft: Bool)
    ) {
        let content = layers[index].raster == nil ? shown.content : nil
        if layers[index].content !== content {
            drop(layers[index].content)
            layers[index].content = content.map { receiver.drawable($0) }
        }
        if record.flags.contains(.hostData) { layers[index].holdsHostData = true }
        // What runs the other way is another drawing.
        layers[index].wantedVersion = record.displayVersion &<< 1 | (shown.isRightToLeft ? 1 : 0)
        layers[index].priority = record.extras?.drawingPriority ?? 0
        layers[index].isSuspended = record.flags.contains(.displaySuspended)
        layers[index].keepsDrawing = record.flags.contains(.keepsDrawing)
        layers[index].drawsAtOnce = record.flags.contains(.drawsAtOnce)
        takePlaceholder(index, of: record)
        let together = record.flags.contains(.displaysTogether)
        if together != layers[index].displaysTogether {
            layers[index].displaysTogether = together
            groupCount += together ? 1 : -1
        }
    }

    /// The outermost layer at or above `index` whose subtree displays together; nil when none does.
    func displayGroup(of index: Int) -> Int? {
        if groupCount == 0 { return nil }
        var group: Int?
        var ancestor = index
        while ancestor >= 0 {
            if layers[ancestor].displaysTogether { group = ancestor }
            ancestor = Int(layers[ancestor].parent)
        }
        return group
    }
}
