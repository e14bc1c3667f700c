import LaminaMotion

/// What moves a scroller along an axis by itself: what a finger left it with, or a command.
struct ScrollMovement {
    enum Path {
        case physics(ScrollMotion)
        case timed(Timing, Movement)
    }

    let path: Path
    /// On the clock of frames; nil until the first one.
    private var start: UInt64?
    /// How long it moves, as of the last frame.
    private(set) var seconds = 0.0
    /// Where a command goes to now, when that is not where it set out for.
    private var course: Course?

    /// The way of a command whose goal has moved under it. What is left of the first way is gone in less steps, or in as
    /// many and a rest in equal ones: it never passes the goal, however far that went.
    private struct Course {
        let goal: Double
        /// Of the first way's steps, 0...1.
        let scale: Double
        let rest: Double
        /// When the rest began to go.
        let since: Double
    }

    init(_ path: Path) { self.path = path }

    /// From one offset to another; goes on with a velocity that it has.
    init(_ timing: Timing, from: Double, to: Double, velocity: Double) {
        self.init(
            .timed(
                timing,
                Movement(
                    timing, from: Channels(repeating: from), to: Channels(repeating: to),
                    velocity: Channels(repeating: velocity), tolerance: .length)))
    }

    var position: Double {
        switch path {
        case .physics(let motion): return motion.position(at: seconds)
        case .timed(let timing, let movement):
            let value = movement.value(at: seconds, of: timing)[0]
            guard let course else { return value }
            let left = course.scale * (value - Self.end(of: movement, timing))
            return course.goal + left + course.rest * share(of: course, movement)
        }
    }

    var velocity: Double {
        switch path {
        case .physics(let motion): return motion.velocity(at: seconds)
        case .timed(let timing, let movement):
            let velocity = movement.velocity(at: seconds, of: timing)[0]
            guard let course else { return velocity }
            return course.scale * velocity - course.rest / max(movement.duration - course.since, 1e-3)
        }
    }

    /// Where a command goes to; nil for what a finger left it with.
    var goal: Double? {
        guard case .timed(let timing, let movement) = path else { return nil }
        return course?.goal ?? Self.end(of: movement, timing)
    }

    var isAtRest: Bool {
        switch path {
        case .physics(let motion): motion.isAtRest(at: seconds)
        case .timed(_, let movement): seconds >= movement.duration
        }
    }

    mutating func advance(to time: UInt64) {
        let start = self.start ?? time
        self.start = start
        // The clock of frames may become another one.
        seconds = max(seconds, time > start ? Double(time - start) / 1e6 : 0)
    }

    private static func end(of movement: Movement, _ timing: Timing) -> Double {
        movement.value(at: movement.duration, of: timing)[0]
    }

    /// The share of the rest that is left.
    private func share(of course: Course, _ movement: Movement) -> Double {
        let whole = movement.duration - course.since
        return whole > 0 ? max(0, movement.duration - seconds) / whole : 0
    }

    /// A command goes to another place, from where the content is at this moment, and is there when it would have been.
    mutating func aim(at goal: Double, from offset: Double) {
        guard case .timed(let timing, let movement) = path else { return }
        let first = movement.value(at: seconds, of: timing)[0] - Self.end(of: movement, timing)
        let left = offset - goal
        let scale = first == 0 ? 1 : min(max(left / first, 0), 1)
        course = Course(goal: goal, scale: scale, rest: left - scale * first, since: seconds)
    }

    /// Another one at the same moment of the frames' clock.
    func followed(by path: Path) -> ScrollMovement {
        var next = ScrollMovement(path)
        next.start = start.map { $0 + UInt64(seconds * 1e6) }
        return next
    }
}
