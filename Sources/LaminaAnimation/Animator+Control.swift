public import LaminaDisplay
public import LaminaGeometry
import LaminaMotion
import LaminaNode

/// What an animation is doing.
public struct AnimationState: Equatable, Sendable {
    /// The share of the whole that is over, 0...1; of a run for one that repeats for ever.
    public var progress: Double
    public var speed: Double
    /// Seconds without the delay; infinite for one that repeats for ever.
    public var duration: Double
}

/// Animations under the hand of the host. All fail with `invalidState` for a number that is not under way.
extension Animator {
    /// Goes on at another speed: 0 stands still, below 0 goes back to the beginning.
    public func setSpeed(_ speed: Double, of number: UInt64, in engine: Engine) throws(LaminaError) {
        let place = try found(number)
        guard abs(speed) <= 1000 else {
            throw LaminaError(.invalidArgument, "speed is \(speed); it must lie within -1000...1000")
        }
        let state = animations[place].playback
        if speed < 0 && !state.total.isFinite {
            throw LaminaError(.invalidArgument, "speed is \(speed); an animation that repeats for ever goes forwards")
        }
        animations[place].playback.setSpeed(speed, at: shownFrame, continuing: currentFrame)
        touch(place, in: engine)
    }

    /// Shows it at a share of the whole, 0...1, from which it goes on.
    public func setProgress(_ progress: Double, of number: UInt64, in engine: Engine) throws(LaminaError) {
        let place = try found(number)
        guard progress >= 0, progress <= 1 else {
            throw LaminaError(.invalidArgument, "progress is \(progress); it must lie within 0...1")
        }
        let playback = animations[place].playback
        let whole = playback.total.isFinite ? playback.total : playback.duration
        animations[place].playback.move(to: progress * whole, continuing: currentFrame)
        touch(place, in: engine)
    }

    public func state(of number: UInt64) throws(LaminaError) -> AnimationState {
        let playback = animations[try found(number)].playback
        return AnimationState(
            progress: playback.progress(at: shownFrame), speed: playback.speed, duration: playback.total)
    }

    /// Ends it where it is: what it shows stays presented. Its completion is called in the next turn.
    public func cancel(_ number: UInt64, in engine: Engine) throws(LaminaError) {
        _ = try found(number)
        end(number, finished: false, in: engine)
        deliverSoon()
    }

    /// All animations, a line each: for logs and tests.
    public var description: String {
        var text = "\(animations.count) animations\n"
        for animation in animations {
            let names = animation.tracks.map { "\($0.field.name)" }.joined(separator: ", ")
            let percent = (animation.playback.progress(at: shownFrame) * 100).rounded()
            text += "  \(animation.number): node \(animation.node.index), \(names), \(animation.timing.name), "
            text += "\(Int(percent))% at speed \(animation.playback.speed)"
            text += animation.endsAtModel ? ", to the model\n" : "\n"
        }
        return text
    }

    private func found(_ number: UInt64) throws(LaminaError) -> Int {
        if let place = place(of: number) { return place }
        throw LaminaError(
            .invalidState, "animation \(number) is not under way: it is over, was cancelled or never began")
    }

    private func touch(_ place: Int, in engine: Engine) {
        animations[place].isTouched = true
        engine.noteMotion()
    }
}

extension AnimatedField {
    private static let names = [
        "position", "size", "bounds origin", "opacity", "transform", "corner radii", "background", "border color",
        "shadow", "z position",
    ]

    var name: String { Self.names[field.rawValue.trailingZeroBitCount] }
}

extension Timing {
    fileprivate var name: String {
        switch self {
        case .curve(_, let duration): "curve of \(duration) s"
        case .spring(let spring): "spring of \(spring.stiffness), \(spring.damping), \(spring.mass)"
        case .decay(let drag): "decay by \(drag)"
        }
    }
}
