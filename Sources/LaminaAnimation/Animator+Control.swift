public import LaminaDisplay
public import LaminaGeometry
import LaminaMotion
public import LaminaNode

/// What an animation is doing.
public struct AnimationState: Equatable, Sendable {
    /// The share of the whole that is over, 0...1; of a run for one that repeats for ever.
    public var progress: Double
    public var speed: Double
    /// Seconds without the delay, of a group with all delays; infinite for one that repeats for ever.
    public var duration: Double
}

/// Animations, and groups of them, under the hand of the host. All fail with `invalidState` for a number that is not
/// under way.
extension Animator {
    /// Goes on at another speed: 0 stands still, below 0 goes back to the beginning.
    public func setSpeed(_ speed: Double, of number: UInt64, in engine: Engine) throws(LaminaError) {
        let (places, group) = try found(number)
        guard abs(speed) <= 1000 else {
            throw LaminaError(.invalidArgument, "speed is \(speed); it must lie within -1000...1000")
        }
        if speed < 0 && places.contains(where: { !animations[$0].playback.total.isFinite }) {
            throw LaminaError(.invalidArgument, "speed is \(speed); an animation that repeats for ever goes forwards")
        }
        group?.speed = speed
        if speed != 0 { group?.progress = nil }
        for place in places {
            animations[place].playback.setSpeed(speed, at: shownFrame, continuing: currentFrame)
            (animations[place].scrub, animations[place].driven) = (nil, nil)
            animations[place].isTouched = true
        }
        endDriver(of: number, in: engine)
        engine.noteMotion()
    }

    /// Shows it at a share of the whole, 0...1, from which it goes on.
    public func setProgress(_ progress: Double, of number: UInt64, in engine: Engine) throws(LaminaError) {
        _ = try found(number)
        guard progress >= 0, progress <= 1 else {
            throw LaminaError(.invalidArgument, "progress is \(progress); it must lie within 0...1")
        }
        endDriver(of: number, in: engine)
        move(number, to: progress, at: now)
        engine.noteMotion()
    }

    public func state(of number: UInt64) throws(LaminaError) -> AnimationState {
        let (places, group) = try found(number)
        guard let group else {
            let playback = animations[places[0]].playback
            return AnimationState(
                progress: playback.progress(at: shownFrame), speed: playback.speed, duration: playback.total)
        }
        let whole = duration(of: group)
        var time = 0.0
        for place in places {
            let playback = animations[place].playback
            if playback.hasStarted || playback.speed == 0 {
                time = max(time, playback.time(at: shownFrame) + playback.delay)
            }
        }
        let progress = group.progress ?? (whole > 0 ? min(max(time / whole, 0), 1) : 0)
        return AnimationState(progress: progress, speed: group.speed, duration: whole)
    }

    /// Ends it where it is: what it shows stays presented. Its completion is called in the next turn.
    public func cancel(_ number: UInt64, in engine: Engine) throws(LaminaError) {
        let (places, group) = try found(number)
        willReadPresented(in: engine)
        endDriver(of: number, in: engine)
        endAll(places.map { (animations[$0].number, false) }, in: engine)
        addUp(in: engine)
        group?.close(finished: false, in: self)
        deliverSoon()
    }

    /// The places of an animation, or of those of a group.
    private func found(_ number: UInt64) throws(LaminaError) -> (places: [Int], group: AnimationGroup?) {
        if let place = place(of: number) { return ([place], nil) }
        if let group = groups[number] { return (places(of: group), group) }
        throw LaminaError(
            .invalidState, "animation \(number) is not under way: it is over, was cancelled or never began")
    }

    // MARK: Progress

    /// Moves an animation, or a group, to a share of the whole. `speed`: how fast that goes on, shares a second; nil
    /// for a finger, of which nobody knows.
    func move(_ number: UInt64, to progress: Double, speed: Double? = nil, at frame: UInt64) {
        if let place = place(of: number) {
            let playback = animations[place].playback
            let whole = playback.total.isFinite ? playback.total : playback.duration
            move(place, to: progress * whole, speed: speed.map { $0 * whole }, at: frame)
        } else if let group = groups[number] {
            group.progress = progress
            let whole = duration(of: group)
            for place in places(of: group) {
                let time = progress * whole - animations[place].playback.delay
                move(place, to: time, speed: speed.map { $0 * whole }, at: frame)
            }
        }
    }

    private func move(_ place: Int, to time: Double, speed: Double?, at frame: UInt64) {
        animations[place].playback.move(to: time, continuing: currentFrame)
        animations[place].isTouched = true
        animations[place].driven = speed
        if animations[place].scrub == nil { animations[place].scrub = Scrub() }
        animations[place].scrub?.add(time, at: frame)
    }

    /// The host presents values of its own, or none, in place of what moves: what is said last holds.
    public func giveWay(_ fields: PresentedFields, of node: NodeID, in engine: Engine) {
        if fields.isEmpty || !moves(node) { return }
        for field in AnimatedField.all where fields.contains(field.field) { _ = take(field, of: node, in: engine) }
        if fields.contains(.gradient) { takeStops(of: node, from: 0, in: engine) }
        deliverSoon()
    }
}
