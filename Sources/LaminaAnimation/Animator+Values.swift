public import LaminaDisplay
public import LaminaGeometry
public import LaminaMotion
import LaminaNode

/// Numbers of the host's that move, and the progress of other animations.
extension Animator {
    public static let mostValues = 4096

    /// Moves numbers from `from` to `to`; frames hand them to `call`. `replaces`: an animation of as many numbers,
    /// which ends, and from whose numbers and velocities this one goes on. `velocity`: a second; empty for none.
    /// Returns the number. Fails with `invalidArgument` for arrays of other lengths, `invalidState` when there is
    /// nothing to replace.
    public func startValues(
        from: [Double], to: [Double], velocity: [Double], replaces: UInt64, _ given: AnimationRequest,
        in engine: Engine, _ call: @escaping @Sendable ([Double]) -> Void
    ) throws(LaminaError) -> UInt64 {
        var request = given
        request.endsAtModel = false
        try request.check()
        try checkRoom()
        let next = Beginning(delay: request.delay, speed: scope(of: request)?.speed ?? request.speed)
        var before: [MovingValue] = []
        if replaces != 0 {
            guard let place = place(of: replaces), case .values(let values) = animations[place].target else {
                throw LaminaError(.invalidState, "replaces is \(replaces); no animation of values with it is under way")
            }
            guard values.count == to.count else {
                throw LaminaError(
                    .invalidArgument,
                    "replaces has \(values.count) values; an animation of \(to.count) cannot go on from it")
            }
            before = animations[place].tracks.map {
                MovingValue($0, of: animations[place], at: shownFrame, now: now, next)
            }
            end(replaces, finished: false, in: engine)
        }
        var tracks: ContiguousArray<AnimationTrack> = []
        for first in stride(from: 0, to: to.count, by: 8) {
            let end = Channels(to, from: first)
            var moving = before.isEmpty ? MovingValue(at: Channels(from, from: first)) : before[first / 8]
            if !velocity.isEmpty {
                moving.velocity = Channels(velocity, from: first) * (next.speed > 0 ? 1 / next.speed : 1)
            }
            // Of numbers whose unit nobody knows, a thousandth of the way counts as there.
            let way = max((end - moving.value).largest, moving.velocity.largest * 0.1)
            let tolerance = MotionTolerance(distance: max(way * 0.001, 1e-12), speed: max(way * 0.02, 1e-12))
            tracks.append(AnimationTrack(AnimatedField(field: []), request.timing, moving, to: end, tolerance))
        }
        let number = add(
            request, .values(HostValues(count: to.count, call: call)), tracks, takesOver: replaces != 0,
            of: scope(of: request), in: engine)
        deliverSoon()
        return number
    }

    /// Lets go of an animation, or of a group, that stands at some progress: that goes on to `to` by a timing of its
    /// own, with the velocity that it was moved with by hand, or with `velocity`, shares of the whole a second. At 0
    /// and at 1 the animation is over. Fails with `invalidState` when it is not under way.
    public func animateProgress(
        of number: UInt64, to: Double, velocity given: Double?, _ timing: Timing, in engine: Engine
    ) throws(LaminaError) {
        try timing.check()
        if case .decay = timing {
            throw LaminaError(.invalidArgument, "options are a decay, which leads nowhere in particular")
        }
        guard to >= 0, to <= 1 else {
            throw LaminaError(.invalidArgument, "progress is \(to); it must lie within 0...1")
        }
        if let given, !(abs(given) <= 1e7) {
            throw LaminaError(.invalidArgument, "velocity is \(given); it must lie within +-10,000,000")
        }
        let before = try state(of: number)
        if !before.duration.isFinite {
            throw LaminaError(.invalidArgument, "animation \(number) repeats for ever, and comes to no end")
        }
        let moving = progressVelocity(of: number, before.duration)
        let velocity = given ?? moving
        try setSpeed(0, of: number, in: engine)
        var request = AnimationRequest(NodeID(index: -1, generation: 0), PresentedValues())
        request.timing = timing
        let movement = Movement(
            timing, from: Channels(before.progress, 0, 0, 0, 0, 0, 0, 0), to: Channels(to, 0, 0, 0, 0, 0, 0, 0),
            velocity: Channels(velocity, 0, 0, 0, 0, 0, 0, 0), tolerance: MotionTolerance(distance: 0.001, speed: 0.02))
        let track = AnimationTrack(field: AnimatedField(field: []), movement: movement)
        _ = add(request, .progress(of: number), [track], takesOver: true, in: engine)
        // A finger that was moving it has moved it in the last frame.
        if moving != 0, let last = animations.indices.last { animations[last].playback.start(at: shownFrame) }
        engine.noteMotion()
    }

