import LaminaMotion

/// A value that something moves on from where it is.
struct MovingValue {
    /// Where it is when that begins, and how fast it is then by the time of what takes over.
    var value: Channels
    var velocity: Channels
    /// How fast it is now, a second.
    var taken = Channels.zero
    /// How it goes on until then.
    var lead: AnimationTrack.Leg?

    /// It stands.
    init(at value: Channels, velocity: Channels = .zero) { (self.value, self.velocity) = (value, velocity) }

    /// `track` moves it, and is taken over from by what begins behind a delay and goes at `speed`.
    init(_ track: AnimationTrack, of animation: borrowing Animation, at frame: UInt64, now: UInt64, _ next: Beginning) {
        let (time, rate) = animation.runTime(at: frame, now: now)
        let leg = track.leg(at: time, of: animation.timing)
        value = leg.value(at: time)
        taken = animation.isShown ? leg.velocity(at: time) * rate : track.taken
        velocity = next.speed > 0 ? taken * (1 / next.speed) : taken
        if next.delay == 0 || next.speed <= 0 || rate == 0 || taken == .zero { return }
        let lead = AnimationTrack.Leg(leg, at: time, now: -next.delay, rate: rate / next.speed)
        (value, velocity, self.lead) = (lead.value(at: 0), lead.velocity(at: 0), lead)
    }

    /// What it stands in was moved under it.
    mutating func shift(by distance: Channels) {
        value += distance
        lead = lead?.moved(by: distance)
    }

    /// It is as large as before, of something that has another size now.
    mutating func scale(by factors: Channels) {
        (value, velocity, taken) = (value * factors, velocity * factors, taken * factors)
        lead = nil
    }
}

/// When something begins, and how fast its time goes then.
struct Beginning {
    var delay = 0.0
    var speed = 1.0
}
