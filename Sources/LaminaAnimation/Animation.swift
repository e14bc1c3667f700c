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
    /// The values are differences, which are added to what is shown otherwise and are gone at the end.
    public var adds = false
    /// Nobody but who begins it places what it moves: where it is cancelled, that is at its end.
    var settles = false
    public var timing = Timing.curve(.easeInOut, duration: 0.25) {
        didSet { timingNumber = 0 }
    }
    /// The animator's number of the timing, once it has been looked up for many requests; 0 until then.
    var timingNumber = 0
    /// Seconds.
    public var delay = 0.0
    public var runs = 1.0
    public var autoreverses = false
    public var speed = 1.0
    /// Of position and bounds origin, units a second: a finger's. Nil: the one that is shown.
    public var velocity: Point?
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
        if adds { try checkAdding() }
        guard delay >= 0, delay <= Timing.longest else {
            throw LaminaError(.invalidArgument, "delay is \(delay) s; it must lie within a day")
        }
        guard runs > 0 else {
            throw LaminaError(.invalidArgument, "run_count is \(runs); it must be above 0")
        }
        guard abs(speed) <= 1000 else {
            throw LaminaError(.invalidArgument, "speed is \(speed); it must lie within -1000...1000")
        }
        if speed < 0 && !runs.isFinite {
            throw LaminaError(.invalidArgument, "speed is \(speed); an animation that repeats for ever goes forwards")
        }
        if let velocity, !(abs(velocity.x) <= 1e7 && abs(velocity.y) <= 1e7) {
            throw LaminaError(
                .invalidArgument, "velocity is (\(velocity.x), \(velocity.y)); both must lie within +-10,000,000")
        }
    }

    /// Fails with `invalidArgument` for one that repeats for ever.
    public func checkEnds() throws(LaminaError) {
        if !runs.isFinite {
            throw LaminaError(.invalidArgument, "run_count is infinite; a transition comes to an end")
        }
    }

    private func checkAdding() throws(LaminaError) {
        if case .decay = timing {
            throw LaminaError(.invalidArgument, "adds does not go with a decay, which does not lead back to nothing")
        }
        if endsAtModel {
            throw LaminaError(.invalidArgument, "adds does not go with ends_at_model: the values are differences")
        }
        let other = AnimatedField.all.first { values.fields.subtracting(Animator.addends).contains($0.field) }
        if let other {
            throw LaminaError(
                .invalidArgument,
                "adds does not go with \(other.name): differences of position, bounds origin, transform and z position"
                    + " add up")
        }
    }

    private func checkKeyframes() throws(LaminaError) {
        if keyframes.isEmpty { return }
        guard case .curve = timing, !endsAtModel else {
            throw LaminaError(.invalidArgument, "keyframes go with a curve's duration, and end at the last of them")
        }
        var before = 0.0
        for (index, keyframe) in keyframes.enumerated() {
            guard keyframe.at > before, keyframe.at <= 1 else {
                throw LaminaError(
                    .invalidArgument,
                    "keyframes[\(index)].at is \(keyframe.at); more than \(before) and at most 1 is needed: they rise")
            }
            before = keyframe.at
        }
    }
}
