public import LaminaGeometry
public import LaminaMotion
public import LaminaNode

/// Values on the way of an animation.
public struct Keyframe {
    /// The share of a run at which they are reached, above 0 and up to 1.
    public var at: Double
    /// How they are reached from the keyframe before.
    public var curve: Curve
    public var values: PresentedValues

    public init(at: Double, curve: Curve, values: PresentedValues) {
        (self.at, self.curve, self.values) = (at, curve, values)
    }
}

/// What is to be animated, and how.
public struct AnimationRequest {
    public var node: NodeID
    /// The fields that move, and where to.
    public var values: PresentedValues
    /// What is passed on the way to them, or instead of them, in order; the timing's duration is divided among them.
    public var keyframes: [Keyframe] = []
    /// They move to what the node has, and follow it when that changes; `values` only names them. When it is over
    /// nothing is presented in their place any more. Else the values stay presented.
    public var endsAtModel = false
    public var timing = Timing.curve(.easeInOut, duration: 0.25)
    /// Seconds.
    public var delay = 0.0
    public var runs = 1.0
    public var autoreverses = false
    public var speed = 1.0
    /// Of position and bounds origin, units a second: a finger's. Nil: the one that is shown.
    public var velocity: Point?
    /// What is shown of values that are neither presented nor on their way; nil: what the node or its layer has.
    var from: PresentedValues?
    /// Called once on the owner thread, with false when it did not come to its end.
    public var done: (@Sendable (_ finished: Bool) -> Void)?

    public init(_ node: NodeID, _ values: PresentedValues) {
        (self.node, self.values) = (node, values)
    }

    /// Fails with what lies outside of its range; what is animated is not looked at.
    public func check() throws(LaminaError) {
        try timing.check()
        if case .decay = timing, endsAtModel {
            throw LaminaError(
                .invalidArgument, "ends_at_model does not go with a decay, which ends where its velocity leads")
        }
        try checkKeyframes()
        guard delay >= 0, delay <= Timing.longest else {
            throw LaminaError(.invalidArgument, "delay_us is \(delay) s; it must lie within a day")
        }
        guard runs > 0 else {
            throw LaminaError(.invalidArgument, "run_count is \(runs); it must be above 0")
        }
        guard abs(speed) <= 1000 else {
            throw LaminaError(.invalidArgument, "speed is \(speed); it must lie within -1000...1000")
        }
        if let velocity, !(abs(velocity.x) <= 1e7 && abs(velocity.y) <= 1e7) {
            throw LaminaError(
                .invalidArgument, "velocity is (\(velocity.x), \(velocity.y)); both must lie within +-10,000,000")
        }
    }

    private func checkKeyframes() throws(LaminaError) {
        if keyframes.isEmpty { return }
        guard case .curve = timing, !endsAtModel else {
            throw LaminaError(.invalidArgument, "keyframes go with a curve's duration, and end at the last of them")
        }
        var before = 0.0
        for keyframe in keyframes {
            guard keyframe.at > before, keyframe.at <= 1 else {
                throw LaminaError(
                    .invalidArgument, "a keyframe is at \(keyframe.at), behind one at \(before); they rise, up to 1")
            }
            before = keyframe.at
        }
    }
}

/// One value of a node on its way.
struct AnimationTrack {
    /// One after the other: with keyframes a value passes several.
    struct Leg {
        let start: Double
        let timing: Timing
        let movement: Movement
    }

    let field: AnimatedField
    /// The whole way, or its first leg.
    var movement: Movement
    /// All legs of a way with keyframes; else none.
    var legs: [Leg] = []

    var duration: Double { legs.last.map { $0.start + $0.movement.duration } ?? movement.duration }

    func value(at time: Double, of timing: Timing) -> Channels {
        guard let leg = leg(at: time) else { return movement.value(at: time, of: timing) }
        return leg.movement.value(at: time - leg.start, of: leg.timing)
    }

    func velocity(at time: Double, of timing: Timing) -> Channels {
        guard let leg = leg(at: time) else { return movement.velocity(at: time, of: timing) }
        return leg.movement.velocity(at: time - leg.start, of: leg.timing)
    }

    private func leg(at time: Double) -> Leg? { legs.last { $0.start <= time } ?? legs.first }
}

/// An animation of one node: its values move together.
struct Animation {
    let number: UInt64
    let node: NodeID
    /// The exit that it moves in place of the node, which has left; 0 for none.
    let exit: UInt64
    let timing: Timing
    /// The same for equal timings that follow each other.
    let timingNumber: Int
    let endsAtModel: Bool
    /// What is not presented any more when it has come to its end.
    let cleared: PresentedFields
    var playback: Playback
    var tracks: [AnimationTrack]
    let done: (@Sendable (Bool) -> Void)?
    /// It has been moved or turned while it stands: one frame shows it.
    var isTouched = true
    /// A frame has shown it.
    var isShown = false

    /// The longest of its values: one spring rests before another.
    static func duration(of tracks: [AnimationTrack]) -> Double { tracks.map(\.duration).max() ?? 0 }

    /// The time of the movements in a frame.
    func runTime(at frame: UInt64) -> (time: Double, direction: Double) {
        switch playback.phase(at: frame) {
        case .waiting: (0, 0)
        case .running(let time, let backwards): (time, backwards ? -playback.speed : playback.speed)
        case .over(let time): (time, 0)
        }
    }

    /// What it shows at a time of its movements.
    func values(at time: Double) -> PresentedValues {
        var values = PresentedValues()
        for track in tracks { track.field.put(track.value(at: time, of: timing), into: &values) }
        return values
    }

    /// Whether frames change what it shows.
    var moves: Bool { isTouched || playback.speed != 0 }
}
