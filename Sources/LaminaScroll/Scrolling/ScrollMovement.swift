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
    /// How far the content has moved under it since.
    private var shift = 0.0
    /// How much of the way that was left to its goal is to go, since that has moved.
    private var scale = 1.0
    /// What its goal has moved by, as far as that is not made up for yet, and since when: gone at its end.
    private var rest = (distance: 0.0, since: 0.0)
    /// A way that becomes more than so many times as long is not taken at that speed.
    private static let greatestScale = 8.0

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
        case .physics(let motion): motion.position(at: seconds) + shift
        case .timed(let timing, let movement):
            Self.end(of: movement, timing) + way(of: movement, timing) * scale + shift + rest.distance * left(of: movement)
        }
    }

    var velocity: Double {
        switch path {
        case .physics(let motion): motion.velocity(at: seconds)
        case .timed(let timing, let movement):
            movement.velocity(at: seconds, of: timing)[0] * scale
                - (rest.distance == 0 ? 0 : rest.distance / max(movement.duration - rest.since, 1e-3))
        }
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

    mutating func move(by distance: Double) { shift += distance }

    /// The share of `rest` that is left.
    private func left(of movement: Movement) -> Double {
        let whole = movement.duration - rest.since
        return whole > 0 ? max(0, movement.duration - seconds) / whole : 0
    }

    private static func end(of movement: Movement, _ timing: Timing) -> Double {
        movement.value(at: movement.duration, of: timing)[0]
    }

    /// What is left to the end of a command, back from there.
    private func way(of movement: Movement, _ timing: Timing) -> Double {
        movement.value(at: seconds, of: timing)[0] - Self.end(of: movement, timing)
    }

    /// Where a command goes to.
    var goal: Double? {
        guard case .timed(let timing, let movement) = path else { return nil }
        return Self.end(of: movement, timing) + shift
    }

    /// A command goes to another place, from where the content is at this moment, and is there when it would have been:
    /// the rest of its way becomes longer or shorter.
    mutating func aim(at goal: Double, from offset: Double) {
        guard case .timed(let timing, let movement) = path else { return }
        shift = goal - Self.end(of: movement, timing)
        let (way, rest) = (way(of: movement, timing), offset - goal)
        if abs(rest) <= abs(way) * Self.greatestScale && way != 0 {
            (scale, self.rest) = (rest / way, (0, seconds))
        } else {
            self.rest = (rest - way * scale, seconds)
        }
    }

    /// Another one at the same moment of the frames' clock.
    func followed(by path: Path) -> ScrollMovement {
        var next = ScrollMovement(path)
        next.start = start.map { $0 + UInt64(seconds * 1e6) }
        return next
    }
}
