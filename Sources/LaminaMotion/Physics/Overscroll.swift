/// How a finger pulls content past its edge.
public enum Overscroll {
    /// How soon a fling slows: on touch screens, or sooner, as on a desktop.
    public enum Rate: Sendable {
        case normal, fast
    }

    /// The share of a finger's movement that content follows when it is already past its edge by this share of the
    /// viewport (UIScrollView's curve, as Flutter fits it).
    public static func factor(past share: Double, rate: Rate = .normal) -> Double {
        let left = 1 - min(max(share, 0), 1)
        return (rate == .normal ? 0.52 : 0.26) * left * left
    }

    /// How much of a finger's movement is applied to content at `offset`. `movement` is the finger's: positive moves
    /// the content towards larger coordinates, that is the offset down. Within the extent all of it is; past an edge
    /// pulling out resists more than moving back.
    public static func applied(
        movement: Double, offset: Double, extent: ScrollExtent, viewport: Double, rate: Rate = .normal
    ) -> Double {
        let past = extent.excess(offset)
        guard past > 0, viewport > 0, movement != 0, movement.isFinite else { return movement.isFinite ? movement : 0 }
        let size = abs(movement)
        let easing = offset < extent.lower ? movement < 0 : movement > 0
        if easing && rate == .fast { return movement }
        let factor = factor(past: (easing ? past - size : past) / viewport, rate: rate)
        // What remains of a movement back beyond the edge is applied in full.
        let limit = factor > 0 ? past / factor : .infinity
        let applied = size < limit ? size * factor : past + (size - limit)
        return movement < 0 ? -applied : applied
    }
}
