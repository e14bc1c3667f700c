public import LaminaGeometry

/// Where a box that is brought into view shall lie on an axis.
public enum RevealAlignment: String, Sendable {
    case start, center, end
    /// By the shortest way; where it stands if it can be seen.
    case nearest
}

extension SnapContainer {
    /// The offset that brings `target` into view, which then snaps as after a scroll to there. An axis without an
    /// alignment stays; the target's own alignment for snapping goes before what is asked, whether or not the scroller
    /// snaps. `isFocus`: a box that can be seen whole stays where it is even if its margin is cut off.
    public func reveal(
        _ target: SnapArea, x: RevealAlignment?, y: RevealAlignment?, from current: Point, isFocus: Bool = false
    ) -> SnapPosition {
        if isFocus, isVisible(target, at: current) { return SnapPosition(offset: clamp(current)) }
        let offsetX = x.map { offset(revealing: target, .x, $0, from: current.x) }
        let offsetY = y.map { offset(revealing: target, .y, $0, from: current.y) }
        return snap(to: offsetX, offsetY, from: current)
    }

    private func isVisible(_ target: SnapArea, at offset: Point) -> Bool {
        [Axis.x, .y].allSatisfy { axis in
            let (box, port) = (SnapSpan(target.rect, axis), port(axis))
            return box.start >= offset[axis] + port.start && box.end <= offset[axis] + port.end
        }
    }

    private func offset(
        revealing target: SnapArea, _ axis: Axis, _ asked: RevealAlignment, from current: Double
    ) -> Double {
        let (span, port) = (target.span(axis), port(axis))
        if let own = target.alignment(axis) { return clamp(span.offset(own, in: port), axis) }
        switch asked {
        case .start: return clamp(span.offset(.start, in: port), axis)
        case .center: return clamp(span.offset(.center, in: port), axis)
        case .end: return clamp(span.offset(.end, in: port), axis)
        case .nearest:
            // CSSOM View: a box larger than the viewport shows as much as it can.
            let isBefore = span.start < current + port.start
            let isBehind = span.end > current + port.end
            if isBefore == isBehind { return clamp(current, axis) }
            let isLarger = span.length > port.length
            return clamp(span.offset(isBefore != isLarger ? .start : .end, in: port), axis)
        }
    }
}
