/// A length of a style, before it is known what it relates to.
public enum Dimension: Equatable, Hashable, Sendable {
    /// No wish: content and constraints decide.
    case auto
    /// A length in logical units, not negative.
    case points(Double)
    /// A share of the parent's size on the same axis, 0...1.
    case fraction(Double)

    /// The length against `parent`, or nil where there is none: for `auto`, and for a share of a size that is unknown
    /// or unbounded (as in Texture; a share of infinity is no length either).
    @inline(__always)
    func resolved(against parent: Double) -> Double? {
        let length: Double
        switch self {
        case .auto: return nil
        case .points(let points): length = points
        case .fraction(let share): length = parent < .infinity ? share * parent : .nan
        }
        return length.isNaN ? nil : length
    }

    /// The same for a width or height: a share of an unbounded size is unbounded, and ends at the greatest length that
    /// the element's own style allows (as in Texture).
    @inline(__always)
    func wish(against parent: Double) -> Double? {
        if case .fraction(let share) = self, share > 0, parent == .infinity { return parent }
        return resolved(against: parent)
    }
}
