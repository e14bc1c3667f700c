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
    private var seconds = 0.0
    /// How far the content has moved under it since.
    private var shift = 0.0

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
        case .timed(let timing, let movement): movement.value(at: seconds, of: timing)[0] + shift
        }
    }

    var velocity: Double {
        switch path {
        case .physics(let motion): motion.velocity(at: seconds)
        case .timed(let timing, let movement): movement.velocity(at: seconds, of: timing)[0]
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

    /// Another one at the same moment of the frames' clock.
    func followed(by path: Path) -> ScrollMovement {
        var next = ScrollMovement(path)
        next.start = start.map { $0 + UInt64(seconds * 1e6) }
        return next
    }
}
