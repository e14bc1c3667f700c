/// Where an animation is in its time, by the clock of frames: delay, repeats, there and back, speed, pause and
/// scrubbing. Times of frames are microseconds; its own are seconds.
public struct Playback: Equatable, Sendable {
    public private(set) var delay: Double
    /// Of one run.
    public private(set) var duration: Double
    /// How often it runs; infinite for ever.
    public let runs: Double
    /// Every other run goes backwards.
    public let autoreverses: Bool
    /// How fast its time goes: 0 stands still, below 0 goes backwards.
    public private(set) var speed: Double
    /// Its own time at the frame `anchor`, from the beginning of the delay.
    private var anchorTime = 0.0
    private var anchor: UInt64?

    public init(
        duration: Double, delay: Double = 0, runs: Double = 1, autoreverses: Bool = false, speed: Double = 1
    ) {
        (self.delay, self.duration, self.runs) = (delay, duration, runs)
        (self.autoreverses, self.speed) = (autoreverses, speed)
    }

    /// Seconds without the delay; infinite for one that repeats for ever.
    public var total: Double { duration == 0 ? 0 : duration * runs }

    public var hasStarted: Bool { anchor != nil }

    /// Its time begins with the frame at `time`.
    public mutating func start(at time: UInt64) {
        if anchor == nil { anchor = time }
    }

    /// Its own time in the frame at `time`; below 0 during the delay.
    public func time(at frame: UInt64) -> Double {
        guard let anchor else { return anchorTime - delay }
        let passed = frame >= anchor ? Double(frame - anchor) : -Double(anchor - frame)
        return anchorTime + passed * 1e-6 * speed - delay
    }

    /// Goes on at another speed from where it is in the frame at `frame`. `next`: the frame that it goes on from; nil
    /// for the next one that comes.
    public mutating func setSpeed(_ speed: Double, at frame: UInt64, continuing next: UInt64?) {
        move(to: time(at: frame), continuing: next)
        self.speed = speed
    }

    /// Goes another way, in another time of one run: from the frame at `frame` on if it `restarts`.
    public mutating func turn(to duration: Double, at frame: UInt64, restarts: Bool) {
        self.duration = duration
        if restarts { (delay, anchorTime, anchor) = (0, 0, frame) }
    }

    /// Goes on from a time of its own: scrubbing.
    public mutating func move(to time: Double, continuing next: UInt64?) {
        anchorTime = time + delay
        anchor = next
    }

    public enum Phase: Equatable, Sendable {
        /// In its delay.
        case waiting
        /// At this time of a run; `backwards` in one that goes back.
        case running(Double, backwards: Bool)
        /// Over: it stands at this time of a run, the beginning for one that went back.
        case over(Double)
    }

    public func phase(at frame: UInt64) -> Phase {
        let time = time(at: frame)
        // Nearly always.
        if speed > 0 && time >= 0 && time < min(duration, total) { return .running(time, backwards: false) }
        if speed < 0 && time <= 0 { return .over(0) }
        if time < 0 { return .waiting }
        if speed >= 0 && time >= total && (speed > 0 || total == 0) { return .over(endTime) }
        if duration == 0 { return .running(0, backwards: false) }
        let time0 = min(time, total)
        var run = (time0 / duration).rounded(.down)
        if run >= runs { run = max(0, runs.rounded(.up) - 1) }
        let local = min(time0 - run * duration, duration)
        let backwards = autoreverses && run.truncatingRemainder(dividingBy: 2) == 1
        return .running(backwards ? duration - local : local, backwards: backwards)
    }

    /// Where the last run ends.
    private var endTime: Double {
        guard runs.isFinite else { return duration }
        let last = max(0, runs.rounded(.up) - 1)
        let local = (runs - last) * duration
        return autoreverses && last.truncatingRemainder(dividingBy: 2) == 1 ? duration - local : local
    }

    /// The share of the whole that is over, 0...1; of a run for one that repeats for ever.
    public func progress(at frame: UInt64) -> Double {
        let time = max(0, time(at: frame))
        let whole = total.isFinite ? total : duration
        if whole == 0 { return 1 }
        let share = total.isFinite ? time / whole : (time / whole) - (time / whole).rounded(.down)
        return min(share, 1)
    }
}
