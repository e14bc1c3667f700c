/// The direction in which lines run: what `start` and `end` follow. `left` and `right` never do.
public enum LayoutDirection: UInt8, Sendable {
    /// That of the element above.
    case inherit
    case leftToRight, rightToLeft

    /// Whether an element of this direction runs from right to left below one that does or does not.
    @inline(__always)
    public func isRightToLeft(inherited: Bool) -> Bool {
        switch self {
        case .inherit: inherited
        case .leftToRight: false
        case .rightToLeft: true
        }
    }
}
