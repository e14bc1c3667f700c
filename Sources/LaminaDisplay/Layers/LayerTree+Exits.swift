import LaminaGeometry
import LaminaNode

/// Layers that stay when their nodes leave, until whoever moves them says so: exit animations.
extension LayerTree {
    /// Puts those of `before` that have lost their place and are kept among `children`, behind the one that they stood
    /// behind, or below what they are put.
    func keepLeaving(
        _ before: ContiguousArray<Int32>, among children: inout ContiguousArray<Int32>, below index: Int
    ) {
        if !hasExits { return }
        var (kept, under): ([Int32: [Int32]], [Int32: [Int32]]) = ([:], [:])
        var neighbour = Layer.none
        for layer in before {
            if layers[Int(layer)].parent == Int32(index) {
                neighbour = layer
            } else if layers[Int(layer)].exit != 0, layers[Int(layer)].parent == Layer.orphan {
                let above = layers[Int(layer)].overrides?.below
                if let above, let place = children.first(where: { layers[Int($0)].node == above }) {
                    under[place, default: []].append(layer)
                } else {
                    kept[neighbour, default: []].append(layer)
                }
            }
        }
        if kept.isEmpty && under.isEmpty { return }
        var all = ContiguousArray(kept[Layer.none] ?? [])
        for layer in children {
            all.append(contentsOf: under[layer] ?? [])
            all.append(layer)
            all.append(contentsOf: kept[layer] ?? [])
        }
        for layer in [kept.values.joined(), under.values.joined()].joined() {
            layers[Int(layer)].parent = Int32(index)
            if layers[Int(layer)].isHeld { continue }
            layers[Int(layer)].isHeld = true
            endDrawings(layer)
        }
        children = all
    }

    /// Has a layer stay when its node leaves.
    func beginExit(_ number: UInt64, of index: Int) {
        layers[index].exit = number
        hasExits = true
    }

    /// The layer that is kept under a number; nil when it ended.
    func layer(ofExit number: UInt64, hint: Int32) -> Int? {
        let index = Int(hint)
        return index >= 0 && index < layers.count && layers[index].exit == number ? index : nil
    }

    /// Ends the layer of a node that has left; one whose node is there stays.
    func endExit(of index: Int) {
        layers[index].exit = 0
        if !layers[index].isHeld { return }
        damageOuter(index)
        let parent = Int(layers[index].parent)
        if parent >= 0 {
            layers[parent].children.removeAll { $0 == Int32(index) }
            orders.remove(Int32(index), of: Int32(parent))
            childrenChanged(parent)
        }
        remove(Int32(index))
        eviction.noteMove()
    }

    /// What a layer with overrides shows, also when its node is gone.
    func shownValues(at index: Int) -> PresentedValues {
        guard let overrides = layers[index].overrides else { return PresentedValues() }
        let (own, frame) = (overrides.own, layers[index].frame)
        let look = own.appearance?.value ?? NodeAppearance()
        var values = PresentedValues()
        values.size = frame.size
        values.position = frame.anchored(overrides.anchor)
        values.boundsOrigin = frame.boundsOrigin
        values.opacity = own.opacity
        values.zPosition = layers[index].wanted.zPosition
        values.transform = look.transform
        values.cornerRadii = look.radii ?? CornerRadii(own.cornerRadius)
        values.background = own.background
        values.borderColor = look.border?.color ?? .clear
        values.shadow = look.shadow ?? PresentedValues.noShadow
        values.gradient = look.gradient
        values.merge(overrides.values)
        return values
    }

    /// Puts a copy of what a layer shows of its contents over it, which stays until the exit of this number ends; nil
    /// when it shows none.
    func addCopy(_ number: UInt64, of index: Int) -> Int? {
        let parent = Int(layers[index].parent)
        guard parent >= 0, !layers[index].isHeld, let bitmap = layers[index].shown.bitmap,
            let behind = layers[parent].children.firstIndex(of: Int32(index))
        else { return nil }
        // Of no node: none has this place.
        let copy = Int(add(NodeID(index: .max, generation: UInt32(truncatingIfNeeded: number))))
        var box = layers[box: index]
        box.appearance.background = .clear
        (box.appearance.hasEffects, box.appearance.hasChildren) = (false, false)
        layers[box: copy] = box
        layers[copy].parent = Int32(parent)
        layers[copy].order = layers[index].order
        layers[copy].frame = layers[index].frame
        (layers[copy].isHeld, layers[copy].exit, hasExits) = (true, number, true)
        let overrides = LayerOverrides(PresentedValues())
        overrides.own.opacity = box.appearance.opacity
        overrides.own.cornerRadius = box.appearance.cornerRadius / scale
        layers[copy].overrides = overrides
        layers[parent].children.insert(Int32(copy), at: behind + 1)
        let (drawn, offset) = (layers[index].shown.drawn, layers[index].shown.offset)
        layers[copy].shown.drawn = drawn
        present(bitmap, offset: offset, at: copy)
        extents.update(copy, layers)
        damageOuter(copy)
        return copy
    }
}