    /// How fast the progress changes, a second.
    private func progressVelocity(of number: UInt64, _ duration: Double) -> Double {
        if let driver = driver(of: number), animations[driver].isShown {
            let (time, direction) = animations[driver].runTime(at: shownFrame, now: now)
            return animations[driver].velocities(1, at: time, direction)[0]
        }
        guard duration > 0 else { return 0 }
        let place = place(of: number) ?? groups[number].flatMap { places(of: $0).first }
        guard let place else { return 0 }
        let animation = animations[place]
        if animation.playback.speed != 0 { return animation.playback.speed / duration }
        return (animation.scrub?.velocity(at: now) ?? 0) / duration
    }

    /// The place of what moves the progress of an animation.
    private func driver(of number: UInt64) -> Int? {
        animations.lastIndex { animation in
            if case .progress(number) = animation.target { return !animation.isOver }
            return false
        }
    }

    /// The host moves an animation itself.
    func endDriver(of number: UInt64, in engine: Engine) {
        if let place = driver(of: number) { end(animations[place].number, finished: false, in: engine) }
    }

    /// Brings what is let go of to where it is in a frame.
    func moveProgress(at frame: UInt64, in engine: Engine) {
        var over: [(number: UInt64, finished: Bool)] = []
        for place in animations.indices {
            guard !animations[place].isOver, case .progress(let number) = animations[place].target else { continue }
            animations[place].isShown = true
            animations[place].playback.start(at: frame)
            let time: Double
            var isOver = false
            switch animations[place].playback.phase(at: frame) {
            case .waiting: time = animations[place].playback.time(at: frame)
            case .running(let running, _): time = running
            case .over(let end): (time, isOver) = (end, true)
            }
            let way = animations[place].numbers(1, at: time)[0]
            let progress = min(max(way, 0), 1)
            let speed = isOver || way != progress ? 0 : animations[place].velocities(1, at: time, 1)[0]
            move(number, to: progress, speed: speed, at: frame)
            // Gone: its nodes have ended.
            let isGone = self.place(of: number) == nil && groups[number] == nil
            if !isOver && !isGone { continue }
            finish(number, at: progress, frame)
            over.append((animations[place].number, true))
        }
        endAll(over, in: engine)
    }

    /// At its beginning or its end it is over in this frame.
    private func finish(_ number: UInt64, at progress: Double, _ frame: UInt64) {
        guard progress == 0 || progress == 1 else { return }
        let places = place(of: number).map { [$0] } ?? groups[number].map { self.places(of: $0) } ?? []
        for place in places {
            animations[place].playback.setSpeed(progress == 0 ? -1 : 1, at: frame, continuing: frame)
            animations[place].isTouched = true
        }
    }
}

extension Animation {
    /// The first numbers of its tracks.
    func numbers(_ count: Int, at time: Double) -> [Double] {
        flat(count) { $0.value(at: time, of: timing) }
    }

    func velocities(_ count: Int, at time: Double, _ direction: Double) -> [Double] {
        flat(count) { $0.velocity(at: time, of: timing) * direction }
    }

    private func flat(_ count: Int, _ part: (AnimationTrack) -> Channels) -> [Double] {
        var numbers: [Double] = []
        numbers.reserveCapacity(count)
        for track in tracks {
            let channels = part(track)
            for index in channels.indices where numbers.count < count { numbers.append(channels[index]) }
        }
        return numbers
    }
}

extension SIMD8<Double> {
    /// Up to eight of some numbers.
    fileprivate init(_ numbers: [Double], from first: Int) {
        self = .zero
        for index in 0..<Swift.min(8, numbers.count - first) { self[index] = numbers[first + index] }
    }
}
