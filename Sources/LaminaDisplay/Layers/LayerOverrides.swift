import LaminaGeometry
import LaminaNode

/// What is presented of a layer in place of what its node has, and what the node has meanwhile. Owner thread only; few
/// layers have one.
final class LayerOverrides {
    var values: PresentedValues
    /// As the node has it, to be shown again when nothing is presented in its place.
    var own = Own()

    /// Of what is kept of a node that left: what it stands right below, if that is among the same others.
    var below: NodeID?

    /// Bars that are painted over all that is below the layer, where they stand in its own pixels.
    var bars: [ShownBar] = []

    struct Own {
        var opacity = 1.0
        var background = Color.clear
        var cornerRadius = 0.0
        /// All that is rare in its appearance, seen or not: a border without a colour may be presented in one.
        var appearance: AppearanceBox?
    }

    init(_ values: PresentedValues) { self.values = values }

    var fields: PresentedFields { values.fields }
    func has(_ field: PresentedFields) -> Bool { values.fields.contains(field) }
    var hasGeometry: Bool { !values.fields.isDisjoint(with: .geometry) }
    var hasEffects: Bool { !values.fields.isDisjoint(with: .effects) }
    /// The fixed point of the transform, which also stands at the position.
    var anchor: Point { own.appearance?.value.anchor ?? NodeAppearance.center }

    /// The rare parts of the appearance that is shown; nil for none. `isRaster`: only what is not drawn into the bitmap
    /// of a subtree.
    func shownAppearance(isRaster: Bool) -> NodeAppearance? {
        var shown = own.appearance?.value ?? NodeAppearance()
        if isRaster { shown = shown.transformAlone }
        if has(.transform) { shown.transform = values.transform }
        if !isRaster {
            if has(.cornerRadii) { shown.radii = values.cornerRadii.isUniform ? nil : values.cornerRadii }
            if has(.borderColor) { shown.border?.color = values.borderColor }
            if has(.shadow) { shown.shadow = values.shadow }
            if has(.gradient) { shown.gradient = values.gradient }
        }
        return shown.isSeen ? shown : nil
    }

    /// Whether the identity of the node's appearance does not say what border, shadow and gradient are shown.
    var hasOwnLook: Bool { !values.fields.isDisjoint(with: [.borderColor, .shadow, .gradient]) }
}
