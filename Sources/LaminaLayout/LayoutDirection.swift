import LaminaGeometry

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

extension StackParameters {
    /// The settings in a stack that is arranged from its start and mirrored afterwards: what is to stay at the left is at the end there.
    func arranged(isRightToLeft: Bool) -> StackParameters {
        guard isRightToLeft else { return self }
        var arranged = self
        switch horizontalAlignment {
        case .left: arranged.horizontalAlignment = .right
        case .right: arranged.horizontalAlignment = .left
        case .none, .start, .middle, .end: break
        }
        return arranged
    }
}

extension CornerParameters {
    /// The settings in a spec that is arranged from its start and mirrored afterwards: at the end or not, at the bottom or not, and how far off.
    func arranged(isRightToLeft: Bool) -> (atEnd: Bool, atBottom: Bool, offset: Point) {
        let (side, atBottom): (CornerSide, Bool) =
            switch location {
            case .topLeft: (.left, false)
            case .topRight: (.right, false)
            case .bottomLeft: (.left, true)
            case .bottomRight: (.right, true)
            case .topStart: (.start, false)
            case .topEnd: (.end, false)
            case .bottomStart: (.start, true)
            case .bottomEnd: (.end, true)
            }
        switch side {
        case .start: return (false, atBottom, offset)
        case .end: return (true, atBottom, offset)
        case .left, .right:
            let across = isRightToLeft ? -offset.x : offset.x
            return ((side == .right) != isRightToLeft, atBottom, Point(x: across, y: offset.y))
        }
    }
}

private enum CornerSide {
    case start, end, left, right
}
