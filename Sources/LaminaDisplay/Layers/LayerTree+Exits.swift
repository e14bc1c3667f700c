import LaminaGeometry
import LaminaNode

/// Layers that stay when their nodes leave, until whoever moves them says so: exit animations.
extension LayerTree {
    /// Puts those of `before` that have lost their place and are kept among `children`, behind the one that they stood
    /// behind.
    mutating func keepLeaving(
        _ before: ContiguousArray<Int32>, among children: inout ContiguousArray<Int32>, below index: Int
    ) {
        if !hasExits { return }
        var kept: [Int32: [Int32]] = [:]
        var neighbour = Layer.none
        for layer in before {
            if layers[Int(layer)].parent == Int32(index) {
                neighbour = layer
            } else if layers[Int(layer)].exit != 0, layers[Int(layer)].parent == Layer.orphan {
                kept[neighbour, default: []].append(layer)
            }
        }
        if kept.isEmpty { return }
        var all = ContiguousArray(kept[Layer.none] ?? [])
        for layer in children {
            all.append(layer)
            all.append(contentsOf: kept[layer] ?? [])
        }
        for layer in kept.values.joined() {
            layers[Int(layer)].parent = Int32(index)
            if layers[Int(layer)].isHeld { continue }
            layers[Int(layer)].isHeld = true
            endDrawings(layer)
        }
        children = all
    }

    /// Has a layer stay when its node leaves.
    mutating func beginExit(_ number: UInt64, of index: Int) {
        layers[index].exit = number
        hasExits = true
    }

    /// The layer that is kept under a number; nil when it ended.
    func layer(ofExit number: UInt64, hint: Int32) -> Int? {
        let index = Int(hint)
        return index >= 0 && index < layers.count && layers[index].exit == number ? index : nil
    }

    /// Ends the layer of a node that has left; one whose node is there stays.
    mutating func endExit(of index: Int) {
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
        values.merge(overrides.values)
        return values
    }
}
