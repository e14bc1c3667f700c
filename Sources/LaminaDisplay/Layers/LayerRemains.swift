/// What layers let go of. It may be the last to hold host data, which must not end under the tree lock: it is kept
/// until that is free.
struct LayerRemains {
    private var dropped: [AnyObject] = []
    /// What no host data can end with.
    private var retired: RetiredLayers?

    /// Keeps an object that host data may end with.
    mutating func drop(_ object: AnyObject?) {
        if let object { dropped.append(object) }
    }

    /// Keeps what a layer held that ended.
    mutating func retire(_ piece: consuming RetiredLayers.Piece) {
        let layers = retired ?? RetiredLayers()
        layers.add(piece)
        retired = layers
    }

    /// Hands all of it out, to be let go of without a lock.
    mutating func take() -> (dropped: [AnyObject], retired: RetiredLayers?) {
        defer { if !dropped.isEmpty { dropped = [] } }
        return (dropped, retired.take())
    }
}
