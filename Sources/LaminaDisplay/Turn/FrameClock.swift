import LaminaGeometry

/// When frames are seen: what moves is where it is at that time.
///
/// A host that begins its frames says so. Else a turn is a frame when the last one is long enough ago, or when the
/// clock that the host moves has moved.
struct FrameClock {
    /// How far frames are apart of a host that does not say so, microseconds: about a screen's.
    private static let assumedInterval: UInt64 = 16_000

    struct Frame {
        let time: UInt64
        /// By when its turn should be over; nil for no limit.
        let deadline: UInt64?
    }

    /// The host begins its frames.
    private(set) var isHosted = false
    /// One that was begun, and whose turn has not come.
    private var begun: Frame?
    private var interval = FrameClock.assumedInterval
    /// The time of the last frame.
    private(set) var last: UInt64?
    /// When the next one is to be made.
    private(set) var next: UInt64 = 0

    /// The next turn is a frame, seen at `frame.time`. Fails with `invalidArgument` for a time before the last frame's,
    /// and before what the host has set its own clock to.
    mutating func begin(_ frame: Frame, at clock: (now: UInt64, isHost: Bool)) throws(LaminaError) {
        if clock.isHost, frame.time < clock.now {
            throw LaminaError(
                .invalidArgument,
                "time_us is \(frame.time), earlier than the \(clock.now) that the clock was set to; a frame is seen then or"
                    + " later")
        }
        if isHosted, let last = begun?.time ?? last {
            if frame.time < last {
                throw LaminaError(
                    .invalidArgument,
                    "time_us is \(frame.time), earlier than the \(last) of the last frame; frames are seen one after the"
                        + " other")
            }
            if frame.time > last { interval = frame.time - last }
        }
        isHosted = true
        begun = frame
        next = clock.now &+ interval
    }

    /// Frames are the turns of the context again.
    mutating func end() { self = FrameClock() }

    /// The frame that a turn at `clock` makes; nil for one that makes none.
    mutating func take(at clock: (now: UInt64, isHost: Bool)) -> Frame? {
        if isHosted {
            // A host that goes on without the frame that was due is asked again, and not all the time.
            if begun == nil && next <= clock.now { next = clock.now &+ interval }
            last = begun?.time ?? last
            return begun.take()
        }
        if let last {
            let isAnother = clock.isHost ? clock.now != last : clock.now >= last + interval / 2 || clock.now < last
            if !isAnother { return nil }
        }
        last = clock.now
        next = clock.now &+ interval
        return Frame(time: clock.now, deadline: nil)
    }
}
