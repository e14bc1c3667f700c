/// How a scroller moves at its edges and after the finger has gone up.
public enum ScrollPhysics: Equatable, Sendable {
    /// Runs past the edge and comes back.
    case bouncing(rate: Overscroll.Rate = .normal)
    /// Stops at the edge.
    case clamping
    /// Stops at the edge, and comes to rest at multiples of the viewport.
    case paging

    /// The offset after a finger has moved by `movement` (positive: towards larger coordinates).
    public func offset(afterDrag movement: Double, from offset: Double, extent: ScrollExtent, viewport: Double)
        -> Double
    {
        guard movement.isFinite else { return offset }
        guard case .bouncing(let rate) = self else {
            // Out of range, as after a jump, a finger may bring it back but not farther out.
            let target = offset - movement
            return extent.contains(offset)
                ? extent.clamp(target) : min(max(target, min(offset, extent.lower)), max(offset, extent.upper))
        }
        return offset
            - Overscroll.applied(movement: movement, offset: offset, extent: extent, viewport: viewport, rate: rate)
    }

    /// How it moves on after release at `offset` with a velocity (positive: the offset grows); nil when it stays.
    public func release(
        at offset: Double, velocity: Double, extent: ScrollExtent, viewport: Double,
        tolerance: ScrollTolerance = ScrollTolerance()
    ) -> ScrollMotion? {
        guard offset.isFinite, velocity.isFinite else { return nil }
        switch self {
        case .bouncing(let rate):
            if abs(velocity) < tolerance.speed && extent.contains(offset) { return nil }
            return .bouncing(
                BouncingScroll(
                    from: offset, velocity: velocity, extent: extent, deceleration: rate == .fast ? 1400 : 0,
                    tolerance: tolerance))
        case .clamping:
            return clamped(offset, velocity, extent, tolerance)
        case .paging:
            let leaves = velocity > 0 ? offset >= extent.upper : velocity < 0 && offset <= extent.lower
            guard extent.contains(offset), !leaves, viewport > 0 else {
                return clamped(offset, velocity, extent, tolerance)
            }
            let page = offset / viewport + (velocity < -tolerance.speed ? -0.5 : velocity > tolerance.speed ? 0.5 : 0)
            let target = extent.clamp(page.rounded() * viewport)
            if target == offset && abs(velocity) < tolerance.speed { return nil }
            return .spring(SpringMotion(.scroll, from: offset, to: target, velocity: velocity), tolerance)
        }
    }

    private func clamped(
        _ offset: Double, _ velocity: Double, _ extent: ScrollExtent, _ tolerance: ScrollTolerance
    ) -> ScrollMotion? {
        if !extent.contains(offset) {
            let end = extent.clamp(offset)
            // Only a speed towards the range is kept.
            let kept = end > offset ? max(0, velocity) : min(0, velocity)
            return .spring(SpringMotion(.scroll, from: offset, to: end, velocity: kept), tolerance)
        }
        if abs(velocity) < tolerance.speed { return nil }
        if velocity > 0 ? offset >= extent.upper : offset <= extent.lower { return nil }
        return .fling(Fling(from: offset, velocity: velocity), extent)
    }
}

/// A scroller's movement after release: position and velocity as functions of the time since then.
public enum ScrollMotion: Equatable, Sendable {
    case bouncing(BouncingScroll)
    case fling(Fling, ScrollExtent)
    /// The target itself once it is at rest.
    case spring(SpringMotion, ScrollTolerance)

    public func position(at time: Double) -> Double {
        switch self {
        case .bouncing(let motion): motion.position(at: time)
        case .fling(let fling, let extent): extent.clamp(fling.position(at: time))
        case .spring(let spring, _): isAtRest(at: time) ? spring.to : spring.position(at: time)
        }
    }

    /// The movement's own velocity, also where a bound keeps the position.
    public func velocity(at time: Double) -> Double {
        switch self {
        case .bouncing(let motion): motion.velocity(at: time)
        case .fling(let fling, _): fling.velocity(at: time)
        case .spring(let spring, _): spring.velocity(at: time)
        }
    }

    /// Whether it has arrived, from which time on nothing moves.
    public func isAtRest(at time: Double) -> Bool {
        switch self {
        case .bouncing(let motion): motion.isAtRest(at: time)
        case .fling(let fling, let extent): fling.isAtRest(at: time) || extent.excess(fling.position(at: time)) > 0
        case .spring(let spring, let tolerance):
            time > 0 && spring.isAtRest(at: time, distance: tolerance.distance, speed: tolerance.speed)
        }
    }

    /// Where it comes to rest if nothing stops it.
    public var finalPosition: Double {
        switch self {
        case .bouncing(let motion): motion.finalPosition
        case .fling(let fling, let extent): extent.clamp(fling.finalPosition)
        case .spring(let spring, _): spring.to
        }
    }
}
