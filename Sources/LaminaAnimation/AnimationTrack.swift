import LaminaGeometry
import LaminaMotion
import LaminaNode

/// One value of a node on its way.
struct AnimationTrack {
    /// One after the other: with keyframes a value passes several, and where there is a delay it goes on meanwhile as
    /// it did before.
    struct Leg {
        /// When it counts, and when its own time is 0, both by the time of the animation, which is below 0 in a delay.
        let start: Double
        let origin: Double
        /// How fast its own time goes.
        let rate: Double
        let timing: Timing
        let movement: Movement

        init(start: Double, _ timing: Timing, _ movement: Movement) {
            (self.start, origin, rate) = (start, start, 1)
            (self.timing, self.movement) = (timing, movement)
        }

        /// The same from the beginning of a delay on, by the time of the animation that takes over: `now` and `passed`
        /// are where both are at the moment, and the time of the old one goes `rate` times as fast.
        init(_ leg: Leg, at passed: Double, now: Double, rate: Double) {
            let own = (passed - leg.origin) * leg.rate
            self.rate = leg.rate * rate
            (start, origin) = (-.infinity, now - own / self.rate)
            (timing, movement) = (leg.timing, leg.movement)
        }

        func value(at time: Double) -> Channels { movement.value(at: (time - origin) * rate, of: timing) }

        func velocity(at time: Double) -> Channels {
            let own = (time - origin) * rate
            return own < 0 ? .zero : movement.velocity(at: own, of: timing) * rate
        }
    }

    let field: AnimatedField
    /// The whole way, or its first leg behind a delay.
    var movement: Movement
    /// The velocity that it had before, and still has when it is taken over before a frame has shown it.
    var taken = Channels.zero
    /// All legs of a way with several; else none.
    var legs: [Leg] = []

    init(field: AnimatedField, movement: Movement, taken: Channels = .zero, legs: [Leg] = []) {
        (self.field, self.movement, self.taken, self.legs) = (field, movement, taken, legs)
    }

    /// From where `moving` is to `to`, as fast as that is by now.
    init(
        _ field: AnimatedField, _ timing: Timing, _ moving: MovingValue, to: Channels, _ tolerance: MotionTolerance
    ) {
        self.field = field
        movement = Movement(
            timing, from: moving.value, to: to, velocity: moving.velocity, tolerance: tolerance)
        taken = moving.taken
        if let lead = moving.lead { legs = [lead, Leg(start: 0, timing, movement)] }
    }

    var duration: Double { legs.last.map { $0.start + $0.movement.duration } ?? movement.duration }

    func value(at time: Double, of timing: Timing) -> Channels { leg(at: time, of: timing).value(at: time) }

    func velocity(at time: Double, of timing: Timing) -> Channels { leg(at: time, of: timing).velocity(at: time) }

    func leg(at time: Double, of timing: Timing) -> Leg {
        legs.last { $0.start <= time } ?? legs.first ?? Leg(start: 0, timing, movement)
    }

    /// Goes another way from its beginning on, whatever comes before that.
    mutating func begin(_ movement: Movement, of timing: Timing) {
        self.movement = movement
        if let lead = legs.first { legs = [lead, Leg(start: 0, timing, movement)] }
    }
}

/// A value that something moves on from where it is.
struct MovingValue {
    /// Where it is when that begins, and how fast it is then by the time of what takes over.
    var value: Channels
    var velocity: Channels
    /// How fast it is now, a second.
    var taken = Channels.zero
    /// How it goes on until then.
    var lead: AnimationTrack.Leg?

    /// It stands.
    init(at value: Channels, velocity: Channels = .zero) { (self.value, self.velocity) = (value, velocity) }

    /// `track` moves it, and is taken over from by what begins behind a delay and goes at `speed`.
    init(_ track: AnimationTrack, of animation: borrowing Animation, at frame: UInt64, now: UInt64, _ next: Beginning) {
        let (time, rate) = animation.runTime(at: frame, now: now)
        let leg = track.leg(at: time, of: animation.timing)
        value = leg.value(at: time)
        taken = animation.isShown ? leg.velocity(at: time) * rate : track.taken
        velocity = next.speed > 0 ? taken * (1 / next.speed) : taken
        if next.delay == 0 || next.speed <= 0 || rate == 0 || taken == .zero { return }
        let lead = AnimationTrack.Leg(leg, at: time, now: -next.delay, rate: rate / next.speed)
        (value, velocity, self.lead) = (lead.value(at: 0), lead.velocity(at: 0), lead)
    }
}

/// When something begins, and how fast its time goes then.
struct Beginning {
    var delay = 0.0
    var speed = 1.0
}

/// What an animation moves.
enum AnimationTarget {
    case node
    /// What is added to values of a node.
    case addition
    /// What an exit keeps of the node, which has left.
    case exit(UInt64)
    /// Numbers of the host's.
    case values(HostValues)
    /// The progress of another animation, or of a group.
    case progress(of: UInt64)
}

/// Numbers of the host's on their way: as many tracks of eight as there are.
struct HostValues {
    let count: Int
    let call: @Sendable ([Double]) -> Void
}

/// An animation: its values move together.
struct Animation {
    let number: UInt64
    let target: AnimationTarget
    /// Of an exit the node that has left; of the host's values none.
    let node: NodeID
    /// The animation of the same node that began before it; 0 for none.
    var previous: UInt64 = 0
    let timing: Timing
    /// The same for equal timings that follow each other.
    let timingNumber: Int
    let endsAtModel: Bool
    /// What is not presented any more when it has come to its end.
    let cleared: PresentedFields
    var playback: Playback
    var tracks: ContiguousArray<AnimationTrack>
    let done: (@Sendable (Bool) -> Void)?
    let group: AnimationGroup?
    /// It has been moved or turned while it stands: one frame shows it.
    var isTouched = true
    /// A frame has shown it.
    var isShown = false
    /// A copy of contents stays at the corner of this node.
    var followed: (node: NodeID, size: Size)?
    /// It has ended; its place goes with the next frame, for many may end one by one.
    var isOver = false
    /// Where the finger has moved it, while one does.
    var scrub: Scrub?
    /// How fast its time goes where its progress is animated.
    var driven: Double?

    /// The longest of its values: one spring rests before another.
    static func duration(of tracks: ContiguousArray<AnimationTrack>) -> Double {
        var longest = 0.0
        for index in tracks.indices { longest = max(longest, tracks[index].duration) }
        return longest
    }

    /// The time of the movements in a frame, below 0 in its delay, and how fast it runs.
    func runTime(at frame: UInt64, now: UInt64) -> (time: Double, direction: Double) {
        switch playback.phase(at: frame) {
        case .waiting: return (playback.time(at: frame), playback.speed)
        case .running(let time, let backwards):
            let speed = playback.speed == 0 ? driven ?? scrub?.velocity(at: now) ?? 0 : playback.speed
            return (time, backwards ? -speed : speed)
        case .over(let time): return (time, 0)
        }
    }

    /// What it shows at a time of its movements.
    func values(at time: Double) -> PresentedValues {
        var values = PresentedValues()
        for track in tracks { track.field.put(track.value(at: time, of: timing), into: &values) }
        return values
    }

    /// Whether frames change what it shows.
    var moves: Bool { !isOver && (isTouched || playback.speed != 0) }

    /// Moves a node that may be there.
    var isOfNode: Bool {
        if case .node = target { return !isOver }
        return false
    }

    /// Ends with its node.
    var needsNode: Bool {
        switch target {
        case .node, .addition: !isOver
        default: false
        }
    }
}
