import LaminaDraw
import LaminaGeometry
import LaminaNode

/// A distance in device pixels.
struct PixelOffset: Equatable {
    var x: Int
    var y: Int
    static let zero = PixelOffset(x: 0, y: 0)
}

/// The presented twin of a node: what is on screen, which may be older than what the node wants. Owner thread only.
struct Layer {
    let node: NodeID
    /// The look it is shown with stands at the same index of `LayerTree.looks`.
    let parent: Int32
    var content: (any NodeContent)?
    /// The size that contents are drawn for, in logical units.
    var size: Size
    /// The contents of this node and all below it change in the same frame.
    var displaysTogether: Bool
    /// The drawing that the node wants.
    var wantedVersion: UInt32

    /// What is shown, until something newer takes its place.
    var bitmap: Bitmap?
    /// Where the bitmap's first pixel stands, from the corner of the frame.
    var bitmapOffset = PixelOffset.zero
    /// Which drawing `bitmap` is, and for what size and scale it was made.
    var shown: Drawn?
    /// The drawing on its way; there is one at a time.
    var pending: DisplayOperation?
    /// Whether the last drawing was dropped for a newer one: the next is then let finish, so that a node that is dirtied faster
    /// than it draws shows progress (Texture D6 starves).
    var wasDropped = false

    /// The pixels that the bitmap covers when the frame is `rect`.
    func ink(in rect: PixelRect) -> PixelRect {
        guard let bitmap else { return .empty }
        return PixelRect(
            x: rect.x + bitmapOffset.x, y: rect.y + bitmapOffset.y, width: bitmap.width, height: bitmap.height)
    }

    /// What makes two drawings interchangeable.
    struct Drawn: Equatable {
        var version: UInt32
        var width: Int
        var height: Int
        var scale: Double
    }
}

/// The layers of a surface in painting order, and what of them changed since the last composite.
struct LayerTree {
    private(set) var layers: [Layer] = []
    private(set) var looks: [Look] = []
    let damage = Region(maximumRectangles: 32)

    /// Pixels outside this are never shown.
    var bounds = PixelRect.empty

    /// Reads the tree anew and keeps what is shown of the nodes that stay. Notes the damage. Cancels drawings of nodes that are gone.
    mutating func read(root: Int32, in store: inout NodeStore, size: Size, scale: Double) -> [DisplayOperation] {
        let oldLayers = layers
        let oldLooks = looks
        var kept = [Bool](repeating: false, count: oldLayers.count)
        var newLayers: [Layer] = []
        var origins: [Int32] = []  // the old place of each new layer, -1 for none
        newLayers.reserveCapacity(oldLayers.count)
        let newLooks =
            root < 0
            ? []
            : LookWalk.read(root, in: &store, rootSize: size, scale: scale) { node, index, parent, record in
                let id = NodeID(index: node, generation: record.generation)
                let old = Int(record.layer)
                record.layer = Int32(index)
                var layer = Layer(
                    node: id, parent: parent, content: record.content,
                    size: index == 0 ? size : record.frame.size,
                    displaysTogether: record.flags.contains(.displaysTogether),
                    wantedVersion: record.displayVersion)
                if old >= 0 && old < oldLayers.count && oldLayers[old].node == id {
                    layer.bitmap = oldLayers[old].bitmap
                    layer.bitmapOffset = oldLayers[old].bitmapOffset
                    layer.shown = oldLayers[old].shown
                    layer.pending = oldLayers[old].pending
                    layer.wasDropped = oldLayers[old].wasDropped
                    kept[old] = true
                    origins.append(Int32(old))
                } else {
                    origins.append(-1)
                }
                newLayers.append(layer)
            }
        layers = newLayers
        looks = newLooks
        for index in looks.indices { looks[index].ink = layers[index].ink(in: looks[index].rect) }
        noteDamage(from: oldLooks, origins: origins, kept: kept)
        return oldLayers.indices.compactMap { kept[$0] ? nil : oldLayers[$0].pending }
    }

    /// Forgets everything, as the surface goes.
    mutating func removeAll() -> [DisplayOperation] {
        defer {
            layers = []
            looks = []
        }
        return layers.compactMap { $0.pending }
    }

