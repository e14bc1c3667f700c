import LaminaGeometry

/// Where the space below a layer lies on the surface: worked out once for many children that change at once.
struct LayerSpace {
    let layer: Int
    /// What of the surface may show something of it; nil where a transform is in between.
    private let clip: PixelRect?
    private let shift: PixelOffset

    /// `layer`: none for the surface itself.
    init(below layer: Int, _ layers: borrowing LayerSlab, in bounds: PixelRect) {
        self.layer = layer
        // In the space of each ancestor in turn.
        var (shift, seen, isTransformed): (PixelOffset, PixelRect?, Bool) = (.zero, nil, false)
        var ancestor = layer
        while ancestor >= 0 {
            if layers[box: ancestor].appearance.isInvisible { seen = .empty }
            if layers[box: ancestor].appearance.clips {
                let rect = layers[box: ancestor].appearance.rect
                seen = seen?.intersection(rect) ?? rect
            }
            if layers.effects(ancestor)?.isTransformed ?? false { isTransformed = true }
            shift = shift + layers[box: ancestor].shift
            seen = seen?.offset(by: layers[box: ancestor].shift)
            ancestor = Int(layers[ancestor].parent)
        }
        clip = isTransformed ? nil : seen?.intersection(bounds) ?? bounds
        self.shift = shift
    }

    /// A rectangle of it on the surface; nil where a transform is in between.
    @inline(__always)
    func onSurface(_ rect: PixelRect) -> PixelRect? { clip.map { rect.offset(by: shift).intersection($0) } }
}
