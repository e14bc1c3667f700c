/// The time of what moves by itself, animations and fades: that of frames, or slower or faster.
struct MotionClock {
    /// Microseconds.
    private(set) var time: UInt64 = 0
    private var frame: UInt64 = 0
    /// The context's clock at the last frame.
    private var clock: UInt64 = 0
    var speed = 1.0

    /// A frame is made that is seen at `frame`; `clock` is the context's. On a clock that begins anew, as with the
    /// first frame of a host's, nothing goes back.
    mutating func advance(to frame: UInt64, clock: UInt64) {
        if speed == 1 && time == self.frame && frame >= self.frame {
            time = frame
        } else {
            let passed = frame > self.frame && self.frame > 0 ? Double(frame - self.frame) : 0
            time += UInt64((passed * speed).rounded())
        }
        (self.frame, self.clock) = (frame, clock)
    }

    /// Its time between frames.
    func time(at clock: UInt64) -> UInt64 {
        clock > self.clock ? time + UInt64(Double(clock - self.clock) * speed) : time
    }

    /// When frames have come to a time of it; nil where it stands.
    func frame(at time: UInt64) -> UInt64? {
        if time <= self.time { return frame }
        if speed == 1 { return frame &+ (time - self.time) }
        let left = Double(time - self.time) / speed
        return left < 1e18 ? frame &+ UInt64(left.rounded(.up)) : nil
    }
}

extension Engine {
    /// The time of what moves in the last frame, microseconds.
    public var motionTime: UInt64 { motion.time }

    /// The same now, between frames.
    public var motionNow: UInt64 { motion.time(at: clockTime) }

    /// How fast all goes that moves by itself: slow motion, for whoever looks closely.
    public var motionSpeed: Double {
        get { motion.speed }
        set {
            motion.speed = newValue
            noteMotion()
        }
    }
}
