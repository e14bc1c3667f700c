import LaminaGeometry
import LaminaNode

/// The layers of a tree, each at a place that it keeps while it lives. Not copied, so that handing it on retains none
/// of its arrays.
@safe struct LayerSlab: ~Copyable {
    private(set) var all: ContiguousArray<Layer> = []
    /// At the place of each layer, its box.
    private var boxes: ContiguousArray<LayerBox> = []
    private var free: [Int32] = []

    var count: Int { all.count }
    /// Places with a layer.
    var used: Int { all.count - free.count }

    // An address, not a coroutine: where one is not inlined, Swift 6.3 reads what it yielded after its frame was freed.
    // The array stays where it is for as long as the slab is borrowed.
    subscript(_ index: Int) -> Layer {
        @inline(__always) unsafeAddress {
            precondition(all.indices.contains(index))
            return unsafe all.withUnsafeBufferPointer { unsafe $0.baseAddress.unsafelyUnwrapped + index }
        }
        _modify { yield &all[index] }
    }

    subscript(box index: Int) -> LayerBox {
        @inline(__always) unsafeAddress {
            precondition(boxes.indices.contains(index))
            return unsafe boxes.withUnsafeBufferPointer { unsafe $0.baseAddress.unsafelyUnwrapped + index }
        }
        _modify { yield &boxes[index] }
    }

    /// The layer of a node that is still the one a drawing was made for.
    func index(of node: NodeID, hint: Int32) -> Int? {
        let index = Int(hint)
        return index >= 0 && index < all.count && all[index].node == node ? index : nil
    }

    /// The place of a new layer: the one after the last, or one that was free.
    mutating func add(_ node: NodeID) -> Int32 {
        let box = LayerBox(
            appearance: Appearance(
                rect: .empty, isHidden: false, clips: false, opacity: 1, background: .clear, cornerRadius: 0,
                hasContents: false))
        if let place = free.popLast() {
            all[Int(place)] = Layer(node: node)
            boxes[Int(place)] = box
            return place
        }
        all.append(Layer(node: node))
        boxes.append(box)
        return Int32(all.count - 1)
    }

    /// Makes room for `count` more layers.
    mutating func reserve(_ count: Int) {
        all.reserveCapacity(all.count + count)
        boxes.reserveCapacity(boxes.count + count)
    }

    /// Leaves a place to the next layer.
    mutating func free(_ place: Int32) {
        all[Int(place)].node = Layer.noNode
        all[Int(place)].exit = 0
        all[Int(place)].parent = Layer.none
        free.append(place)
    }

    /// Gives back the places behind the last layer; false when there are none.
    mutating func trim() -> Bool {
        var count = all.count
        while count > 0 && all[count - 1].isFree { count -= 1 }
        if count == all.count { return false }
        all = ContiguousArray(all[..<count])
        boxes = ContiguousArray(boxes[..<count])
        free = free.filter { $0 < count }
        return true
    }

    // MARK: Space

    /// What few appearances have.
    func effects(_ index: Int) -> AppearanceEffects? {
        boxes[index].appearance.hasEffects ? all[index].effects : nil
    }

    /// A rectangle of the space of the layer `index` (its shift aside) on the surface, as far as the layers above let
    /// it show.
    func surfaceRect(_ rect: PixelRect, in index: Int) -> PixelRect {
        var rect = rect
        var ancestor = index
        while ancestor >= 0 {
            if boxes[ancestor].appearance.isInvisible { return .empty }
            if boxes[ancestor].appearance.clips { rect = rect.intersection(boxes[ancestor].appearance.rect) }
            if let effects = effects(ancestor) { rect = effects.outer(rect, of: boxes[ancestor].appearance.rect) }
            if rect.isEmpty { return .empty }
            rect = rect.offset(by: boxes[ancestor].shift)
            ancestor = Int(all[ancestor].parent)
        }
        return rect
    }

    /// Where a layer is shown in the space below `other`, in pixels from its corner, clips and its own transform aside.
    /// Transforms of what the two stand in count: by its middle, and by how much larger or smaller they make it.
    func frame(of index: Int, below other: Int) -> Rect? {
        guard !all[index].isFree, let back = matrix(below: other).inverse else { return nil }
        let own = boxes[index].appearance.rect.offset(by: boxes[index].shift)
        let matrix = back.after(self.matrix(below: Int(all[index].parent)))
        let size = Size(
            width: Double(own.width) * (matrix.xx * matrix.xx + matrix.yx * matrix.yx).squareRoot(),
            height: Double(own.height) * (matrix.xy * matrix.xy + matrix.yy * matrix.yy).squareRoot())
        let middle = matrix.apply(
            Point(x: Double(own.x) + Double(own.width) / 2, y: Double(own.y) + Double(own.height) / 2))
        let corner = boxes[other].appearance.rect
        return Rect(
            x: middle.x - size.width / 2 - Double(corner.x), y: middle.y - size.height / 2 - Double(corner.y),
            width: size.width, height: size.height)
    }

    /// From pixels of the space below a layer to those of the surface.
    private func matrix(below index: Int) -> AffineTransform {
        var matrix = AffineTransform.identity
        var ancestor = index
        while ancestor >= 0 {
            if let effects = effects(ancestor), effects.isTransformed {
                matrix = effects.absoluteMatrix(of: boxes[ancestor].appearance.rect).after(matrix)
            }
            matrix.x0 += Double(boxes[ancestor].shift.x)
            matrix.y0 += Double(boxes[ancestor].shift.y)
            ancestor = Int(all[ancestor].parent)
        }
        return matrix
    }

    /// Where a layer stands on the surface, or what it shows reaches, clips aside; nil when it is hidden or empty.
    func placeOnSurface(_ index: Int) -> PixelRect? {
        var rect = boxes[index].appearance.rect.union(boxes[index].appearance.ink)
        var ancestor = index
        while ancestor >= 0 {
            if boxes[ancestor].appearance.isInvisible { return nil }
            if let effects = effects(ancestor) { rect = effects.outer(rect, of: boxes[ancestor].appearance.rect) }
            if rect.isEmpty { return nil }
            rect = rect.offset(by: boxes[ancestor].shift)
            ancestor = Int(all[ancestor].parent)
        }
        return rect
    }
}