    private mutating func noteDamage(from oldLooks: [Look], origins: [Int32], kept: [Bool]) {
        var newest: Int32 = -1
        for index in looks.indices {
            let old = Int(origins[index])
            if old < 0 {
                damage(index)
                continue
            }
            if origins[index] < newest { damage(index) }  // its order among the others changed
            newest = max(newest, origins[index])
            var before = oldLooks[old]
            let now = looks[index]
            before.end = now.end
            if before == now { continue }
            // What applies to the whole subtree damages the whole subtree, before and after.
            let isShared =
                before.opacity != now.opacity || before.isHidden != now.isHidden || before.clips != now.clips
                || before.clipsRound || now.clipsRound
            if isShared || now.clips {
                damage.add(oldLooks.extent(old).intersection(bounds))
                damage(index)
            } else {
                damage.add(before.reach.intersection(bounds))
                damage.add(now.reach.intersection(bounds))
            }
        }
        for old in oldLooks.indices where !kept[old] { damage.add(oldLooks[old].reach.intersection(bounds)) }
    }

    /// Takes over the properties of one node that changed in place; false when the tree has to be read anew for that.
    mutating func update(_ index: Int, from record: NodeRecord, scale: Double) -> Bool {
        var look = looks[index]
        if look.isHidden != record.flags.contains(.hidden) || look.clips != record.flags.contains(.clips) {
            return false
        }
        look.opacity = record.opacity
        look.background = record.background
        look.cornerRadius = record.cornerRadius * scale
        look.hasContents = record.content != nil
        layers[index].content = record.content
        layers[index].displaysTogether = record.flags.contains(.displaysTogether)
        layers[index].wantedVersion = record.displayVersion
        if look == looks[index] { return true }
        let isShared = look.opacity != looks[index].opacity || look.clipsRound || looks[index].clipsRound
        looks[index] = look
        if isShared { damage(index) } else { damage.add(look.reach.intersection(bounds)) }
        return true
    }

    /// The layer of a node that is still the one a drawing was made for.
    func index(of node: NodeID, hint: Int32) -> Int? {
        let index = Int(hint)
        return index >= 0 && index < layers.count && layers[index].node == node ? index : nil
    }

    /// Changes what a layer shows or waits for, without damage.
    mutating func withLayer<R>(_ index: Int, _ body: (inout Layer) -> R) -> R { body(&layers[index]) }

    /// Shows a new bitmap, or none.
    mutating func show(_ bitmap: Bitmap?, offset: PixelOffset = .zero, as drawn: Layer.Drawn?, at index: Int) {
        damage.add(looks[index].ink.intersection(bounds))
        layers[index].bitmap = bitmap
        layers[index].bitmapOffset = offset
        layers[index].shown = drawn
        looks[index].ink = layers[index].ink(in: looks[index].rect)
        damage.add(looks[index].ink.intersection(bounds))
    }

    private mutating func damage(_ index: Int) { damage.add(looks.extent(index).intersection(bounds)) }

    /// The outermost layer at or above `index` whose subtree displays together; nil when none does.
    func displayGroup(of index: Int) -> Int? {
        var group: Int?
        var ancestor = index
        while ancestor >= 0 {
            if layers[ancestor].displaysTogether { group = ancestor }
            ancestor = Int(layers[ancestor].parent)
        }
        return group
    }
}

/// Paints the bitmaps of layers.
struct LayerContents: ContentsPainter {
    let layers: [Layer]
    let looks: [Look]
    let painter: Painter

    mutating func paintContents(of index: Int, opacity: Double, clip: PixelRect, on buffer: PixelBuffer) {
        guard let bitmap = layers[index].bitmap else { return }
        let look = looks[index]
        // An older bitmap of another size is cut to the frame, never stretched, until the new one comes.
        let isCurrent = layers[index].shown?.width == look.rect.width && layers[index].shown?.height == look.rect.height
        painter.draw(
            bitmap, x: look.ink.x, y: look.ink.y, opacity: opacity,
            clip: isCurrent ? clip : clip.intersection(look.rect), on: buffer)
    }
}
