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
        private(set) var movement: Movement

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

        func moved(by distance: Channels) -> Leg {
            var moved = self
            moved.movement = movement.moved(by: distance)
            return moved
        }

        func value(at time: Double) -> Channels { movement.value(at: (time - origin) * rate, of: timing) }

        func velocity(at time: Double) -> Channels {
            let own = (time - origin) * rate
            return own < 0 ? .zero : movement.velocity(at: own, of: timing) * rate
        }
    }

    var field: AnimatedField
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

    /// Puts what it is in a frame among some values.
    @inline(__always)
    func put(_ shape: MovementShape, into values: inout PresentedValues) {
        // What thousands move takes no more than its own numbers.
        switch field.field {
        case .position: values.position = AnimatedField.point(movement.firstTwo(shape))
        case .boundsOrigin: values.boundsOrigin = AnimatedField.point(movement.firstTwo(shape))
        case .opacity: values.opacity = min(max(movement.firstTwo(shape)[0], 0), 1)
        default: return field.put(movement.value(shape), into: &values)
        }
        values.fields.formUnion(field.field)
    }

    /// Where it goes to as a node has it.
    func target(_ own: borrowing PresentedValues) -> Channels {
        field.matched(field.channels(of: own, near: movement.to), to: movement.from)
    }

    func leg(at time: Double, of timing: Timing) -> Leg {
        legs.last { $0.start <= time } ?? legs.first ?? Leg(start: 0, timing, movement)
    }

    /// Goes another way from its beginning on, whatever comes before that.
    mutating func begin(_ movement: Movement, of timing: Timing) {
        self.movement = movement
        if let lead = legs.first { legs = [lead, Leg(start: 0, timing, movement)] }
    }
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

/// Where a copy of contents of some size stays: at a point of what is presented of a node.
struct FollowedContents {
    let node: NodeID
    let size: Size
    let anchor: Point

    /// Where its middle is.
    func position(at frame: Rect) -> Point {
        let x = frame.minX + (frame.size.width - size.width) * anchor.x
        let y = frame.minY + (frame.size.height - size.height) * anchor.y
        return Point(x: x + size.width / 2, y: y + size.height / 2)
    }
}

/// What leaves below something that fades in, in its place: together they are neither more nor less opaque than the
/// mix of both.
struct CrossFade {
    let node: NodeID
    /// Of what fades in and of what leaves, at the beginning.
    let start: Double
    let leaving: Double

    /// Where the other one is presented with `shown`, on its way to `own`, and this one would have `left` by itself.
    func opacity(_ left: Double, below shown: Double, of own: Double) -> Double {
        if shown >= 1 || leaving <= 0 { return 0 }
        let share = 1 - left / leaving
        let whole = (start + (1 - start) * leaving) * (1 - share) + own * share
        return min(max((whole - shown) / (1 - shown), 0), 1)
    }
}

/// Numbers of the host's on their way: as many tracks of eight as there are.
struct HostValues {
    let count: Int
    let call: @Sendable ([Double]) -> Void
}

/// An animation: its values move together. A class: thousands are gone through in each frame, and a struct of this size
/// is copied for every method.
final class Animation {
    let number: UInt64
    let target: AnimationTarget
    /// Of an exit the node that has left; of the host's values none.
    let node: NodeID
    /// The animation of the same node that began before it; 0 for none.
    var previous: UInt64
    let timing: Timing
    /// The same for equal timings that follow each other.
    let timingNumber: Int
    let shapesDependOnDuration: Bool
    let endsAtModel: Bool
    let settles: Bool
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
    var followed: FollowedContents?
    var crossFade: CrossFade?
    /// It has ended; its place goes with the next frame, for many may end one by one.
    var isOver = false
    /// Where the finger has moved it, while one does.
    var scrub: Scrub?
    /// How fast its time goes where its progress is animated.
    var driven: Double?

    init(
        number: UInt64, _ target: AnimationTarget, _ request: AnimationRequest, previous: UInt64, timingNumber: Int,
        cleared: PresentedFields, _ playback: Playback, _ tracks: ContiguousArray<AnimationTrack>,
        of group: AnimationGroup?
    ) {
        (self.number, self.target, node, self.previous) = (number, target, request.node, previous)
        (timing, self.timingNumber) = (request.timing, timingNumber)
        shapesDependOnDuration = request.timing.dependsOnDuration
        (endsAtModel, settles, self.cleared) = (request.endsAtModel, request.settles, cleared)
        (self.playback, self.tracks, done, self.group) = (playback, tracks, request.done, group)
    }

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

    /// What it moves.
    var fields: PresentedFields {
        var fields: PresentedFields = []
        for index in tracks.indices { fields.formUnion(tracks[index].field.field) }
        return fields
    }

    /// What it shows at a time of its movements.
    func values(at time: Double) -> PresentedValues {
        var values = PresentedValues()
        for track in tracks { track.field.put(track.value(at: time, of: timing), into: &values) }
        return values
    }

    /// Brings it to a frame, and says at which time of its movements it is, and whether that is the last.
    func advance(to frame: UInt64) -> (time: Double, isOver: Bool) {
        (isTouched, isShown) = (false, true)
        playback.start(at: frame)
        switch playback.phase(at: frame) {
        case .waiting: return (playback.time(at: frame), false)
        case .running(let time, _): return (time, false)
        case .over(let end): return (end, true)
        }
    }

    /// Whether a node has some value elsewhere than where it goes to.
    func isAstray(_ own: borrowing PresentedValues) -> Bool {
        for index in tracks.indices where tracks[index].target(own) != tracks[index].movement.to { return true }
        return false
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

/// The last shape that a movement had: many that set out together have the same.
struct ShapeCache {
    struct Key: Equatable {
        var time = -1.0
        var duration = 0.0
        var timing = -1
    }

    private(set) var key = Key()
    private(set) var shape = MovementShape.over

    mutating func set(_ key: Key, _ timing: Timing) {
        self.key = key
        shape = timing.shape(at: key.time, duration: key.duration)
    }
}
