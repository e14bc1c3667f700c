import LaminaGeometry

/// What a scroll intends: it decides which offsets may be chosen.
struct SnapIntent {
    enum Kind {
        /// To a place: the nearest offset to it.
        case end
        /// By a distance: the nearest offset to its end that lies in its direction, not past an area that always stops.
        case endAndDirection
        /// A step of a key: the next offset in its direction.
        case direction
    }

    let kind: Kind
    let current: Point
    /// Within reach.
    let intended: Point
    /// The direction on each axis as it was asked for: also at an edge, where nothing is left to go.
    let step: Point

    /// From where distances count.
    func base(_ axis: Axis) -> Double { kind == .direction ? current[axis] : intended[axis] }

    func allows(_ offset: Double, _ axis: Axis) -> Bool {
        if kind == .end { return true }
        // Within half a unit it stands there already.
        let delta = (offset - current[axis]).rounded()
        return step[axis] > 0 ? delta > 0 : step[axis] < 0 && delta < 0
    }
}

/// An offset on one axis that an area asks for, with the offsets of the other axis at which that area can be seen.
struct SnapCandidate {
    var offset: Double
    var visible: ClosedRange<Double>
    /// The area covers the viewport: the offset is the intended one, and not its alignment.
    var isCovering = false

    /// Whether each can be seen where the other puts it.
    func meets(_ other: SnapCandidate) -> Bool {
        visible.contains(other.offset) && other.visible.contains(offset)
    }
}

extension SnapContainer {
    func candidate(_ area: SnapArea, _ axis: Axis) -> SnapCandidate? {
        guard let alignment = area.alignment(axis) else { return nil }
        let across = area.span(axis.other)
        let port = port(axis.other)
        let (first, last) = (across.start - port.end, across.end - port.start)
        guard first <= last else { return nil }
        let offset = area.span(axis).offset(alignment, in: self.port(axis))
        guard !offset.isNaN else { return nil }
        return SnapCandidate(offset: clamp(offset, axis), visible: first...last)
    }

    private func covers(_ area: SnapArea, at offset: Double, _ axis: Axis) -> Bool {
        let (span, port) = (area.span(axis), port(axis))
        return span.length >= port.length && offset >= span.start - port.start && offset <= span.end - port.end
    }

    /// The best offset on an axis that can be seen with `cross` on the other one.
    func search(_ axis: Axis, _ intent: SnapIntent, cross: SnapCandidate) -> SnapCandidate? {
        var found = closest(axis, intent, cross: cross)
        if intent.kind == .endAndDirection {
            // The first area that always stops holds what would pass it.
            let stop = SnapIntent(
                kind: .direction, current: intent.current, intended: intent.intended, step: intent.step)
            if let must = closest(axis, stop, cross: cross, onlyStops: true) {
                let start = intent.current[axis]
                if found.map({ abs(must.offset - start) < abs($0.offset - start) }) ?? true { found = must }
            }
        }
        if found != nil || strictness == .proximity || intent.kind == .end { return found }
        // Nothing lies in the direction: mandatory snapping takes what is nearest all the same.
        let place = intent.kind == .direction ? intent.current : intent.intended
        let relaxed = SnapIntent(kind: .end, current: intent.current, intended: place, step: .zero)
        return closest(axis, relaxed, cross: cross)
    }

    private func closest(
        _ axis: Axis, _ intent: SnapIntent, cross: SnapCandidate, onlyStops: Bool = false
    ) -> SnapCandidate? {
        let (intended, base) = (intent.intended[axis], intent.base(axis))
        var (previous, next) = (-Double.infinity, Double.infinity)
        var best: SnapCandidate?
        var covering: SnapCandidate?
        var distance = range(axis)
        for area in areas where !onlyStops || area.stopsAlways {
            guard let candidate = candidate(area, axis) else { continue }
            if !onlyStops, covers(area, at: intended, axis), intent.allows(intended, axis) {
                var inPlace = candidate
                (inPlace.offset, inPlace.isCovering) = (intended, true)
                if inPlace.meets(cross) {
                    if let seen = covering?.visible {
                        let first = min(seen.lowerBound, inPlace.visible.lowerBound)
                        inPlace.visible = first...max(seen.upperBound, inPlace.visible.upperBound)
                    }
                    covering = inPlace
                }
            }
            guard candidate.meets(cross) else { continue }
            if candidate.offset < intended { previous = max(previous, candidate.offset) }
            if candidate.offset > intended { next = min(next, candidate.offset) }
            guard intent.allows(candidate.offset, axis) else { continue }
            let away = abs(candidate.offset - base)
            if away < distance {
                (distance, best) = (away, candidate)
            }
        }
        // CSS Scroll Snap 1, 6.4: within an area that is larger than the viewport every offset is good, unless two
        // neighbouring ones lie within a viewport of each other.
        guard let covering, next - previous > port(axis).length else { return best }
        guard let best, intent.kind == .direction else { return covering }
        // A key's step goes no farther than the next area.
        let isNearer = intent.step[axis] > 0 ? best.offset < covering.offset : best.offset > covering.offset
        return isNearer ? best : covering
    }
}
