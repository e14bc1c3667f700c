import LaminaDraw
import LaminaGeometry
import LaminaNode

/// How one node appearances, in device pixels, apart from its contents. A tree of them is a flat array in painting
/// order: parents before children.
struct Appearance: Equatable {
    /// The node's frame, absolute.
    var rect: PixelRect
    /// Where contents are drawn, absolute; a text's ink may reach out of its frame.
    var ink = PixelRect.empty
    /// One past the last appearance below this one.
    var end: Int32 = 0
    var isHidden: Bool
    var clips: Bool
    var opacity: Double
    var background: Color
    /// In device pixels; the largest where they differ.
    var cornerRadius: Double
    var hasContents: Bool
    /// Whether there is anything below it, painted or not.
    var hasChildren = false
    /// Whether there are `AppearanceEffects` to it.
    var hasEffects = false

    /// What it replaces is shown in its place.
    var isHeldBack = false

    var isInvisible: Bool { isHidden || isHeldBack || opacity <= 0 }
    var clipsRound: Bool { clips && cornerRadius > 0 }
    /// All pixels that background and contents may touch.
    var reach: PixelRect {
        let own = background.alpha > 0 ? rect : .empty
        if !hasContents { return own }
        return own.union(clips ? ink.intersection(rect) : ink)
    }
}
