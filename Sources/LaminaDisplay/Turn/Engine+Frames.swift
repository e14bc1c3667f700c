public import LaminaGeometry
import LaminaNode

/// Frames: when they are seen, and who wants to be called in each.
extension Engine {
    /// Called in each frame with the time at which it is seen, microseconds.
    public typealias FrameCall = @Sendable (_ time: UInt64) -> Void

    /// The next turn makes a frame that is seen at `time` and is to be over by `deadline`, both on the context's clock.
    /// With nil for `time`, frames are the context's own again. Fails with `invalidArgument` for a time before that of
    /// the last frame, or of the clock that the host moves.
    public func beginFrame(at time: UInt64?, deadline: UInt64?) throws(LaminaError) {
        if let time {
            try frames.begin(FrameClock.Frame(time: time, deadline: deadline), at: parts.calls.clock)
        } else {
            frames.end()
        }
        parts.wake.signal()
    }

    /// Adds a call for each frame behind the others, and returns its number.
    public func addFrameCall(_ call: @escaping FrameCall) -> UInt64 {
        nextObserver += 1
        frameCalls.append(call, number: nextObserver)
        parts.wake.signal()
        return nextObserver
    }

    /// Removes such a call; false when there is none of this number.
    public func removeFrameCall(_ number: UInt64) -> Bool { frameCalls.remove(number) != nil }

    func notify(_ frame: FrameClock.Frame) {
        let notified = frameCalls
        notified.forEach { number, call in
            // One that an earlier one removed is not called any more.
            if frameCalls.contains(number) { call(frame.time) }
        }
        advanceDrivers(to: frame.time)
    }

    /// When the next frame is to be made for what moves; nil when nothing does.
    func nextFrame() -> UInt64? {
        [nextFade(), nextDriverFrame(), nextPlayback(), frameCalls.isEmpty ? nil : frames.next].lazy.compactMap { $0 }
            .min()
    }
}
