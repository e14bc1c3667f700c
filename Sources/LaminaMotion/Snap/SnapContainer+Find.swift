public import LaminaGeometry

extension SnapContainer {
    /// Where a scroll to `offset` comes to rest. A coordinate that is nil is not scrolled, and does not snap.
    public func snap(to x: Double?, _ y: Double?, from current: Point) -> SnapPosition {
        let intended = clamp(Point(x: x ?? current.x, y: y ?? current.y))
        let intent = SnapIntent(kind: .end, current: current, intended: intended, step: .zero)
        return find(intent, x: x != nil, y: y != nil)
    }

    /// Where a scroll by a distance comes to rest: in its direction, and at the first area that always stops.
    public func snap(by distance: Point, from current: Point) -> SnapPosition {
        let intent = SnapIntent(
            kind: .endAndDirection, current: current, intended: clamp(current + distance), step: distance)
        return find(intent, x: distance.x != 0, y: distance.y != 0)
    }

    /// Where a step of an arrow key comes to rest: at the next area in its direction, or after the step where there is
    /// none or one covers the viewport.
    public func snap(step: Point, from current: Point) -> SnapPosition {
        let intent = SnapIntent(kind: .direction, current: current, intended: clamp(current + step), step: step)
        return find(intent, x: step.x != 0, y: step.y != 0)
    }

    /// Where a scroller that stands at `position` comes to rest after a change of its areas or its size: with the areas
    /// it is aligned to while they are there, of several with the focused one; else at the nearest.
    public func snapAfterLayout(_ position: SnapPosition, focused: Int? = nil) -> SnapPosition {
        let current = clamp(position.offset)
        let intent = SnapIntent(kind: .end, current: current, intended: current, step: .zero)
        return find(intent, x: true, y: true) { axis in
            let targets = position.targets(axis)
            let ordered = targets.filter { $0 == focused } + targets.filter { $0 != focused }
            for id in ordered {
                if let area = areas.first(where: { $0.id == id }), let found = candidate(area, axis) { return found }
            }
            return nil
        }
    }

    private func find(
        _ intent: SnapIntent, x scrollsX: Bool, y scrollsY: Bool,
        target: (Axis) -> SnapCandidate? = { _ in nil }
    ) -> SnapPosition {
        var result = SnapPosition(offset: intent.intended)
        let (onX, onY) = (scrollsX && snapsX, scrollsY && snapsY)
        guard onX || onY else { return result }
        let targets = (x: onX ? target(.x) : nil, y: onY ? target(.y) : nil)
        var x = onX ? targets.x ?? search(.x, intent, cross: standing(.y, intent)) : nil
        var y = onY ? targets.y ?? search(.y, intent, cross: standing(.x, intent)) : nil
        if let foundX = x, let foundY = y, !foundX.meets(foundY) {
            // One puts the other out of sight: the nearer one stays, a target before one that was searched.
            let nearer = abs(foundX.offset - intent.base(.x)) <= abs(foundY.offset - intent.base(.y))
            let keepsX = (targets.x == nil) == (targets.y == nil) ? nearer : targets.x != nil
            if keepsX { y = search(.y, intent, cross: foundX) } else { x = search(.x, intent, cross: foundY) }
        }
        if x == nil && y == nil && onX && onY && strictness == .mandatory && intent.kind == .end {
            (x, y) = nearestPair(intent) ?? (nil, nil)
        }
        if let x { result.offset.x = x.offset }
        if let y { result.offset.y = y.offset }
        if let x, !x.isCovering { result.targetsX = aligned(.x, at: result.offset) }
        if let y, !y.isCovering { result.targetsY = aligned(.y, at: result.offset) }
        return result
    }

    /// The intended offset on an axis that is not searched: whatever the other axis does can be seen from it.
    private func standing(_ axis: Axis, _ intent: SnapIntent) -> SnapCandidate {
        SnapCandidate(offset: intent.intended[axis], visible: -Double.infinity...Double.infinity)
    }

    /// The nearest area that can be seen only after snapping on both axes. Mandatory snapping must come to rest at an
    /// area where there is one.
    private func nearestPair(_ intent: SnapIntent) -> (SnapCandidate?, SnapCandidate?)? {
        var best: (SnapCandidate?, SnapCandidate?)?
        var least = Double.infinity
        for area in areas {
            guard let x = candidate(area, .x), let y = candidate(area, .y), x.meets(y) else { continue }
            let (dx, dy) = (x.offset - intent.intended.x, y.offset - intent.intended.y)
            if dx * dx + dy * dy < least {
                least = dx * dx + dy * dy
                best = (x, y)
            }
        }
        return best
    }

    private func aligned(_ axis: Axis, at offset: Point) -> [Int] {
        areas.filter { area in
            guard let candidate = candidate(area, axis) else { return false }
            return candidate.offset == offset[axis] && candidate.visible.contains(offset[axis.other])
        }.map(\.id)
    }
}
