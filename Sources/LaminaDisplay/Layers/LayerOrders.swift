/// Layers whose children are presented in another order than their nodes are in.
struct LayerOrders {
    /// The order that the nodes are in, by the layer above.
    private var own: [Int32: ContiguousArray<Int32>] = [:]

    /// Some layer was presented at another height: before that, no children need to be looked at.
    private(set) var isUsed = false

    mutating func noteUse() { isUsed = true }

    mutating func note(_ children: ContiguousArray<Int32>, of layer: Int32) { own[layer] = children }

    /// The children in their nodes' order, where they are presented in another.
    mutating func take(_ layer: Int32) -> ContiguousArray<Int32>? { own.isEmpty ? nil : own.removeValue(forKey: layer) }

    /// A layer ends, or has no more such children.
    mutating func forget(_ layer: Int32) {
        if own.isEmpty { return }
        own[layer] = nil
    }

    /// One of the children of a layer has another place.
    mutating func remove(_ child: Int32, of layer: Int32) {
        if !own.isEmpty { own[layer]?.removeAll { $0 == child } }
    }
}
