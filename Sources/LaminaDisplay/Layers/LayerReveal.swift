import LaminaDraw
import LaminaGeometry
import LaminaNode

/// How the contents of a layer come in whose node has a placeholder: that stands in for them and gives way to them, as
/// contents do that others take the place of. Owner thread only.
///
/// The placeholder is never shown together with the contents (Texture leaves both: FB#909, FB#1448), and new contents
/// of a node that shows some never bring it back (FB#213). While it fades, each frame is a mix of the two that is as
/// opaque as they are.
final class LayerReveal {
    enum Phase: Equatable {
        /// The placeholder is in the place of the contents.
        case stands
        /// It gives way to them, beginning at the time that the clock is read next; microseconds.
        case fades(since: UInt64?)
        case gone
    }

    var source: PlaceholderBox
    /// The colour of the node itself.
    var ground: Color
    var phase = Phase.gone
    /// What is shown is a mix already; before that, a fade shows what stands.
    var isMixed = false
    /// What was drawn for the placeholder; nothing where a colour does.
    var picture: Bitmap?
    /// Which drawing that is.
    var pictureDrawn: Layer.Drawn?
    /// The corners that it was drawn with.
    var pictureRadii = CornerRadii.zero
    /// The drawing on its way.
    var pending: DisplayOperation?
    /// What the layer would show without all this.
    var contents: Bitmap?
    var offset = PixelOffset.zero
    var hasContents = false
    /// What gives way instead of the placeholder: what was shown when other contents came.
    var before: (bitmap: Bitmap, offset: PixelOffset)?

    init(_ source: PlaceholderBox, ground: Color) {
        self.source = source
        self.ground = ground
    }

    var value: NodePlaceholder { source.value }
    /// Whether the placeholder is seen as it is.
    var isWhole: Bool { phase != .gone && !isMixed && before == nil }
}

extension Color {
    /// One colour over another, as one.
    func over(_ below: Color) -> Color {
        if alpha >= 1 || below.alpha <= 0 { return alpha > 0 ? self : below }
        let rest = below.alpha * (1 - alpha)
        let sum = alpha + rest
        if sum <= 0 { return below }
        func mix(_ top: Float, _ bottom: Float) -> Float { min(1, (top * alpha + bottom * rest) / sum) }
        return Color(
            red: mix(red, below.red), green: mix(green, below.green), blue: mix(blue, below.blue), alpha: min(1, sum))
    }
}
