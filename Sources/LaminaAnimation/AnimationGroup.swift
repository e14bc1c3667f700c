import LaminaGeometry
import LaminaMotion

/// Animations that are moved as one, and are over together: those of a transition. Owner thread.
final class AnimationGroup {
    let number: UInt64
    /// Of those that begin from now on.
    var speed: Double
    /// Where a finger holds it.
    var progress: Double?
    private var underWay = 0
    private var isClosed = false
    private var allFinished = true
    private var done: (@Sendable (Bool) -> Void)?

    init(number: UInt64, speed: Double) { (self.number, self.speed) = (number, speed) }

    /// No animation is left, and none will come.
    var isOver: Bool { isClosed && underWay == 0 }

    func begin() { underWay += 1 }

    func setDone(_ done: (@Sendable (Bool) -> Void)?) { self.done = done }

    func end(finished: Bool, in animator: Animator) {
        underWay -= 1
        if !finished { allFinished = false }
        complete(in: animator)
    }

    /// All that belongs to it has begun.
    func close(finished: Bool = true, in animator: Animator) {
        if isClosed { return }
        isClosed = true
        if !finished { allFinished = false }
        complete(in: animator)
    }

    /// The context ends, and with it all that belongs to it.
    func abandon(in animator: Animator) {
        (isClosed, underWay, allFinished) = (true, 0, false)
        complete(in: animator)
    }

    private func complete(in animator: Animator) {
        if !isOver { return }
        animator.groups[number] = nil
        if let done = done.take() { animator.call(done, allFinished) }
    }
}

/// How a finger moves the progress of an animation: what takes over from it goes on as fast.
struct Scrub {
    /// The time of the animation by the time of frames, seconds.
    private var tracker = VelocityTracker()

    mutating func add(_ time: Double, at frame: UInt64) {
        tracker.add(time: Double(frame) * 1e-6, position: Point(x: time, y: 0))
    }

    /// Seconds of the animation a second; 0 where the finger rests.
    func velocity(at frame: UInt64) -> Double { tracker.velocity(asked: Double(frame) * 1e-6).x }
}

extension Animator {
    /// A group for animations that are going to begin.
    func makeGroup(speed: Double) -> AnimationGroup {
        let group = AnimationGroup(number: nextNumber(), speed: speed)
        groups[group.number] = group
        return group
    }

    /// The places of a group's animations.
    func places(of group: AnimationGroup) -> [Int] {
        animations.indices.filter { animations[$0].group === group && !animations[$0].isOver }
    }

    /// When the last of a group ends, from its beginning, with all delays.
    func duration(of group: AnimationGroup) -> Double {
        var longest = 0.0
        for place in places(of: group) {
            longest = max(longest, animations[place].playback.delay + animations[place].playback.total)
        }
        return longest
    }
}
