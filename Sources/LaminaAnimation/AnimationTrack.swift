import LaminaGeometry
import LaminaMotion
import LaminaNode

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
    /// The velocity that it had before, and still has when it is taken over before a frame has shown it.
    var taken = Channels.zero
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

/// What an animation moves.
enum AnimationTarget {
    case node
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

    /// The longest of its values: one spring rests before another.
    static func duration(of tracks: ContiguousArray<AnimationTrack>) -> Double {
        var longest = 0.0
        for index in tracks.indices { longest = max(longest, tracks[index].duration) }
        return longest
    }

    /// The time of the movements in a frame, and how fast it runs.
    func runTime(at frame: UInt64, now: UInt64) -> (time: Double, direction: Double) {
        switch playback.phase(at: frame) {
        case .waiting: return (0, 0)
        case .running(let time, let backwards):
            let speed = playback.speed == 0 ? scrub?.velocity(at: now) ?? 0 : playback.speed
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
}
